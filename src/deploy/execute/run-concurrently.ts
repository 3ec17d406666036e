/** Owns doing many things at once, and stopping at the first that fails. */

/**
 * Runs `work` for every item, `concurrency` at a time. After a failure nothing new is begun; what is under way is waited
 * for, so that nothing happens after the promise has settled.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const run = async () => {
    while (!failed && next < items.length) {
      const item = items[next++];
      if (item === undefined) continue;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const runs = Array.from({ length: Math.min(concurrency, items.length) }, run);
  const results = await Promise.allSettled(runs);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
