/** Adds to a target what all targets share: retries, limits of time and concurrency, recovery of lost answers. */
import { createAdaptiveLimit } from './adaptive-limit.ts';
import { createObjectIndex } from './object-index.ts';
import { retry } from './request-errors.ts';
import {
  ConflictError,
  type ListedObject,
  LOCK_NAME,
  matchesSpec,
  type ObjectBody,
  type ObjectSpec,
  type OpenOptions,
  PREVIEW_PREFIX,
  type RemainingLease,
  type RequestLimits,
  type SetUpOptions,
  type StoredObject,
  type Target,
} from './target.ts';

export type TargetClient = ReturnType<typeof createTargetClient>;

/** A client whose writes need the lease of the lock at the start of each attempt. */
export type LeasedClient = ReturnType<TargetClient['under']>;

/** A client with a lease or without one. */
export type AnyClient = Omit<TargetClient, 'under'>;

/** Each call retries, and succeeds if an earlier attempt whose answer was lost has done the work. */
export function createTargetClient(target: Target, options: OpenOptions) {
  const limitUploads = createAdaptiveLimit(options.concurrency);
  const { request, calls } = createRequester(target, options);
  const stat = (name: string, generation?: string) =>
    request((limits) => target.stat(name, limits, generation));
  const read = (name: string) => request((limits) => target.read(name, limits));
  const index = target.listsDetails
    ? null
    : createObjectIndex({
        concurrency: options.concurrency,
        stat,
        read,
        write: (spec, body, generation) => request((limits) => target.write(spec, body, generation, limits)),
      });

  const store = async (work: Promise<StoredObject>, spec: ObjectSpec) => {
    const stored = await recover(work, spec, stat);
    index?.learn(stored);
    return stored;
  };

  const createClient = (remainingLease?: RemainingLease) => ({
    ...target,
    calls,
    ...createLister(target, request, index),
    stat: (name: string) => stat(name),
    read,
    /** @param generation that the live object must have, '0' for none */
    write(spec: ObjectSpec, body: ObjectBody, generation: string) {
      // The lock is not limited: it would expire if its renewals waited for uploads.
      const limit = spec.name === LOCK_NAME ? undefined : limitUploads;
      const work = (limits: RequestLimits) => target.write(spec, body, generation, limits);
      return store(request(work, remainingLease, limit), spec);
    },
    patch(spec: ObjectSpec, stored: StoredObject) {
      return store(
        request((limits) => target.patch(spec, stored, limits), remainingLease),
        spec,
      );
    },
    /** @param generation as for `write` */
    copy(from: StoredObject, to: ObjectSpec, generation: string) {
      const work = (limits: RequestLimits) => target.copy(from, to, generation, limits);
      return store(request(work, remainingLease), to);
    },
    async remove(stored: ListedObject) {
      await request((limits) => target.remove(stored, limits), remainingLease);
      index?.forget(stored.name);
    },
    /** Makes the next listing fast. Called when a deploy is complete. */
    saveIndex: async (): Promise<void> => index?.save(),
    async setUp(set: SetUpOptions): Promise<string[]> {
      const done = new Set<string>();
      await request(() => target.setUp(set, done));
      return [...done];
    },
  });
  return {
    ...createClient(),
    under: (remainingLease: RemainingLease) => ({ ...createClient(remainingLease), remainingLease }),
  };
}

type Requester = ReturnType<typeof createRequester>;

function createLister(
  target: Target,
  request: Requester['request'],
  index: ReturnType<typeof createObjectIndex> | null,
) {
  async function* listPages(prefix: string, versions: boolean): AsyncIterable<ListedObject[]> {
    let pageToken: string | undefined;
    do {
      const page = await request((limits) => target.listPage(prefix, { versions, pageToken }, limits));
      yield page.objects;
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
  }

  return {
    /** All live objects below a prefix, without their details. */
    async listNames(prefix: string): Promise<ListedObject[]> {
      const listed: ListedObject[] = [];
      for await (const page of listPages(prefix, false)) for (const object of page) listed.push(object);
      return listed;
    },
    /**
     * Live objects in order of their names, without those of previews; with `versions`, earlier versions that can be
     * copied too.
     * @param names only objects with these names
     */
    async list(
      prefix: string,
      { versions = false, names }: { versions?: boolean; names?: ReadonlySet<string> } = {},
    ): Promise<StoredObject[]> {
      // A site never needs the objects of its previews.
      const isWanted = (name: string) =>
        (!names || names.has(name)) && (prefix !== '' || !name.startsWith(PREVIEW_PREFIX));
      const objects: StoredObject[] = [];
      for await (const page of listPages(prefix, versions)) {
        const wanted = page.filter(({ name }) => isWanted(name));
        const completed = index ? await index.complete(wanted) : wanted.filter(hasDetails);
        for (const object of completed) objects.push(object);
      }
      if (prefix === '' && !versions && !names) index?.replace(objects);
      return objects;
    },
  };
}

/**
 * A failed precondition may be the effect of an earlier attempt whose answer was lost. Metadata identifies the object: it
 * holds the hash of the source, or what is unique to a lock or a release.
 */
async function recover(
  work: Promise<StoredObject>,
  spec: ObjectSpec,
  stat: (name: string) => ReturnType<Target['stat']>,
): Promise<StoredObject> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const now = await stat(spec.name);
    if (now && matchesSpec(now.object, spec)) return now.object;
    throw error;
  }
}

/** Makes requests with retries and a time limit, and counts them. */
function createRequester(target: Target, { timeout, retryDelay }: OpenOptions) {
  let calls = 0;
  const addCalls = (count: number) => {
    calls += count;
  };
  return {
    /** Requests so far. */
    calls: () => calls,
    async request<T>(
      work: (limits: RequestLimits) => Promise<T>,
      remainingLease?: RemainingLease,
      limit: <R>(attempt: () => Promise<R>) => Promise<R> = (attempt) => attempt(),
    ): Promise<T> {
      const attempt = () =>
        limit(() => {
          const time = Math.min(timeout, remainingLease?.() ?? timeout);
          calls++;
          return work({ timeout: time, remainingLease, addCalls });
        });
      try {
        return await retry(attempt, retryDelay, (error) => target.isTransient?.(error) ?? false);
      } catch (error) {
        throw target.explainError(error);
      }
    },
  };
}

function hasDetails(object: ListedObject): object is StoredObject {
  return 'metadata' in object;
}
