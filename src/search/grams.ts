/** Owns grams: the runs of characters by which a large edition is narrowed before any title is read. */
import { tokenize } from './title-match.ts';

const LONGEST = 3;

/** Every distinct run of one to three characters inside a token. */
export function gramsOf(token: string): Set<string> {
  const grams = new Set<string>();
  for (let start = 0; start < token.length; start++) {
    const longest = Math.min(LONGEST, token.length - start);
    for (let length = 1; length <= longest; length++) grams.add(token.slice(start, start + length));
  }
  return grams;
}

/**
 * The grams that a title must have to have this word: those side by side first, then those that overlap them, which
 * are read only when the first ones leave too many rows.
 */
export function requiredGrams(word: string): { first: string[]; further: string[] } {
  const first: string[] = [];
  const further: string[] = [];
  for (const token of tokenize(word)) {
    const last = token.length - LONGEST;
    if (last <= 0) first.push(token);
    for (let start = 0; last > 0 && start <= last; start++) {
      (start % LONGEST === 0 || start === last ? first : further).push(token.slice(start, start + LONGEST));
    }
  }
  return { first, further };
}

/** Rows that are in every list; the lists rise. */
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
