/** Parses rate-limit headers: `x-ratelimit-*` and `retry-after`. */
import { parseRetryAfter } from '../../foundation/back-off.ts';
import type { RateInfo } from './limiter.ts';

/** @param now milliseconds since the epoch, for `retry-after` with a date */
export function parseRateHeaders(headers: Headers, now: number): RateInfo {
  const found: { [K in keyof RateInfo]: number | undefined } = {
    limitRequests: count(headers.get('x-ratelimit-limit-requests')),
    remainingRequests: count(headers.get('x-ratelimit-remaining-requests')),
    limitTokens: count(headers.get('x-ratelimit-limit-tokens')),
    remainingTokens: count(headers.get('x-ratelimit-remaining-tokens')),
    retryAfter: count(headers.get('retry-after-ms')) ?? parseRetryAfter(headers.get('retry-after'), now),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function count(text: string | null): number | undefined {
  const number = Number(text?.trim() || Number.NaN);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
