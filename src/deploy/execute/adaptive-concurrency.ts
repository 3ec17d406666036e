/** Owns how many uploads share the way to a target: half as many whenever it proves too slow for so many. */
import { isTimeout } from './retry.ts';

/** Runs one upload when there is room for it. */
export type Uplink = <T>(upload: () => Promise<T>) => Promise<T>;

/** @param width uploads at once, as long as none times out */
export function openUplink(width: number): Uplink {
  const waiting: (() => void)[] = [];
  let running = 0;
  let cuts = 0;
  return async (upload) => {
    while (running >= width) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    const cutsBefore = cuts;
    try {
      return await upload();
    } catch (error) {
      // Those that ran side by side time out together, which says no more than one of them.
      if (isTimeout(error) && cuts === cutsBefore) {
        width = Math.max(1, Math.floor(width / 2));
        cuts++;
      }
      throw error;
    } finally {
      running--;
      if (running < width) waiting.shift()?.();
    }
  };
}
