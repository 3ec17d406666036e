/** Owns the pace of calls: requests and tokens a minute, calls at once, and what the server's answers teach about them. */
import type { Clock } from '../../foundation/clock.ts';

/** What a server says of its limits; milliseconds, undefined where it says nothing. */
export interface RateInfo {
  limitRequests?: number;
  remainingRequests?: number;
  limitTokens?: number;
  remainingTokens?: number;
  retryAfter?: number;
}

export interface Feedback {
  /** ok: answered. slow-down: 429 or overload. none: says nothing of the pace. */
  kind: 'ok' | 'slow-down' | 'none';
  rate: RateInfo;
  /** Tokens that the call really took. */
  tokens?: number;
}

export interface Limiter {
  /** Waits for a place; resolves with null once `signal` is aborted. @param tokens estimate of the call */
  acquire(tokens: number, signal: AbortSignal): Promise<((feedback: Feedback) => void) | null>;
  /** Milliseconds that all calls are paused for by the server. */
  pause(): number;
}

export interface LimiterOptions {
  concurrency: number;
  requestsPerMinute: number | undefined;
  tokensPerMinute: number | undefined;
  clock: Clock;
  /** 0 to 1 */
  random: () => number;
}

/** Below the limit by a hair, so that two clocks that differ do not cost a refusal. */
const MARGIN = 0.98;
const LONGEST_BACKOFF = 60_000;

interface Waiter {
  tokens: number;
  resolve(done: ((feedback: Feedback) => void) | null): void;
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { concurrency, clock, random } = options;
  const requests = createBucket(options.requestsPerMinute, clock.now());
  const tokens = createBucket(options.tokensPerMinute, clock.now());
  const queue: Waiter[] = [];
  let inFlight = 0;
  // Calls at once: grows with each round that went well, halves when the server is pressed.
  let window = Math.min(concurrency, 4);
  // Part of the known rate that is used: shrinks when a limit is hit all the same (others share it), grows back.
  let share = 1;
  let pausedUntil = 0;
  let refusals = 0;
  let isTried = false;
  let lastDecrease = Number.NEGATIVE_INFINITY;
  let timer: AbortController | null = null;

  const pump = () => {
    timer?.abort();
    timer = null;
    while (queue[0] && inFlight < Math.max(1, Math.floor(window))) {
      const now = clock.now();
      const wait = Math.max(
        pausedUntil - now,
        requests.wait(1, now, share),
        tokens.wait(queue[0].tokens, now, share),
      );
      if (wait > 0) return arm(wait);
      start(queue.shift(), now);
    }
  };

  const arm = (ms: number) => {
    const current = new AbortController();
    timer = current;
    void clock.sleep(Math.max(1, ms), current.signal).then(() => {
      if (timer === current) pump();
    });
  };

  const start = (waiter: Waiter | undefined, now: number) => {
    if (!waiter) return;
    inFlight++;
    requests.take(1);
    tokens.take(waiter.tokens);
    let isOpen = true;
    waiter.resolve((feedback) => {
      if (!isOpen) return;
      isOpen = false;
      inFlight--;
      if (feedback.tokens !== undefined) tokens.take(feedback.tokens - waiter.tokens);
      learn(feedback, now);
      pump();
    });
  };

  const learn = ({ kind, rate }: Feedback, startedAt: number) => {
    const now = clock.now();
    requests.learn(options.requestsPerMinute, rate.limitRequests, rate.remainingRequests);
    tokens.learn(options.tokensPerMinute, rate.limitTokens, rate.remainingTokens);
    if (kind === 'ok') {
      refusals = 0;
      // Doubles each round until the first refusal, then grows by one.
      window = Math.min(concurrency, window + (isTried ? 1 / window : 1));
      share = Math.min(1, share + 0.01);
    }
    if (kind !== 'slow-down') return;
    isTried = true;
    // Calls that were under way together are refused together: one decrease for all of them.
    if (startedAt > lastDecrease) {
      lastDecrease = now;
      refusals++;
      window = Math.max(1, window / 2);
      share = Math.max(0.1, share * 0.7);
    }
    const backoff = Math.min(LONGEST_BACKOFF, 500 * 2 ** Math.min(10, refusals)) * (0.5 + random() / 2);
    const asked = rate.retryAfter;
    pausedUntil = Math.max(
      pausedUntil,
      now + (asked === undefined ? backoff : asked + random() * Math.min(asked / 10 + 10, 1000)),
    );
  };

  return {
    acquire: (estimate, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        const waiter: Waiter = {
          tokens: estimate,
          resolve: (done) => {
            signal.removeEventListener('abort', leave);
            resolve(done);
          },
        };
        const leave = () => {
          const index = queue.indexOf(waiter);
          if (index < 0) return;
          queue.splice(index, 1);
          resolve(null);
          pump();
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(waiter);
        pump();
      }),
    pause: () => Math.max(0, pausedUntil - clock.now()),
  };
}

/** A bucket that fills evenly; it holds one second's worth, so that a limit a minute is never passed by more. */
function createBucket(perMinute: number | undefined, at: number) {
  let rate = perMinute;
  let level = Number.POSITIVE_INFINITY;
  let filledAt = at;
  const capacity = () => Math.max(1, (rate ?? 0) / 60);
  return {
    /** Milliseconds until `amount` can be taken. */
    wait(amount: number, now: number, share: number): number {
      if (rate === undefined) return 0;
      const perMs = (rate * MARGIN * share) / 60_000;
      level = Math.min(capacity(), level + (now - filledAt) * perMs);
      filledAt = now;
      // More than a bucket holds is let through when it is full, and paid off afterwards.
      const needed = Math.min(amount, capacity());
      return level >= needed ? 0 : (needed - level) / perMs;
    },
    take(amount: number): void {
      if (rate !== undefined) level = Math.min(capacity(), level) - amount;
    },
    learn(configured: number | undefined, limit: number | undefined, remaining: number | undefined): void {
      if (limit !== undefined && limit > 0) rate = Math.min(configured ?? limit, limit);
      if (rate !== undefined && remaining !== undefined) level = Math.min(level, remaining);
    },
  };
}
