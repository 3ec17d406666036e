/** Answers a query with grouped results. Reads the files of the index only as they are needed. */
import { once } from '../foundation/attempt.ts';
import { fold } from '../foundation/fold.ts';
import { intersect, requiredGrams } from './grams.ts';
import {
  BLOCK_ROWS,
  blockPath,
  FOLDING,
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

interface Result {
  title: string;
  url: string;
  /** lunr's score, which orders the results of a group. */
  score: number;
}

export interface ResultGroup {
  /** `Category → Subcategory` */
  label: string;
  results: Result[];
}

export interface SearchAnswer {
  groups: ResultGroup[];
  /** Number of results. An article is a result in each of its groups. */
  shown: number;
  /** Number of different articles among the results. */
  articles: number;
  /** True if there are no more results. */
  complete: boolean;
  words: string[];
  /** Number of rows that were compared with the words after narrowing. */
  compared: number;
}

interface Limits {
  /** Maximum number of results. */
  results: number;
  /** Maximum number of blocks to read for one answer. */
  blocks: number;
}

export const READER_LIMITS: Limits = { results: 50, blocks: 64 };
export const NO_LIMITS: Limits = { results: Number.POSITIVE_INFINITY, blocks: Number.POSITIVE_INFINITY };

export type Searcher = Awaited<ReturnType<typeof openSearcher>>;

/** Reads and parses a file of the index. @param path relative to the head file */
type ReadIndexFile = (path: string) => Promise<unknown>;

/** The rows with every word, in tree order. */
interface Found {
  rows: (Result & { row: number })[];
  complete: boolean;
  compared: number;
}

type Find = (words: readonly string[], limits: Limits) => Promise<Found>;

/**
 * Opens the index of one edition.
 * @throws SyntaxError if a file is not part of an index; also throws the errors of `read`
 */
export async function openSearcher(read: ReadIndexFile) {
  const head = readHead(await read(SEARCH_HEAD));
  const find = head.rows
    ? findInRows(head.rows, head.folding === FOLDING ? await read(lunrPath(head.version)) : null)
    : findInBlocks(head, head.shards ?? 1, read);
  return {
    /** Finds all titles that contain every word of the query, within the limits. Does not check the length of the query. */
    async search(text: string, limits: Limits): Promise<SearchAnswer> {
      const words = parseQuery(text);
      if (words.length === 0)
        return { groups: [], shown: 0, articles: 0, complete: true, words, compared: 0 };
      const { rows, complete, compared } = await find(words, limits);
      const shown = Math.min(rows.length, limits.results);
      return {
        groups: groupRows(head, rows.slice(0, shown)),
        shown,
        articles: new Set(rows.slice(0, shown).map(({ url }) => url)).size,
        complete: complete && shown === rows.length,
        words,
        compared,
      };
    },
  };
}

function groupRows({ groups, prefix }: IndexHead, rows: Found['rows']): ResultGroup[] {
  let end = 0;
  let at = 0;
  return groups.flatMap(([label, count]) => {
    end += count;
    const results: Result[] = [];
    for (let next = rows[at]; next !== undefined && next.row < end; next = rows[++at])
      results.push({ title: next.title, url: prefix + next.url, score: next.score });
    return results.length > 0 ? [{ label, results: results.sort((a, b) => b.score - a.score) }] : [];
  });
}

/** @param serialized null for titles that were folded by the rules of another version */
function findInRows({ titles, urls }: Rows, serialized: unknown): Find {
  const folded = titles.map(fold);
  const index = serialized === null ? buildTitleIndex(folded) : loadTitleIndex(serialized);
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

/** If more rows than this remain, overlapping grams are read too. Fewer rows cost no more than a block. */
const FEW_ROWS = 64;
/** Number of blocks that are read at the same time. */
const MAX_BATCH = 16;

function findInBlocks({ version }: IndexHead, shards: number, read: ReadIndexFile): Find {
  const load = once(read);
  const loadGram = once(async (gram) =>
    readGram(await load(shardPath(version, shardOf(gram, shards))), gram),
  );
  const loadGrams = (grams: readonly string[]) => Promise.all([...new Set(grams)].map(loadGram));
  const loadBlock = async (block: number) => readBlock(await load(blockPath(version, block)));
  const narrow = async (words: readonly string[]): Promise<number[]> => {
    const grams = words.map(requiredGrams);
    const rows = intersect(await loadGrams(grams.flatMap(({ first }) => first)));
    const further = rows.length <= FEW_ROWS ? [] : grams.flatMap(({ further }) => further);
    return intersect([rows, ...(await loadGrams(further))]);
  };

  return async (words, limits) => {
    const candidates = await narrow(words);
    const rows: Found['rows'] = [];
    let at = 0;
    let blocksLeft = limits.blocks;
    while (at < candidates.length && blocksLeft > 0 && rows.length < limits.results) {
      const wanted = limits.results - rows.length;
      const batch = takeBatch(candidates, at, wanted, Math.min(blocksLeft, MAX_BATCH));
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

/** Reads the next candidates, up to the wanted number, from at most `maxBlocks` blocks. */
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
