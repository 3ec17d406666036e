/** Runs asynchronous work on many items, with a limit on how many run at once. */

/**
 * Runs `work` for every item, at most `concurrency` at a time. After a failure it starts nothing new and waits for what
 * is running, so that nothing happens after the promise has settled.
 * @param items read one at a time, so a generator can decide each item when it is needed
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

/** Returns a function that runs work in turn: after all that it was given before, whether that failed or not. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Runs both at once. If one fails, it waits for the other, so that nothing happens after the promise has settled. */
export async function runBoth<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const both = [first(), second()] as const;
  await Promise.allSettled(both);
  return Promise.all(both);
}

/**
 * Yields the results of `work` in the order of the items, and works on the next `concurrency` items meanwhile.
 * @throws the error of the first item that fails
 */
export async function* mapAhead<T, R>(
  items: Iterable<T>,
  concurrency: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const queue = items[Symbol.iterator]();
  const running: Promise<R>[] = [];
  const start = () => {
    const next = queue.next();
    if (next.done) return;
    const result = work(next.value);
    // The consumer gets a failure when it reaches that item; until then it must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
  };
  for (let count = 0; count < concurrency; count++) start();
  try {
    for (let [first] = running; first; [first] = running) {
      yield await first;
      running.shift();
      start();
    }
  } finally {
    await Promise.allSettled(running);
  }
}
