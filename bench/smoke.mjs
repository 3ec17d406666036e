/**
 * Fails when a build of the working tree takes over 15 % more processor time than a build of an earlier commit. The two
 * programs take turns on the same machine, so the verdict does not depend on the machine.
 *
 * npm run bench:smoke [-- COMMIT]    the last commit unless another one is named
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { articlePath, createCorpus, SEED, writeSite } from './corpus.mjs';
import { readTexts } from './texts.mjs';

const HERE = import.meta.dirname;
const REPOSITORY = join(HERE, '..');
const CORPORA = { 'seeded articles': createCorpus(SEED, 1000), 'real texts': readTexts() };
const TOLERANCE = 1.15;
const ROUNDS = 5;
/** A busy minute of the machine is not a regression: only a program that stays slower fails. */
const ATTEMPTS = 3;

const work = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'bench-smoke-'));
const usage = join(work, 'usage');

const git = (...args) => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();

/** Compiles a commit with the packages of this checkout. @returns its folder */
function checkOut(commit) {
  const folder = join(work, 'before');
  git('worktree', 'add', '--detach', folder, commit);
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(folder, 'scripts/compile.mjs')], { cwd: folder, stdio: 'ignore' });
  return folder;
}

/** A site and an output of its own, because each program keeps its own cache. */
function createProgram(name, folder, corpus) {
  const root = join(work, name, corpus.name, 'site');
  writeSite({ root, corpus, profile: 'equal' });
  const article = join(root, articlePath(0, corpus.at(0).slug));
  return {
    command: join(folder, 'bin/articles.js'),
    root,
    article,
    out: join(work, name, corpus.name, 'out'),
  };
}

/** @returns processor milliseconds */
function build({ command, root, out }) {
  const args = [
    '--import',
    join(HERE, 'report-usage.mjs'),
    command,
    'build',
    '--root',
    root,
    '--out',
    out,
    '--quiet',
  ];
  execFileSync(process.execPath, args, {
    env: { ...process.env, BENCH_USAGE: usage },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return Number(readFileSync(usage, 'utf8'));
}

function measureRound(program, round) {
  for (const folder of [program.out, join(program.root, '.articles')])
    rmSync(folder, { recursive: true, force: true });
  const cold = build(program);
  const unchanged = build(program);
  appendFileSync(program.article, `\nRound ${round}.\n`);
  return { cold, unchanged, changed: build(program) };
}

/** Compares the least times: whatever disturbs a build only adds to its time. */
function compare(rounds) {
  const least = (program, name) => Math.min(...rounds.map((round) => round[program][name]));
  const ratio = (name) => Number((least('after', name) / least('before', name)).toFixed(3));
  return { cold: ratio('cold'), unchanged: ratio('unchanged'), changed: ratio('changed') };
}

const commit = git('rev-parse', '--short', process.argv[2] ?? 'HEAD');
try {
  const old = checkOut(commit);
  for (const [texts, corpus] of Object.entries(CORPORA)) compareOn(texts, corpus, old);
} finally {
  rmSync(work, { recursive: true, force: true });
  git('worktree', 'prune');
}

function compareOn(texts, corpus, old) {
  const before = createProgram('old', old, corpus);
  const after = createProgram('new', REPOSITORY, corpus);
  const rounds = [];
  let slower = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (let count = 0; count < ROUNDS; count++)
      rounds.push({ before: measureRound(before, rounds.length), after: measureRound(after, rounds.length) });
    const ratios = compare(rounds);
    process.stdout.write(`${texts}: times ${commit}, ${rounds.length} rounds: ${JSON.stringify(ratios)}\n`);
    slower = Object.entries(ratios).filter(([, ratio]) => ratio > TOLERANCE);
    if (slower.length === 0) break;
  }
  for (const [name, ratio] of slower)
    process.stderr.write(
      `A build of ${texts} (${name}) takes ${ratio} times the processor time of ${commit}.\n`,
    );
  if (slower.length > 0) process.exitCode = 1;
}
