/** Chooses the passages of documents that a topic needs, by BM25. */
import lunr from 'lunr';
import { normalizeWords } from '../checks/similarity.ts';
import type { SourceDocument } from './read-document.ts';

export interface SourcePassage {
  /** The name by which a text cites it, such as "s3". */
  id: string;
  document: SourceDocument;
  text: string;
}

/** Characters of a passage at most. A longer paragraph is a passage by itself, up to four times as long. */
const SIZE = 900;
const MOST = 12;

/** A prefix stands for the forms of a word, in any language; Korean words are short. */
const stem = (word: string) => word.slice(0, /\p{Script=Hangul}/u.test(word) ? 2 : 6);
const stemsOf = (text: string) => normalizeWords(text).split(' ').filter(Boolean).map(stem);

/** Indexes texts by BM25. @returns a function that finds the places of those with words of a query, the best first */
export function createRanker(texts: readonly string[]) {
  const builder = new lunr.Builder();
  builder.ref('id');
  builder.field('text');
  for (const [id, text] of texts.entries()) builder.add({ id: String(id), text: stemsOf(text) });
  const index = builder.build();
  return (query: string): number[] => {
    const ranked = index.query((search) => {
      for (const term of new Set(stemsOf(query))) search.term(term, {});
    });
    return ranked
      .map(({ ref, score }) => ({ place: Number(ref), score }))
      .sort((a, b) => b.score - a.score || a.place - b.place)
      .map(({ place }) => place);
  };
}

/** @param query the topic with its keywords and notes. @returns at most twelve, in the order of the documents */
export function choosePassages(documents: readonly SourceDocument[], query: string): SourcePassage[] {
  const all = documents.flatMap((document) => splitText(document.text).map((text) => ({ document, text })));
  const chosen = new Set(createRanker(all.map(({ text }) => text))(query).slice(0, MOST));
  // Where the words of the topic do not suffice, a document is read from its beginning.
  for (let place = 0; place < all.length && chosen.size < MOST; place++) chosen.add(place);
  return all
    .filter((_passage, place) => chosen.has(place))
    .map((passage, index) => ({ id: `s${index + 1}`, ...passage }));
}

function splitText(text: string): string[] {
  const parts: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/).map((part) => part.replace(/\s+/g, ' ').trim())) {
    if (paragraph === '') continue;
    const last = parts.at(-1);
    if (last !== undefined && last.length + paragraph.length < SIZE)
      parts[parts.length - 1] = `${last}\n${paragraph}`;
    else parts.push(...(paragraph.match(new RegExp(`.{1,${SIZE * 4}}`, 'gsu')) ?? []));
  }
  return parts;
}
