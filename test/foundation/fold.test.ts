import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, removeLatinMarks } from '../../src/foundation/fold.ts';

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

test('only Latin letters lose their marks', () => {
  expect(removeLatinMarks('Áé Ñ ёй 한')).toBe('Ae N ёй 한');
});
