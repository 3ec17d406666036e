/** Titles and texts that are about the same, and what messages quote. */
import { describe, expect, test } from 'vitest';
import { quote, spanOf } from '../../src/generate/checks/finding.ts';
import { createFingerprints, shareOf } from '../../src/generate/checks/passages.ts';
import { createTitleIndex, normalizeWords } from '../../src/generate/checks/similarity.ts';

const words = (name: string, count: number) =>
  Array.from({ length: count }, (_none, index) => `${name}${index}`);

describe('texts', () => {
  const compare = (a: readonly string[], b: readonly string[]) =>
    shareOf(new Set(createFingerprints(a.join(' '))), createFingerprints(b.join(' ')));

  test('are compared by their words in order, whatever their case and marks', () => {
    const text = words('word', 400);
    expect(
      compare(
        text,
        text.map((word) => `${word.toUpperCase()},`),
      ),
    ).toBe(1);
    expect(compare(text, words('other', 400))).toBe(0);
    expect(compare(text, [...text].reverse())).toBe(0);
  });

  test('have about the share of common runs that they really have', () => {
    const text = words('word', 600);
    for (const kept of [150, 300, 450]) {
      const other = [...text.slice(0, kept), ...words('other', 600 - kept)];
      expect(Math.abs(compare(text, other) - kept / 600)).toBeLessThan(0.15);
    }
  });

  test('in words are what remains without marks', () => {
    expect(normalizeWords(' Ｐot—odds: 5 %\n')).toBe('pot odds 5');
  });
});

describe('titles', () => {
  const find = (known: readonly string[], title: string, isWanted?: (place: number) => boolean) => {
    const index = createTitleIndex<number>();
    for (const [place, other] of known.entries()) index.add(other, place);
    return index.find(title, isWanted) ?? -1;
  };

  test.each([
    ['Betting exchange commissions', 'Commissions: Betting, Exchange!', 0],
    ['베팅 배당률', '배당률 베팅', 0],
    ['Derby preview 2024–2025', '2025–2024: derby preview', 0],
    ['The Price of Tea', 'How a tea is priced', -1],
    ['How Bitcoin taxes work', 'How Ethereum taxes work', -1],
    ['The Premier League table explained', 'The Champions League table explained', -1],
    ['Is crypto taxed in India?', 'Is crypto not taxed in India?', -1],
    ['Derby preview 2024', 'Derby preview 2025', -1],
    ['Derby preview', 'Derby preview 2025', -1],
    ['Pot odds', 'Pot pot odds', -1],
  ])('%s / %s: %d', (known, title, place) => {
    expect(find([known], title)).toBe(place);
  });

  test('are found in the order of adding, and one may be left out', () => {
    const known = ['Hedging bets', 'Pot odds', 'Pot odds!'];
    expect(find(known, 'POT ODDS')).toBe(1);
    expect(find(known, 'POT ODDS', (place) => place !== 1)).toBe(2);
    expect(find(known, 'odds pot', (place) => place !== 1)).toBe(2);
    expect(find(known, 'POT ODDS', () => false)).toBe(-1);
    expect(find([], 'Pot odds')).toBe(-1);
  });
});

test('messages quote a short part in one line of visible characters', () => {
  expect(quote(' a\n\tb\u200b\u202ec ')).toBe('"a b c"');
  expect(quote('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
  expect(quote('x'.repeat(61))).toBe(`"${'x'.repeat(59)}…"`);
  expect(spanOf('a b b', 'b')).toEqual({ span: { start: 2, end: 3 } });
  expect(spanOf('a', 'b')).toEqual({});
  expect(spanOf('a', '')).toEqual({});
});
