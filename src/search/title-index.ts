/** Builds, loads and queries lunr indexes of titles. lunr narrows and ranks; it never decides what matches (B38). */
import lunr from 'lunr';
import { matches, tokenize } from './title-match.ts';

function createBuilder(foldedTitles: readonly string[]): lunr.Builder {
  const builder = new lunr.Builder();
  // The tokens are ready, so there is no pipeline: lunr's own splits at hyphens, stems words and removes Cyrillic letters.
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
  // The file does not contain the token set: lunr builds it on load. Building it here too would double the time.
  return Object.assign(builder, { createTokenSet: () => undefined })
    .build()
    .toJSON();
}

/** @throws SyntaxError if the value is no serialised index, such as JSON that a host sends instead of a missing file */
export function loadTitleIndex(value: unknown): lunr.Index {
  try {
    return lunr.Index.load(value ?? {});
  } catch {
    throw new SyntaxError('the file is not a lunr index');
  }
}

/**
 * Finds every title that contains all words, in the order of the list. Whole words score higher than prefixes of words,
 * and prefixes higher than other parts.
 * @returns `narrowed` is the number of titles that were compared with the words
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

/** Returns the longest part without `*`, lunr's wildcard, which cannot be escaped; '' if there is none. */
function narrowingPart(token: string): string {
  return token.split('*').reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
