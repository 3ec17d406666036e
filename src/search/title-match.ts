/** Decides which titles a typed text finds (B36, B37). The indexes only make this faster. */
import { fold } from '../foundation/fold.ts';

/** Characters that the trimmed text needs before search answers, where a locale does not say otherwise. */
export const MINIMUM_CHARACTERS = 3;

/** Whether the text is long enough for an answer; counts characters as people do, not code units. */
export function isLongEnough(text: string, minimum = MINIMUM_CHARACTERS): boolean {
  return [...text.trim().normalize('NFC')].length >= minimum;
}

/** The folded words of a typed text, each once. */
export function parseQuery(text: string): string[] {
  return [...new Set(tokenize(text).map(fold))].filter((word) => word !== '');
}

/** Whether a folded title contains every word. */
export function matches(foldedTitle: string, words: readonly string[]): boolean {
  return words.every((word) => foldedTitle.includes(word));
}

/** The runs between white space. If a word is a part of a folded title, its tokens are parts of the title's tokens. */
export function tokenize(text: string): string[] {
  return text.split(/\s+/u).filter((token) => token !== '');
}
