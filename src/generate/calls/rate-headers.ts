/** Owns reading rate-limit headers: `x-ratelimit-*` and `retry-after`. */
import type { RateInfo } from './limiter.ts';

/** @param now milliseconds since the epoch, for `retry-after` with a date */
export function parseRateHeaders(headers: Headers, now: number): RateInfo {
  const found: { [K in keyof RateInfo]: number | undefined } = {
    limitRequests: count(headers.get('x-ratelimit-limit-requests')),
    remainingRequests: count(headers.get('x-ratelimit-remaining-requests')),
    limitTokens: count(headers.get('x-ratelimit-limit-tokens')),
    remainingTokens: count(headers.get('x-ratelimit-remaining-tokens')),
    retryAfter: count(headers.get('retry-after-ms')) ?? retryAfter(headers.get('retry-after'), now),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function count(text: string | null): number | undefined {
  const number = Number(text?.trim() || Number.NaN);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function retryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const seconds = count(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
