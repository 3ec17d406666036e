/**
 * Locks a target with one small object whose metadata names its holder and its duration.
 *
 * The lock is acquired with the generation that the plan's listing showed. Each acquisition and renewal makes a new
 * generation and the object is never deleted, so success proves that there was no other deploy since that listing.
 */
import { hostname } from 'node:os';
import { UserError } from '../../foundation/errors.ts';
import { identifyProcess, processStateOf } from '../../foundation/process-alive.ts';
import type { DeployOptions } from '../deploy-options.ts';
import {
  ConflictError,
  createObjectBody,
  LOCK_NAME,
  type RemainingLease,
  type StoredObject,
} from '../targets/target.ts';

/** Thrown when another deploy holds the lock, which may have died. */
export class LockHeldError extends UserError {
  readonly holder: string;
  /** Milliseconds until the lock expires. */
  readonly left: number;

  constructor({ metadata: { holder = 'unknown' } }: StoredObject, left: number) {
    super({
      code: 'locked-target',
      message: `locked by another deploy: ${holder}; its lock expires in ${Math.ceil(left / 1000)} s unless it is renewed`,
      hint: 'wait until it is done, or take the lock with --force-unlock, which waits until the other deploy has stopped',
    });
    this.holder = holder;
    this.left = left;
  }
}

export type Lease = ReturnType<typeof keepLease>;

/**
 * @param stored the lock in the listing
 * @param name of the lock: by default that of deploys
 * @returns null when the target has changed since that listing: list again
 * @throws LockHeldError when a live deploy holds the lock
 */
export async function acquireLock(
  stored: StoredObject | null,
  options: Pick<DeployOptions, 'target' | 'lockSeconds' | 'forceUnlock'>,
  name = LOCK_NAME,
): Promise<Lease | null> {
  const former = stored?.metadata.lock === 'held' ? stored : null;
  if (former && (await isOutdated(former, options, name))) return null;
  const { target, lockSeconds: seconds } = options;
  const holder = `process ${process.pid} on ${hostname()}`;
  const owner = {
    holder,
    token: crypto.randomUUID(),
    seconds: String(seconds),
    ...(target.isLocal && { process: identifyProcess() }),
  };
  const write = (lock: 'held' | 'free', generation: string, remainingLease?: RemainingLease) => {
    const spec = {
      name,
      contentType: 'text/plain; charset=utf-8',
      cacheControl: 'no-store',
      contentEncoding: '',
      metadata: { lock, ...owner, renewed: new Date().toISOString() },
    } as const;
    // Unique bytes, for targets whose generations are hashes.
    const body = createObjectBody(Buffer.from(crypto.randomUUID()));
    return (remainingLease ? target.under(remainingLease) : target).write(spec, body, generation);
  };
  const elapsed = startTimer();
  try {
    const lock = await write('held', stored?.generation ?? '0');
    const handover = former && Math.max(millisecondsLeft(former, lock.updated), 0);
    return keepLease({ write, generation: lock.generation, elapsed, seconds, handover });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    await isOutdated(stored, { target, forceUnlock: false }, name);
    return null;
  }
}

/**
 * True if the target has changed since a listing, which may then show an incomplete deploy.
 * @param stored the lock in the listing
 * @throws LockHeldError when a live deploy holds the lock
 */
export async function isOutdated(
  stored: StoredObject | null,
  { target, forceUnlock }: Pick<DeployOptions, 'target' | 'forceUnlock'>,
  name = LOCK_NAME,
): Promise<boolean> {
  const current = await target.stat(name);
  if (!current) return stored !== null;
  const { object, now } = current;
  const left = millisecondsLeft(object, now);
  if (object.metadata.lock !== 'held' || forceUnlock || left <= 0)
    return object.generation !== stored?.generation;
  throw new LockHeldError(object, left);
}

/** Compares two times of the target, so the clock of this machine does not matter. */
function millisecondsLeft(lock: StoredObject, now: number): number {
  const { process: holder } = lock.metadata;
  if (holder !== undefined && processStateOf(holder) === 'dead') return 0;
  return lock.updated - now + Number(lock.metadata.seconds ?? 0) * 1000;
}

/**
 * @returns a function for the milliseconds since this call. It takes the larger of two differences, because monotonic
 * time stops while a machine sleeps, and wall time can be set back.
 */
function startTimer() {
  const wall = Date.now();
  const monotonic = performance.now();
  return () => Math.max(Date.now() - wall, performance.now() - monotonic);
}

interface AcquiredLock {
  write(lock: 'held' | 'free', generation: string, remainingLease?: RemainingLease): Promise<StoredObject>;
  generation: string;
  /** Milliseconds since the lock was acquired. */
  elapsed(): number;
  seconds: number;
  handover: number | null;
}

function keepLease({ write, generation, elapsed, seconds, handover }: AcquiredLock) {
  const interval = (seconds * 1000) / 4;
  let isLost = false;
  let isSettled = handover === null;
  let renewal: Promise<void> = Promise.resolve();

  // The last fifth of the lease is reserved for a request that starts right after the check.
  const isSafe = () => !isLost && elapsed() < seconds * 800;
  const remainingLease: RemainingLease = () => {
    if (isSafe()) return seconds * 1000 - elapsed();
    throw new UserError({
      code: 'lost-lock',
      message: isLost
        ? 'another deploy has taken the lock; this one stopped'
        : 'this deploy could not renew its lock in time (the machine slept, or the network was down); it stopped',
      hint: 'run it again; it continues where this one stopped',
    });
  };
  const renew = async () => {
    try {
      if (!isSafe()) return;
      const started = startTimer();
      // The limit leaves time for another renewal when this one hangs.
      const lock = await write('held', generation, () => Math.min(remainingLease(), interval));
      generation = lock.generation;
      elapsed = started;
    } catch (error) {
      // After any other error the next interval tries again; `remainingLease` stops the deploy if none succeeds.
      if (error instanceof ConflictError) isLost = true;
    }
  };
  const timer = setInterval(() => {
    renewal = renewal.then(renew);
  }, interval);
  timer.unref();

  return {
    /**
     * Milliseconds until every write of the former holder has ended, as none outlasts its lease; null if the lock was
     * free. Until then the target may differ from what was listed before.
     */
    handover,
    /** Called after the handover. Until then `release` keeps the lock, so that the next deploy waits too. */
    settle() {
      isSettled = true;
    },
    /** Throws when another deploy may have the lock. */
    remainingLease,
    async release(): Promise<void> {
      clearInterval(timer);
      await renewal;
      if (!isSettled || !isSafe()) return;
      // If this fails, the lock expires; the deploy itself is complete.
      await write('free', generation).catch(() => undefined);
    },
  };
}
