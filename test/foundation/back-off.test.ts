import { expect, test } from 'vitest';
import { backOff, parseRetryAfter } from '../../src/foundation/back-off.ts';

test('a delay doubles up to the longest one, between half of it and all of it', () => {
  const delays = { first: 500, longest: 30_000 };
  const delaysAt = (random: number) =>
    [0, 1, 2, 6, 2000].map((failures) => backOff(failures, delays, () => random));
  expect(delaysAt(1)).toEqual([500, 1000, 2000, 30_000, 30_000]);
  expect(delaysAt(0)).toEqual([250, 500, 1000, 15_000, 15_000]);
});

const NOW = Date.parse('2026-03-01T12:00:00Z');
test.each([
  ['2', 2000],
  [' 0.5 ', 500],
  ['0', 0],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['2, 5', 5000],
  ['5,2', 5000],
  ['Sun, 01 Mar 2026 12:00:30 GMT, Sun, 01 Mar 2026 12:00:10 GMT', 30_000],
  ['Sunday, 01-Mar-26 12:00:30 GMT', 30_000],
  ['2, soon', 2000],
  ['1m3s', undefined],
  ['-1', undefined],
  ['Infinity', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('Retry-After %j waits %s ms', (header, wait) => {
  expect(parseRetryAfter(header, NOW)).toBe(wait);
});
