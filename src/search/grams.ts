/** Cuts tokens into character n-grams (n = 1 to 3), which narrow a search in a large edition before any title is read. */
import { tokenize } from './title-match.ts';

const MAX_LENGTH = 3;

/** Returns the distinct n-grams of a token. */
export function gramsOf(token: string): Set<string> {
  const grams = new Set<string>();
  for (let start = 0; start < token.length; start++) {
    const longest = Math.min(MAX_LENGTH, token.length - start);
    for (let length = 1; length <= longest; length++) grams.add(token.slice(start, start + length));
  }
  return grams;
}

/**
 * Returns grams that every title with this word contains: first adjacent ones, then overlapping ones, which are read only
 * if the first ones leave too many rows.
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

/** Intersects sorted lists of rows. */
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
