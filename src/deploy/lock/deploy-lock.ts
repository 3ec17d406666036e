/**
 * Locks a target with one small object whose metadata names its holder and its duration.
 *
 * The lock is acquired with the generation that the plan's listing showed. Each acquisition makes a new generation and
 * the object is never deleted, so success proves that there was no other deploy since that listing.
 */
import { hostname } from 'node:os';
import { UserError } from '../../foundation/errors.ts';
import {
  type AssertLease,
  ConflictError,
  createBody,
  type ObjectSpec,
  STATE_PREFIX,
  type StoredObject,
} from '../targets/target.ts';
import type { TargetClient } from '../targets/target-client.ts';

export const LOCK_NAME = `${STATE_PREFIX}lock`;

/** Thrown when a live deploy holds the lock. */
export class LockHeldError extends UserError {}

export interface Lease {
  /**
   * Milliseconds until every write of the former holder has ended, as none outlasts its lease; null if the lock was
   * free. Until then the target may differ from what was listed before.
   */
  handover: number | null;
  /** Called after the handover. Until then `release` keeps the lock, so that the next deploy waits too. */
  settle(): void;
  /** Throws when another deploy may have the lock. */
  assertLease: AssertLease;
  release(): Promise<void>;
}

export interface LockOptions {
  /** Seconds after the last renewal until a lock expires. */
  seconds: number;
  /** Take the lock from a live deploy. */
  force: boolean;
}

/**
 * @param stored the lock in the listing
 * @returns null when the target has changed since that listing: list again
 * @throws LockHeldError when a live deploy holds the lock
 */
export async function acquireLock(
  target: TargetClient,
  stored: StoredObject | null,
  options: LockOptions,
): Promise<Lease | null> {
  const former = stored?.metadata.lock === 'held' ? stored : null;
  if (former && (await isOutdated(target, former, options))) return null;
  const { seconds } = options;
  const owner = { holder: `process ${process.pid} on ${hostname()}`, token: crypto.randomUUID() };
  const started = readClocks();
  try {
    const precondition = stored
      ? { generation: stored.generation, metageneration: stored.metageneration }
      : { generation: '0' };
    // Unique bytes, for targets whose generations are hashes.
    const body = createBody(Buffer.from(owner.token));
    const lock = await target.write(createLock('held', owner, seconds), body, precondition);
    const handover = former && Math.max(millisecondsLeft(former, lock.updated), 0);
    return keepLease(target, lock, started, { owner, seconds, handover });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const current = await target.stat(LOCK_NAME);
    if (current?.object.metadata.lock === 'held' && current.object.metadata.token !== owner.token)
      throw createHeldError(current.object, current.now);
    return null;
  }
}

/**
 * Whether the target has changed since a listing, which then may show an incomplete deploy.
 * @param stored the lock in the listing
 * @throws LockHeldError when a live deploy holds the lock
 */
export async function isOutdated(
  target: TargetClient,
  stored: StoredObject | null,
  { force }: LockOptions,
): Promise<boolean> {
  const current = await target.stat(LOCK_NAME);
  if (!current) return stored !== null;
  const { object, now } = current;
  if (object.metadata.lock === 'held' && !force && millisecondsLeft(object, now) > 0)
    throw createHeldError(object, now);
  return object.generation !== stored?.generation || object.metageneration !== stored.metageneration;
}

/** Both times are the target's, so the clocks of machines do not matter. */
function millisecondsLeft(lock: StoredObject, now: number): number {
  return lock.updated - now + Number(lock.metadata.seconds ?? 0) * 1000;
}

function createHeldError(lock: StoredObject, now: number): LockHeldError {
  const left = Math.max(Math.ceil(millisecondsLeft(lock, now) / 1000), 0);
  return new LockHeldError({
    message: `locked by another deploy: ${lock.metadata.holder ?? 'unknown'}; its lock expires in ${left} s unless it is renewed`,
    hint: 'wait until it is done, or take the lock with --force-unlock, which waits until the other deploy has stopped',
  });
}

interface Owner {
  holder: string;
  token: string;
}

function createLock(lock: 'held' | 'free', { holder, token }: Owner, seconds: number): ObjectSpec {
  return {
    name: LOCK_NAME,
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'no-store',
    contentEncoding: '',
    metadata: { lock, holder, token, seconds: String(seconds), renewed: new Date().toISOString() },
  };
}

/** Monotonic time stops while a machine sleeps, and wall time can be set: the larger difference counts. */
function readClocks() {
  return { wall: Date.now(), monotonic: performance.now() };
}

function elapsed(since: ReturnType<typeof readClocks>): number {
  return Math.max(Date.now() - since.wall, performance.now() - since.monotonic);
}

function keepLease(
  target: TargetClient,
  acquired: StoredObject,
  started: ReturnType<typeof readClocks>,
  { owner, seconds, handover }: { owner: Owner; seconds: number; handover: number | null },
): Lease {
  const interval = (seconds * 1000) / 4;
  let lock = acquired;
  let renewed = started;
  let isLost = false;
  let isSettled = handover === null;
  let renewal: Promise<void> = Promise.resolve();

  // A fifth is left for a request that starts right after the check.
  const isSafe = () => !isLost && elapsed(renewed) < seconds * 800;
  const assertLease = () => {
    if (isSafe()) return seconds * 1000 - elapsed(renewed);
    throw new UserError({
      message: isLost
        ? 'another deploy has taken the lock; this one stopped'
        : 'this deploy could not renew its lock in time (the machine slept, or the network was down); it stopped',
      hint: 'run it again; it continues where this one stopped',
    });
  };
  const patch = async (state: 'held' | 'free') => {
    const patched = readClocks();
    // A renewal that hangs leaves time for another.
    const assertRenewal = () => Math.min(assertLease(), interval);
    const spec = createLock(state, owner, seconds);
    lock = await target.patch(spec, lock, state === 'held' ? assertRenewal : undefined);
    renewed = patched;
  };
  const renew = async () => {
    try {
      if (isSafe()) await patch('held');
    } catch (error) {
      // After any other error the next interval tries again; `assertLease` stops the deploy if none succeeds.
      if (error instanceof ConflictError) isLost = true;
    }
  };
  const timer = setInterval(() => {
    renewal = renewal.then(renew);
  }, interval);
  timer.unref();

  return {
    handover,
    settle: () => {
      isSettled = true;
    },
    assertLease,
    async release() {
      clearInterval(timer);
      await renewal;
      if (!isSettled || !isSafe()) return;
      // If this fails, the lock expires; the deploy itself is complete.
      await patch('free').catch(() => undefined);
    },
  };
}
