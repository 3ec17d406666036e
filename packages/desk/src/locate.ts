/** Finds the place of a text in another form of it: of the words of a block of a page in its Markdown, and the other way round. */

import type { Text } from '@codemirror/state';

/** The words at a place, and the line of the source that they, or their block, begin in. */
export interface Place extends Context {
  line: number;
}

/** The words that were clicked, in a block that ends before another line; null for the last block. */
export interface Click extends Place {
  end: number | null;
}

/** Characters of Markdown that hold as many letters as a context has. */
const NEAR = 400;

/** The place of the caret. */
export function placeAt(doc: Text, caret: number): Place {
  const from = Math.max(0, caret - NEAR);
  const context = contextAt(lettersOf(doc.sliceString(from, caret + NEAR)), caret - from);
  return { line: doc.lineAt(caret).number, ...context };
}

/** The offset of the words that were clicked, or of their block. */
export function findClicked(doc: Text, { line, end, ...context }: Click): number {
  const first = doc.line(Math.min(line, doc.lines)).from;
  const last = end === null || end > doc.lines ? doc.length : doc.line(end).from;
  return first + (locate(lettersOf(doc.sliceString(first, last)), context) ?? 0);
}

/** The letters and digits of a text, and the offset of each. */
export interface Letters {
  letters: string;
  offsets: number[];
}

export function lettersOf(text: string): Letters {
  let letters = '';
  const offsets: number[] = [];
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    letters += letter;
    // A letter of two units has two places.
    for (let unit = 0; unit < letter.length; unit++) offsets.push(index);
  }
  return { letters, offsets };
}

/** The letters on both sides of a place. */
export interface Context {
  before: string;
  after: string;
}

const AROUND = 40;
/** Letters that must agree: fewer may stand somewhere else by chance. */
const LEAST = 8;

/** @param offset in the text */
export function contextAt({ letters, offsets }: Letters, offset: number): Context {
  let at = 0;
  while (at < offsets.length && (offsets[at] ?? 0) < offset) at++;
  return { before: letters.slice(Math.max(0, at - AROUND), at), after: letters.slice(at, at + AROUND) };
}

/** The offset where the letters before and after agree best; null where too few do. */
export function locate({ letters, offsets }: Letters, { before, after }: Context): number | null {
  let best: number | null = null;
  let most = Math.min(LEAST, before.length + after.length) - 1;
  for (let at = 0; at <= letters.length; at++) {
    if (letters[at] !== after[0] && letters[at - 1] !== before.at(-1)) continue;
    let score = 0;
    while (score < after.length && letters[at + score] === after[score]) score++;
    for (let back = 1; back <= before.length && letters[at - back] === before.at(-back); back++) score++;
    if (score <= most) continue;
    most = score;
    best = at;
  }
  if (best === null) return null;
  return offsets[best] ?? (offsets.at(-1) ?? -1) + 1;
}
