/** Finds near-duplicates: titles with the same words, and texts by MinHash over shingles of five words. */
import { hashText } from '../../foundation/hash.ts';
import { joinWords } from '../../foundation/slug.ts';

const HASHES = 64;
const SHINGLE_WORDS = 5;

/** MinHash: 64 minima. The share of equal minima estimates the share of shingles that two texts have in common. */
export type Signature = Uint32Array;

export function createSignature(text: string): Signature {
  const words = normalizeWords(text).split(' ');
  const signature = new Uint32Array(HASHES).fill(0xffffffff);
  for (let start = 0; start < Math.max(1, words.length - SHINGLE_WORDS + 1); start++) {
    const base = hashText(words.slice(start, start + SHINGLE_WORDS).join(' '));
    const low = base >>> 0;
    const high = Math.floor(base / 4294967296);
    for (let index = 0; index < HASHES; index++) {
      const value =
        (Math.imul(low ^ (index * 0x9e3779b1), 0x85ebca6b) ^ Math.imul(high + index, 0xc2b2ae35)) >>> 0;
      const mixed = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
      if (mixed < (signature[index] ?? 0)) signature[index] = mixed;
    }
  }
  return signature;
}

/** Estimates the similarity of two texts, from 0 to 1. */
export function compareSignatures(a: Signature, b: Signature): number {
  let equal = 0;
  for (let index = 0; index < HASHES; index++) if (a[index] === b[index]) equal++;
  return equal / HASHES;
}

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
