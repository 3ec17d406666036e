/** The check of wording: what it refuses, what it leaves alone, and where it points. */
import { describe, expect, test } from 'vitest';
import { findWords, hasOwnerHeader } from '../../scripts/check-words.mjs';

const words = (text: string) => findWords(text).map(({ word }) => word);

describe('refused words', () => {
  test.each([
    ['builds it anew', ['anew']],
    ['The page stands at /', ['stands']],
    ['reads as far as it can', ['as far as']],
    ['/**\n * as far\n * as it goes.\n */', ['as far * as', 'goes']],
    ['the lock goes when the deploy ends', ['goes']],
    ['// Who asks for it is answered.', ['Who asks for it is answe…']],
    ['// What is missing is part of it too.', ['What is missing is part…']],
  ])('%j', (text, expected) => expect(words(text)).toEqual(expected));

  test.each([
    'an understanding of standards; a stand-in',
    'a link goes to the page and on to the next',
    'a bucket behind a load balancer',
    'What to do',
    'Who may read it?',
    '/** What a build needs. */',
    'const clients = lies_in + belief;',
  ])('leaves alone: %j', (text) => expect(words(text)).toEqual([]));

  test('points at the word', () => {
    expect(findWords('one two anew')).toMatchObject([{ index: 8, word: 'anew', suggestion: 'again' }]);
  });
});

test('a module header says what a caller gets', () => {
  expect(hasOwnerHeader('/** Owns the list. */')).toBe(true);
  expect(hasOwnerHeader('/**\n * Owns the list.\n */')).toBe(true);
  expect(hasOwnerHeader('/** Lists the pages. Owns nothing. */')).toBe(false);
});
