/**
 * Brings the lists of the index of texts up to date. Reads the earlier terms of an article from the lists themselves, and
 * makes only the lines that differ again.
 */
import { findRows, packRows, unpackRows } from '../../search/index-format.ts';
import {
  isWord,
  PAIR_LISTS,
  type Postings,
  packPostings,
  placeOfPairs,
  postingFileOf,
  type TextHead,
  unpackPostings,
  wordFilesOf,
} from '../../search/text-format.ts';

/** The text of each file, without its version. */
export interface TextLists {
  postings: readonly string[];
  pairs: readonly string[];
  words: readonly string[];
}

export interface ArticleTerms {
  /** Each after the code of its level: `$poker %odd`. */
  terms: string;
  /** The numbers of the lists of its pairs. */
  pairs: Uint16Array;
}

/** An article that is not in the previous index, or has changed since. */
export interface FreshArticle extends ArticleTerms {
  /** Its row. */
  number: number;
}

export interface RowMap {
  /** For each old row its new number, or -1 where the article is gone or has changed. */
  newRows: readonly number[];
  /** False if an article has another number than before, so that every list changes. */
  keepsNumbers: boolean;
}

/** Takes out the articles that are gone or have changed, and adds the others. */
export function updateLists(
  previous: TextLists | null,
  head: TextHead,
  rowMap: RowMap,
  fresh: readonly FreshArticle[],
): TextLists {
  const { postings, change } = updatePostings(previous?.postings ?? [], head, rowMap, collectTerms(fresh));
  return {
    postings,
    pairs: updatePairs(previous?.pairs ?? [], head, rowMap, collectPairs(fresh)),
    words: updateWords(previous?.words ?? [], head, change),
  };
}

function collectTerms(articles: readonly FreshArticle[]): Map<string, Postings> {
  const collected = new Map<string, Postings>();
  for (const { number, terms } of articles)
    for (const item of terms.split(' '))
      if (item !== '') addTo(collected, item.slice(1), number, item.charCodeAt(0));
  return collected;
}

function addTo(lists: Map<string, Postings>, term: string, row: number, code: number): void {
  let list = lists.get(term);
  if (!list) {
    list = { rows: [], codes: [] };
    lists.set(term, list);
  }
  list.rows.push(row);
  list.codes.push(code);
}

/** The terms that come and go. */
interface Change {
  fresh: string[];
  gone: string[];
}

function updatePostings(
  before: readonly string[],
  head: TextHead,
  { newRows, keepsNumbers }: RowMap,
  added: ReadonlyMap<string, Postings>,
): { postings: string[]; change: Change } {
  const postings = divide(before, head.postings, (line) => [postingFileOf(termOf(line), head)]);
  const changed = keepsNumbers ? changedTerms(postings, newRows, added) : null;
  const termsByFile = postings.map((): string[] => []);
  for (const term of changed ?? added.keys()) termsByFile[postingFileOf(term, head)]?.push(term);
  const change: Change = { fresh: [], gone: [] };
  for (const [number, terms] of termsByFile.entries()) {
    if (changed && terms.length === 0) continue;
    const rest = new Set(terms);
    const updated: string[] = [];
    for (const line of linesOf(postings[number])) {
      const term = termOf(line);
      if (!rest.delete(term) && changed) {
        updated.push(line);
        continue;
      }
      const now = repack(line.slice(term.length + 1), newRows, added.get(term));
      if (now === '') change.gone.push(term);
      else updated.push(`${term} ${now}`);
    }
    for (const term of rest) updated.push(`${term} ${repack('', newRows, added.get(term))}`);
    for (const term of rest) change.fresh.push(term);
    postings[number] = (rest.size > 0 ? updated.sort() : updated).join('\n');
  }
  return { postings, change };
}

/** The terms whose lists differ from the previous index. All unchanged articles must have their former rows. */
function changedTerms(
  files: readonly string[],
  newRows: readonly number[],
  added: ReadonlyMap<string, Postings>,
): Set<string> {
  const stale = staleRows(newRows);
  const before = new Map<string, Postings>();
  for (const text of files)
    for (let start = 0; start < text.length; ) {
      const first = text.indexOf(' ', start) + 1;
      findRows(text, first, stale, (row, index) => {
        const code = text.charCodeAt(text.indexOf(' ', first) + 1 + index);
        addTo(before, text.slice(start, first - 1), row, code);
      });
      start = lineEnd(text, first) + 1;
    }
  const changed = new Set<string>();
  for (const term of [...before.keys(), ...added.keys()]) {
    const [old, now] = [before.get(term), added.get(term)];
    if (!old || !now || packPostings(old) !== packPostings(now)) changed.add(term);
  }
  return changed;
}

/** Divides the lines among another number of files. */
function divide(
  files: readonly string[],
  count: number,
  filesOf: (line: string) => readonly number[],
): string[] {
  if (files.length === count) return [...files];
  const divided = numbersTo(count).map(() => new Set<string>());
  for (const line of files.flatMap(linesOf)) for (const number of filesOf(line)) divided[number]?.add(line);
  return divided.map((lines) => [...lines].sort().join('\n'));
}

/** Gives the rows of a list their new numbers and adds further rows, which ascend. @returns '' for an empty list */
function repack(
  packed: string,
  newRows: readonly number[],
  more: Postings = { rows: [], codes: [] },
): string {
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
    const row = newRows[before] ?? -1;
    if (row < 0) continue;
    addMore(row);
    merged.rows.push(row);
    merged.codes.push(codes[index] ?? 0);
  }
  addMore(Number.POSITIVE_INFINITY);
  return merged.rows.length === 0 ? '' : packPostings(merged);
}

/** The rows of each list. */
function collectPairs(articles: readonly FreshArticle[]): number[][] {
  const collected = numbersTo(PAIR_LISTS).map((): number[] => []);
  for (const { number, pairs } of articles) for (const list of pairs) collected[list]?.push(number);
  return collected;
}

function updatePairs(
  before: readonly string[],
  head: TextHead,
  { newRows, keepsNumbers }: RowMap,
  added: readonly (readonly number[])[],
): string[] {
  const pairs = dividePairs(before, head.pairs);
  const changed = keepsNumbers ? changedPairs(pairs, newRows, added) : numbersTo(PAIR_LISTS);
  const listsByFile = pairs.map((): number[] => []);
  for (const list of changed) listsByFile[placeOfPairs(list, head).file]?.push(list);
  for (const [number, lists] of listsByFile.entries()) {
    if (lists.length === 0) continue;
    const lines = (pairs[number] ?? '').split('\n');
    for (const list of lists) {
      const { line } = placeOfPairs(list, head);
      const rows = unpackRows(lines[line] ?? '').map((row) => newRows[row] ?? -1);
      const kept = rows.filter((row) => row >= 0);
      lines[line] = packRows([...kept, ...(added[list] ?? [])].sort((a, b) => a - b));
    }
    pairs[number] = lines.join('\n');
  }
  return pairs;
}

/** The lists that differ from the previous index. All unchanged articles must have their former rows. */
function changedPairs(
  files: readonly string[],
  newRows: readonly number[],
  added: readonly (readonly number[])[],
): number[] {
  const stale = staleRows(newRows);
  const before = new Map<number, number[]>();
  for (const [number, text] of files.entries())
    for (let start = 0, list = number; start < text.length; list += files.length) {
      const rows: number[] = [];
      findRows(text, start, stale, (row) => rows.push(row));
      if (rows.length > 0) before.set(list, rows);
      start = lineEnd(text, start) + 1;
    }
  return numbersTo(PAIR_LISTS).filter((list) => {
    const [old = [], now = []] = [before.get(list), added[list]];
    return old.length !== now.length || old.some((row, index) => row !== now[index]);
  });
}

function dividePairs(files: readonly string[], count: number): string[] {
  if (files.length === count) return [...files];
  const lines = files.map((text) => text.split('\n'));
  return numbersTo(count).map((file) =>
    numbersTo(PAIR_LISTS / count)
      .map((line) => {
        const before = placeOfPairs(line * count + file, { pairs: files.length });
        return lines[before.file]?.[before.line] ?? '';
      })
      .join('\n'),
  );
}

function updateWords(before: readonly string[], head: TextHead, { fresh, gone }: Change): string[] {
  const words = divide(before, head.words, (word) => wordFilesOf(word, head));
  const changes = words.map((): Change => ({ fresh: [], gone: [] }));
  for (const word of fresh.filter(isWord))
    for (const number of wordFilesOf(word, head)) changes[number]?.fresh.push(word);
  for (const word of gone.filter(isWord))
    for (const number of wordFilesOf(word, head)) changes[number]?.gone.push(word);
  for (const [number, change] of changes.entries()) {
    if (change.fresh.length + change.gone.length === 0) continue;
    const own = new Set([...linesOf(words[number]), ...change.fresh]);
    for (const word of change.gone) own.delete(word);
    words[number] = [...own].sort().join('\n');
  }
  return words;
}

/** Marks the rows whose articles are gone or have changed. The list ends at the last of them. */
function staleRows(newRows: readonly number[]): boolean[] {
  return newRows.slice(0, newRows.lastIndexOf(-1) + 1).map((row) => row < 0);
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

const linesOf = (text = '') => (text === '' ? [] : text.split('\n'));
const termOf = (line: string) => line.slice(0, line.indexOf(' '));
const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number);
