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
  const hashes = new Set(runs.map(({ hash }) => hash));
  /** The longest passage that the other text has too; null where none is long enough. */
  return (other: Fingerprints): Passage | null => {
    const shared = other.filter((hash) => hashes.has(hash));
    if (shared.length === 0) return null;
    const known = new Set(shared);
    let longest: Passage | null = null;
    let first: Run | null = null;
    for (const run of runs) {
      if (!known.has(run.hash)) {
        first = null;
        continue;
      }
      first ??= run;
      const length = run.word + RUN - first.word;
      const start = words[first.word];
      const end = words[run.word + RUN - 1];
      if (start && end && length >= Math.max(LEAST, longest?.words ?? 0))
        longest = { start: start.start, end: end.end, words: length };
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
    if (least && least !== kept.at(-1)) kept.push(least);
  }
  return kept;
}
