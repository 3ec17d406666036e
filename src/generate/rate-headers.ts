/** Owns reading rate-limit headers: `x-ratelimit-*` and `retry-after`. */
import type { RateInfo } from './limiter.ts';

/** @param now milliseconds since the epoch, for `retry-after` with a date */
export function parseRateHeaders(headers: Headers, now: number): RateInfo {
  const found: { [K in keyof RateInfo]: number | undefined } = {
    limitRequests: count(headers.get('x-ratelimit-limit-requests')),
    remainingRequests: count(headers.get('x-ratelimit-remaining-requests')),
    resetRequests: duration(headers.get('x-ratelimit-reset-requests')),
    limitTokens: count(headers.get('x-ratelimit-limit-tokens')),
    remainingTokens: count(headers.get('x-ratelimit-remaining-tokens')),
    resetTokens: duration(headers.get('x-ratelimit-reset-tokens')),
    retryAfter: count(headers.get('retry-after-ms')) ?? retryAfter(headers.get('retry-after'), now),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function count(text: string | null): number | undefined {
  const number = Number(text?.trim() || Number.NaN);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `1s`, `6m0s`, `120ms`, `1h2m3.5s`, or seconds as a number → milliseconds */
function duration(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = count(text);
  if (seconds !== undefined) return seconds * 1000;
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text.trim())) return undefined;
  let sum = 0;
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g))
    sum += Number(amount) * (UNITS[unit] ?? 0);
  return sum;
}

function retryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const seconds = count(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
