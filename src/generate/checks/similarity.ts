/** Finds titles with the same words. */
import { fold } from '../../foundation/fold.ts';
import { joinWords } from '../../foundation/slug.ts';

/** Finds values by the words of their titles: titles are near-duplicates only if they have the same words, in any order. */
export function createTitleIndex<T>() {
  const values = new Map<string, T[]>();
  const keyOf = (title: string) => normalizeWords(title).split(' ').sort().join(' ');
  return {
    add(title: string, value: T) {
      const key = keyOf(title);
      values.set(key, [...(values.get(key) ?? []), value]);
    },
    find: (title: string, isWanted: (value: T) => boolean = () => true) =>
      values.get(keyOf(title))?.find(isWanted),
  };
}

/** Converts a text to lower-case words with single spaces, for comparisons. */
export function normalizeWords(text: string): string {
  return joinWords(fold(text), ' ');
}
