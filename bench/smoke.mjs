/**
 * Fails when a build takes over 15 % more processor time than smoke.json says, relative to a plain loop over the same
 * files on the same machine.
 *
 * npm run bench:smoke [-- --update]
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { articlePath, createArticle, SEED, writeSite } from './corpus.mjs';

const HERE = import.meta.dirname;
const PROGRAM = join(HERE, '../bin/articles.js');
const EXPECTED = join(HERE, 'smoke.json');
const ARTICLES = 1000;
const TOLERANCE = 1.15;
const ROUNDS = 7;
/** A noisy minute of the machine is no loss: only what stays too slow fails. */
const ATTEMPTS = 3;

const work = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bench-smoke-'));
const root = join(work, 'site');
const out = join(work, 'out');
const usage = join(work, 'usage');

/** @returns processor milliseconds */
function run(script, ...args) {
  execFileSync(process.execPath, ['--import', join(HERE, 'report-usage.mjs'), script, ...args], {
    env: { ...process.env, BENCH_USAGE: usage },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return Number(readFileSync(usage, 'utf8'));
}

const build = () => run(PROGRAM, 'build', '--root', root, '--out', out, '--quiet');

/** One turn of each work, so that a slow moment meets all of them. */
function measureRound(round) {
  const copy = join(work, 'copy');
  for (const folder of [out, copy, join(root, '.articles')]) rmSync(folder, { recursive: true, force: true });
  const cold = build();
  const unchanged = build();
  appendFileSync(join(root, articlePath(0, createArticle(SEED, 0).slug)), `\nRound ${round}.\n`);
  const changed = build();
  const loop = run(join(HERE, 'plain-loop.mjs'), join(root, 'content'), out, copy);
  return { cold, unchanged, changed, loop };
}

/** Each work's least time relative to the loop's: whatever disturbs only adds to it. */
function compare(rounds) {
  const least = (name) => Math.min(...rounds.map((round) => round[name]));
  const ratio = (name) => Number((least(name) / least('loop')).toFixed(2));
  return { cold: ratio('cold'), unchanged: ratio('unchanged'), changed: ratio('changed') };
}

try {
  writeSite({ root, articles: ARTICLES, seed: SEED, profile: 'equal' });
  const isUpdate = process.argv.includes('--update');
  const expected = isUpdate ? {} : JSON.parse(readFileSync(EXPECTED, 'utf8'));
  const rounds = [];
  let slower = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (let count = 0; count < ROUNDS; count++) rounds.push(measureRound(rounds.length));
    const ratios = compare(rounds);
    slower = Object.entries(expected).filter(([name, value]) => ratios[name] > value * TOLERANCE);
    process.stdout.write(`times the plain loop, ${rounds.length} rounds: ${JSON.stringify(ratios)}\n`);
    if (isUpdate) writeFileSync(EXPECTED, `${JSON.stringify(ratios, null, 2)}\n`);
    if (slower.length === 0) break;
  }
  for (const [name, value] of slower)
    process.stderr.write(
      `a build (${name}) takes over 15 % longer than before: ${value} times the plain loop was expected\n`,
    );
  if (slower.length > 0) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
