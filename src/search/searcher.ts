/** Answers a typed text with grouped results, over an index whose files are read as they are needed. */
import { fold } from '../foundation/fold.ts';
import { intersect, requiredGrams } from './grams.ts';
import {
  BLOCK_ROWS,
  blockPath,
  type IndexHead,
  lunrPath,
  type Rows,
  readBlock,
  readGram,
  readHead,
  SEARCH_HEAD,
  shardOf,
  shardPath,
} from './index-format.ts';
import { buildTitleIndex, loadTitleIndex, queryTitles } from './title-index.ts';
import { matches, parseQuery } from './title-match.ts';

export interface Result {
  title: string;
  url: string;
  /** lunr's score; it orders the results of a group. */
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
  /** Maximum number of results. */
  results: number;
  /** Maximum number of blocks to read for one answer. */
  blocks: number;
}

export const READER_LIMITS: Limits = { results: 50, blocks: 64 };
export const NO_LIMITS: Limits = { results: Number.POSITIVE_INFINITY, blocks: Number.POSITIVE_INFINITY };

export interface Searcher {
  /** The groups of all titles that contain every word of the text, within the limits. Length is not checked here. */
  search(text: string, limits: Limits): Promise<Answer>;
}

/** Reads and parses a file of the index. @param path relative to the head file */
export type ReadIndexFile = (path: string) => Promise<unknown>;

/** Rows that have every word, in tree order. */
interface Found {
  rows: (Result & { row: number })[];
  complete: boolean;
  compared: number;
}

/**
 * Opens the index of one edition.
 * @throws SyntaxError when a file is not a part of an index; whatever `read` throws
 */
export async function openSearcher(read: ReadIndexFile): Promise<Searcher> {
  const head = readHead(await read(SEARCH_HEAD));
  const find = head.rows
    ? findInRows(head.rows, await read(lunrPath(head.version)))
    : findInBlocks(head, head.shards ?? 1, read);
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

function findInRows({ titles, urls }: Rows, serialized: unknown): Find {
  const index = loadTitleIndex(serialized);
  const folded = titles.map(fold);
  return async (words) => {
    const { hits, narrowed } = queryTitles(index, folded, words);
    const rows = hits.map(({ position: row, score }) => ({
      row,
      title: titles[row] ?? '',
      url: urls[row] ?? '',
      score,
    }));
    return { rows, complete: true, compared: narrowed };
  };
}

/** With more rows than this the overlapping grams are read too; fewer rows fit into one block's worth of reading. */
const FEW_ROWS = 64;

function findInBlocks(head: IndexHead, shards: number, read: ReadIndexFile): Find {
  const load = keepSuccesses(read);
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
      const blocks = await Promise.all(batch.blocks.map(loadBlock));
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

/** Loads each key once. A failure is not kept, so that the next question asks again. */
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

/** The next candidates, up to the wanted number, from at most `maxBlocks` blocks. */
function takeBatch(candidates: readonly number[], start: number, wanted: number, maxBlocks: number) {
  const blocks: number[] = [];
  let end = start;
  for (; end < candidates.length && end - start < Math.max(wanted, 1); end++) {
    const block = Math.floor((candidates[end] ?? 0) / BLOCK_ROWS);
    if (blocks.at(-1) === block) continue;
    if (blocks.length === maxBlocks) break;
    blocks.push(block);
  }
  return { blocks, end };
}

function rankRows(rows: Found['rows'], words: readonly string[]): Found['rows'] {
  const folded = rows.map(({ title }) => fold(title));
  const { hits } = queryTitles(buildTitleIndex(folded), folded, words);
  return rows.map((row, position) => ({ ...row, score: hits[position]?.score ?? 0 }));
}
