/** Finds passages that a text has word for word from another one. */
import { hashText } from '../../foundation/hash.ts';
import type { Span } from './finding.ts';

/** Words of a run. Texts are compared by the hashes of their runs. */
const RUN = 6;
/** Of this many runs in a row, the one with the least hash is kept, so that equal passages keep the same runs. */
const WINDOW = 4;
/** Words in a row that are a copy; one or two short sentences may be equal by chance. */
const LEAST = 28;

/** The kept runs of a text: 32-bit hashes, two for five words. */
export type Fingerprints = Uint32Array;

interface Run {
  hash: number;
  /** Index of its first word. */
  word: number;
}

/** A passage with its number of words. */
export interface Passage extends Span {
  words: number;
}

export function createFingerprints(text: string): Fingerprints {
  return Uint32Array.from(selectRuns(findWords(text)), ({ hash }) => hash);
}

/** Compares one text with many. */
export function createPassageFinder(text: string) {
  const words = findWords(text);
  const runs = selectRuns(words);
  /** The first place of each run. */
  const places = new Map<number, number>();
  for (const [place, { hash }] of runs.entries()) if (!places.has(hash)) places.set(hash, place);
  /** The longest passage that the other text has too, in one piece; null where none is long enough. */
  return (other: Fingerprints): Passage | null => {
    let longest: Passage | null = null;
    let from = 0;
    /** The place at which the row goes on; -1 for none. */
    let next = -1;
    for (const hash of other) {
      const goesOn = runs[next]?.hash === hash;
      const place = goesOn ? next : places.get(hash);
      next = place === undefined ? -1 : place + 1;
      if (place === undefined) continue;
      if (!goesOn) from = place;
      const [first, last] = [runs[from]?.word ?? 0, (runs[place]?.word ?? 0) + RUN];
      const [start, end] = [words[first], words[last - 1]];
      if (start && end && last - first >= Math.max(LEAST, (longest?.words ?? 0) + 1))
        longest = { start: start.start, end: end.end, words: last - first };
    }
    return longest;
  };
}

interface Word extends Span {
  hash: number;
}

function findWords(text: string): Word[] {
  return Array.from(text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    hash: hashText(word),
  }));
}

function selectRuns(words: readonly Word[]): Run[] {
  const runs: Run[] = [];
  for (let word = 0; word + RUN <= words.length; word++) {
    let hash = 0;
    for (let next = word; next < word + RUN; next++)
      hash = Math.imul(hash ^ (words[next]?.hash ?? 0), 0x9e3779b1);
    runs.push({ hash: (hash ^ (hash >>> 15)) >>> 0, word });
  }
  const kept: Run[] = [];
  for (let start = 0; start === 0 || start + WINDOW <= runs.length; start++) {
    let least = runs[start];
    for (let next = start + 1; next < start + WINDOW; next++) {
      const run = runs[next];
      if (least && run && run.hash < least.hash) least = run;
    }
    // A text that repeats itself has many equal runs in a row, which say no more than one.
    if (least && least.hash !== kept.at(-1)?.hash) kept.push(least);
  }
  return kept;
}
