import { describe, expect, test } from 'vitest';
import { minimumQuery } from '../../src/locales/codes.ts';
import { isLongEnough, matches, parseQuery } from '../../src/search/title-match.ts';

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

test.each([
  ['京都天気', '天気予報：今日の京都', true],
  ['北京天气', '今天的天气，北京', true],
  ['北京天气', '上海的天气', false],
  ['ภาษาไทย', 'การเรียนภาษาและวัฒนธรรมไทย', true],
  ['C++入門', 'プログラミング入門：C++', true],
  ['상태관리', '관리와 상태', false],
])('the words of "%s", written together, are in the title "%s": %s', (query, title, expected) => {
  expect(matches(title.toLowerCase(), parseQuery(query))).toBe(expected);
});
