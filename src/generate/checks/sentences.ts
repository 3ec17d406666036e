/** Splits a text into sentences of words, and finds phrases in them. */

import { toPlainView } from '../../content/markdown/plain-view.ts';
import {
  foldWord,
  type PhraseItem,
  type PhrasePattern,
  stripParticle,
  type WordPattern,
} from './phrase-pattern.ts';

interface Token {
  sentence: number;
}

const END = /[.!?…。]+["'”’»)]*(?=\s|$)|\f/g;
const WORDS = /[\p{L}\p{N}](?:[\p{L}\p{N}]|['’](?=\p{L}))*(?:[.,]\p{N}+)*/gu;

/** Where the sentences of a text begin. @param plain a text as its readers see it */
function sentenceStarts(plain: string): number[] {
  const starts = [0];
  for (const { 0: mark, index } of plain.matchAll(END)) starts.push(index + mark.length);
  return starts;
}

/** The sentences of a text that have words, as their readers see them. @param text Markdown, or a part of one */
export function sentencesOf(text: string): { start: number; sentence: string }[] {
  const plain = toPlainView(text, 'kept');
  const starts = sentenceStarts(plain);
  return starts
    .map((start, index) => ({ start, sentence: plain.slice(start, starts[index + 1] ?? plain.length) }))
    .filter(({ sentence }) => /\p{L}{2}/u.test(sentence));
}

/** @param text Markdown, or a part of one. @param language BCP 47 */
export function splitSentences(text: string, language: string) {
  const plain = toPlainView(text, 'kept');
  const starts = sentenceStarts(plain);
  const tokens: Token[] = [];
  /** Places of each word, and words by their first letters. */
  const places = new Map<string, number[]>();
  const byLetters = new Map<string, string[]>();
  let sentence = 0;
  // A letter that folds to two would move the words after it.
  const whole = foldWord(plain, language);
  const folded = whole.length === plain.length ? whole : foldWord(plain.replace(/İ/g, 'I'), language);
  const note = (word: string, place: number) => {
    const own = places.get(word);
    if (own) {
      own.push(place);
      return;
    }
    places.set(word, [place]);
    const letters = word.slice(0, 2);
    const same = byLetters.get(letters);
    if (same) same.push(word);
    else byLetters.set(letters, [word]);
  };
  for (const { 0: word, index } of folded.matchAll(WORDS)) {
    while (sentence + 1 < starts.length && (starts[sentence + 1] ?? 0) <= index) sentence++;
    note(word, tokens.length);
    const stem = language === 'ko' ? stripParticle(word) : null;
    if (stem !== null) note(stem, tokens.length);
    tokens.push({ sentence });
  }
  const all = ` ${[...places.keys()].join(' ')} `;
  const known = new Map<PhraseItem, ReadonlySet<number>>();

  const wordsLike = ({ part, openStart, openEnd }: WordPattern): readonly string[] => {
    if (!openStart && !openEnd) return places.has(part) ? [part] : [];
    if (!openStart && part.length >= 2)
      return (byLetters.get(part.slice(0, 2)) ?? []).filter((word) => word.startsWith(part));
    if (!all.includes(part)) return [];
    return [...places.keys()].filter((word) =>
      openStart && openEnd ? word.includes(part) : openStart ? word.endsWith(part) : word.startsWith(part),
    );
  };
  /** The tokens that an item accepts. */
  const accepted = (item: PhraseItem & { kind: 'word' }): ReadonlySet<number> => {
    const before = known.get(item);
    if (before) return before;
    const found = new Set<number>();
    for (const pattern of item.words)
      for (const word of wordsLike(pattern)) for (const place of places.get(word) ?? []) found.add(place);
    known.set(item, found);
    return found;
  };
  /** The place after a match that begins at a token, -1 where there is none. */
  const matchFrom = (place: number, phrase: PhrasePattern, index: number, within: number): number => {
    const item = phrase[index];
    if (!item) return place;
    if (item.kind === 'gap') {
      for (let skipped = 0; skipped <= item.most; skipped++) {
        const end = matchFrom(place + skipped, phrase, index + 1, within);
        if (end >= 0) return end;
        if (tokens[place + skipped]?.sentence !== within) return -1;
      }
      return -1;
    }
    const isHere = tokens[place]?.sentence === within && accepted(item).has(place);
    const end = isHere ? matchFrom(place + 1, phrase, index + 1, within) : -1;
    return end < 0 && item.isOptional ? matchFrom(place, phrase, index + 1, within) : end;
  };
  return {
    /** Whether a sentence has the words of a phrase. */
    has(phrase: PhrasePattern): boolean {
      const opening = phrase.find((item) => item.kind === 'word');
      if (!opening) return false;
      const from = opening.isOptional ? tokens.keys() : accepted(opening);
      for (const place of from) {
        const token = tokens[place];
        if (token && matchFrom(place, phrase, 0, token.sentence) >= 0) return true;
      }
      return false;
    },
  };
}
