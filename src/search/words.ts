/** Cuts texts into the terms that the index of texts holds: stems of words, and pairs of characters where no spaces divide words. */
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { fold } from '../foundation/fold.ts';

/** Returns the term of a word in lower case. */
type Stem = (word: string) => string;

/** Other languages keep whole words. Turkish endings have letters that folding removes, so it is stemmed first. */
const STEMS: Readonly<Record<string, Stem>> = {
  en: (word) => english(fold(word)),
  ru: (word) => russian(fold(word)),
  tr: (word) => fold(turkish(word)),
};

/** A mark begins no word: emoji have some too. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Scripts whose words are not divided by spaces, or stand together with their endings. */
const RUN = /([\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー]+)/u;
/** Longer words are identifiers or addresses. */
const MAX_LENGTH = 40;
const MAX_KNOWN = 200_000;

/** A term of a text, at its place. */
export interface Word {
  start: number;
  end: number;
  term: string;
  /** The folded word, whose stem is the term. */
  exact: string;
}

interface WordParts {
  terms: readonly Word[];
  characters: readonly Word[];
}

export type Words = ReturnType<typeof createWords>;

/** @param language BCP 47 */
export function createWords(language: string) {
  const stem = STEMS[language.split('-')[0] ?? ''] ?? fold;
  const known = new Map<string, WordParts>();

  const readWord = (word: string): WordParts => {
    const found = known.get(word);
    if (found) return found;
    const terms: Word[] = [];
    const characters: Word[] = [];
    let start = 0;
    for (const [index, part] of word.split(RUN).entries()) {
      const end = start + part.length;
      if (index % 2 === 1) {
        for (const pair of pairsOf(part, start)) terms.push(pair);
        for (const character of charactersOf(part, start)) characters.push(character);
      } else if (part !== '' && part.length <= MAX_LENGTH)
        terms.push({
          start,
          end,
          term: stem(part.normalize('NFKC').toLocaleLowerCase(language)),
          exact: fold(part),
        });
      start = end;
    }
    if (known.size > MAX_KNOWN) known.clear();
    const parts = { terms, characters };
    known.set(word, parts);
    return parts;
  };
  const read = (text: string) => {
    const terms: string[] = [];
    const exact: string[] = [];
    const characters: string[] = [];
    for (const word of text.match(WORD) ?? []) {
      const parts = readWord(word);
      for (const word of parts.terms) {
        terms.push(word.term);
        exact.push(word.exact);
      }
      for (const { term } of parts.characters) characters.push(term);
    }
    return { terms, exact, characters };
  };
  return {
    /**
     * The terms of a text in its order, the words that they are stems of, and each character of its runs: a word of one character may stand within a longer
     * run.
     */
    read,
    /** Both with their places, which overlap. */
    *places(text: string): Iterable<Word> {
      for (const { 0: word, index } of text.matchAll(WORD)) {
        const { terms, characters } = readWord(word);
        for (const { start, end, ...rest } of [...terms, ...characters])
          yield { start: index + start, end: index + end, ...rest };
      }
    },
  };
}

/** The pairs of adjacent characters, or the only one. */
function pairsOf(run: string, offset: number): Word[] {
  const characters = [...run];
  let start = offset;
  return characters.slice(0, Math.max(1, characters.length - 1)).map((character, index) => {
    const pair = character + (characters[index + 1] ?? '');
    const term = fold(pair);
    const word = { start, end: start + pair.length, term, exact: term };
    start += character.length;
    return word;
  });
}

/** Each character of a run; none where it is the only one, which is a term. */
function charactersOf(run: string, offset: number): Word[] {
  let start = offset;
  const characters = [...run].map((character) => {
    const term = fold(character);
    const word = { start, end: start + character.length, term, exact: term };
    start = word.end;
    return word;
  });
  return characters.length === 1 ? [] : characters;
}
