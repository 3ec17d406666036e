/** Comments stay at their words through edits by others, and never move to other words. */
import { expect, test } from 'vitest';
import { findQuote } from '../../src/desk/comments.ts';

const TEXT =
  'The price is fair. It moves at noon.\n\nThe price is fair. It moves at night, when nobody looks.';
const quoteAt = (quote: string, from: number) => ({
  quote,
  before: TEXT.slice(Math.max(0, from - 60), from),
  after: TEXT.slice(from + quote.length, from + quote.length + 60),
});
const found = (text: string, anchor: ReturnType<typeof quoteAt>) => {
  const place = findQuote(text, anchor);
  return place && text.slice(place.from - 3, place.to + 9);
};
const second = quoteAt('moves', TEXT.lastIndexOf('moves'));

test('a comment follows its words', () => {
  expect(found(TEXT, second)).toBe('It moves at night');
  expect(found(`A new paragraph.\n\n${TEXT}`, second)).toBe('It moves at night');
  expect(found(TEXT.replace('at noon', 'at one'), second)).toBe('It moves at night');
});

test('the same words at another place do not get the comment', () => {
  const [first = ''] = TEXT.split('\n\n');
  expect(findQuote('Nothing moves here.', second)).toBeNull();
  expect(
    findQuote(TEXT.replace(/It moves at night.*/, 'It sleeps.').replace(first, 'Else it moves on.'), second),
  ).toBeNull();
});

test('of two places that fit equally none gets the comment', () => {
  const anchor = { quote: 'same', before: 'the ', after: ' end' };
  expect(findQuote('the same end', anchor)).toEqual({ from: 4, to: 8 });
  expect(findQuote('the same end, the same end', anchor)).toBeNull();
});
