/** What `next --schedule`, `init` and the examples have for hosts, judged by the hosts' own readers: GitHub's parser of workflows, and systemd. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as WorkflowParser from '@actions/workflow-parser';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { runArticles, runJson } from '../support/program.ts';
import { article, makeFolder, makeSite, smallSite } from '../support/site.ts';

afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.useRealTimers();
});

const GITHUB = '.github/workflows/scheduled.yml';

let parser: typeof WorkflowParser;
const folder = mkdtempSync(join(tmpdir(), 'articles-parser-'));

beforeAll(async () => {
  // Its modules import JSON in a way that Node refuses.
  const outfile = join(folder, 'parser.cjs');
  const entryPoints = ['@actions/workflow-parser'];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs' });
  parser = await import(pathToFileURL(outfile).href);
});

/** What GitHub says of a workflow file. */
const judge = (content: string) =>
  parser
    .parseWorkflow({ name: GITHUB, content }, new parser.NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

interface Workflow {
  on: { schedule: { cron: string; timezone: string }[]; workflow_dispatch: null };
  jobs: Record<
    string,
    { if?: string; needs?: string; concurrency?: { group: string }; steps: { run?: string; uses?: string }[] }
  >;
}

const makeScheduled = (config: object = {}, files = {}) =>
  makeSite({ ...smallSite({ timeZone: 'Europe/Berlin', ...config }), ...files });
const readWorkflow = (root: string): Workflow => parse(readFileSync(join(root, GITHUB), 'utf8'));

describe('GitHub', () => {
  test.each([
    ['gs://bucket', [], /^\d+ \* \* \* \*$/],
    ['s3://bucket', ['--daily'], /^\d+ 4 \* \* \*$/],
  ])('a workflow of its own for %s %j', async (production, options, cron) => {
    const root = makeScheduled({ deploy: { production } });
    expect(await runJson(['next', '--schedule', 'github', ...options, '--root', root])).toMatchObject({
      host: 'github',
      files: [GITHUB],
    });
    const text = readFileSync(join(root, GITHUB), 'utf8');
    expect(judge(text)).toEqual([]);
    expect(judge(text.replace('timezone:', 'time-zone:'))).not.toEqual([]);
    const { on, jobs } = readWorkflow(root);
    const [{ cron: written = '', timezone } = {}] = on.schedule;
    expect([timezone, on]).toEqual(['Europe/Berlin', expect.objectContaining({ workflow_dispatch: null })]);
    expect(written).toMatch(cron);
    const example = production.startsWith('s3') ? 'github-actions-s3.yml' : 'github-actions.yml';
    const site: Workflow = parse(readFileSync(`examples/workflows/${example}`, 'utf8'));
    const usesOf = (job = '', { jobs } = site) => jobs[job]?.steps.flatMap(({ uses }) => uses ?? []);
    // A tick waits for a deploy, and a tick without work takes nobody's place in the line.
    expect(jobs.publish?.concurrency).toEqual(site.jobs.deploy?.concurrency);
    expect(jobs.due?.concurrency).toBeUndefined();
    expect(jobs.publish?.if).toBe("needs.due.outputs.due == 'true'");
    // The identity of the deploy.
    expect(usesOf('deploy')).toEqual(expect.arrayContaining(usesOf('due', readWorkflow(root)) ?? []));
    expect(jobs.publish?.steps.map(({ run }) => run).filter(Boolean)).toEqual([
      'npm ci',
      'npx articles-press build --strict',
      'npx articles-press deploy --env production --yes',
    ]);
  });

  test('init writes it, and the repository turns it on', async () => {
    const root = join(makeFolder(), 'new');
    await runJson(['init', root, '--schedule', 'daily']);
    const text = readFileSync(join(root, GITHUB), 'utf8');
    expect(judge(text)).toEqual([]);
    expect(readWorkflow(root).jobs.due?.if).toContain("vars.SCHEDULED == 'on'");
    expect(readWorkflow(root).on.schedule[0]?.cron).toMatch(/^\d+ 4 /);
  });

  test('sites have minutes of their own, away from the crowded ones', async () => {
    const minutes = new Set<number>();
    for (let index = 0; index < 30; index++) {
      const root = makeScheduled({ shortName: `site-${index}` });
      const { text } = await runJson(['next', '--schedule', 'cron', '--root', root]);
      const minute = Number(/^(\d+) \* \* \* \* cd /m.exec(text)?.[1]);
      expect(Math.min(minute % 30, 30 - (minute % 30)), `${minute}`).toBeGreaterThan(3);
      minutes.add(minute);
    }
    expect(minutes.size).toBeGreaterThan(10);
  });
});

test.each(readdirSync('examples/workflows').filter((file) => !file.includes('gitlab')))(
  'GitHub finds no error in the example %s',
  (file) => {
    const text = readFileSync(`examples/workflows/${file}`, 'utf8');
    expect(judge(text)).toEqual([]);
    expect(judge(text.replace('runs-on:', 'run-on:'))).not.toEqual([]);
  },
);

test('the example of GitLab does nothing else when a schedule starts it', async () => {
  const root = makeScheduled();
  const { text } = await runJson(['next', '--schedule', 'gitlab', '--root', root]);
  const example = readFileSync('examples/workflows/gitlab-ci.yml', 'utf8');
  const jobs = Object.entries(parse(`${example}\n${text}`)).filter(
    (entry): entry is [string, { rules: { if: string }[] }] =>
      typeof entry[1] === 'object' && entry[1] !== null && 'rules' in entry[1],
  );
  const values: Record<string, string> = {
    CI_PIPELINE_SOURCE: 'schedule',
    CI_COMMIT_BRANCH: 'main',
    CI_DEFAULT_BRANCH: 'main',
  };
  /** The subset of GitLab's conditions that the files use. */
  const holds = (condition: string) =>
    condition.split(' && ').every((part) => {
      const [, name = '', operator, quoted, other = ''] =
        /^\$(\w+) (==|!=) (?:"(.*)"|\$(\w+))$/.exec(part) ?? [];
      expect(operator, part).toBeDefined();
      return (values[name] === (quoted ?? values[other])) === (operator === '==');
    });
  const started = jobs.filter(([, { rules }]) => rules.some((rule) => holds(rule.if))).map(([name]) => name);
  expect(started).toEqual(['scheduled']);
  expect(text).toContain('--cronTimeZone "Europe/Berlin"');
});

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('systemd has each known instant in UTC', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-15T12:00:00Z') });
  const root = makeScheduled(
    { shortName: 'dated' },
    {
      // Midnight in Berlin, and half past two of a day without it.
      'content/en_US/articles/a.md': article({ title: 'A', date: '2027-03-28', more: 'expires: 2027-04-01' }),
      'content/en_US/articles/b.md': article({ title: 'B', date: '2027-03-28T02:30:00+01:00' }),
    },
  );
  const { code, stderr } = await runArticles(['next', '--schedule', 'systemd', '--root', root]);
  expect(code).toBe(0);
  expect(stderr).toContain('systemctl');
  const timer = readFileSync(join(root, 'systemd/articles-dated.timer'), 'utf8');
  expect(timer.match(/^OnCalendar=\d.*$/gm)).toEqual([
    'OnCalendar=2027-03-27 23:00:00 UTC',
    'OnCalendar=2027-03-28 01:30:00 UTC',
    'OnCalendar=2027-03-31 22:00:00 UTC',
    'OnCalendar=2027-12-31 23:00:00 UTC',
  ]);
  if (!systemd) {
    process.stderr.write('LEFT OUT: systemd-analyze is missing, so nobody verified the units of systemd\n');
    return;
  }
  const units = readdirSync(join(root, 'systemd')).map((name) => join(root, 'systemd', name));
  const verified = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
  expect([verified.status, verified.stderr]).toEqual([0, '']);
});

test('a line for a hook posts, and one for Cloud Scheduler names the zone', async () => {
  const root = makeScheduled();
  const text = async (host: string) => (await runJson(['next', '--schedule', host, '--root', root])).text;
  expect(await text('hook')).toMatch(/^\d+ 4 \* \* \* curl .*--request POST "\$BUILD_HOOK"$/m);
  expect(await text('cloud-scheduler')).toContain('--time-zone="Europe/Berlin"');
  expect(existsSync(join(root, '.github'))).toBe(false);
});
