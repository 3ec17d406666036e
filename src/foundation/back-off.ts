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
 * Parses a `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date. Of several values, as proxies join them, the
 * longest one applies.
 * @param now milliseconds since the epoch
 * @returns milliseconds from now, at least 0; undefined if the header is missing or invalid
 */
export function parseRetryAfter(value: string | null | undefined, now: number): number | undefined {
  // A date has a comma after the day of the week.
  const values = (value ?? '')
    .split(/(?<!\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*),/i)
    .map((text) => parseOne(text.trim(), now));
  const waits = values.filter((wait) => wait !== undefined);
  return waits.length > 0 ? Math.max(0, ...waits) : undefined;
}

function parseOne(text: string, now: number): number | undefined {
  const seconds = text === '' ? Number.NaN : Number(text);
  // Date.parse takes almost any text with a number for a date.
  const date = /^[a-z]{3,9},? .*\d{4}|\d{2}:\d{2}:\d{2}/i.test(text) ? Date.parse(text) - now : Number.NaN;
  const wait = Number.isNaN(seconds) ? date : seconds * 1000;
  return Number.isFinite(wait) && !(seconds < 0) ? wait : undefined;
}
