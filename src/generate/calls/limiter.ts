/** Limits requests and tokens per minute and the number of concurrent calls, and adapts to the server's answers. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { backOff, parseRetryAfter } from '../../foundation/back-off.ts';
import type { Clock } from '../../foundation/clock.ts';

interface Feedback {
  /** ok: the call was answered. slow-down: status 429 or overload. none: the outcome says nothing about the rate. */
  kind: 'ok' | 'slow-down' | 'none';
  rate: RateInfo;
  /** Tokens that the call has used. */
  tokens?: number;
}

/** Reports the end of a call. null if the run was stopped while the call waited. */
type Done = ((feedback: Feedback) => void) | null;

export type Limiter = ReturnType<typeof createLimiter>;

interface LimiterOptions
  extends Pick<SiteConfig['generate'], 'concurrency' | 'requestsPerMinute' | 'tokensPerMinute'> {
  clock: Clock;
  /** 0 to 1 */
  random: () => number;
  /** Its abort releases all waiting calls. */
  signal: AbortSignal;
}

/** We stay slightly below the limit, because the server's clock may differ from ours. */
const MARGIN = 0.98;
const BACK_OFF = { first: 500, longest: 60_000 };

export function createLimiter(options: LimiterOptions) {
  const { clock, signal } = options;
  const requests = createBucket(options.requestsPerMinute, clock.now());
  const tokens = createBucket(options.tokensPerMinute, clock.now());
  const queue: { tokens: number; resolve(done: Done): void }[] = [];
  const pace = createPace(options);
  let inFlight = 0;
  let timer: AbortController | null = null;

  const pump = () => {
    timer?.abort();
    timer = null;
    for (let next = queue[0]; next && inFlight < pace.calls(); next = queue[0]) {
      const now = clock.now();
      const share = pace.share();
      const rateWait = Math.max(requests.wait(1, now, share), tokens.wait(next.tokens, now, share));
      const wait = Math.max(pace.pause(), rateWait);
      if (wait > 0) return pumpAfter(wait);
      queue.shift();
      start(next, now);
    }
  };

  const pumpAfter = (ms: number) => {
    const current = new AbortController();
    timer = current;
    void clock.sleep(Math.max(1, ms), current.signal).then(() => {
      if (timer === current) pump();
    });
  };

  const start = (waiter: (typeof queue)[number], startedAt: number) => {
    inFlight++;
    requests.take(1);
    tokens.take(waiter.tokens);
    let isOpen = true;
    waiter.resolve((feedback) => {
      if (!isOpen) return;
      isOpen = false;
      inFlight--;
      if (feedback.tokens !== undefined) tokens.take(feedback.tokens - waiter.tokens);
      requests.learn(feedback.rate.limitRequests, feedback.rate.remainingRequests);
      tokens.learn(feedback.rate.limitTokens, feedback.rate.remainingTokens);
      pace.learn(feedback, startedAt);
      pump();
    });
  };

  const stopWaiting = () => {
    timer?.abort();
    timer = null;
    for (const { resolve } of queue.splice(0)) resolve(null);
  };
  signal.addEventListener('abort', stopWaiting, { once: true });

  return {
    /** Waits until a call may start. Resolves with null if the signal is aborted. @param tokens estimate for the call */
    acquire: (tokens: number): Promise<Done> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null);
        queue.push({ tokens, resolve });
        pump();
      }),
    /** Milliseconds that all calls still have to wait because the server asked for it. */
    pause: pace.pause,
  };
}

/** How many calls may run, and how much of the known rate they use. Both follow the answers of the server. */
function createPace({
  concurrency,
  clock,
  random,
}: Pick<LimiterOptions, 'concurrency' | 'clock' | 'random'>) {
  // The number of concurrent calls. It grows with each round of answers, and halves when the server refuses a call.
  let window = Math.min(concurrency, 4);
  // It shrinks on a refusal, because other clients may use the same limit.
  let share = 1;
  let pausedUntil = 0;
  let refusals = 0;
  let wasRefused = false;
  let lastDecrease = Number.NEGATIVE_INFINITY;
  return {
    /** Largest number of calls at a time. */
    calls: () => Math.max(1, Math.floor(window)),
    /** 0 to 1 */
    share: () => share,
    /** Milliseconds until calls may start again. */
    pause: () => Math.max(0, pausedUntil - clock.now()),
    /** @param startedAt when the call started */
    learn({ kind, rate }: Feedback, startedAt: number): void {
      if (kind === 'ok') {
        refusals = 0;
        // The window doubles with each round until the first refusal, and then grows by one.
        window = Math.min(concurrency, window + (wasRefused ? 1 / window : 1));
        share = Math.min(1, share + 0.01);
      }
      if (kind !== 'slow-down') return;
      const now = clock.now();
      wasRefused = true;
      // Calls that run at the same time are refused together, so only one of them counts.
      if (startedAt > lastDecrease) {
        lastDecrease = now;
        refusals++;
        window = Math.max(1, window / 2);
        share = Math.max(0.1, share * 0.7);
      }
      // What the server asks for makes a pause longer, never shorter.
      const asked = rate.retryAfter ?? 0;
      const pause = asked + random() * Math.min(asked / 10 + 10, 1000);
      pausedUntil = Math.max(pausedUntil, now + Math.max(pause, backOff(refusals, BACK_OFF, random)));
    },
  };
}

/** A token bucket. Its capacity is the rate of one second, so a burst exceeds the limit per minute by at most that much. */
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
      // An amount above the capacity needs a full bucket, and leaves it below zero.
      const needed = Math.min(amount, capacity());
      return level >= needed ? 0 : (needed - level) / perMs;
    },
    take(amount: number): void {
      if (rate !== undefined) level = Math.min(capacity(), level) - amount;
    },
    learn(limit: number | undefined, remaining: number | undefined): void {
      if (limit !== undefined && limit > 0) rate = Math.min(perMinute ?? limit, limit);
      if (rate !== undefined && remaining !== undefined) level = Math.min(level, remaining);
    },
  };
}

export type RateInfo = Partial<ReturnType<typeof parseRateHeaders>>;

/**
 * Parses the headers `x-ratelimit-*`, `retry-after-ms` and `retry-after`.
 * @param now milliseconds since the epoch: the present for a date, if the server does not say its own time
 * @returns counts, and `retryAfter` in milliseconds; undefined for each header that is missing
 */
export function parseRateHeaders(headers: Headers, now: number) {
  const count = (name: string) => {
    const number = Number(headers.get(name)?.trim() || Number.NaN);
    return Number.isFinite(number) && number >= 0 ? number : undefined;
  };
  return {
    limitRequests: count('x-ratelimit-limit-requests'),
    remainingRequests: count('x-ratelimit-remaining-requests'),
    limitTokens: count('x-ratelimit-limit-tokens'),
    remainingTokens: count('x-ratelimit-remaining-tokens'),
    retryAfter: longest(
      count('retry-after-ms'),
      parseRetryAfter(headers.get('retry-after'), Date.parse(headers.get('date') ?? '') || now),
    ),
  };
}

/** The longest of several pauses, in whole milliseconds and never shorter; undefined if there is none. */
export function longest(...pauses: readonly (number | undefined)[]): number | undefined {
  const known = pauses.filter((pause) => pause !== undefined);
  return known.length > 0 ? Math.ceil(Math.max(...known)) : undefined;
}
