/** Adds to a target what all targets share: retries, limits of time and concurrency, recovery of lost answers. */
import { isTimeout, retry } from './request-errors.ts';
import {
  type AssertLease,
  type Body,
  ConflictError,
  LOCK_NAME,
  matchesSpec,
  type ObjectSpec,
  type OpenOptions,
  type SetUpOptions,
  type StoredObject,
  type Target,
} from './target.ts';

/** The generation of the live object, '0' for none, and the lease that has to hold at the start of each attempt. */
interface WriteCondition {
  generation: string;
  assertLease?: AssertLease | undefined;
}

export type TargetClient = ReturnType<typeof createTargetClient>;

/** Each call retries, and succeeds if an earlier attempt whose answer was lost has done the work. */
export function createTargetClient(target: Target, options: OpenOptions) {
  const { timeout, retryDelay, chunkBytes } = options;
  const limitUploads = createAdaptiveLimit(options.concurrency);
  let calls = 0;

  const request = async <T>(
    work: (timeout: number) => Promise<T>,
    assertLease?: AssertLease,
    limit: <R>(attempt: () => Promise<R>) => Promise<R> = (attempt) => attempt(),
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

  /**
   * A failed precondition may be the effect of an earlier attempt whose answer was lost. Metadata identifies the object:
   * it holds the hash of the source, or what is unique to a lock or a release.
   */
  const recover = async (work: Promise<StoredObject>, spec: ObjectSpec) => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      const now = await stat(spec.name);
      if (now && matchesSpec(now.object, spec)) return now.object;
      throw error;
    }
  };

  return {
    ...target,
    /** Requests so far. */
    calls: () => calls,
    /** Live objects in order of their names; with `versions`, earlier versions that can be copied too. */
    async list(prefix: string, { versions = false } = {}): Promise<StoredObject[]> {
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
    read: (name: string) => request((timeout) => target.read(name, { timeout })),
    write(spec: ObjectSpec, body: Body, { generation, assertLease }: WriteCondition) {
      const work = async (timeout: number) => {
        const stored = await target.write(spec, body, generation, { timeout, assertLease });
        if (body.kind === 'stream') calls += Math.ceil(body.size / chunkBytes);
        return stored;
      };
      // The lock would be lost if its renewals waited for uploads.
      const limit = spec.name === LOCK_NAME ? undefined : limitUploads;
      return recover(request(work, assertLease, limit), spec);
    },
    patch(spec: ObjectSpec, stored: StoredObject, assertLease?: AssertLease) {
      return recover(
        request((timeout) => target.patch(spec, stored, { timeout }), assertLease),
        spec,
      );
    },
    copy(from: StoredObject, to: ObjectSpec, { generation, assertLease }: WriteCondition) {
      const work = (timeout: number) => target.copy(from, to, generation, { timeout });
      return recover(request(work, assertLease), to);
    },
    remove: (stored: StoredObject, assertLease?: AssertLease) =>
      request((timeout) => target.remove(stored, { timeout }), assertLease),
    async setUp(set: SetUpOptions): Promise<string[]> {
      const done = new Set<string>();
      await request(() => target.setUp(set, done));
      return [...done];
    },
  };
}

/**
 * Limits concurrent uploads, and halves the limit when uploads time out.
 * @param concurrency uploads at once, until one times out
 */
export function createAdaptiveLimit(concurrency: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let cuts = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    while (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    const cutsBefore = cuts;
    try {
      return await work();
    } catch (error) {
      // Uploads that ran at the same time time out together; they count as one.
      if (isTimeout(error) && cuts === cutsBefore) {
        concurrency = Math.max(1, Math.floor(concurrency / 2));
        cuts++;
      }
      throw error;
    } finally {
      running--;
      if (running < concurrency) waiting.shift()?.();
    }
  };
}
