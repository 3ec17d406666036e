/** Finds near-duplicates: titles by their letter trigrams, texts by MinHash over runs of five words. */
import { hashText } from '../../foundation/hash.ts';
import { joinWords } from '../../foundation/slug.ts';
import type { Writing } from '../../locales/writing/writing.ts';

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

/** Dice's coefficient of the stems of two titles, from which they are about the same. */
const NEAR_SUBJECT = 0.66;

/** Letters of a stem: endings carry no subject. */
const STEM = 5;

/**
 * Compares titles by their letters, and by their subject: the stems of the words that are no fillers.
 * @param writing of the language
 */
export function createTitleIndex({ fillers }: Pick<Writing, 'fillers'> = { fillers: '' }) {
  const known = new Set(fillers.split(' '));
  const trigrams = createPostings();
  const stems = createPostings();
  const years: string[] = [];
  const stemsOf = (title: string) => {
    const words = normalizeWords(title.replace(/['’‘]\p{L}+/gu, '')).split(' ');
    return new Set(words.filter((word) => word !== '' && !known.has(word)).map(stemOf));
  };
  return {
    add(title: string) {
      trigrams.add(trigramsOf(title));
      stems.add(stemsOf(title));
      years.push(yearsOf(title));
    },
    /** Index of a near-duplicate, in the order of adding; -1 where there is none. @param skip leaves one out */
    find(title: string, skip: (place: number) => boolean = () => false) {
      const own = yearsOf(title);
      for (const { place, dice } of trigrams.compare(trigramsOf(title)))
        if (dice >= NEAR_TITLE && years[place] === own && !skip(place)) return place;
      for (const { place, dice, shared } of stems.compare(stemsOf(title)))
        if (shared >= 2 && dice >= NEAR_SUBJECT && years[place] === own && !skip(place)) return place;
      return -1;
    },
  };
}

/** Finds the sets that have members in common with another one. */
function createPostings() {
  const sizes: number[] = [];
  const places = new Map<string, number[]>();
  return {
    add(members: ReadonlySet<string>) {
      for (const member of members) {
        const list = places.get(member) ?? [];
        if (list.push(sizes.length) === 1) places.set(member, list);
      }
      sizes.push(members.size);
    },
    *compare(members: ReadonlySet<string>) {
      const counts = new Map<number, number>();
      for (const member of members)
        for (const place of places.get(member) ?? []) counts.set(place, (counts.get(place) ?? 0) + 1);
      for (const [place, shared] of counts)
        yield { place, shared, dice: (2 * shared) / (members.size + (sizes[place] ?? 0)) };
    },
  };
}

/** What happens each year is something else each year. */
function yearsOf(title: string): string {
  return (title.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []).sort().join(' ');
}

/** `commission` and `commissions` have one stem; Hangul has a syllable in each character. */
function stemOf(word: string): string {
  if (/\p{Script=Hangul}/u.test(word)) return word.slice(0, 2);
  return word
    .slice(0, STEM)
    .replace(/y$/, 'i')
    .replace(/(?<=..)(?:es?|s)$/, '');
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
