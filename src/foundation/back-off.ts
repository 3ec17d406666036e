/** Computes how long to wait before a request is repeated. Runs in browsers too. */

/**
 * Exponential back-off with jitter: the delay doubles with each failure up to `longest`, and the result is between half
 * of the delay and all of it.
 * @param failures from 0
 * @param delays in milliseconds
 * @param random 0 to 1
 * @returns milliseconds
 */
export function backOff(
  failures: number,
  { first, longest }: { first: number; longest: number },
  random: () => number = Math.random,
): number {
  return Math.min(first * 2 ** failures, longest) * (0.5 + random() / 2);
}

/**
 * Parses a `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date.
 * @param now milliseconds since the epoch
 * @returns milliseconds from now, at least 0; undefined if the header is missing or invalid
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
  if (!Number.isFinite(wait) || seconds < 0) return undefined;
  return Math.max(0, wait);
}
