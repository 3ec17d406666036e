/** Owns telling near-duplicates: titles by their letter trigrams, texts by MinHash over runs of five words. */
import { hashText } from '../hash.ts';

const HASHES = 64;
const SHINGLE = 5;

/** 64 minima; equal places estimate the share of runs of words that two texts have in common. */
export type Signature = Uint32Array;

export function createSignature(text: string): Signature {
  const words = fold(text).split(' ');
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

export type Trigrams = ReadonlySet<string>;

export function createTrigrams(title: string): Trigrams {
  const text = ` ${fold(title)} `;
  const found = new Set<string>();
  for (let index = 0; index + 3 <= text.length; index++) found.add(text.slice(index, index + 3));
  return found;
}

/** Dice's coefficient, 0 to 1. */
export function compareTrigrams(a: Trigrams, b: Trigrams): number {
  // Where the sizes differ too much the answer cannot matter.
  if (Math.min(a.size, b.size) * 1.6 < Math.max(a.size, b.size)) return 0;
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared++;
  return (2 * shared) / Math.max(1, a.size + b.size);
}

/** Lower-case words with single spaces, for comparisons. */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
