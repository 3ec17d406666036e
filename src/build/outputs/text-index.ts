/** Makes the index of texts from the articles that have changed and the index of the previous build. */
import { hashText } from '../../foundation/hash.ts';
import {
  type ArticleRow,
  codeAt,
  countFiles,
  isWord,
  LEVELS,
  levelToCode,
  PAGE_ROWS,
  type Postings,
  packPostings,
  postingFileOf,
  postingPath,
  readLines,
  readRows,
  readTextHead,
  rowPath,
  TEXT_HEAD,
  type TextHead,
  unpackPostings,
  wordFilesOf,
  wordPath,
} from '../../search/text-format.ts';
import { pairShort, type Words } from '../../search/words.ts';

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

/** The terms of an article, each after the code of its level: `$poker %odd`. */
export function weighTerms({ terms, characters }: Words, texts: SearchedTexts): string {
  const weights = new Map<string, number>();
  let length = 0;
  for (const [part, weight] of Object.entries(WEIGHTS) as [keyof SearchedTexts, number][]) {
    const own = terms(texts[part]);
    for (const term of [...own, ...pairShort(own), ...characters(texts[part])])
      weights.set(term, (weights.get(term) ?? 0) + weight);
    length += own.length;
  }
  // A length in steps keeps the levels of a text when a word of it changes.
  const step = 1.5 ** Math.round(Math.log(Math.max(length, 1) / AVERAGE_LENGTH) / Math.log(1.5));
  const norm = SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * step);
  return Array.from(weights, ([term, weight]) => {
    const level = Math.max(1, Math.round((LEVELS * weight) / (weight + norm)));
    return String.fromCharCode(levelToCode(level)) + term;
  }).join(' ');
}

/** The index of the previous build. */
export interface PreviousIndex {
  head: TextHead;
  rows: ArticleRow[];
  /** The lines of each file. */
  postings: string[][];
  words: string[][];
}

/** @param read gives the text of a file of the index. @throws SyntaxError where a file is damaged */
export function openPrevious(read: (path: string) => string): PreviousIndex {
  const head = readTextHead(JSON.parse(read(TEXT_HEAD)));
  const { version, articles } = head;
  const pages = numbersTo(Math.ceil(articles / PAGE_ROWS));
  return {
    head,
    rows: pages.flatMap((page) => readRows(JSON.parse(read(rowPath(page))), version)),
    postings: numbersTo(head.postings).map((number) => readLines(read(postingPath(number)), version)),
    words: numbersTo(head.words).map((number) => readLines(read(wordPath(number)), version)),
  };
}

/**
 * @param rows all articles in the order of the index
 * @param termsOf gives the terms (`weighTerms`) of a row that is not in the previous index, or has changed since
 * @returns the text of each file by its path
 */
export function planTextFiles(
  rows: readonly ArticleRow[],
  previous: PreviousIndex | null,
  termsOf: (row: ArticleRow) => string,
): Map<string, string> {
  const version = versionOf(rows);
  const head: TextHead = { format: 2, version, articles: rows.length, ...countFiles(rows.length) };
  const files = new Map<string, string>([[TEXT_HEAD, JSON.stringify(head)]]);
  for (const page of numbersTo(Math.ceil(rows.length / PAGE_ROWS))) {
    const some = rows.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
    files.set(rowPath(page), JSON.stringify({ version, rows: some }));
  }
  const { postings, words } = updateLists(rows, head, previous, termsOf);
  for (const [number, lines] of postings.entries())
    files.set(postingPath(number), [version, ...lines].join('\n'));
  for (const [number, lines] of words.entries()) files.set(wordPath(number), [version, ...lines].join('\n'));
  return files;
}

/** Changes with the rows, not with their texts. */
export function versionOf(rows: readonly ArticleRow[]): string {
  return hashText(rows.map(({ url }) => url).join('\n')).toString(36);
}

/** Takes the lists of the previous index without the articles that are gone or have changed, and adds the others. */
function updateLists(
  rows: readonly ArticleRow[],
  head: TextHead,
  previous: PreviousIndex | null,
  termsOf: (row: ArticleRow) => string,
): Pick<PreviousIndex, 'postings' | 'words'> {
  const fileOf = (line: string) => [postingFileOf(termOf(line), head)];
  const moves = compareRows(previous?.rows ?? [], rows);
  const added = divideTerms(collectTerms(rows, new Set(moves.moved), termsOf), head);
  const change = { fresh: new Set<string>(), gone: new Set<string>() };
  const postings = divide(previous?.postings ?? [], head.postings, fileOf).map((lines, number) =>
    updateLines(lines, moves, added[number] ?? new Map(), change),
  );
  const words = divide(previous?.words ?? [], head.words, (word) => wordFilesOf(word, head));
  const touched = new Set<number>();
  for (const word of [...change.fresh, ...change.gone].filter(isWord))
    for (const number of wordFilesOf(word, head)) {
      if (change.fresh.has(word)) words[number]?.push(word);
      touched.add(number);
    }
  for (const number of touched)
    words[number] = [...new Set(words[number])].filter((word) => !change.gone.has(word)).sort();
  return { postings, words };
}

interface Moves {
  /** For each old row its new number, or -1 where the article is gone or has changed. */
  moved: number[];
  /** The old rows that have no new number; null where other rows have another number. */
  stale: number[] | null;
}

function compareRows(before: readonly ArticleRow[], after: readonly ArticleRow[]): Moves {
  const numbers = new Map(after.map(({ url, key }, number) => [`${url} ${key}`, number]));
  const moved = before.map(({ url, key }) => numbers.get(`${url} ${key}`) ?? -1);
  const isSettled = moved.every((row, number) => row === number || row < 0);
  return { moved, stale: isSettled ? moved.flatMap((row, number) => (row < 0 ? number : [])) : null };
}

/** The terms of all rows but the known ones. */
function collectTerms(
  rows: readonly ArticleRow[],
  known: ReadonlySet<number>,
  termsOf: (row: ArticleRow) => string,
): Map<string, Postings> {
  const terms = new Map<string, Postings>();
  for (const [number, row] of rows.entries()) {
    if (known.has(number)) continue;
    for (const item of termsOf(row).split(' ')) {
      if (item === '') continue;
      const term = item.slice(1);
      let postings = terms.get(term);
      if (!postings) {
        postings = { rows: [], codes: [] };
        terms.set(term, postings);
      }
      postings.rows.push(number);
      postings.codes.push(item.charCodeAt(0));
    }
  }
  return terms;
}

function divideTerms(terms: ReadonlyMap<string, Postings>, head: TextHead): Map<string, Postings>[] {
  const files = numbersTo(head.postings).map(() => new Map<string, Postings>());
  for (const [term, postings] of terms) files[postingFileOf(term, head)]?.set(term, postings);
  return files;
}

/** Divides the lines among another number of files. */
function divide(
  files: readonly string[][],
  count: number,
  filesOf: (line: string) => readonly number[],
): string[][] {
  if (files.length === count) return [...files];
  const divided = numbersTo(count).map(() => new Set<string>());
  for (const line of files.flat()) for (const number of filesOf(line)) divided[number]?.add(line);
  return divided.map((lines) => [...lines].sort());
}

/** @param change collects the terms that come and go */
function updateLines(
  lines: string[],
  { moved, stale }: Moves,
  added: ReadonlyMap<string, Postings>,
  change: { fresh: Set<string>; gone: Set<string> },
): string[] {
  if (stale?.length === 0 && added.size === 0) return lines;
  const rest = new Map(added);
  const updated: string[] = [];
  for (const line of lines) {
    const term = termOf(line);
    const more = rest.get(term);
    rest.delete(term);
    const packed = line.slice(term.length + 1);
    const now = stale && isSame(packed, stale, more) ? packed : repack(packed, moved, more);
    if (now === packed) updated.push(line);
    else if (now === '') change.gone.add(term);
    else updated.push(`${term} ${now}`);
  }
  if (rest.size === 0) return updated;
  for (const [term, postings] of rest) {
    change.fresh.add(term);
    updated.push(`${term} ${packPostings(postings)}`);
  }
  return updated.sort();
}

/** With more changed rows, packing a list again is as fast as looking for them. */
const FEW = 20;

/** True if a list holds what it would hold after the change: most words of an article stay when it is edited. */
function isSame(packed: string, stale: readonly number[], more: Postings | undefined): boolean {
  if (stale.length > FEW) return false;
  const codeOf = (row: number) => more?.codes[more.rows.indexOf(row)];
  return [...stale, ...(more?.rows ?? [])].every((row) => codeAt(packed, row) === codeOf(row));
}

/** A list with the new numbers of its rows, and with further ones, both ascending; '' if there are none. */
function repack(packed: string, moved: readonly number[], more: Postings = { rows: [], codes: [] }): string {
  const { rows, codes } = unpackPostings(packed);
  const merged: Postings = { rows: [], codes: [] };
  let next = 0;
  const addMore = (end: number) => {
    for (; (more.rows[next] ?? end) < end; next++) {
      merged.rows.push(more.rows[next] ?? 0);
      merged.codes.push(more.codes[next] ?? 0);
    }
  };
  for (const [index, before] of rows.entries()) {
    const row = moved[before] ?? -1;
    if (row < 0) continue;
    addMore(row);
    merged.rows.push(row);
    merged.codes.push(codes[index] ?? 0);
  }
  addMore(Number.POSITIVE_INFINITY);
  return merged.rows.length === 0 ? '' : packPostings(merged);
}

const termOf = (line: string) => line.slice(0, line.indexOf(' '));
const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number);
