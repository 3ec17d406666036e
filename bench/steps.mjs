/** Measures the first steps with the program: the sample's first build, `check`, `init` and `serve`, and builds as in CI. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCorpus, writeSite } from './corpus.mjs';
import { measure, summarize } from './measure.mjs';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const DROP_CACHES = '/proc/sys/vm/drop_caches';
const CI_ARTICLES = 1000;

/**
 * Each step in turn, in every round.
 * @param program its executable, in memory; builds as in CI run the one on disk
 * @returns `{name, ms, cpu, failure?}` of each: summaries in milliseconds; `cpu` is null where it is not measured
 */
export async function measureSteps({ work, seed, runs, program }) {
  const folder = join(work, 'steps');
  const sample = join(folder, 'sample');
  mkdirSync(folder);
  for (const part of ['content', 'site-config.json'])
    cpSync(join(PROJECT, part), join(sample, part), { recursive: true });
  const disk = mkdtempSync(join(tmpdir(), 'articles-bench-'));
  const own = join(PROJECT, 'bin/articles.js');
  writeSite({ root: join(disk, 'large'), corpus: createCorpus(seed, CI_ARTICLES), profile: 'full' });
  cpSync(sample, join(disk, 'sample'), { recursive: true });
  const articles = (...args) => ({ file: process.execPath, args: [program, ...args] });
  const build = (binary, root) => ({
    file: process.execPath,
    args: [binary, 'build', '--root', root, '--quiet'],
  });
  const clear = (root) => {
    for (const name of ['.articles', 'dist']) rmSync(join(root, name), { recursive: true, force: true });
  };
  const canDrop = dropCaches();
  const cold = canDrop
    ? 'page cache empty'
    : 'page cache as it is, since this machine does not let it be emptied';
  const inCi = (root) => {
    clear(root);
    if (canDrop) dropCaches();
    return measure(build(own, root));
  };

  const steps = [
    [
      'the sample, first build, everything on',
      () => {
        clear(sample);
        return measure(build(program, sample));
      },
    ],
    [
      'the sample, until the first line of progress',
      () => measureUntil(program, sample, clear, ['build'], isLine),
    ],
    ['the sample, `check`', () => measure(articles('check', '--root', sample, '--quiet'))],
    [
      '`init` and the first build',
      async () => {
        const root = join(folder, 'new');
        rmSync(root, { recursive: true, force: true });
        const init = await measure(articles('init', root, '--quiet'));
        const first = await measure(build(program, root));
        return { ms: init.ms + first.ms, cpu: init.cpu === null ? null : init.cpu + first.cpu };
      },
    ],
    [
      'the sample, `serve --watch` until its first page is there',
      () => measureUntil(program, sample, clear, ['serve', '--watch', '--port', String(PORT)], isServed),
    ],
    [`as in CI, the sample: no cache, ${cold}`, () => inCi(join(disk, 'sample'))],
    [
      `as in CI, ${CI_ARTICLES.toLocaleString('en')} articles: no cache, ${cold}`,
      () => inCi(join(disk, 'large')),
    ],
  ].map(([name, take]) => ({ name, take, taken: [] }));
  try {
    for (let round = 0; round < runs; round++)
      for (const step of steps) {
        if (step.failure) continue;
        try {
          step.taken.push(await step.take());
        } catch (error) {
          step.failure = error.message.slice(0, 400);
        }
      }
  } finally {
    for (const path of [folder, disk]) rmSync(path, { recursive: true, force: true });
  }
  return steps.map(({ name, taken, failure }) => ({
    name,
    ms: summarize(taken.map(({ ms }) => ms)),
    cpu: summarize(taken.flatMap(({ cpu }) => cpu ?? [])),
    failure,
  }));
}

const PORT = 4873;

/** Milliseconds from the start of a command to what is waited for; the command is then stopped. */
async function measureUntil(program, root, clear, args, arrives) {
  clear(root);
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...args, '--root', root], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await Promise.race([
      arrives(child),
      ended.then((code) => {
        throw new Error(`articles ${args.join(' ')} ended with ${code} before that`);
      }),
    ]);
    return { ms: performance.now() - started, cpu: null };
  } finally {
    child.kill();
    await ended;
  }
}

function isLine(child) {
  return new Promise((resolve) => child.stderr.once('data', resolve));
}

async function isServed(child) {
  child.stderr.resume();
  while (child.exitCode === null && !(await answers())) await sleep(2);
}

function answers() {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port: PORT, path: '/', timeout: 60_000 }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}

/** Empties the page cache. @returns whether the machine lets it */
function dropCaches() {
  try {
    writeFileSync(DROP_CACHES, '3');
    return true;
  } catch {
    return false;
  }
}
