/** Cuts tokens into grams: runs of characters that narrow a large edition before any title is read. */
import { tokenize } from './title-match.ts';

const MAX_LENGTH = 3;

/** Every distinct run of one to three characters inside a token. */
export function gramsOf(token: string): Set<string> {
  const grams = new Set<string>();
  for (let start = 0; start < token.length; start++) {
    const longest = Math.min(MAX_LENGTH, token.length - start);
    for (let length = 1; length <= longest; length++) grams.add(token.slice(start, start + length));
  }
  return grams;
}

/**
 * The grams of every title that contains this word: first the adjacent ones, then those that overlap them, which are
 * read only when the first ones leave too many rows.
 */
export function requiredGrams(word: string): { first: string[]; further: string[] } {
  const first: string[] = [];
  const further: string[] = [];
  for (const token of tokenize(word)) {
    const last = Math.max(0, token.length - MAX_LENGTH);
    for (let start = 0; start <= last; start++) {
      const isFirst = start % MAX_LENGTH === 0 || start === last;
      (isFirst ? first : further).push(token.slice(start, start + MAX_LENGTH));
    }
  }
  return { first, further };
}

/** Rows that are in every list; the lists are sorted. */
export function intersect(lists: readonly number[][]): number[] {
  const [shortest, ...others] = [...lists].sort((a, b) => a.length - b.length);
  return others.reduce((kept, list) => {
    let at = 0;
    return kept.filter((row) => {
      while ((list[at] ?? Number.POSITIVE_INFINITY) < row) at++;
      return list[at] === row;
    });
  }, shortest ?? []);
}
