/** A site whose dates come: what is due, what a build and a deploy make of it, and who notices when nobody comes. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { serve } from '../../src/serve/run-serve.ts';
import { startDesk } from '../support/desk.ts';
import { runArticles } from '../support/program.ts';
import { article, type Files, json, makeFolder, makeSite, smallSite, writeFiles } from '../support/site.ts';

const EN = 'content/en_US/articles';
const odds = { category: 'betting', subcategory: 'odds' };

afterEach(() => {
  vi.useRealTimers();
});

const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

/** A site in Berlin that is deployed to a folder. */
function makeDated(files: Files) {
  const target = join(makeFolder(), 'target');
  mkdirSync(target);
  const config = {
    timeZone: 'Europe/Berlin',
    locales: ['en_US'],
    deploy: { production: `file://${target}` },
  };
  const root = makeSite({ ...smallSite(config), ...files });
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runArticles([...args, '--root', root, '--json']);
    return { code, stderr, result: JSON.parse(stdout) };
  };
  const succeed = async (...args: string[]) => {
    const { code, stderr, result } = await run(...args);
    expect(code, stderr).toBe(0);
    return result;
  };
  return {
    ...{ root, target, run, succeed },
    due: async () => {
      const { code, result } = await run('next', '--due');
      return {
        code,
        due: result.due.map(({ what, title }: { what: string; title: string }) => [what, title]),
        result,
      };
    },
    publish: async () => {
      await succeed('build', '--strict');
      return succeed('deploy', '--env', 'production', '--yes');
    },
    codesOf: (result: { error: { problems: { code: string }[] } }) =>
      result.error.problems.map(({ code }) => code),
  };
}

/** Serves a folder as readers get it. @returns its address */
async function startServer(folder: string): Promise<string> {
  const options = { watch: false, edit: false, drafts: false, future: false, host: '127.0.0.1', port: 0 };
  const reporter = createSilentReporter();
  const served = await serve({ ...options, as: null, root: folder, out: folder, reporter });
  onTestFinished(() => served.close());
  return served.url;
}

/** Paths, sizes and times of all files. */
function listAll(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => [path, statSync(join(folder, path))] as const)
    .map(([path, { size, mtimeMs, ctimeMs }]) => `${path} ${size} ${mtimeMs} ${ctimeMs}`)
    .sort();
}

const dated = {
  [`${EN}/soon.md`]: article({ title: 'Soon', date: '2027-02-01T08:00:00+00:00', ...odds }),
  [`${EN}/ends.md`]: article({ title: 'Ends', ...odds, more: 'expires: 2027-02-10\ntags: [brief]' }),
  [`${EN}/links.md`]: article({
    title: 'Links',
    ...odds,
    body: 'See [one](/articles/ends), [two](/articles/soon) and [three](/tags/brief).',
  }),
};

test('what is due is published once, and what has ended stops no build and no deploy', async () => {
  const { root, target, run, succeed, due, publish, codesOf } = makeDated(dated);
  at('2027-01-15T12:00:00Z');
  expect(await due()).toMatchObject({ code: 0, due: [], result: { isDue: true, release: null } });
  expect(await publish()).toMatchObject({ release: 'r1', nextChange: '2027-02-01T08:00:00.000Z' });
  expect(existsSync(join(root, 'dist/articles/ends.html'))).toBe(true);

  // A tick without a change writes nothing and reads no text.
  at('2027-02-01T07:59:59Z');
  const before = [...listAll(root), ...listAll(target)];
  expect(await due()).toMatchObject({
    code: 10,
    due: [],
    result: { isDue: false, read: 0, release: 'r1', nextChange: '2027-02-01T08:00:00.000Z' },
  });
  expect([...listAll(root), ...listAll(target)]).toEqual(before);

  at('2027-02-01T08:00:00Z');
  expect(await due()).toMatchObject({ code: 0, due: [['publish', 'Soon']] });
  const stale = await run('deploy', '--env', 'production', '--yes');
  expect([stale.code, codesOf(stale.result)]).toEqual([1, ['stale-build']]);
  expect(stale.result.error.problems[0].message).toContain('2027-02-01 09:00 content/en_US/articles/soon.md');
  // Midnight in Berlin.
  expect((await publish()).nextChange).toBe('2027-02-09T23:00:00.000Z');
  expect((await due()).code).toBe(10);

  at('2027-02-10T12:00:00Z');
  expect((await due()).due).toEqual([['expire', 'Ends']]);
  const { warnings } = await succeed('build', '--strict');
  expect(warnings.map(({ code, line }: { code: string; line: number }) => [code, line])).toEqual([
    ['unpublished-link', expect.any(Number)],
    ['unpublished-link', expect.any(Number)],
  ]);
  expect(warnings[0].message).toBe('"/articles/ends" leads to an article that ended on 2027-02-10');
  const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /ends|brief/.test(file))).toEqual([]);
  const listed = files.filter(
    (file) =>
      statSync(join(root, 'dist', file)).isFile() &&
      /\.(?:html|xml|json)$/.test(file) &&
      !file.includes('links'),
  );
  for (const file of listed)
    expect(readFileSync(join(root, 'dist', file), 'utf8'), file).not.toContain('articles/ends');
  await succeed('deploy', '--env', 'production', '--yes');
  expect((await due()).code).toBe(10);
  expect((await succeed('check')).errors).toEqual([]);

  // A preview shows it.
  await succeed('build', '--future', '--out', join(root, 'preview'));
  expect(existsSync(join(root, 'preview/articles/ends.html'))).toBe(true);
  const preview = await run('deploy', '--env', 'production', '--yes', '--out', join(root, 'preview'));
  expect([preview.code, codesOf(preview.result)]).toEqual([1, ['unready-build']]);

  // Going back names what comes back, and asks.
  const back = await run('deploy', '--env', 'production', '--rollback');
  expect([back.code, codesOf(back.result)]).toEqual([1, ['not-confirmed']]);
  expect(back.stderr).toContain('release r2 brings back 1 expired article: /articles/ends (2027-02-10)');
  await succeed('deploy', '--env', 'production', '--rollback', '--yes');
  expect((await due()).code).toBe(10);

  // Every page shows the year of Berlin.
  at('2027-12-31T22:59:59Z');
  expect((await due()).code).toBe(10);
  at('2027-12-31T23:00:00Z');
  expect((await due()).due).toEqual([['year', null]]);
});

test('a release without changes of its files learns of new dates, and nobody is asked', async () => {
  const { root, target, due, publish, run } = makeDated(dated);
  at('2027-01-15T12:00:00Z');
  await publish();
  writeFiles(root, { [`${EN}/sooner.md`]: article({ title: 'Sooner', date: '2027-01-20', ...odds }) });
  await run('build', '--strict');
  const { result } = await run('deploy', '--env', 'production', '--yes');
  expect(result).toMatchObject({ release: 'r1', uploaded: 0, nextChange: '2027-01-19T23:00:00.000Z' });
  const kept = JSON.stringify(listAll(target));
  await run('deploy', '--env', 'production', '--yes');
  expect(JSON.stringify(listAll(target))).toBe(kept);
  at('2027-01-20T00:00:00Z');
  expect((await due()).due).toEqual([['publish', 'Sooner']]);
});

test('200 changes at one instant are one run', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [
      `${EN}/many-${index}.md`,
      article({ title: `Many ${index}`, date: '2027-02-01T08:00:00Z', ...odds }),
    ]),
  );
  const { due, publish } = makeDated(files);
  at('2027-01-15T12:00:00Z');
  await publish();
  at('2027-02-01T08:00:00Z');
  expect((await due()).due).toHaveLength(200);
  await publish();
  expect(await due()).toMatchObject({ code: 10, due: [] });
});

test('next, doctor, verify and the desk say that the schedule does not run, from the live release alone', async () => {
  const { root, target, publish } = makeDated(dated);
  at('2027-01-15T12:00:00Z');
  await publish();
  // Another machine, which has the settings and no content.
  const other = makeFolder();
  cpSync(join(root, 'site-config.json'), join(other, 'site-config.json'));
  cpSync(join(root, 'content/en_US'), join(other, 'content/en_US'), {
    recursive: true,
    filter: (path) => !path.includes('articles/'),
  });
  const say = async (command: string) => {
    const { code, stdout, stderr } = await runArticles([command, '--root', other]);
    return { code, said: stdout + stderr };
  };
  at('2027-02-01T20:00:00Z');
  expect((await say('next')).said).not.toContain('overdue by');
  expect((await say('doctor')).said).toMatch(/ok +schedule/);
  at('2027-02-10T13:30:00Z');
  const alarm = '2 changes are overdue by 9 days: the schedule does not run';
  const next = await say('next');
  expect([next.code, next.said]).toEqual([0, expect.stringContaining(alarm)]);
  const doctor = await say('doctor');
  expect([doctor.code, doctor.said]).toEqual([1, expect.stringContaining(alarm)]);
  at('2027-02-01T22:30:00Z');
  expect((await say('next')).said).toContain('1 change is overdue by 14 h: the schedule does not run');
  const { code, stdout } = await runArticles(['next', '--json', '--root', other]);
  expect([code, JSON.parse(stdout).live]).toEqual([0, { count: 1, for: 14.5 * 3_600_000 }]);
  expect(json(JSON.parse(stdout))).not.toContain('"error"');

  // A monitor needs the settings, the target and the address.
  const site = await startServer(target);
  const watch = async () => {
    const args = ['verify', site, '--release', '--sample', '0', '--root', other, '--json'];
    const end = await runArticles(args);
    return { code: end.code, ...JSON.parse(end.stdout), said: end.stderr };
  };
  const late = '1 change is overdue by 14 h: the schedule does not run';
  expect(await watch()).toMatchObject({
    code: 1,
    differences: [],
    alarm: { code: 'overdue-change', message: late },
    said: expect.stringContaining(late),
  });
  const desk = await startDesk(other);
  onTestFinished(() => desk.close());
  expect((await desk.read('schedule')).body.alarm).toMatchObject({ message: late });
  at('2027-02-01T20:00:00Z');
  expect(await watch()).toMatchObject({ code: 0, alarm: null, differences: [] });
  expect((await desk.read('schedule')).body).toEqual({ alarm: null });
  // A machine without access to the target.
  const moved = `${target}-away`;
  renameSync(target, moved);
  expect((await desk.read('schedule')).body).toEqual({ alarm: null });
  renameSync(moved, target);
});

test('a deploy says when the site changes next, and what its schedule will do', async () => {
  const { root, target } = makeDated(dated);
  at('2027-01-15T12:00:00Z');
  const deploy = async (...args: string[]) => {
    const { code, stderr } = await runArticles(['deploy', '--root', root, '--yes', ...args]);
    expect(code, stderr).toBe(0);
    return /next change: .*/.exec(stderr)?.[0];
  };
  const schedule = (...args: string[]) => runArticles(['next', '--root', root, '--schedule', ...args]);
  await runArticles(['build', '--root', root]);
  const when = 'next change: 2027-02-01 09:00 (Europe/Berlin): `articles next` shows the date';
  const production = ['--env', 'production'];
  expect(await deploy(...production)).toBe(
    `${when}; no schedule is known: \`articles next --schedule HOST\` lets a host build the site then`,
  );
  await schedule('systemd', '--daily');
  expect(await deploy(...production)).toBe(`${when}; the schedule ticks daily`);
  await schedule('systemd');
  expect(await deploy(...production)).toBe(`${when}; the schedule ticks hourly`);
  await schedule('github', '--daily');
  expect(await deploy(...production)).toBe(`${when}; the schedule ticks daily`);
  // As `init` writes it.
  const workflow = join(root, '.github/workflows/scheduled.yml');
  const text = readFileSync(workflow, 'utf8');
  writeFileSync(workflow, text.replace('  due:', "  due:\n    if: vars.SCHEDULED == 'on'"));
  expect(await deploy(...production)).toBe(
    `${when}; the schedule ticks daily once the variable SCHEDULED of the repository is "on"`,
  );
  // No schedule serves another target.
  expect(await deploy('--target', `file://${target}-2`)).toBe(when);
});
