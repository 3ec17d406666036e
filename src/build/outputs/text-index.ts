/** Makes the index of texts from the articles that have changed and the index of the previous build. */
import { hashText } from '../../foundation/hash.ts';
import {
  countFiles,
  LEVELS,
  levelToCode,
  PAGE_ROWS,
  pairListOf,
  pairPath,
  postingPath,
  readBody,
  readRows,
  readTextHead,
  rowPath,
  type SearchRow,
  TEXT_FORMAT,
  TEXT_HEAD,
  type TextHead,
  wordPath,
} from '../../search/text-format.ts';
import type { Words } from '../../search/words.ts';
import {
  type ArticleTerms,
  type FreshArticle,
  type RowMap,
  type TextLists,
  updateLists,
} from './text-lists.ts';

/** The parts of an article that are searched. A term counts more in the first ones. */
export interface SearchedTexts {
  title: string;
  tags: string;
  headings: string;
  description: string;
  body: string;
}

const WEIGHTS: Readonly<Record<keyof SearchedTexts, number>> = {
  title: 5,
  tags: 4,
  headings: 3,
  description: 2,
  body: 1,
};
/** Constants of BM25. The average length is fixed, so that no article depends on the others. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
const AVERAGE_LENGTH = 600;

export function weighTerms({ read }: Words, texts: SearchedTexts): ArticleTerms {
  const weights = new Map<string, number>();
  const pairs = new Set<number>();
  let length = 0;
  for (const [part, weight] of Object.entries(WEIGHTS) as [keyof SearchedTexts, number][]) {
    const { terms, exact, characters } = read(texts[part]);
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
    for (const term of characters) weights.set(term, (weights.get(term) ?? 0) + weight);
    for (const list of [terms, exact])
      for (const [index, term] of list.slice(1).entries()) pairs.add(pairListOf(list[index] ?? '', term));
    length += terms.length;
  }
  // A length in steps keeps the levels of a text when a word of it changes.
  const step = 1.5 ** Math.round(Math.log(Math.max(length, 1) / AVERAGE_LENGTH) / Math.log(1.5));
  const norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * step);
  const weighed = Array.from(weights, ([term, weight]) => {
    const level = Math.max(1, Math.round((LEVELS * weight) / (weight + norm)));
    return String.fromCharCode(levelToCode(level)) + term;
  });
  return { terms: weighed.join(' '), pairs: Uint16Array.from(pairs) };
}

/** The index of the previous build. */
export interface PreviousIndex extends TextLists {
  rows: SearchRow[];
}

/**
 * @param read gives the text of a file of the index
 * @returns null for an index that is damaged, or that another version of the program made
 */
export function openPrevious(read: (path: string) => string): PreviousIndex | null {
  try {
    const { format, version, articles, ...counts } = readTextHead(JSON.parse(read(TEXT_HEAD)));
    if (format !== TEXT_FORMAT) return null;
    const pages = numbersTo(Math.ceil(articles / PAGE_ROWS));
    const readAll = (count: number, pathOf: (number: number) => string) =>
      numbersTo(count).map((number) => readBody(read(pathOf(number)), version));
    return {
      rows: pages.flatMap((page) => readRows(JSON.parse(read(rowPath(page))), version)),
      postings: readAll(counts.postings, postingPath),
      pairs: readAll(counts.pairs, pairPath),
      words: readAll(counts.words, wordPath),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * @param rows all articles in the order of the index
 * @param termsOf gives the terms (`weighTerms`) of a row that is not in the previous index, or has changed since
 * @returns the text of each file by its path
 */
export function planTextFiles(
  rows: readonly SearchRow[],
  previous: PreviousIndex | null,
  termsOf: (row: SearchRow) => ArticleTerms | undefined,
): Map<string, string> {
  const version = indexVersionOf(rows);
  const head: TextHead = { format: TEXT_FORMAT, version, articles: rows.length, ...countFiles(rows.length) };
  const files = new Map<string, string>([[TEXT_HEAD, JSON.stringify(head)]]);
  for (const page of numbersTo(Math.ceil(rows.length / PAGE_ROWS))) {
    const some = rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
    files.set(rowPath(page), JSON.stringify({ version, rows: some }));
  }
  const rowMap = compareRows(previous?.rows ?? [], rows);
  const known = new Set(rowMap.newRows);
  const fresh = rows.flatMap((row, number): FreshArticle[] => {
    const terms = known.has(number) ? undefined : termsOf(row);
    return terms ? [{ number, ...terms }] : [];
  });
  const { postings, pairs, words } = updateLists(previous, head, rowMap, fresh);
  const add = (pathOf: (number: number) => string, bodies: readonly string[]) => {
    for (const [number, body] of bodies.entries()) files.set(pathOf(number), `${version}\n${body}`);
  };
  add(postingPath, postings);
  add(pairPath, pairs);
  add(wordPath, words);
  return files;
}

/** Changes with the rows and with the format, not with their texts. */
export function indexVersionOf(rows: readonly SearchRow[]): string {
  return hashText([TEXT_FORMAT, ...rows.map(({ url }) => url)].join('\n')).toString(36);
}

function compareRows(before: readonly SearchRow[], after: readonly SearchRow[]): RowMap {
  const numbers = new Map(after.map(({ url, key }, number) => [`${url} ${key}`, number]));
  const newRows = before.map(({ url, key }) => numbers.get(`${url} ${key}`) ?? -1);
  return { newRows, keepsNumbers: newRows.every((row, number) => row === number || row < 0) };
}

const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number);
