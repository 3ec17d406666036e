/** Finds passages that a text has copied word for word from another one, by winnowing over shingles of words. */
import { hashText } from '../../foundation/hash.ts';
import type { Span } from './finding.ts';

/** Words in a shingle. */
const SHINGLE_WORDS = 6;
/** Winnowing: the minimum hash of every 4 consecutive shingles is kept, so equal passages keep the same shingles. */
const WINDOW = 4;
/** A passage of this many words is a copy. One or two short sentences may be equal by chance. */
const MIN_WORDS = 28;

/** The 32-bit hashes of the kept shingles, about two for every five words. */
export type Fingerprints = Uint32Array;

interface Shingle {
  hash: number;
  /** Index of the first word. */
  word: number;
}

export interface SharedPassage extends Span {
  words: number;
}

export function createFingerprints(text: string): Fingerprints {
  return Uint32Array.from(winnow(findWords(text)), ({ hash }) => hash);
}

/** The share of the fingerprints of a text that another one has, from 0 to 1. */
export function shareOf(own: ReadonlySet<number>, other: Fingerprints): number {
  const common = other.reduce((sum, hash) => sum + (own.has(hash) ? 1 : 0), 0);
  return common / Math.max(1, own.size, other.length);
}

/** Creates a function that compares one text with others. */
export function createPassageFinder(text: string) {
  const words = findWords(text);
  const shingles = winnow(words);
  /** The first index of each hash. */
  const places = new Map<number, number>();
  for (const [place, { hash }] of shingles.entries()) if (!places.has(hash)) places.set(hash, place);
  /** Finds the longest passage that both texts contain; null if none is long enough. */
  return (other: Fingerprints): SharedPassage | null => {
    let longest: SharedPassage | null = null;
    let from = 0;
    /** Index of the shingle that would continue the passage; -1 if there is none. */
    let next = -1;
    for (const hash of other) {
      const goesOn = shingles[next]?.hash === hash;
      const place = goesOn ? next : places.get(hash);
      next = place === undefined ? -1 : place + 1;
      if (place === undefined) continue;
      if (!goesOn) from = place;
      const [first, last] = [shingles[from]?.word ?? 0, (shingles[place]?.word ?? 0) + SHINGLE_WORDS];
      const [start, end] = [words[first], words[last - 1]];
      if (start && end && last - first >= Math.max(MIN_WORDS, (longest?.words ?? 0) + 1))
        longest = { start: start.start, end: end.end, words: last - first };
    }
    return longest;
  };
}

interface Word extends Span {
  hash: number;
}

function findWords(text: string): Word[] {
  return Array.from(
    text.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu),
    ({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
      hash: hashText(word),
    }),
  );
}

function winnow(words: readonly Word[]): Shingle[] {
  const shingles: Shingle[] = [];
  for (let word = 0; word + SHINGLE_WORDS <= words.length; word++) {
    let hash = 0;
    for (let next = word; next < word + SHINGLE_WORDS; next++)
      hash = Math.imul(hash ^ (words[next]?.hash ?? 0), 0x9e3779b1);
    shingles.push({ hash: (hash ^ (hash >>> 15)) >>> 0, word });
  }
  const kept: Shingle[] = [];
  for (let start = 0; start === 0 || start + WINDOW <= shingles.length; start++) {
    let least = shingles[start];
    for (let next = start + 1; next < start + WINDOW; next++) {
      const shingle = shingles[next];
      if (least && shingle && shingle.hash < least.hash) least = shingle;
    }
    // Consecutive windows often share their minimum, and a repetitive text has equal shingles in a row: one is enough.
    if (least && least.hash !== kept.at(-1)?.hash) kept.push(least);
  }
  return kept;
}
