/** The workflows that users copy: they parse, call commands with options that exist, and keep access narrow. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from '../src/cli.ts';

const FOLDER = 'examples/workflows';
const FILES = ['github-actions-s3.yml', 'github-actions.yml', 'gitlab-ci.yml'];
/** Workflows of hosts that deploy with their own tools. */
const OTHERS = ['cloudflare-pages.yml', 'firebase.yml', 'github-pages.yml', 'netlify.yml'];
/** Jobs of every night. test/generate/nightly-workflow.test.ts runs their steps. */
const NIGHTLY = ['generate-nightly.gitlab-ci.yml', 'generate-nightly.yml'];
const read = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8');

/** A tag may move to other code; a commit does not. */
const PINNED = /@[0-9a-f]{40}$/;

interface Job {
  if?: string;
  needs?: string;
  extends?: string;
  permissions?: Record<string, string>;
  concurrency?: { 'cancel-in-progress': boolean };
  environment?: unknown;
  rules?: { if: string }[];
  resource_group?: string;
  id_tokens?: object;
  steps?: { run?: string; uses?: string; with?: Record<string, string> }[];
  script?: string[];
}

function jobsOf(file: string): Record<string, Job> {
  const workflow = parse(read(file));
  return workflow.jobs ?? workflow;
}

/** Shell commands of a job in order. */
const commandsOf = ({ steps = [], script = [] }: Job) => [
  ...steps.flatMap(({ run }) => (run === undefined ? [] : [run])),
  ...script,
];
const articlesOf = (job: Job) =>
  commandsOf(job).flatMap((command) => {
    const [, line] = /^npx articles-press (.+)$/.exec(command) ?? [];
    return line === undefined ? [] : [line.replace(/ > \S+$/, '')];
  });

/** Parses a command line as the program does, and runs nothing. @throws where an option or argument does not exist */
async function parseLine(line: string): Promise<{ name: string; options: Record<string, unknown> }> {
  let parsed: Command | null = null;
  const silent = { writeOut: () => undefined, writeErr: () => undefined };
  const program = createProgram(async (command) => {
    parsed = command;
  }, silent);
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  await program.parseAsync(['node', 'articles', ...words.map((word) => word.replace(/\$\w+/g, 'x1'))]);
  if (!parsed) throw new Error(`no command ran for ${line}`);
  const command: Command = parsed;
  return { name: command.name(), options: command.opts() };
}

test('every workflow is tested here', () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...FILES, ...OTHERS, ...NIGHTLY].sort());
});

describe.each(FILES)('%s', (file) => {
  const jobs = jobsOf(file);
  const { check = {}, preview = {}, deploy = {}, 'remove-preview': remove = {} } = jobs;

  test('calls commands with options that exist', async () => {
    const lines = [check, preview, remove, deploy].flatMap(articlesOf);
    expect(lines.length).toBeGreaterThanOrEqual(8);
    for (const line of lines) await expect(parseLine(line), line).resolves.toBeDefined();
    await expect(parseLine('deploy --no-such-option')).rejects.toThrow(/unknown option/);
  });

  test('previews what was built for the preview, removes the same one, and asks nothing in production', async () => {
    const [built, previewed] = await Promise.all(articlesOf(preview).map(parseLine));
    expect(built?.options.out).toBe(previewed?.options.out);
    expect(built?.options.basePath).toBe(`/_preview/${previewed?.options.preview}`);
    expect(previewed?.options.env).toBe('development');
    const [removed] = await Promise.all(articlesOf(remove).map(parseLine));
    expect(removed?.options).toMatchObject({
      env: 'development',
      remove: true,
      preview: previewed?.options.preview,
    });
    const [, diff, real] = await Promise.all(articlesOf(deploy).map(parseLine));
    expect(diff?.options).toMatchObject({ env: 'production', diff: 'review.html' });
    expect(real?.options).toMatchObject({ env: 'production', yes: true, diff: false });
  });

  test('uses identities that end, and no keys', () => {
    const text = read(file);
    expect(text).not.toMatch(/secrets\.|credentials_json|aws-secret-access-key|private_key/i);
    const forge = file.startsWith('github') ? 'github' : 'gitlab';
    for (const job of [preview, remove, deploy]) {
      if (forge === 'github') {
        const comments = job === preview ? { 'pull-requests': 'write' } : {};
        expect(job.permissions).toEqual({ contents: 'read', 'id-token': 'write', ...comments });
        const login = job.steps?.findIndex(({ uses }) =>
          /google-github-actions\/auth|configure-aws/.test(uses ?? ''),
        );
        const install = job.steps?.findIndex(({ run }) => run === 'npm ci');
        // Scripts of dependencies run before there is an identity.
        expect(login).toBeGreaterThan(install ?? 0);
      } else {
        expect(jobs[job.extends ?? '']?.id_tokens).toBeDefined();
      }
    }
    expect(check.permissions ?? {}).toEqual({});
    expect(check.extends).toBeUndefined();
  });

  test('gives no access to forks, and never cancels a deploy', () => {
    if (file.startsWith('github')) {
      expect(Object.keys(parse(read(file)).on)).toEqual(['push', 'pull_request']);
      expect(parse(read(file)).permissions).toEqual({ contents: 'read' });
      expect(preview.if).toContain('head.repo.full_name == github.repository');
      expect(deploy.if).toContain("github.ref == 'refs/heads/main'");
      expect([preview.needs, deploy.needs]).toEqual(['check', 'check']);
      expect(deploy.concurrency?.['cancel-in-progress']).toBe(false);
      // A title or branch name in a command line could run commands.
      for (const command of [check, preview, deploy].flatMap(commandsOf))
        expect(command).not.toContain('${{');
      for (const { steps = [] } of Object.values(jobs))
        for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(PINNED);
    } else {
      expect(preview.rules?.[0]?.if).toContain('$CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID');
      // A schedule has a job of its own, which asks whether something is due.
      const pushed = '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $CI_PIPELINE_SOURCE != "schedule"';
      expect(deploy.rules).toEqual([{ if: pushed }]);
      expect(deploy.resource_group).toBe('production');
    }
    expect(deploy.environment).toBeDefined();
  });
});

test('the credentials of the GitLab job are valid JSON with the token in a file', () => {
  const [, json = ''] = /<<JSON\n([\s\S]*?)\n\s*JSON/.exec(read('gitlab-ci.yml')) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    type: 'external_account',
    credential_source: { file: '$CI_PROJECT_DIR/.identity/token' },
  });
});

test.each(OTHERS)('%s checks before it deploys, and pins what it runs', async (file) => {
  const workflow = parse(read(file));
  expect(workflow.permissions).toEqual({ contents: 'read' });
  const jobs: Job[] = Object.values(jobsOf(file));
  const lines = jobs.flatMap(articlesOf);
  expect(lines).toEqual(['check', 'build --strict']);
  for (const line of lines) await expect(parseLine(line), line).resolves.toBeDefined();
  for (const { steps = [] } of jobs)
    for (const { uses, run = '' } of steps) {
      if (uses !== undefined) expect(uses).toMatch(PINNED);
      expect(run).not.toContain('${{');
    }
});

test.each(OTHERS.filter((file) => file !== 'github-pages.yml'))(
  '%s names the preview of a pull request, and removes it when the request is closed',
  (file) => {
    const { on } = parse(read(file));
    expect(on.pull_request.types).toContain('closed');
    const { site = {}, 'remove-preview': remove = {} } = jobsOf(file);
    expect(site.if).toBe("github.event.action != 'closed'");
    expect(site.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    expect(site.environment).toMatchObject({ url: expect.stringContaining('steps.preview.outputs.url') });
    expect(commandsOf(site).join('\n')).toMatch(/gh pr comment "\$NUMBER" --edit-last --create-if-none/);
    expect(remove.if).toContain("github.event.action == 'closed'");
    // A fork has no preview, and no token to remove one.
    expect(remove.if).toContain('head.repo.full_name == github.repository');
    expect(commandsOf(remove).join('\n')).toMatch(/delete/i);
  },
);

test.each(NIGHTLY)(
  '%s writes for the main branch only, one night at a time, with the key of one step',
  async (file) => {
    const { generate = {} } = jobsOf(file);
    for (const line of articlesOf(generate)) await expect(parseLine(line), line).resolves.toBeDefined();
    expect(articlesOf(generate)).toHaveLength(1);
    for (const { uses, run = '' } of generate.steps ?? []) {
      if (uses !== undefined) expect(uses).toMatch(PINNED);
      expect(run).not.toContain('${{');
    }
    expect(generate.environment).toBeDefined();
    const text = read(file);
    if (file.endsWith('gitlab-ci.yml')) {
      expect(generate.rules?.map((rule) => rule.if).join()).toContain(
        '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
      );
      expect(generate.resource_group).toBe('generate');
      expect(text).not.toMatch(/OPENAI_API_KEY\b(?!_FILE)/);
    } else {
      expect(parse(text).permissions).toEqual({ contents: 'read' });
      expect(generate.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
      expect(generate.if).toBe("github.ref == 'refs/heads/main'");
      expect(generate.concurrency?.['cancel-in-progress']).toBe(false);
      expect(text.match(/secrets\.\w+/g)).toEqual(['secrets.OPENAI_API_KEY']);
    }
    expect(readFileSync('docs/hosting/every-night.md', 'utf8')).toContain(`(../../${FOLDER}/${file})`);
  },
);

test('the page about continuous delivery names every workflow', () => {
  const page = readFileSync('docs/hosting/continuous-delivery.md', 'utf8');
  for (const file of [...FILES, ...OTHERS]) expect(page).toContain(`(../../${FOLDER}/${file})`);
});
