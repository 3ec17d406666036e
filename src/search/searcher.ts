/** Owns a search from typed text to grouped results, over an index that is read as it is needed. */
import { fold } from '../foundation/fold.ts';
import { intersect, requiredGrams } from './grams.ts';
import {
  BLOCK_ROWS,
  blockPath,
  type IndexHead,
  type Rows,
  readBlock,
  readGram,
  shardOf,
  shardPath,
} from './index-format.ts';
import { createTitleIndex } from './lunr-index.ts';
import { matches, parseQuery } from './title-match.ts';

export interface Result {
  title: string;
  url: string;
  /** lunr's score; results of a group stand by it. */
  score: number;
}

export interface ResultGroup {
  /** `Category → Subcategory` */
  label: string;
  results: Result[];
}

export interface Answer {
  groups: ResultGroup[];
  /** Number of results shown. */
  shown: number;
  /** Whether these are all there are. */
  complete: boolean;
  words: string[];
  /** Rows that were compared with the words after narrowing. */
  compared: number;
}

export interface Limits {
  /** Results to show at most. */
  results: number;
  /** Blocks to read at most for one answer. */
  blocks: number;
}

export const READER_LIMITS: Limits = { results: 50, blocks: 64 };
export const NO_LIMITS: Limits = { results: Number.POSITIVE_INFINITY, blocks: Number.POSITIVE_INFINITY };

export interface Searcher {
  /** The groups of all titles that have every word of the text, as far as the limits go. Length is not checked here. */
  search(text: string, limits: Limits): Promise<Answer>;
}

/** Reads a file of the index. @param path relative to the head file */
export type ReadIndexFile = (path: string) => Promise<unknown>;

/** Rows that have every word, in tree order. */
interface Found {
  rows: { row: number; title: string; url: string; score: number }[];
  complete: boolean;
  compared: number;
}

/** @param head the parsed head file of one edition */
export function createSearcher(head: IndexHead, read: ReadIndexFile): Searcher {
  const find = head.rows ? findInRows(head.rows) : findInBlocks(head, head.shards ?? 1, read);
  return {
    async search(text, limits) {
      const words = parseQuery(text);
      if (words.length === 0) return { groups: [], shown: 0, complete: true, words, compared: 0 };
      const found = await find(words, limits);
      const shown = found.rows.slice(0, limits.results);
      return {
        groups: groupRows(head, shown),
        shown: shown.length,
        complete: found.complete && shown.length === found.rows.length,
        words,
        compared: found.compared,
      };
    },
  };
}

function groupRows(head: IndexHead, rows: Found['rows']): ResultGroup[] {
  const groups: ResultGroup[] = [];
  let start = 0;
  let at = 0;
  for (const [label, count] of head.groups) {
    const end = start + count;
    const results: Result[] = [];
    for (let next = rows[at]; next !== undefined && next.row < end; next = rows[++at]) {
      results.push({ title: next.title, url: head.prefix + next.url, score: next.score });
    }
    if (results.length > 0) groups.push({ label, results: results.sort((a, b) => b.score - a.score) });
    start = end;
  }
  return groups;
}

type Find = (words: readonly string[], limits: Limits) => Promise<Found>;

function findInRows({ titles, urls }: Rows): Find {
  const index = createTitleIndex(titles);
  return async (words) => {
    const { hits, narrowed } = index.query(words);
    const rows = hits.map(({ position, score }) => ({
      row: position,
      title: titles[position] ?? '',
      url: urls[position] ?? '',
      score,
    }));
    return { rows, complete: true, compared: narrowed };
  };
}

/** Rows that one block's worth of reading should not exceed before the overlapping grams are asked as well. */
const FEW_ROWS = 64;

function findInBlocks(head: IndexHead, shards: number, read: ReadIndexFile): Find {
  const load = keepSuccesses((path) => read(path));
  const loadGram = keepSuccesses(async (gram) =>
    readGram(await load(shardPath(head.version, shardOf(gram, shards))), gram),
  );
  const loadBlock = async (block: number): Promise<Rows> =>
    readBlock(await load(blockPath(head.version, block)));
  const narrow = async (words: readonly string[]): Promise<number[]> => {
    const grams = words.map(requiredGrams);
    const first = await Promise.all([...new Set(grams.flatMap((gram) => gram.first))].map(loadGram));
    const rows = intersect(first);
    const further = [...new Set(grams.flatMap((gram) => gram.further))];
    if (rows.length <= FEW_ROWS || further.length === 0) return rows;
    return intersect([rows, ...(await Promise.all(further.map(loadGram)))]);
  };

  return async (words, limits) => {
    const candidates = await narrow(words);
    const rows: Found['rows'] = [];
    let at = 0;
    for (
      let blocksLeft = limits.blocks;
      at < candidates.length && blocksLeft > 0 && rows.length < limits.results;
    ) {
      const batch = takeBatch(candidates, at, limits.results - rows.length, Math.min(blocksLeft, 16));
      const blocks = await Promise.all(batch.blocks.map((block) => loadBlock(block)));
      for (const row of candidates.slice(at, batch.end)) {
        const block = blocks[batch.blocks.indexOf(Math.floor(row / BLOCK_ROWS))];
        const title = block?.titles[row % BLOCK_ROWS] ?? '';
        const url = block?.urls[row % BLOCK_ROWS] ?? '';
        if (matches(fold(title), words)) rows.push({ row, title, url, score: 0 });
      }
      at = batch.end;
      blocksLeft -= batch.blocks.length;
    }
    return { rows: rankRows(rows, words), complete: at >= candidates.length, compared: at };
  };
}

/** Keeps what a loader gave. A failure is not kept: the next key may find the network again. */
function keepSuccesses<T>(load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return (key) => {
    const known = kept.get(key);
    if (known) return known;
    const loading = load(key);
    kept.set(key, loading);
    loading.catch(() => kept.delete(key));
    return loading;
  };
}

/** The next candidates, as many as are wanted, from at most `most` blocks. */
function takeBatch(candidates: readonly number[], start: number, wanted: number, most: number) {
  const blocks: number[] = [];
  let end = start;
  for (; end < candidates.length && end - start < Math.max(wanted, 1); end++) {
    const block = Math.floor((candidates[end] ?? 0) / BLOCK_ROWS);
    if (blocks.at(-1) === block) continue;
    if (blocks.length === most) break;
    blocks.push(block);
  }
  return { blocks, end };
}

function rankRows(rows: Found['rows'], words: readonly string[]): Found['rows'] {
  const { hits } = createTitleIndex(rows.map((row) => row.title)).query(words);
  return rows.map((row, position) => ({ ...row, score: hits[position]?.score ?? 0 }));
}
