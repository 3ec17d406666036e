/** Works on many items at once, within a limit. */

/**
 * Runs `work` for every item, at most `concurrency` at a time. After a failure it starts nothing new and waits for what
 * is running, so that nothing happens after the promise has settled.
 * @param items read one by one, so that a generator can decide late
 * @throws the first error
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const errors: unknown[] = [];
  const run = async () => {
    try {
      while (errors.length === 0) {
        const next = queue.next();
        if (next.done) return;
        await work(next.value);
      }
    } catch (error) {
      errors.push(error);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  if (errors.length > 0) throw errors[0];
}
