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
  start: number;
  end: number;
  sentence: number;
}

const END = /[.!?…。]+["'”’»)]*(?=\s|$)|\f/g;
const WORDS = /§|[\p{L}\p{N}](?:[\p{L}\p{N}]|['’](?=\p{L}))*(?:[.,]\p{N}+)*/gu;
/** Such as LUCKY50. */
const CODE = /^(?=[A-Z0-9]*[A-Z]{2})[A-Z][A-Z0-9]{3,15}(?![A-Za-z0-9])/;

/** @param text Markdown, or a part of one. @param language BCP 47 */
export function splitSentences(text: string, language: string) {
  const plain = toPlainView(text, 'kept');
  const starts = [0];
  for (const { 0: mark, index } of plain.matchAll(END)) starts.push(index + mark.length);
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
    tokens.push({ start: index, end: index + word.length, sentence });
  }
  const all = ` ${[...places.keys()].join(' ')} `;
  const known = new Map<PhraseItem, ReadonlySet<number>>();

  const wordsLike = ({ part, openStart, openEnd, slot }: WordPattern): readonly string[] => {
    if (slot === 'number') return [...places.keys()].filter((word) => /^\p{N}/u.test(word));
    if (slot === 'code') return [...places.keys()].filter((word) => /^\p{L}[\p{L}\p{N}]{3}/u.test(word));
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
      for (const word of wordsLike(pattern))
        for (const place of places.get(word) ?? [])
          if (pattern.slot !== 'code' || CODE.test(plain.slice(tokens[place]?.start))) found.add(place);
    known.set(item, found);
    return found;
  };
  /** The place after a match that begins at a token, -1 where there is none. */
  const matchFrom = (place: number, phrase: PhrasePattern, index: number, within: number): number => {
    const item = phrase[index];
    if (!item) return place;
    if (item.kind === 'start')
      return tokens[place - 1]?.sentence === within ? -1 : matchFrom(place, phrase, index + 1, within);
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
    plain,
    starts,
    sentence: (index: number) => plain.slice(starts[index] ?? 0, starts[index + 1] ?? plain.length),
    /** Every match, as offsets in the text, with the index of its sentence. */
    *find(phrase: PhrasePattern) {
      const required = phrase.filter((item) => item.kind === 'word' && !item.isOptional);
      for (const item of required) if (item.kind === 'word' && accepted(item).size === 0) return;
      const first = phrase.findIndex((item) => item.kind === 'word');
      const opening = phrase[first];
      if (opening?.kind !== 'word') return;
      for (const place of opening.isOptional ? tokens.keys() : accepted(opening)) {
        const token = tokens[place];
        const end = token ? matchFrom(place, phrase, 0, token.sentence) : -1;
        const last = tokens[end - 1];
        if (token && last) yield { start: token.start, end: last.end, index: token.sentence };
      }
    },
  };
}
