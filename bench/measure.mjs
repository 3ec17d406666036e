/** Measures one run: wall time, processor time and peak memory of a command with all its children. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TIME = '/usr/bin/time';
const SAMPLE_MS = 50;
const PAGE_BYTES = 4096;

/**
 * Runs a command to its end.
 *
 * The peak is the larger of two: the exact maximum resident set of the largest process (from `time`) and the highest
 * sampled sum over the process tree. Both count shared pages once for each process.
 *
 * @param command `{file, args, cwd, env}`
 * @returns `{ms, cpu, bytes}`: wall time, processor milliseconds of all threads and children, peak; the last two are
 *   null where the system gives no figures
 * @throws Error with the command's own words when it fails
 */
export async function measure(command) {
  const figuresFile = join(tmpdir(), `bench-time-${process.pid}`);
  const timed = existsSync(TIME);
  const [file, ...args] = timed
    ? [TIME, '-f', '%M %U %S', '-o', figuresFile, command.file, ...command.args]
    : [command.file, ...command.args];
  const started = performance.now();
  const child = spawn(file, args, {
    cwd: command.cwd,
    env: { ...process.env, ...command.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  let sampled = 0;
  child.stderr.on('data', (text) => {
    complaint = (complaint + text).slice(-2000);
  });
  const sampler = setInterval(() => {
    sampled = Math.max(sampled, residentBytes(child.pid));
  }, SAMPLE_MS);
  const ended = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal, ms: performance.now() - started }));
  });
  clearInterval(sampler);
  if (ended.code !== 0) {
    const line = [command.file, ...command.args].join(' ');
    throw new Error(`${line} ended with ${ended.signal ?? ended.code}: ${complaint.trim()}`);
  }
  const [kilobytes, user, system] = timed ? readFigures(figuresFile) : [0, 0, 0];
  const bytes = Math.max(kilobytes * 1024, sampled) || null;
  return { ms: ended.ms, cpu: timed ? (user + system) * 1000 : null, bytes };
}

function readFigures(file) {
  return readFileSync(file, 'utf8').trim().split('\n').at(-1).split(' ').map(Number);
}

/** Resident bytes of a process and everything below it; 0 where there is no /proc or the process has gone. */
function residentBytes(pid) {
  try {
    const own = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
    return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own);
  } catch {
    return 0;
  }
}

function childrenOf(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

/** @returns `{median, min, max, count}`, or null for an empty list */
export function summarize(values) {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1), count: sorted.length };
}
