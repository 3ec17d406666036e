/** Reads the phrases of a language (see locales/writing): words in order, with gaps, alternatives and stars. */
import type { Phrase } from '../../locales/writing/writing.ts';

/** One word of a phrase. */
export type PhraseItem =
  | { kind: 'gap'; most: number }
  | { kind: 'word'; words: readonly WordPattern[]; isOptional: boolean };

/** A word whose ends may be open. */
export interface WordPattern {
  part: string;
  openStart: boolean;
  openEnd: boolean;
}

export type PhrasePattern = readonly PhraseItem[];

/** Folds what a language writes in two ways. */
export function foldWord(text: string, language: string): string {
  return text.toLocaleLowerCase(language).replaceAll('ё', 'е').replaceAll('’', "'");
}

/** Korean particles, the longest first. */
const PARTICLES =
  /(?:에서는|에게서|으로는|이라는|이라도|까지도|부터는|에서|에게|한테|께서|으로|까지|부터|보다|처럼|이나|라도|조차|마저|밖에|이랑|하고|이며|에는|에도|로는|은|는|이|가|을|를|에|의|와|과|도|만|로|나|랑)$/u;

/** A word without its Korean particle; null where it has none. */
export function stripParticle(word: string): string | null {
  if (!/[가-힣]$/u.test(word)) return null;
  const stem = word.replace(PARTICLES, '');
  return stem === word || stem === '' ? null : stem;
}

export function compilePhrase(phrase: Phrase, language: string): PhrasePattern {
  return phrase.split(' ').map((item): PhraseItem => {
    const gap = /^<(\d)>$/.exec(item)?.[1];
    if (gap !== undefined) return { kind: 'gap', most: Number(gap) };
    const words = item.replace(/\?$/, '').split('|');
    return {
      kind: 'word',
      words: words.map((word) => compileWord(word, language)),
      isOptional: item.endsWith('?'),
    };
  });
}

function compileWord(word: string, language: string): WordPattern {
  return {
    part: foldWord(word.replaceAll('*', ''), language),
    openStart: word.startsWith('*'),
    openEnd: word.endsWith('*'),
  };
}
