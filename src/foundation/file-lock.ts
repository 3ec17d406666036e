/** A lock file that one process at a time can hold, on any machine. The lock of a dead process is taken over. */
import { randomBytes } from 'node:crypto';
import { rename, stat, unlink, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from './attempt.ts';
import { identifyProcess, processStateOf } from './process-alive.ts';
import { createFile } from './replace-file.ts';
import { readRegularFile } from './site-files.ts';

/** Milliseconds between two heartbeats. */
const BEAT = 4000;
/** Heartbeats that a holder misses before its lock is taken over. */
const MAX_MISSED_BEATS = 3;
/** Milliseconds between two attempts. */
const PAUSE = 50;

export type FileLock = ReturnType<typeof keepLock>;

export interface Holder {
  pid: number;
  /** Milliseconds since the epoch. */
  since: number;
}

interface LockOptions {
  /** Milliseconds between heartbeats, the only sign of life of a process on another machine. Work that blocks the process needs more. */
  beat?: number;
  /** Called on each attempt that finds another holder; may throw to give up. */
  onHeld?: (holder: Holder) => void;
}

/** @returns null where another process holds the lock @throws the error of the file system */
export async function tryLock(path: string, options: LockOptions = {}): Promise<FileLock | null> {
  const { beat = BEAT, onHeld } = options;
  const token = randomBytes(8).toString('hex');
  const own = [identifyProcess(), token, Date.now()].join(' ');
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await createFile(path, own, { temporary: `${path}.${token}` })) return keepLock(path, own, beat);
    const content = readText(path);
    // The holder has released the lock. The next file at this path is the lock of another process.
    if (content === null) continue;
    const state = content === '' ? 'dead' : processStateOf(content);
    if (state !== 'dead') onHeld?.(parseHolder(content));
    if (state === 'alive' || (state === 'unknown' && (await hasHeartbeat(path, content, beat)))) return null;
    // Renaming lets only one process remove the dead lock. If it moved a new lock instead, it puts that one back.
    const aside = `${path}.${randomBytes(4).toString('hex')}.old`;
    await rename(path, aside).catch(() => undefined);
    const moved = readText(aside);
    if (moved && moved !== content) await createFile(path, moved);
    await unlink(aside).catch(() => undefined);
  }
  return null;
}

/** Waits until the lock is free. @returns null where the signal is aborted first */
export async function waitForLock(
  path: string,
  { signal, ...options }: LockOptions & { signal?: AbortSignal | undefined } = {},
): Promise<FileLock | null> {
  while (!signal?.aborted) {
    const lock = await tryLock(path, options);
    if (lock) return lock;
    await sleep(PAUSE);
  }
  return null;
}

function parseHolder(content: string): Holder {
  const [pid, , , , since] = content.split(' ');
  return { pid: Number(pid), since: Number(since ?? Number.NaN) };
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
    /** False if another process may have taken over the lock. */
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

/** Waits for a heartbeat of the holder. */
async function hasHeartbeat(path: string, content: string, beat: number): Promise<boolean> {
  const heartbeat = async () => (await stat(path).catch(() => null))?.mtimeMs;
  const before = await heartbeat();
  for (let silent = 0; silent < MAX_MISSED_BEATS * 10; silent++) {
    await sleep(beat / 10);
    if (readText(path) !== content) return false;
    if ((await heartbeat()) !== before) return true;
  }
  return false;
}

/** @returns null if the file is missing or cannot be read */
function readText(path: string): string | null {
  return attempt(() => readRegularFile(path).toString()) ?? null;
}
