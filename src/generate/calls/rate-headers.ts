/** Parses rate-limit headers: `x-ratelimit-*` and `retry-after`. */
import { parseRetryAfter } from '../../foundation/back-off.ts';

export type RateInfo = Partial<ReturnType<typeof parseRateHeaders>>;

/**
 * @param now milliseconds since the epoch, needed if `retry-after` is a date
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
    retryAfter: count('retry-after-ms') ?? parseRetryAfter(headers.get('retry-after'), now),
  };
}
