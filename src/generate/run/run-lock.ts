/** Locks a folder for one process at a time, wherever it runs; takes over the lock of a process that has ended. */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProcessAlive } from '../../foundation/process-alive.ts';
import { createFile } from '../../foundation/replace-file.ts';
import { diskError } from '../journal/journal.ts';

/** Milliseconds between two heartbeats. */
const BEAT = 4000;
/** Heartbeats that a holder misses before its lock is taken over. */
const MAX_MISSED_BEATS = 3;

/** @returns null where another process holds the lock */
export async function lockRun(folder: string, beat = BEAT): Promise<ReturnType<typeof keepLock> | null> {
  const path = join(folder, 'lock');
  const own = [process.pid, startOf(process.pid), machineId(), randomBytes(8).toString('hex')].join(' ');
  for (let attempt = 0; attempt < 5; attempt++) {
    const isNew = await createFile(path, own).catch((error: unknown) => {
      throw diskError(path, error);
    });
    if (isNew) return keepLock(path, own, beat);
    const holder = readText(path);
    if (await isAlive(path, holder, beat)) return null;
    // Renaming lets only one process remove the dead lock; a new lock that it catches instead is put back.
    const aside = `${path}.${randomBytes(4).toString('hex')}.old`;
    await rename(path, aside).catch(() => undefined);
    const moved = readText(aside);
    if (moved !== '' && moved !== holder) await createFile(path, moved);
    await unlink(aside).catch(() => undefined);
  }
  return null;
}

function keepLock(path: string, own: string, beat: number) {
  let seen = Date.now();
  const timer = setInterval(async () => {
    if (readText(path) !== own) return;
    seen = Date.now();
    await utimes(path, new Date(seen), new Date(seen)).catch(() => undefined);
  }, beat);
  timer.unref();
  return {
    /** Whether no other process has taken over the lock. */
    isOurs() {
      // After a suspension another process may hold the lock.
      if (Date.now() - seen > beat * 2 && readText(path) === own) seen = Date.now();
      return Date.now() - seen <= beat * 2;
    },
    async release() {
      clearInterval(timer);
      if (readText(path) === own) await unlink(path).catch(() => undefined);
    },
  };
}

/** On this machine the system knows; elsewhere only the heartbeats show whether the holder is alive. */
async function isAlive(path: string, holder: string, beat: number): Promise<boolean> {
  if (holder === '') return false;
  const [pid = '', start = '', machine = ''] = holder.split(' ');
  if (machine === machineId()) return isRunning(Number(pid), start);
  const heartbeat = async () => (await stat(path).catch(() => null))?.mtimeMs;
  const before = await heartbeat();
  for (let silent = 0; silent < MAX_MISSED_BEATS * 10; silent++) {
    await sleep(beat / 10);
    if (readText(path) !== holder) return false;
    if ((await heartbeat()) !== before) return true;
  }
  return false;
}

/** Process ids are reused: the start time tells processes apart. */
function isRunning(pid: number, start: string): boolean {
  if (startOf(pid) !== start) return false;
  return pid === process.pid ? start !== UNKNOWN : isProcessAlive(pid);
}

const UNKNOWN = '-';

/** When a process started, in clock ticks of its machine (proc_pid_stat(5), field 22). */
function startOf(pid: number): string {
  const fields = readText(`/proc/${pid}/stat`).replace(/^.*\)/s, '').trim().split(' ');
  return fields[19] ?? UNKNOWN;
}

/** Identifies where process ids mean the same: this boot of the machine, and the container. */
function machineId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return encodeURIComponent(hostname());
  }
}

/** '' where the file cannot be read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
