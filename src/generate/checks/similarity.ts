/** Finds near-duplicates: titles by their letter trigrams, texts by MinHash over runs of five words. */
import { hashText } from '../../foundation/hash.ts';
import { joinWords } from '../../foundation/slug.ts';

const HASHES = 64;
const SHINGLE = 5;

/** 64 minima: the share of equal ones estimates the share of word runs that two texts have in common. */
export type Signature = Uint32Array;

export function createSignature(text: string): Signature {
  const words = normalizeWords(text).split(' ');
  const signature = new Uint32Array(HASHES).fill(0xffffffff);
  for (let start = 0; start < Math.max(1, words.length - SHINGLE + 1); start++) {
    const base = hashText(words.slice(start, start + SHINGLE).join(' '));
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

/** 0 to 1. */
export function compareSignatures(a: Signature, b: Signature): number {
  let equal = 0;
  for (let index = 0; index < HASHES; index++) if (a[index] === b[index]) equal++;
  return equal / HASHES;
}

/** Dice's coefficient of the trigrams of two titles, from which they count as the same. */
const NEAR_TITLE = 0.85;

/** Compares only with titles that share a trigram. */
export function createTitleIndex() {
  const sizes: number[] = [];
  const places = new Map<string, number[]>();
  return {
    add(title: string) {
      const trigrams = trigramsOf(title);
      for (const trigram of trigrams) {
        const list = places.get(trigram) ?? [];
        if (list.push(sizes.length) === 1) places.set(trigram, list);
      }
      sizes.push(trigrams.size);
    },
    /** Index of a near-duplicate, in the order of adding; -1 where there is none. @param skip leaves one out */
    find(title: string, skip: (place: number) => boolean = () => false) {
      const trigrams = trigramsOf(title);
      const shared = new Map<number, number>();
      for (const trigram of trigrams) {
        for (const place of places.get(trigram) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1);
      }
      for (const [place, count] of shared) {
        if ((2 * count) / (trigrams.size + (sizes[place] ?? 0)) >= NEAR_TITLE && !skip(place)) return place;
      }
      return -1;
    },
  };
}

function trigramsOf(title: string): Set<string> {
  const text = ` ${normalizeWords(title)} `;
  const found = new Set<string>();
  for (let index = 0; index + 3 <= text.length; index++) found.add(text.slice(index, index + 3));
  return found;
}

/** Lower-case words with single spaces, for comparisons. */
export function normalizeWords(text: string): string {
  return joinWords(text.normalize('NFKC').toLowerCase(), ' ');
}
