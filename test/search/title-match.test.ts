import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../src/foundation/fold.ts';
import { minimumQuery } from '../../src/locales/codes.ts';
import { isLongEnough, matches, parseQuery } from '../../src/search/title-match.ts';

/** A test for texts that contain every word of a query. */
const createFilter = (query: string) => (text: string) => matches(fold(text), parseQuery(query));

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

/** Each sign in the forms that keyboards, phones and editors put in its place. */
const FORMS = ["'’‘ʼ`´′＇", '"“”„«»＂', '-‐‑–—−－', ' \u00a0\u202f\u2009\u3000'];
const LETTERS = ['a', 'e', 'i', 'n', 'ß', 'ø', 'é', 'и', 'й', 'ё', '가', 'σ', 'C', '1'];
const word = fc.array(fc.constantFrom(...LETTERS, "'", '-'), { minLength: 1, maxLength: 8 });
const inAnyForm = (sign: string, choice: number) => {
  const forms = FORMS.find((some) => some.includes(sign)) ?? sign;
  return forms[choice % forms.length] ?? sign;
};

test('a word is found however its signs are typed, quoted or followed by punctuation', () => {
  const around = fc.constantFrom(['', ''], ['“', '”'], ['(', ')'], ['', ','], ['«', '»'], ["'", "'."]);
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.infiniteStream(fc.nat(9)),
      around,
      (words, at, choices, [before, after]) => {
        const write = (text: string) =>
          Array.from(text, (sign) => inAnyForm(sign, choices.next().value ?? 0)).join('');
        const texts = words.map((letters) => letters.join(''));
        const asked = texts[at % texts.length] ?? '';
        // Of a query that is punctuation only, every sign counts.
        fc.pre(/[\p{L}\p{N}]/u.test(asked) || before + after === '');
        expect(createFilter(`${before}${write(asked)}${after}`)(write(texts.join(' ')))).toBe(true);
      },
    ),
  );
});

test('a title with every word of the query is found, whatever the case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (title, from, length) => {
      const graphemes = Array.from(new Intl.Segmenter().segment(title), ({ segment }) => segment);
      const query = graphemes
        .slice(from % (graphemes.length + 1))
        .slice(0, length % 20)
        .join('');
      expect(createFilter(query)(title)).toBe(true);
      if (/^[\p{Script=Latin}\s]*$/u.test(title.normalize('NFD')))
        expect(createFilter(query.toUpperCase())(title)).toBe(true);
    }),
  );
});

test.each([
  ['bet the farm.', true],
  ['"bet the"', true],
  ['(farm)', true],
  ["don't", true],
  ['e-mail', true],
  ['barn', false],
])('%j in a title with typographic signs: %s', (query, expected) => {
  expect(createFilter(query)('Don’t Bet the “Farm” on e‑mail')).toBe(expected);
});

test.each([
  ['C++', 'C is a language', false],
  ['C#', 'C is a language', false],
  ['.NET', 'The net', false],
  ['grosse', 'Die Große Straße', true],
  ['STRASSE', 'Die Große Straße', true],
  ['lodz', 'Nach Łódź', true],
  ["istanbul'un", 'İstanbul’un Işıkları', true],
])('%j in "%s": %s', (query, title, expected) => {
  expect(createFilter(query)(title)).toBe(expected);
});
