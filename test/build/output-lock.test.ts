/** Tests that an output folder has one build at a time, with real processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockOutput } from '../../src/build/write/output-lock.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { runArticles, startArticles } from '../support/cli.ts';
import { article, compareTrees, makeFolder, makeSite, readTree, writeFiles } from '../support/site.ts';

const silent = createSilentReporter();

/** A process that holds the lock of an output folder until it is killed. */
async function holdLock(root: string): Promise<ChildProcess> {
  const script = `
    import { lockOutput } from './src/build/write/output-lock.ts';
    await lockOutput({ root: ${JSON.stringify(root)}, out: ${JSON.stringify(join(root, 'dist'))}, reporter: { info() {} } });
    process.stdout.write('held');
    setInterval(() => undefined, 1000);`;
  const folder = makeFolder();
  const file = join(folder, 'hold.mjs');
  const { build } = await import('esbuild');
  await build({
    stdin: { contents: script, resolveDir: resolve('.'), loader: 'ts' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
  });
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const leftovers = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.dist'));

test('builds at once, of one site and of another, end in the whole output of one of them', async () => {
  const [one, two] = [makeSite(), makeSite()];
  for (let number = 0; number < 60; number++) {
    const path = `content/en_US/articles/more/story-${number}.md`;
    const story = (body: string) =>
      article({ title: `Story ${number}`, slug: `story-${number}`, category: 'poker', body });
    writeFiles(one, { [path]: story('From the first.') });
    writeFiles(two, { [path]: story('From the second.') });
  }
  const expected = [];
  for (const root of [one, two]) {
    expect(await runArticles(['build', '--root', root])).toMatchObject({ code: 0 });
    expected.push(readTree(join(root, 'dist')));
  }
  const shared = join(makeFolder(), 'dist');
  for (let round = 0; round < 2; round++) {
    const options = round === 1 ? [] : ['--clean'];
    const runs = await Promise.all(
      [one, one, two].map((root) => runArticles(['build', '--root', root, '--out', shared, ...options])),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    const built = readTree(shared);
    expect({ round, same: expected.some((tree) => compareTrees(built, tree).length === 0) }).toEqual({
      round,
      same: true,
    });
    expect(leftovers(join(shared, '..'))).toEqual([]);
  }
});

test('a build waits for another one and says for whom; --no-wait refuses', async () => {
  const root = makeSite();
  const release = await lockOutput({ root, out: join(root, 'dist'), reporter: silent });
  const who = `process ${process.pid}, since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d`;
  const refused = await runArticles(['build', '--root', root, '--no-wait']);
  expect(refused).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      new RegExp(`^error another build writes into dist: ${who}\n {2}→ .*--no-wait`),
    ),
  });
  expect(existsSync(join(root, 'dist'))).toBe(false);
  const waiting = startArticles(['build', '--root', root]);
  waiting.stderr.on('data', (text: string) => {
    if (text.includes('waiting')) void release?.();
  });
  const { code, signal, stderr: said } = await waiting.ended;
  expect([code, signal]).toEqual([0, null]);
  expect(said.match(new RegExp(`waiting for another build into dist: ${who}\n`, 'g'))).toHaveLength(1);
  expect(leftovers(root)).toEqual([]);
});

test('a holder that was killed is recognised at once', async () => {
  const root = makeSite();
  const child = await holdLock(root);
  expect((await runArticles(['build', '--root', root, '--no-wait'])).code).toBe(3);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const run = await runArticles(['build', '--root', root, '--no-wait']);
  expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining('another build') });
  expect(leftovers(root)).toEqual([]);
});

test('copies of a site find each other by the folder, also through a link', async () => {
  const root = makeSite();
  const copy = `${root}-copy`;
  cpSync(root, copy, { recursive: true });
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const out = join(root, 'dist');
  const release = await lockOutput({ root, out, reporter: silent });
  symlinkSync(root, join(copy, 'link'));
  for (const folder of [out, join(copy, 'link/dist')]) {
    const { code } = await runArticles(['build', '--root', copy, '--out', folder, '--no-wait']);
    expect([folder, code]).toEqual([folder, 3]);
  }
  await release?.();
  expect((await runArticles(['build', '--root', copy, '--out', out, '--no-wait'])).code).toBe(0);
});

test.skipIf(!existsSync('/proc/self'))('an output folder in /proc is refused', async () => {
  const result = lockOutput({ root: makeFolder(), out: '/proc/none/x', reporter: silent });
  await expect(result).rejects.toThrow('/proc/none/x is not on a disk');
});
