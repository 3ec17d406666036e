/** Owns the lunr index: it narrows the titles and ranks them, but never decides what matches (B38). */
import lunr from 'lunr';
import { fold } from '../foundation/fold.ts';
import { matches, tokenize } from './title-match.ts';

export interface Hit {
  /** Position in the list of titles that the index was made of. */
  position: number;
  /** lunr's score: whole words before beginnings of words before parts of words. */
  score: number;
}

export interface TitleIndex {
  /** Every title that has all words, in the order of the list. `narrowed` counts the titles that lunr let through. */
  query(words: readonly string[]): { hits: Hit[]; narrowed: number };
}

export function createTitleIndex(titles: readonly string[]): TitleIndex {
  const folded = titles.map(fold);
  const builder = new lunr.Builder();
  // Ready tokens: lunr's own tokenizer would cut at hyphens, its pipeline stem words and empty Cyrillic ones.
  builder.field('title', { extractor: (document) => tokenize(folded[rowOf(document)] ?? '') });
  for (const id of titles.keys()) builder.add({ id: String(id) });
  const index = builder.build();

  return {
    query(words) {
      const required = words.flatMap(tokenize).map(narrowingPart);
      if (required.every((part) => part === '')) {
        const positions = [...folded.keys()].filter((position) => matches(folded[position] ?? '', words));
        return { hits: positions.map((position) => ({ position, score: 0 })), narrowed: titles.length };
      }
      const found = index.query((query) => {
        for (const part of required) {
          if (part === '') continue;
          const { REQUIRED, OPTIONAL } = lunr.Query.presence;
          query.term(`*${part}*`, { presence: REQUIRED, usePipeline: false });
          query.term(`${part}*`, { presence: OPTIONAL, usePipeline: false, boost: 3 });
          query.term(part, { presence: OPTIONAL, usePipeline: false, boost: 10 });
        }
      });
      const hits = found
        .map(({ ref, score }) => ({ position: Number(ref), score }))
        .filter(({ position }) => matches(folded[position] ?? '', words))
        .sort((a, b) => a.position - b.position);
      return { hits, narrowed: found.length };
    },
  };
}

function rowOf(document: object): number {
  return 'id' in document ? Number(document.id) : -1;
}

/** The longest part without lunr's wildcard, which has no escape; '' when nothing is left. */
function narrowingPart(token: string): string {
  return token.split('*').reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
