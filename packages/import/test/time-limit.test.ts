import { expect, test } from 'vitest';
import { createTimeLimit, TimeLimitError } from '../src/read/time-limit.ts';

const runWithin = createTimeLimit();

test('work within its time returns its value, and its own errors pass', () => {
  expect(runWithin(1000, () => [1, 2])).toEqual([1, 2]);
  const error = new RangeError('own');
  expect(() =>
    runWithin(1000, () => {
      throw error;
    }),
  ).toThrow(error);
});

test.each([
  [
    'a loop',
    () => {
      for (let n = 0; n >= 0; n = (n + 1) % 9);
    },
  ],
  ['a regular expression', () => /^(a+)+$/.test(`${'a'.repeat(60)}b`)],
])('%s that does not end is stopped, and the next call works', (_name, work) => {
  expect(() => runWithin(100, work)).toThrow(TimeLimitError);
  expect(runWithin(1000, () => 'fine')).toBe('fine');
});
