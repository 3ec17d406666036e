/**
 * Owns the lock of a target: one small object whose marks say who holds it and for how long.
 *
 * It is taken with the generation that the plan's own listing has shown. Every taking makes a new generation and the
 * object is never deleted, so success proves that nobody has deployed since that listing.
 */
import { hostname } from 'node:os';
import { UserError } from '../../foundation/errors.ts';
import { STATE_PREFIX } from '../plan/deploy-plan.ts';
import {
  ConflictError,
  type ObjectSpec,
  type Permit,
  type StoredObject,
  type Target,
} from '../targets/target.ts';

export const LOCK_NAME = `${STATE_PREFIX}lock`;

/** Thrown when a live deploy holds the lock. */
export class LockHeldError extends UserError {}

export interface Lease {
  /**
   * Milliseconds until all that a former holder has begun has ended, as nothing that it writes outlasts its lease; null
   * where the lock was free. What was listed before may have changed until then.
   */
  handover: number | null;
  /** Called when the handover is over. Until then `release` leaves the lock as it is, so that the next deploy waits too. */
  settle(): void;
  /** Throws when the lock may be somebody else's by now; called before every write. */
  check: Permit;
  release(): Promise<void>;
}

export interface LockOptions {
  /** Seconds after which a holder that has not renewed counts as dead. */
  seconds: number;
  /** Take the lock whoever holds it. */
  force: boolean;
}

/**
 * @param stored the lock as the listing has shown it
 * @returns null when the target has changed since that listing: list again
 * @throws UserError when a live deploy holds the lock
 */
export async function acquireLock(
  target: Target,
  stored: StoredObject | null,
  options: LockOptions,
): Promise<Lease | null> {
  const former = stored?.marks.lock === 'held' ? stored : null;
  if (former && (await isOutdated(target, former, options))) return null;
  const holder = `process ${process.pid} on ${hostname()}`;
  const token = crypto.randomUUID();
  const begun = readClocks();
  try {
    const lock = await target.write(createLock('held', { holder, token, seconds: options.seconds }), EMPTY, {
      generation: stored?.generation ?? '0',
      ...(stored ? { metageneration: stored.metageneration } : {}),
    });
    const handover = former && Math.max(millisecondsLeft(former, lock.updated), 0);
    return keepLease(target, lock, begun, { seconds: options.seconds, handover });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const now = await target.stat(LOCK_NAME);
    if (now?.object.marks.lock === 'held' && now.object.marks.token !== token)
      throw createHeldError(now.object, now.now);
    return null;
  }
}

/**
 * Whether the target has changed since a listing, so that what the listing shows may be half of another deploy.
 * @param stored the lock as the listing has shown it
 * @throws LockHeldError when a live deploy holds the lock
 */
export async function isOutdated(
  target: Target,
  stored: StoredObject | null,
  { force }: LockOptions,
): Promise<boolean> {
  const now = await target.stat(LOCK_NAME);
  if (!now) return stored !== null;
  if (now.object.marks.lock === 'held' && !force && millisecondsLeft(now.object, now.now) > 0)
    throw createHeldError(now.object, now.now);
  return now.object.generation !== stored?.generation || now.object.metageneration !== stored.metageneration;
}

/** Both times are the target's, so clocks of machines do not matter. */
function millisecondsLeft(lock: StoredObject, now: number): number {
  return lock.updated - now + Number(lock.marks.seconds ?? 0) * 1000;
}

function createHeldError(lock: StoredObject, now: number): LockHeldError {
  const left = Math.max(Math.ceil(millisecondsLeft(lock, now) / 1000), 0);
  return new LockHeldError({
    message: `another deploy is at work here: ${lock.marks.holder ?? 'unknown'}; its lock lasts ${left} s more unless it renews it`,
    hint: 'wait until it is done, or take the lock with --force-unlock, which waits until the other has stopped',
  });
}

const EMPTY = { kind: 'bytes', bytes: Buffer.alloc(0), md5: '1B2M2Y8AsgTpgAmY7PhCfg==' } as const;

function createLock(
  lock: 'held' | 'free',
  { holder, token, seconds }: { holder: string; token: string; seconds: number },
): ObjectSpec {
  return {
    name: LOCK_NAME,
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'no-store',
    contentEncoding: '',
    marks: { lock, holder, token, seconds: String(seconds) },
  };
}

/** Monotonic time stands still while a machine sleeps, wall time may be set: the larger of both counts. */
function readClocks() {
  return { wall: Date.now(), monotonic: performance.now() };
}

function elapsed(since: ReturnType<typeof readClocks>): number {
  return Math.max(Date.now() - since.wall, performance.now() - since.monotonic);
}

function keepLease(
  target: Target,
  acquired: StoredObject,
  begun: ReturnType<typeof readClocks>,
  { seconds, handover }: { seconds: number; handover: number | null },
): Lease {
  const interval = (seconds * 1000) / 4;
  let lock = acquired;
  let renewed = begun;
  let lost = false;
  let isSettled = handover === null;
  let renewal: Promise<void> = Promise.resolve();

  // A fifth is left for the request that begins when the check has passed.
  const isSafe = () => !lost && elapsed(renewed) < seconds * 800;
  const check = () => {
    if (isSafe()) return seconds * 1000 - elapsed(renewed);
    throw new UserError({
      message: lost
        ? 'another deploy has taken the lock over; this one has stopped'
        : `this deploy could not renew its lock in time (it slept, or the network was away); it has stopped`,
      hint: 'run it again; it goes on where this one stopped',
    });
  };
  const patch = async (state: 'held' | 'free') => {
    const started = readClocks();
    const { holder = '', token = '' } = lock.marks;
    const spec = createLock(state, { holder, token, seconds });
    const marks = { ...spec.marks, renewed: new Date(started.wall).toISOString() };
    // One that hangs leaves time for another.
    const checkRenewal = () => Math.min(check(), interval);
    lock = await target.patch({ ...spec, marks }, lock, state === 'held' ? checkRenewal : undefined);
    renewed = started;
  };
  const renew = async () => {
    try {
      if (isSafe()) await patch('held');
    } catch (error) {
      // Any other failure is tried again in a while; `check` stops the deploy if none succeeds.
      if (error instanceof ConflictError) lost = true;
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
    check,
    async release() {
      clearInterval(timer);
      await renewal;
      if (!isSettled || !isSafe()) return;
      try {
        await patch('free');
      } catch {
        // It ends by itself; what has been deployed stands.
      }
    },
  };
}
