/** Comments stay at their words through edits by others, and never move to other words. */
import { expect, test } from 'vitest';
import {
  findQuote,
  followEdit,
  readComments,
  removeComment,
  writeComment,
} from '../../packages/desk/src/server/comments.ts';
import { applySplices } from '../../packages/desk/src/server/merge-text.ts';
import { createDraw } from '../support/random.ts';
import { makeFolder } from '../support/site.ts';

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

test('a comment never moves to other words, whatever is edited around and in them', () => {
  const root = makeFolder();
  const file = 'content/en_US/articles/first.md';
  const random = createDraw(6);
  const words = Array.from({ length: 60 }, (_, index) => `w${index}`);
  for (let round = 0; round < 40; round++) {
    let text = words.join(' ');
    const from = text.indexOf(`w${10 + random(30)} `);
    const to = from + 3 + random(12);
    // The first and last letter of the quote are marked, so that the text says where it is.
    text = `${text.slice(0, from)}<${text.slice(from, to)}>${text.slice(to)}`;
    writeComment(root, file, text, { from, to: to + 2 }, { text: 'This?', author: '' });
    for (let edit = 0; edit < 5; edit++) {
      const start = random(text.length);
      const end = Math.min(text.length, start + random(6));
      const splices = [{ from: start, to: end, insert: ['', 'a', ' xyz ', '\n\n'][random(4)] ?? '' }];
      const after = applySplices(text, splices) ?? '';
      followEdit(root, file, text, after);
      text = after;
    }
    const [comment] = readComments(root, file, text);
    const [open, close] = [text.indexOf('<'), text.indexOf('>')];
    if (comment?.place && open >= 0 && close > open)
      expect(text.slice(comment.place.from, comment.place.to)).toBe(text.slice(open, close + 1));
    removeComment(root, file, comment?.id ?? '');
  }
});
