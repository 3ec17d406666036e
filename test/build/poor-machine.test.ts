/**
 * The program on a machine that lacks something: each command ends with 0, or with a clear error and 1, never with 2 and a stack,
 * and the next build on a whole machine has the same output as one from nothing.
 */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { compareTrees, makeFolder, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const PROGRAM = resolve('bin/articles.js');
const CLOCK = pathToFileURL(resolve('test/support/shift-clock.mjs')).href;

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** @param command of a shell. @param variables in place of those of the test; undefined removes one */
function run(command: string, variables: Record<string, string | undefined> = {}): Promise<Ended> {
  const { VITEST: _vitest, NODE_ENV: _environment, ...inherited } = process.env;
  const options: SpawnOptions = { env: { ...inherited, ...variables }, stdio: ['ignore', 'pipe', 'pipe'] };
  return new Promise((done, fail) => {
    const child = spawn('sh', ['-c', command], options);
    const said = { stdout: '', stderr: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
    child.once('error', fail);
    child.once('close', (code) => done({ code, ...said }));
  });
}
const articles = (args: string, node = '') => `exec '${process.execPath}' ${node} '${PROGRAM}' ${args}`;

/** An error of the user names what to do. */
function expectClear({ code, stderr }: Ended, codes: readonly number[] = [0, 1]): void {
  expect([code, stderr]).toEqual([
    expect.toSatisfy((found: number) => codes.includes(found)),
    expect.anything(),
  ]);
  expect(stderr).not.toMatch(/internal error|^\s+at .*:\d+:\d+\)?$/m);
  if (code === 1 && stderr !== '') expect(stderr).toContain('→ ');
}

/** The output of the site on a whole machine. */
let whole: ReturnType<typeof readTree>;
beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'articles-whole-'));
  writeFiles(root, smallSite());
  expect(await run(articles(`build --root '${root}'`))).toMatchObject({ code: 0 });
  whole = readTree(join(root, 'dist'));
  rmSync(root, { recursive: true });
});

/** The next build finds nothing that is torn. */
async function expectWhole(root: string): Promise<void> {
  const ended = await run(articles(`build --root '${root}'`));
  expect([ended.code, ended.stderr]).toEqual([0, expect.anything()]);
  expect(compareTrees(readTree(join(root, 'dist')), whole)).toEqual([]);
  expect(readdirSync(root).filter((name) => name.startsWith('.dist'))).toEqual([]);
}

const COMMANDS = ['build --clean --jobs 2', 'check --all', 'list --json', 'doctor'];

test.each([
  ['64 open files', (command: string) => `ulimit -n 64; ${command}`, {}],
  ['no HOME', (command: string) => command, { HOME: undefined, XDG_CACHE_HOME: undefined }],
  ['a HOME that is no folder', (command: string) => command, { HOME: '/dev/null' }],
  ['an empty environment', (command: string) => `exec env -i ${command.replace('exec ', '')}`, {}],
  [
    'no terminal and no session',
    (command: string) => `exec setsid -w ${command.replace('exec ', '')}`,
    { TERM: undefined },
  ],
  ['no input', (command: string) => `${command} <&-`, {}],
  ['no output', (command: string) => `${command} >&-`, {}],
  ['no output for errors', (command: string) => `${command} 2>&-`, {}],
  ['nothing open', (command: string) => `${command} <&- >&- 2>&-`, {}],
  ['a full output', (command: string) => `${command} >/dev/full`, {}],
  ['a zone that does not exist', (command: string) => command, { TZ: ':/no/such/zone' }],
  ['an odd zone', (command: string) => command, { TZ: 'Pacific/Kiritimati' }],
  ['a zone of signs', (command: string) => command, { TZ: '<+99>-99:99' }],
  [
    'a locale that does not exist',
    (command: string) => command,
    { LANG: 'xx_YY.KOI8-Z', LC_ALL: 'xx_YY.KOI8-Z' },
  ],
  ['a Turkish locale', (command: string) => command, { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }],
])(
  'with %s',
  async (_name, within, variables) => {
    const root = makeSite();
    for (const command of COMMANDS)
      expectClear(await run(within(articles(`${command} --root '${root}'`)), variables));
    await expectWhole(root);
  },
  300_000,
);

test.each([
  ['1970', { CLOCK: '1970-01-01T00:00:00Z' }],
  ['the second after which 32 bits have no number', { CLOCK: '2038-01-19T03:14:08Z' }],
  ['2200', { CLOCK: '2200-02-29T12:00:00Z' }],
  ['a clock that goes back a minute at each look', { CLOCK: '2026-06-15T12:00:00Z', CLOCK_STEP: '-60000' }],
])(
  'in %s',
  async (_name, variables) => {
    const root = makeSite();
    const target = pathToFileURL(join(makeFolder(), 'target')).href;
    for (const command of [...COMMANDS, `deploy --target ${target} --yes`])
      expectClear(await run(articles(`${command} --root '${root}'`, `--import '${CLOCK}'`), variables));
    rmSync(join(root, '.articles'), { recursive: true, force: true });
    await expectWhole(root);
  },
  300_000,
);

/** Mounts a disk of its own. @returns null where this user may not */
function mountDisk(options: string): string | null {
  const folder = makeFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) {
    process.stderr.write(
      'NOT RUN: the tests of full disks; this user may not mount a tmpfs: run them as root on Linux\n',
    );
    return null;
  }
  onTestFinished(() => void spawnSync('umount', [folder]));
  return folder;
}

test('a full disk: an error names it, the old output stays whole, and the next build works', async (context) => {
  const disk = mountDisk('size=16m');
  if (disk === null) return context.skip();
  const root = join(disk, 'site');
  writeFiles(root, smallSite());
  await expectWhole(root);
  for (const left of [0, 40_000, 200_000]) {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
    for (const command of [
      'build --clean',
      'build --clean --jobs 2',
      "new 'A title' --category betting",
      'check',
    ])
      expectClear(await run(articles(`${command} --root '${root}'`)));
    expect(compareTrees(readTree(join(root, 'dist')), whole)).toEqual([]);
    rmSync(join(disk, 'filler'));
    rmSync(join(root, 'content/en_US/articles/a-title.md'), { force: true });
  }
  await expectWhole(root);
}, 300_000);

test('no inodes: an error says so, the old output stays whole, and the next build works', async (context) => {
  const disk = mountDisk('size=64m,nr_inodes=4000');
  if (disk === null) return context.skip();
  const root = join(disk, 'site');
  writeFiles(root, smallSite());
  await expectWhole(root);
  mkdirSync(join(disk, 'filler'));
  for (const left of [0, 5, 60]) {
    const { ffree } = statfsSync(disk);
    for (let at = 0; at < ffree - left; at++) writeFileSync(join(disk, 'filler', `${at}`), '');
    for (const command of [
      'build --clean',
      'build --clean --jobs 2',
      "new 'A title' --category betting",
      'check',
    ])
      expectClear(await run(articles(`${command} --root '${root}'`)));
    expect(compareTrees(readTree(join(root, 'dist')), whole)).toEqual([]);
    rmSync(join(disk, 'filler'), { recursive: true });
    mkdirSync(join(disk, 'filler'));
    rmSync(join(root, 'content/en_US/articles/a-title.md'), { force: true });
  }
  await expectWhole(root);
}, 300_000);

test('a disk for reading alone: the output goes elsewhere, one line says that nothing is kept, and no file of it stays', async (context) => {
  const disk = mountDisk('size=16m');
  if (disk === null) return context.skip();
  writeFiles(disk, smallSite());
  const [out, temporary] = [join(makeFolder(), 'dist'), makeFolder()];
  expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0);
  const ended = await run(articles(`build --root '${disk}' --out '${out}' --jobs 2`), { TMPDIR: temporary });
  expect([ended.code, ended.stderr.match(/cannot be written, so this build keeps nothing/g)]).toEqual([
    0,
    [expect.anything()],
  ]);
  expect(compareTrees(readTree(out), whole)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
  // Without a place for the output or for anything else, the error says where.
  expectClear(await run(articles(`build --root '${disk}'`)), [1]);
  expectClear(await run(articles(`build --root '${disk}' --out '${out}'`), { TMPDIR: '/dev/null' }), [0, 1]);
  // A cache that an earlier build has filled stays in use.
  expect(spawnSync('mount', ['-o', 'remount,rw', disk]).status).toBe(0);
  expect(await run(articles(`build --root '${disk}'`))).toMatchObject({ code: 0 });
  expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0);
  const again = await run(articles(`build --root '${disk}' --json`));
  expect([again.code, JSON.parse(again.stdout).written]).toEqual([0, 0]);
}, 300_000);
