/** A clock that moves only when a test advances it. */
import type { Clock } from '../../src/foundation/clock.ts';

export function createTestClock(): Clock & { advance(ms: number): Promise<void> } {
  let now = 1_000_000;
  let sleepers: { until: number; resolve: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { until: now + ms, resolve };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        });
      }),
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const next = sleepers.filter(({ until }) => until <= end).sort((a, b) => a.until - b.until)[0];
        if (!next) break;
        now = Math.max(now, next.until);
        sleepers = sleepers.filter((other) => other !== next);
        next.resolve();
      }
      now = end;
    },
  };
}

/** A clock on which every sleep is over at once, and time has passed all the same. */
export function createSkippingClock(): Clock {
  let now = Date.now();
  return {
    now: () => now,
    async sleep(ms) {
      const until = now + ms;
      // Others may go to sleep meanwhile: they sleep at the same time.
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      now = Math.max(now, until);
    },
  };
}
