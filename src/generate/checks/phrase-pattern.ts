/** Reads the phrases of a language (see locales/writing): words in order, with gaps, alternatives and stars. */
import type { Phrase } from '../../locales/writing/writing.ts';

/** One word of a phrase. */
export type PhraseItem =
  | { kind: 'gap'; most: number }
  | { kind: 'start' }
  | { kind: 'word'; words: readonly WordPattern[]; isOptional: boolean };

/** A word whose ends may be open. `slot` is a number or a code instead. */
export interface WordPattern {
  part: string;
  openStart: boolean;
  openEnd: boolean;
  slot: 'number' | 'code' | null;
}

export type PhrasePattern = readonly PhraseItem[];

/** Folds what a language writes in two ways. */
export function foldWord(text: string, language: string): string {
  return text.toLocaleLowerCase(language).replaceAll('ё', 'е').replaceAll('’', "'");
}

export function compilePhrase(phrase: Phrase, language: string): PhrasePattern {
  return phrase.split(' ').map((item): PhraseItem => {
    const gap = /^<(\d)>$/.exec(item)?.[1];
    if (gap !== undefined) return { kind: 'gap', most: Number(gap) };
    if (item === '^') return { kind: 'start' };
    const words = item.replace(/\?$/, '').split('|');
    return {
      kind: 'word',
      words: words.map((word) => compileWord(word, language)),
      isOptional: item.endsWith('?'),
    };
  });
}

function compileWord(word: string, language: string): WordPattern {
  const slot = /^\{(number|code)\}$/.exec(word)?.[1];
  if (slot === 'number' || slot === 'code') return { part: '', openStart: false, openEnd: false, slot };
  return {
    part: foldWord(word.replaceAll('*', ''), language),
    openStart: word.startsWith('*'),
    openEnd: word.endsWith('*'),
    slot: null,
  };
}
