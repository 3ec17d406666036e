/** Adds to a target what all targets share: retries, limits of time and concurrency, recovery of lost answers. */
import { createAdaptiveLimit, type Limit } from './adaptive-concurrency.ts';
import { retry } from './request-errors.ts';
import {
  type AssertLease,
  type Body,
  ConflictError,
  matchesSpec,
  type ObjectSpec,
  type OpenOptions,
  type Precondition,
  type SetUpOptions,
  type StoredObject,
  type Target,
} from './target.ts';

/** A precondition, and the lease that has to hold at the start of each attempt. */
export interface WriteCondition extends Precondition {
  assertLease?: AssertLease;
}

/** Each call retries, and succeeds if an earlier attempt whose answer was lost has done the work. */
export interface TargetClient
  extends Pick<Target, 'url' | 'publicUrl' | 'prefix' | 'naming' | 'encodes' | 'connect' | 'sweep'> {
  /** Requests so far. */
  calls(): number;
  /** Live objects in order of their names; with `versions`, earlier versions that can be copied too. */
  list(prefix: string, options?: { versions?: boolean }): Promise<StoredObject[]>;
  stat(name: string): ReturnType<Target['stat']>;
  read(name: string): Promise<Buffer>;
  write(spec: ObjectSpec, body: Body, when: WriteCondition): Promise<StoredObject>;
  patch(spec: ObjectSpec, stored: StoredObject, assertLease?: AssertLease): Promise<StoredObject>;
  copy(from: StoredObject, to: ObjectSpec, when: WriteCondition): Promise<StoredObject>;
  remove(stored: StoredObject, assertLease?: AssertLease): Promise<void>;
  setUp(options: SetUpOptions): Promise<string[]>;
}

/** Requests without a body, such as renewals of the lock, do not wait for uploads. */
const unlimited: Limit = (work) => work();

export function createTargetClient(target: Target, options: OpenOptions): TargetClient {
  const { timeout, retryDelay, chunkBytes } = options;
  const limitUploads = createAdaptiveLimit(options.concurrency);
  let calls = 0;

  const request = async <T>(
    work: (timeout: number) => Promise<T>,
    assertLease?: AssertLease,
    limit = unlimited,
  ): Promise<T> => {
    const attempt = () =>
      limit(() => {
        const time = Math.min(timeout, assertLease?.() ?? timeout);
        calls++;
        return work(time);
      });
    try {
      return await retry(attempt, retryDelay, (error) => target.isTransient?.(error) ?? false);
    } catch (error) {
      throw target.explainError(error);
    }
  };
  const stat = (name: string) => request((timeout) => target.stat(name, { timeout }));

  /** A failed precondition may be the effect of an earlier attempt whose answer was lost. */
  const recover = async (
    work: Promise<StoredObject>,
    spec: ObjectSpec,
    isDone: (now: StoredObject) => boolean,
  ) => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const now = await stat(spec.name);
      if (now && matchesSpec(now.object, spec) && isDone(now.object)) return now.object;
      throw error;
    }
  };

  return {
    ...target,
    calls: () => calls,
    async list(prefix, { versions = false } = {}) {
      const objects: StoredObject[] = [];
      let pageToken: string | undefined;
      do {
        const page = await request((timeout) =>
          target.listPage(prefix, { versions, pageToken }, { timeout }),
        );
        for (const object of page.objects) objects.push(object);
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
      return objects;
    },
    stat,
    read: (name) => request((timeout) => target.read(name, { timeout })),
    write(spec, body, { assertLease, ...when }) {
      const work = async (timeout: number) => {
        const stored = await target.write(spec, body, when, { timeout, assertLease });
        if (body.kind === 'stream') calls += Math.ceil(body.size / chunkBytes);
        return stored;
      };
      // Metadata holds the hash of the source, or what is unique to a lock or a release.
      return recover(request(work, assertLease, limitUploads), spec, () => true);
    },
    patch(spec, stored, assertLease) {
      const work = request((timeout) => target.patch(spec, stored, { timeout }), assertLease);
      return recover(work, spec, (now) => now.generation === stored.generation);
    },
    copy(from, to, { assertLease, ...when }) {
      const work = request((timeout) => target.copy(from, to, when, { timeout }), assertLease);
      return recover(work, to, (now) => now.generation !== when.generation);
    },
    remove: (stored, assertLease) => request((timeout) => target.remove(stored, { timeout }), assertLease),
    setUp: (set) => target.setUp(set, request),
  };
}
