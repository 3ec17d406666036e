import { describe, expect, test } from 'vitest';
import { minimumQuery } from '../../src/locales/codes.ts';
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
    expect(isLongEnough(text, minimumQuery('en_US'))).toBe(answers);
  });

  test.each([
    ['ko_KR', '상태'],
    ['zh_Hans', '茶'],
    ['ja', '茶'],
    ['th', 'ชา'],
  ])('%s: "%s" is long enough', (locale, text) => {
    expect(isLongEnough(text, minimumQuery(locale))).toBe(true);
  });
});

test('a query is its distinct folded words (B37)', () => {
  expect(parseQuery('  How\u00a0to\u3000BET  how ')).toEqual(['how', 'to', 'bet']);
});
