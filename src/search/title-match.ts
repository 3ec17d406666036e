/** Decides which titles match a query (B36, B37). The indexes only make this faster. */
import { fold } from '../foundation/fold.ts';

/** True if the query is long enough. Counts characters rather than code units. */
export function isLongEnough(text: string, minimum: number): boolean {
  return [...text.trim().normalize('NFC')].length >= minimum;
}

/** Returns the distinct folded words of a query. */
export function parseQuery(text: string): string[] {
  return [...new Set(tokenize(text).map(fold))].filter((word) => word !== '');
}

/** True if a folded title contains every word. */
export function matches(foldedTitle: string, words: readonly string[]): boolean {
  return words.every((word) => foldedTitle.includes(word));
}

/** Splits a text at white space. If a folded title contains a word, the title's tokens contain the word's tokens. */
export function tokenize(text: string): string[] {
  return text.split(/\s+/u).filter((token) => token !== '');
}
