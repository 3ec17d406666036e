/** Splits a text into the sentences that its readers see. */
import { toPlainView } from '../../content/markdown/plain-view.ts';

const END = /[.!?…。]+["'”’»)]*(?=\s|$)|\f/g;

/** The sentences of a text that have words, as their readers see them. @param text Markdown, or a part of one */
export function sentencesOf(text: string): { start: number; sentence: string }[] {
  const plain = toPlainView(text, 'kept');
  const starts = [0, ...Array.from(plain.matchAll(END), ({ 0: mark, index }) => index + mark.length)];
  return starts
    .map((start, index) => ({ start, sentence: plain.slice(start, starts[index + 1]) }))
    .filter(({ sentence }) => /\p{L}{2}/u.test(sentence));
}
