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
    ['Große STRASSE', 'grosse strasse'],
    ['Łódź Ørsted Æsir Œuvre Đặng Ðorn Þing', 'lodz orsted aesir oeuvre dang dorn thing'],
    ['Don’t', "don't"],
    ['donʼt ‘so’', "don't 'so'"],
    ['“Farm” „Feld“ «Поле»', '"farm" "feld" "поле"'],
    ['e‑mail e–mail e—mail e--mail', 'e-mail e-mail e-mail e-mail'],
    ['10\u00a0000\u202f€', '10 000 €'],
    ['co\u00adoperate', 'cooperate'],
    ['ΟΔΟΣ', 'οδοσ'],
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
    const between = (min: number, max: number) => fc.integer({ min, max });
    const letter = fc.oneof(
      between(0x400, 0x45f),
      between(0x3000, 0x30ff),
      between(0x4dff, 0xa000),
      between(0xabff, 0xd7a4),
    );
    fc.assert(
      fc.property(fc.array(letter), (codes) => {
        const text = String.fromCodePoint(...codes);
        expect(fold(`${text}É`)).toBe(`${fold(text)}e`);
      }),
      { numRuns: 5000 },
    );
  });
});

test('only Latin letters lose their marks', () => {
  expect(removeLatinMarks('Áé Ñ ёй 한')).toBe('Ae N ёй 한');
});
