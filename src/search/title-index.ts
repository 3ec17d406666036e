/** Builds, loads and queries lunr indexes of titles. lunr narrows and ranks; it never decides what matches (B38). */
import lunr from 'lunr';
import { matches, tokenize } from './title-match.ts';

function createBuilder(foldedTitles: readonly string[]): lunr.Builder {
  const builder = new lunr.Builder();
  // Ready tokens and no pipeline: lunr's own would cut at hyphens, stem words and empty Cyrillic ones.
  builder.field('title', {
    extractor: (document) => ('title' in document ? tokenize(String(document.title)) : []),
  });
  for (const [id, title] of foldedTitles.entries()) builder.add({ id: String(id), title });
  return builder;
}

export function buildTitleIndex(foldedTitles: readonly string[]): lunr.Index {
  return createBuilder(foldedTitles).build();
}

/** The index as lunr writes it, for `loadTitleIndex` or lunr's own `Index.load`. */
export function serializeTitleIndex(foldedTitles: readonly string[]): object {
  const builder = createBuilder(foldedTitles);
  // The set of tokens is not a part of the file: lunr makes it when it loads one. Making it here costs as much again.
  return Object.assign(builder, { createTokenSet: () => undefined })
    .build()
    .toJSON();
}

/** @throws SyntaxError when the value is not a serialised index, such as an answer of a host in place of a missing file */
export function loadTitleIndex(value: unknown): lunr.Index {
  try {
    return lunr.Index.load(value ?? {});
  } catch {
    throw new SyntaxError('the file is not a lunr index');
  }
}

/**
 * Every title that contains all words, in the order of the list. The score of whole words is above that of beginnings
 * of words, and that above the score of parts of words.
 * @returns `narrowed`: number of titles that were compared with the words
 */
export function queryTitles(index: lunr.Index, foldedTitles: readonly string[], words: readonly string[]) {
  const required = words.flatMap(tokenize).map(narrowingPart);
  const found = required.every((part) => part === '')
    ? foldedTitles.map((_, position) => ({ ref: position, score: 0 }))
    : index.query((query) => {
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
    .filter(({ position }) => matches(foldedTitles[position] ?? '', words))
    .sort((a, b) => a.position - b.position);
  return { hits, narrowed: found.length };
}

/** The longest part without lunr's wildcard, which has no escape; '' when nothing is left. */
function narrowingPart(token: string): string {
  return token.split('*').reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
