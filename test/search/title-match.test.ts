import { describe, expect, test } from 'vitest';
import { isLongEnough, parseQuery } from '../../src/search/title-match.ts';

describe('when search answers (B36)', () => {
  test.each([
    ['ab', false],
    ['  ab  ', false],
    ['abc', true],
    [' a b', true],
    ['🎲🎲', false],
    ['한국어'.normalize('NFD'), true],
    ['한국'.normalize('NFD'), false],
  ])('%j: %s', (text, answers) => {
    expect(isLongEnough(text)).toBe(answers);
  });

  test('a locale may ask for less', () => {
    expect(isLongEnough('한국', 2)).toBe(true);
  });
});

test('a query is its distinct folded words (B37)', () => {
  expect(parseQuery('  How\u00a0to\u3000BET  how ')).toEqual(['how', 'to', 'bet']);
});
