/** Tests what a build leaves and says when disk or memory refuse, with limits and permissions of the system. */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { compareTrees, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const PROGRAM = resolve('bin/articles.js');

/** No user of a system has it. */
const OTHER_USER = 54_321;
const isRoot = process.getuid?.() === 0;

/** Root may do everything, so the program runs as another user where the test runs as root. */
function run(command: string, options: SpawnOptions = {}): Promise<{ code: number | null; stderr: string }> {
  return new Promise((done, fail) => {
    const child = spawn('sh', ['-c', command], { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', fail);
    child.once('close', (code) => done({ code, stderr }));
  });
}
const build = (root: string, ...options: string[]) =>
  `exec '${process.execPath}' '${PROGRAM}' build --root '${root}' --quiet ${options.join(' ')}`;
/** A clone below /root is closed to other users. */
const isReadable =
  !isRoot || spawnSync('test', ['-r', PROGRAM], { uid: OTHER_USER, gid: OTHER_USER }).status === 0;
if (!isReadable)
  process.stderr.write(
    `NOT RUN: the tests of permissions; other users cannot read ${PROGRAM}: clone into another folder\n`,
  );
const runAsUser = (command: string) => run(command, isRoot ? { uid: OTHER_USER, gid: OTHER_USER } : {});

/** Gives everything below to the other user. */
function giveAway(path: string): void {
  if (isRoot) chownSync(path, OTHER_USER, OTHER_USER);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name));
}

const large = { 'public/large.bin': Buffer.alloc(1_000_000) };

test('a build that the disk refuses names the file of dist, and leaves no other folder', async () => {
  const root = makeSite({ ...smallSite(), ...large });
  // The shell counts in blocks of 512 or 1024 bytes.
  const { code, stderr } = await run(`ulimit -f 800; ${build(root)}`);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error dist\/large\.bin: the file is larger than the system allows\n {2}→ /),
  ]);
  expect(readdirSync(root).filter((name) => /dist/.test(name))).toEqual([]);
});

test('a build from nothing that the disk refuses leaves the old output whole', async () => {
  const root = makeSite();
  await buildSite(root);
  const before = readTree(join(root, 'dist'));
  writeFiles(root, large);
  const { code } = await run(`ulimit -f 800; ${build(root, '--clean', '--jobs 2')}`);
  expect(code).toBe(1);
  expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
  expect(readdirSync(root).filter((name) => name.startsWith('.dist'))).toEqual([]);
});

test('a build that runs out of memory leaves the old output whole, and the next build works', async () => {
  const root = makeSite();
  await buildSite(root);
  const before = readTree(join(root, 'dist'));
  const { code, stderr } = await run(build(root, '--clean').replace("' '", "' --max-old-space-size=12 '"));
  expect([code, stderr]).toEqual([expect.toSatisfy(isAbort), expect.stringContaining('heap')]);
  expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
  expect(await run(build(root))).toMatchObject({ code: 0 });
  expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
  expect(readdirSync(root).filter((name) => name.startsWith('.dist'))).toEqual([]);
});

/** A signal, or its number above 128 from the shell. */
const isAbort = (code: number | null) => code === null || code > 128;

test.runIf(isReadable)('messages of permissions name what the user knows', async () => {
  const root = makeSite({ ...smallSite(), 'public/x.txt': 'x' });
  giveAway(root);
  const refused = async (place: string, command = build(root)) => {
    const { code, stderr } = await runAsUser(command);
    expect([code, stderr]).toEqual([1, expect.stringMatching(new RegExp(`^error ${place}: .+\n {2}→ .+`))]);
    expect(stderr).not.toMatch(/\.new|\.tmp|\.lock/);
  };
  chmodSync(join(root, 'public/x.txt'), 0);
  await refused('public/x.txt');
  chmodSync(join(root, 'public/x.txt'), 0o644);
  chmodSync(root, 0o555);
  await refused('dist');
  chmodSync(root, 0o755);
  expect(await runAsUser(build(root))).toMatchObject({ code: 0, stderr: '' });

  // A build with nothing to write needs no permission to write.
  chmodSync(root, 0o555);
  expect(await runAsUser(build(root))).toMatchObject({ code: 0, stderr: '' });
  await refused('dist', build(root, '--clean'));
  chmodSync(root, 0o755);
  rmSync(join(root, 'dist/index.html'));
  chmodSync(join(root, 'dist'), 0o555);
  await refused('dist/index.html');
  chmodSync(join(root, 'dist'), 0o755);
});

test('what a killed build has moved away is back before the next build reads it', async () => {
  const root = makeSite();
  await buildSite(root);
  const before = readTree(join(root, 'dist'));
  renameSync(join(root, 'dist'), join(root, '.dist.old'));
  mkdirSync(join(root, '.dist.new'));
  await buildSite(root);
  expect(compareTrees(readTree(join(root, 'dist')), before)).toEqual([]);
  expect(readdirSync(root).filter((name) => name.startsWith('.dist'))).toEqual([]);
});
