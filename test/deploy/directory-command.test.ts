import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runArticles as runBinary } from '../support/cli.ts';
import { runArticles } from '../support/program.ts';
import { compareTrees, makeFolder, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

/** Without headers and records. */
const filesOf = (folder: string) =>
  new Map([...readTree(folder)].filter(([path]) => !path.startsWith('.articles/')));
const deploy = (root: string, target: string, args: readonly string[] = [], run = runArticles) => {
  const to = ['--target', `file://${target}`, '--env', 'production'];
  return run(['deploy', '--root', root, ...to, '--yes', '--json', ...args]);
};

test('the parts of a build make one release of a folder, each deployed once', async () => {
  const root = makeSite();
  const target = join(makeFolder(), 'www');
  await runArticles(['build', '--root', root]);
  const answers = [];
  for (const part of [1, 2, 3]) {
    const out = join(root, `part-${part}`);
    await runArticles(['build', '--root', root, '--shard', `${part}/3`, '--out', out]);
    const { code, stdout } = await deploy(root, target, ['--out', out, '--release', 'one']);
    expect(code).toBe(0);
    answers.push(JSON.parse(stdout).release);
  }
  expect(answers).toEqual([null, null, 'r1']);
  expect(compareTrees(filesOf(target), readTree(join(root, 'dist')))).toEqual([]);
});

test('a dry run and a list of releases leave a target as it is, one that is not there too', async () => {
  const root = makeSite();
  const target = join(makeFolder(), 'www');
  await runArticles(['build', '--root', root]);
  const { code, stdout } = await deploy(root, target, ['--dry-run']);
  expect([code, JSON.parse(stdout).changes.length]).toEqual([0, readTree(join(root, 'dist')).size]);
  await runArticles(['releases', '--root', root, '--target', `file://${target}`]);
  expect(existsSync(target)).toBe(false);
  writeFileSync(target, 'a file');
  expect(await deploy(root, target)).toMatchObject({ code: 1 });
  expect(readFileSync(target, 'utf8')).toBe('a file');
});

test('a target that holds another site is refused, with --adopt too', async () => {
  const target = join(makeFolder(), 'www');
  const root = makeSite();
  await runArticles(['build', '--root', root]);
  await deploy(root, target);
  const before = readTree(target);
  writeFiles(root, smallSite({ shortName: 'renamed-paper' }));
  await runArticles(['build', '--root', root]);
  for (const args of [[], ['--adopt']]) {
    const { code, stdout } = await deploy(root, target, args);
    expect([code, stdout]).toEqual([1, expect.stringContaining('small-paper')]);
  }
  expect(compareTrees(readTree(target), before)).toEqual([]);
});

test('of two deploys at once one does it, and the other says who holds the lock or finds nothing to do', async () => {
  const target = join(makeFolder(), 'www');
  const root = makeSite();
  await runArticles(['build', '--root', root]);
  await deploy(root, target);
  const article = join(root, 'content/en_US/articles/first.md');
  writeFileSync(article, `${readFileSync(article, 'utf8')}\nAnd more.\n`);
  await runArticles(['build', '--root', root]);
  const runs = await Promise.all([1, 2, 3].map(() => deploy(root, target, [], runBinary)));
  expect(runs.some(({ code }) => code === 0)).toBe(true);
  for (const { code, stdout } of runs) {
    if (code !== 0) expect([code, stdout]).toEqual([1, expect.stringContaining('locked by another deploy')]);
  }
  expect(compareTrees(filesOf(target), readTree(join(root, 'dist')))).toEqual([]);
});

test('a target whose path no file system can have is one clear error', async () => {
  const root = makeSite();
  for (const path of ['%00', 'x%2Fy', '%zz']) {
    const { code, stderr } = await deploy(root, join(root, '../www', path));
    expect([path, code, stderr]).toEqual([
      path,
      1,
      expect.stringMatching(/\nerror "file:[^"]+" is not a folder: .+\n {2}→ use an absolute path/),
    ]);
  }
});

test('a path that is not whole is told as one', async () => {
  const root = makeSite();
  const told = async (target: string) => {
    const { code, stderr } = await runArticles(['deploy', '--target', target, '--yes', '--root', root]);
    expect(code).toBe(1);
    return stderr.split('\n').slice(-3, -1);
  };
  const here = pathToFileURL(join(process.cwd(), '..')).href;
  expect(await told('file://../preview')).toEqual([
    'error "file://../preview" is not a folder: the whole path comes after file://, and ".." is read as the name of a computer',
    `  → write ${here}/preview`,
  ]);
  expect((await told('file://~/preview'))[1]).toBe(`  → write ${pathToFileURL(homedir())}/preview`);
  expect((await told('file:../preview'))[1]).toContain(`for a folder write ${here}/preview`);
});

test.skipIf(!existsSync('/proc/self'))(
  'a target where the system makes no folder is one clear error',
  async () => {
    const root = makeSite();
    await runArticles(['build', '--root', root]);
    const { code, stderr } = await deploy(root, '/proc/none/x');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('error cannot write to /proc/none/x: the system makes no folder there'),
    ]);
  },
  20_000,
);
