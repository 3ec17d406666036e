/** Finds titles with the same words. */
import { joinWords } from '../../foundation/slug.ts';

/** Indexes titles by their words. Titles are near-duplicates only if they have the same words, in any order. */
export function createTitleIndex() {
  const places = new Map<string, number[]>();
  let size = 0;
  const keyOf = (title: string) => normalizeWords(title).split(' ').sort().join(' ');
  return {
    add(title: string) {
      const key = keyOf(title);
      places.set(key, [...(places.get(key) ?? []), size++]);
    },
    /** Returns the index of a near-duplicate in the order of adding, or -1. @param skip excludes a title by its index */
    find: (title: string, skip: (place: number) => boolean = () => false) =>
      places.get(keyOf(title))?.find((place) => !skip(place)) ?? -1,
  };
}

/** Converts a text to lower-case words with single spaces, for comparisons. */
export function normalizeWords(text: string): string {
  return joinWords(text.normalize('NFKC').toLowerCase(), ' ');
}
