/** Owns who works on a run: one process, wherever it runs, as long as it lives. */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from '../../foundation/errors.ts';
import { diskError } from './journal.ts';

export interface RunLock {
  /** Whether no other process has taken the lock over. */
  isOurs(): boolean;
  release(): Promise<void>;
}

/** Milliseconds between two signs of life. */
const BEAT = 4000;
/** So many beats without a sign of life: the holder is gone. */
const SILENT_BEATS = 3;

/**
 * Takes a folder for this process; the lock of a process that is gone is taken over.
 * @returns null where another process holds it
 */
export async function lockRun(folder: string, beat = BEAT): Promise<RunLock | null> {
  const path = join(folder, 'lock');
  const own = [process.pid, startOf(process.pid), placeOf(), randomBytes(8).toString('hex')].join(' ');
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, own).catch((error: unknown) => {
    throw diskError(path, error);
  });
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await tryLink(temporary, path)) return keepLock(path, own, beat);
      const holder = await readText(path);
      if (await isAlive(path, holder, beat)) return null;
      // The dead lock is moved aside by name; only one process can move it, and only the one that it saw.
      const aside = `${path}.${randomBytes(4).toString('hex')}.old`;
      await rename(path, aside).catch(() => undefined);
      const moved = await readFile(aside, 'utf8').catch(() => holder);
      if (moved !== holder) await tryLink(aside, path);
      await unlink(aside).catch(() => undefined);
    }
    return null;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

function keepLock(path: string, own: string, beat: number): RunLock {
  let seen = Date.now();
  const timer = setInterval(async () => {
    if ((await readText(path)) !== own) return;
    seen = Date.now();
    await utimes(path, new Date(seen), new Date(seen)).catch(() => undefined);
  }, beat);
  timer.unref();
  return {
    isOurs() {
      // A process that has slept may find another one in its place.
      if (Date.now() - seen > beat * 2 && readNow(path) === own) seen = Date.now();
      return Date.now() - seen <= beat * 2;
    },
    async release() {
      clearInterval(timer);
      if ((await readText(path)) === own) await unlink(path).catch(() => undefined);
    },
  };
}

/** Here the system says who lives; of a process of another machine or container only its signs of life tell. */
async function isAlive(path: string, holder: string, beat: number): Promise<boolean> {
  if (holder === '') return false;
  const [pid = '', start = '', place = ''] = holder.split(' ');
  if (place === placeOf()) return isRunning(Number(pid), start);
  const signOfLife = async () => (await stat(path).catch(() => null))?.mtimeMs;
  const before = await signOfLife();
  for (let silent = 0; silent < SILENT_BEATS * 10; silent++) {
    await sleep(beat / 10);
    if ((await readText(path)) !== holder) return false;
    if ((await signOfLife()) !== before) return true;
  }
  return false;
}

function isRunning(pid: number, start: string): boolean {
  // Numbers are given again: that of a process that was killed may be this one's.
  if (!Number.isInteger(pid) || pid <= 0 || startOf(pid) !== start) return false;
  if (pid === process.pid) return start !== UNKNOWN;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

const UNKNOWN = '-';

/** When a process has begun, in the clock ticks of its machine (proc_pid_stat(5), field 22). */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ');
    return fields[19] ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}

/** Where the numbers of processes mean what they mean here: the container of a machine since its start. */
function placeOf(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return encodeURIComponent(hostname());
  }
}

function readNow(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}
