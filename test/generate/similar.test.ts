/** Titles and texts that are about the same, and what messages quote. */
import { describe, expect, test } from 'vitest';
import { quote, spanOf } from '../../src/generate/checks/finding.ts';
import {
  compareSignatures,
  createSignature,
  createTitleIndex,
  normalizeWords,
} from '../../src/generate/checks/similarity.ts';

const words = (name: string, count: number) =>
  Array.from({ length: count }, (_none, index) => `${name}${index}`);

describe('texts', () => {
  const compare = (a: readonly string[], b: readonly string[]) =>
    compareSignatures(createSignature(a.join(' ')), createSignature(b.join(' ')));

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
      const share = kept / (1200 - kept);
      expect(Math.abs(compare(text, other) - share)).toBeLessThan(0.15);
    }
  });

  test('of less than five words are compared whole', () => {
    expect(compare(['pot', 'odds'], ['Pot', 'odds!'])).toBe(1);
    expect(compare(['pot', 'odds'], ['pot', 'limit'])).toBe(0);
    expect(compare(words('a', 5), words('a', 5))).toBe(1);
    expect(compare(words('a', 6), [...words('a', 5), 'b'])).toBeGreaterThan(0);
  });

  test('in words are what remains without marks', () => {
    expect(normalizeWords(' Ｐot—odds: 5 %\n')).toBe('pot odds 5');
  });
});

describe('titles', () => {
  const fillers = 'the of how a';
  const find = (known: readonly string[], title: string, skip?: (place: number) => boolean) => {
    const index = createTitleIndex({ fillers });
    for (const other of known) index.add(other);
    return index.find(title, skip);
  };

  test.each([
    ['The Price of Tea', 'How a tea is priced', 0],
    ['Betting exchange commissions', 'The commission of exchanges', 0],
    ['Reading rules', 'A rule of reading', 0],
    ["The bookmaker's margin", 'Margins of bookmakers', 0],
    ['Party bets', 'Parties of bet', 0],
    ['Responsibilities', 'Responsibillities', 0],
    ['Reading rules', 'Regional runners', -1],
    ['Yearly tips', 'Yesterday tipsters', -1],
    ['City games', 'Game of cities', 0],
    ['Uses of card', 'Use of cards', 0],
    ['Pot odds', 'Pot limits', -1],
    ['Poker', 'Poker tournaments of autumn', -1],
    ['Derby preview 2024', 'Derby preview 2025', -1],
    ['Derby preview 2024', 'The derby preview of 2024', 0],
    ['Derby preview 2024–2025', '2025 to 2024: derby preview', 0],
    ['Derby preview', 'Derby preview 2025', -1],
    ['Derby preview 1066', 'Derby preview 1067', 0],
    ['Derby preview 120245', 'Derby preview 120255', 0],
    ['베팅 배당률', '배당률과 베팅', 0],
    ['The how of a', 'A how of the', -1],
  ])('%s / %s: %d', (known, title, place) => {
    expect(find([known], title)).toBe(place);
  });

  test('are found in the order of adding, and one may be left out', () => {
    const known = ['Hedging bets', 'Pot odds', 'Pot odds!'];
    expect(find(known, 'POT ODDS')).toBe(1);
    expect(find(known, 'POT ODDS', (place) => place === 1)).toBe(2);
    expect(find(known, 'Odds of pots', (place) => place === 1)).toBe(2);
    expect(find(known, 'POT ODDS', () => true)).toBe(-1);
    expect(find([], 'Pot odds')).toBe(-1);
  });

  test('have no fillers unless a language says so', () => {
    const index = createTitleIndex();
    index.add('How the price moves');
    expect(index.find('Why the river moves')).toBe(-1);
    expect(index.find('The price moves')).toBe(0);
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
