/** Limits concurrent uploads, and halves the limit when uploads time out. */
import { isTimeout } from './request-errors.ts';

/**
 * Returns a function that runs work within the limit.
 * @param concurrency the first limit
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
