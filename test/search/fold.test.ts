import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../src/search/fold.ts';
import { isLongEnough, parseQuery } from '../../src/search/title-match.ts';

describe('fold (B37)', () => {
  test.each([
    ['ISTANBUL', 'istanbul'],
    ['İSTANBUL', 'istanbul'],
    ['ıstanbul', 'istanbul'],
    ['Çağdaş Şişli', 'cagdas sisli'],
    ['Ёлка', 'елка'],
    ['чай', 'чай'],
    ['한국어', '한국어'],
    ['한국어'.normalize('NFD'), '한국어'],
    ['ＤｅＦｉ', 'defi'],
    ['ﬁnance', 'finance'],
    ['cafe\u0301', 'cafe'],
    ['Й'.normalize('NFD'), 'й'],
  ])('%s becomes %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  test('й is not и', () => {
    expect(fold('й')).not.toBe(fold('и'));
  });

  test('plain letters fold as the long way does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        // The letter makes the text leave the short way.
        expect(fold(`${text}ж`)).toBe(`${fold(text)}ж`);
      }),
    );
  });
});

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
