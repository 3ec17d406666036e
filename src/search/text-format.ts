/**
 * Defines the files of the index of texts, and reads them.
 *
 * A row is one article. Posting lists say for each term which rows have it and how much it weighs there. They are in files
 * by a hash of the term, so a query reads one small file for each of its words, however many articles there are. Lists of
 * pairs say which rows have two terms side by side. Rows are in pages of a few. Lists of words lead from a beginning or a
 * typing error to the terms. All files have fixed names, so that a changed article replaces few of them; `version` changes
 * with the rows, and tells files of two builds apart.
 */
import { hashUnits, isObject, packRows, shardOf, unpackRows } from './index-format.ts';

/** Name of the head file inside the search folder of an edition. */
export const TEXT_HEAD = 'texts/index.json';
export const FILTERS = 'texts/filters.json';
/** Number of articles for which one more file of posting lists is made: about 25 kB. */
const ARTICLES_PER_FILE = 40;
/** Number of rows in a page. A reader is shown ten articles, which may be on ten pages. */
export const PAGE_ROWS = 32;

/**
 * Number of lists of pairs. Pairs share a list by their hashes, since their names would take more space than their rows.
 * An article of 700 words is in one list of 25, so few articles are in all lists of a phrase by chance.
 */
export const PAIR_LISTS = 2 ** 14;

export const TEXT_FORMAT = 4;

/**
 * A file of postings has a line for each term: the term, packed rows, levels. A file of pairs has a line of packed rows
 * for each of its lists. A file of words has a word on each line.
 */
export interface TextHead {
  /** The rules of terms and pairs. The index of an earlier version is read too. */
  format: 3 | typeof TEXT_FORMAT;
  version: string;
  articles: number;
  /** Numbers of files with posting lists, with pairs and with words. */
  postings: number;
  pairs: number;
  words: number;
}

/** The parts of an article that readers see before they open it. */
export interface SearchRow {
  url: string;
  title: string;
  /** Section and date, in words. */
  about: string;
  /** Changes with the text of the article and with this row. */
  key: string;
}

/** The articles of each section, author and year, and of each term of the taxonomies. */
export interface Filters {
  version: string;
  /** By the name that the filter has in the address of the results page. */
  kinds: Readonly<Record<string, Filter>>;
}

export interface Filter {
  title: string;
  options: [label: string, rows: string][];
}

export const postingPath = (number: number) => `texts/postings-${number}.txt`;
export const rowPath = (page: number) => `texts/articles-${page}.json`;
export const pairPath = (number: number) => `texts/pairs-${number}.txt`;
export const wordPath = (number: number) => `texts/words-${number}.txt`;

/** Powers of two, so that few changes of the number of articles divide the terms anew. */
export function countFiles(articles: number): Pick<TextHead, 'postings' | 'pairs' | 'words'> {
  const postings = 2 ** Math.max(0, Math.ceil(Math.log2(articles / ARTICLES_PER_FILE)));
  return { postings, pairs: Math.min(postings * 2, PAIR_LISTS), words: Math.max(1, postings / 4) };
}

export const postingFileOf = (term: string, { postings }: Pick<TextHead, 'postings'>) =>
  shardOf(term, postings);

export const pairListOf = (first: string, second: string) => hashUnits(second, hashUnits(first)) % PAIR_LISTS;
/** The file and the line of a list of pairs. */
export const placeOfPairs = (list: number, { pairs }: Pick<TextHead, 'pairs'>) => ({
  file: list % pairs,
  line: Math.floor(list / pairs),
});

/** Terms of this length and longer may have a typing error: a word of five letters often has a stem of four. */
export const MIN_TYPO = 4;

/**
 * The files of words that hold a word: one by its first two characters, one by its last two. An error in one half of a
 * word leaves the other half as it is.
 */
export function wordFilesOf(
  word: string,
  { words }: Pick<TextHead, 'words'>,
): [byStart: number, byEnd: number] {
  return [shardOf(word.slice(0, 2), words), shardOf(word.slice(-2), words)];
}

/** Weights are stored as one character each. None of these is escaped in JSON or divides words. */
const FIRST_LEVEL = 35;
export const LEVELS = 32;
export const levelToCode = (level: number) => FIRST_LEVEL + level;
export const codeToLevel = (code: number) => code - FIRST_LEVEL;

export interface Postings {
  rows: number[];
  /** One code for each row. */
  codes: number[];
}

export function packPostings({ rows, codes }: Postings): string {
  return `${packRows(rows)} ${new TextDecoder('latin1').decode(Uint8Array.from(codes))}`;
}

export function unpackPostings(packed: string): Postings {
  const end = packed.indexOf(' ');
  const rows = unpackRows(packed);
  return { rows, codes: rows.map((_, index) => packed.charCodeAt(end + 1 + index)) };
}

/** True for a term that readers may begin to type or mistype. Pairs of characters are none of these. */
export function isWord(term: string): boolean {
  return term.length >= MIN_TYPO - 1 && /^[\p{L}\p{M}]+$/u.test(term);
}

/** @throws SyntaxError if the file is something else, for example the page that a host sends instead of a missing file */
export function readTextHead(value: unknown): TextHead {
  if (!isObject(value) || (value.format !== 3 && value.format !== TEXT_FORMAT))
    throw new SyntaxError('the file is not an index of texts');
  const { format, version, articles, postings, pairs, words } = value;
  return {
    format,
    version: String(version),
    articles: Number(articles),
    postings: Number(postings),
    pairs: Number(pairs),
    words: Number(words),
  };
}

/** The text of a file of the index without its version. @throws SyntaxError if it belongs to another version */
export function readBody(text: string, version: string): string {
  if (!text.startsWith(`${version}\n`)) throw new SyntaxError('the file belongs to another index of texts');
  return text.slice(version.length + 1);
}

/** @throws SyntaxError as above */
export function readRows(value: unknown, version: string): SearchRow[] {
  if (!isObject(value) || value.version !== version || !Array.isArray(value.rows))
    throw new SyntaxError('the file belongs to another index of texts');
  return value.rows.map((row: unknown): SearchRow => {
    const { url, title, about, key } = isObject(row) ? row : {};
    return { url: String(url), title: String(title), about: String(about), key: String(key) };
  });
}

/** @throws SyntaxError as above */
export function readFilters(value: unknown, version: string): Filters {
  if (!isObject(value) || value.version !== version || !isObject(value.kinds))
    throw new SyntaxError('the file belongs to another index of texts');
  const kinds = Object.entries(value.kinds).map(([kind, filter]: [string, unknown]): [string, Filter] => {
    const { title, options } = isObject(filter) ? filter : {};
    const read = (Array.isArray(options) ? options : []).map((option: unknown): [string, string] => {
      const [label, rows] = Array.isArray(option) ? option : [];
      return [String(label), String(rows)];
    });
    return [kind, { title: String(title), options: read }];
  });
  return { version, kinds: Object.fromEntries(kinds) };
}
