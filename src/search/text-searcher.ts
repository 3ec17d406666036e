/** Finds articles by their texts, best first. Reads the files of the index only as they are needed. */
import { once } from '../foundation/attempt.ts';
import { isNear } from '../foundation/near-names.ts';
import { unpackRows } from './index-format.ts';
import {
  codeToLevel,
  FILTERS,
  type Filters,
  LEVELS,
  levelToCode,
  MIN_TYPO,
  PAGE_ROWS,
  type Postings,
  pairListOf,
  pairPath,
  placeOfPairs,
  postingFileOf,
  postingPath,
  readBody,
  readFilters,
  readRows,
  readTextHead,
  rowPath,
  type SearchRow,
  TEXT_HEAD,
  type TextHead,
  unpackPostings,
  wordFilesOf,
  wordPath,
} from './text-format.ts';
import { createWords } from './words.ts';

export interface TextResult extends SearchRow {
  score: number;
}

/** One reading of a word of the query, or of two adjacent ones. */
export interface QueryTerm {
  /** Two terms have a space between them. */
  term: string;
  isPair: boolean;
  /** Number of articles with it. For two terms a few more, since pairs share lists. */
  articles: number;
  /** The terms that were searched for in its place, since no article has it. */
  instead: string[];
  /** A rare word weighs more. */
  weight: number;
}

export interface TextAnswer {
  results: TextResult[];
  /** Number of articles that were found. */
  found: number;
  terms: QueryTerm[];
  /** True if a file could not be read, so that results may be missing. */
  lost: boolean;
}

export type TextFilter = Readonly<Record<string, string>>;

/** Reads a file of the index as text. @param path relative to the search folder of the edition */
export type ReadTextFile = (path: string) => Promise<string>;

export type TextSearcher = Awaited<ReturnType<typeof openTextSearcher>>;

interface FoundTerm extends QueryTerm, Postings {}

/** An article with words that weigh less than this part of the query is not shown. */
const MIN_COVERAGE = 0.5;
/** Maximum number of words that are searched for in the place of one. */
const MAX_INSTEAD = 5;

/**
 * @param language BCP 47, of the edition
 * @throws SyntaxError if a file does not belong to the index; also throws the errors of `read`
 */
export async function openTextSearcher(read: ReadTextFile, language: string) {
  const head = readTextHead(JSON.parse(await read(TEXT_HEAD)));
  const { version } = head;
  const { read: readWords } = createWords(language);
  const load = once(async (path: string) => readBody(await read(path), version).split('\n'));
  const loadRows = once(async (page: string) =>
    readRows(JSON.parse(await read(rowPath(Number(page)))), version),
  );
  const loadFilters = once(async () => readFilters(JSON.parse(await read(FILTERS)), version));
  const findTerm = async (term: string): Promise<Postings | null> => {
    const lines = await load(postingPath(postingFileOf(term, head)));
    const line = lines.find((line) => line.startsWith(`${term} `));
    return line === undefined ? null : unpackPostings(line.slice(term.length + 1));
  };
  const readTerm = async (term: string): Promise<FoundTerm> => {
    const own = await findTerm(term);
    if (own) return describe(head, { term, instead: [], isPair: false, ...own });
    const instead = await findSimilar(head, term, load);
    const lists = await Promise.all(instead.map(findTerm));
    return describe(head, { term, instead, isPair: false, ...unite(lists.flatMap((list) => list ?? [])) });
  };
  const readPair = async (pair: string): Promise<FoundTerm> => {
    const [first = '', second = ''] = pair.split(' ');
    const { file, line } = placeOfPairs(pairListOf(first, second), head);
    const rows = unpackRows((await load(pairPath(file)))[line] ?? '');
    const codes = rows.map(() => levelToCode(LEVELS));
    return describe(head, { term: pair, instead: [], isPair: true, rows, codes });
  };

  return {
    filters: (): Promise<Filters> => loadFilters(''),
    /** @param limit maximum number of results */
    async search(text: string, limit: number, filter: TextFilter = {}): Promise<TextAnswer> {
      const { terms: asked, exact } = readWords(text);
      // Exact words side by side count beside their stems, so that they come first.
      const pairs = [asked, exact].flatMap((list) =>
        list.slice(1).map((term, index) => `${list[index]} ${term}`),
      );
      const read = await Promise.allSettled([
        ...[...new Set(asked)].map(readTerm),
        ...[...new Set(pairs)].map(readPair),
      ]);
      const terms = read.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      const failed = read.find((result) => result.status === 'rejected');
      // A file of another version, or none at all: the caller opens the index again.
      if (failed && (failed.reason instanceof SyntaxError || terms.length === 0)) throw failed.reason;
      const allowed = await selectRows(filter, loadFilters);
      const ranked = rank(head, terms).filter(({ row }) => allowed?.has(row) ?? true);
      const shown = ranked.slice(0, limit);
      const rows = await Promise.allSettled(
        shown.map(({ row }) => loadRows(String(Math.floor(row / PAGE_ROWS)))),
      );
      const results = shown.flatMap(({ row, score }, index): TextResult[] => {
        const page = rows[index];
        const found = page?.status === 'fulfilled' ? page.value[row % PAGE_ROWS] : undefined;
        return found ? [{ ...found, score }] : [];
      });
      return {
        results,
        found: ranked.length,
        terms: terms.map(({ rows: _, codes: __, ...term }) => term),
        lost: failed !== undefined || results.length < shown.length,
      };
    },
  };
}

function describe({ articles }: TextHead, found: Omit<FoundTerm, 'articles' | 'weight'>): FoundTerm {
  const count = found.rows.length;
  const weight = count === 0 ? 0 : Math.log(1 + (articles - count + 0.5) / (count + 0.5));
  return { ...found, articles: count, weight };
}

/** The rows of several lists, each once with its highest level. */
function unite(lists: readonly Postings[]): Postings {
  const codes = new Map<number, number>();
  for (const list of lists)
    for (const [index, row] of list.rows.entries())
      codes.set(row, Math.max(codes.get(row) ?? 0, list.codes[index] ?? 0));
  return { rows: [...codes.keys()], codes: [...codes.values()] };
}

/** BM25 of words and of adjacent words, times the part of the query that the article has. Of equal articles the newer one is first. */
function rank({ articles }: TextHead, terms: readonly FoundTerm[]): { row: number; score: number }[] {
  const scores = new Float64Array(articles);
  const covered = new Float64Array(articles);
  let all = 0;
  for (const { isPair, rows, codes, weight } of terms) {
    // An article may have the words in another order.
    const cover = isPair ? 0 : weight;
    all += cover;
    for (const [index, row] of rows.entries()) {
      scores[row] = (scores[row] ?? 0) + (weight * codeToLevel(codes[index] ?? 0)) / LEVELS;
      covered[row] = (covered[row] ?? 0) + cover;
    }
  }
  const found: { row: number; score: number }[] = [];
  for (const [row, weight] of covered.entries())
    if (weight > 0 && weight >= all * MIN_COVERAGE)
      found.push({ row, score: ((scores[row] ?? 0) * weight) / all });
  return found.sort((a, b) => b.score - a.score || b.row - a.row);
}

/** The terms that begin with a word, or differ from it by one typing error. */
async function findSimilar(
  head: TextHead,
  word: string,
  load: (path: string) => Promise<string[]>,
): Promise<string[]> {
  if (word.length < 2) return [];
  const lists = await Promise.all([...new Set(wordFilesOf(word, head))].map((file) => load(wordPath(file))));
  const all = [...new Set(lists.flat())];
  const longer = all.filter((other) => other.startsWith(word)).sort((a, b) => a.length - b.length);
  const similar = word.length < MIN_TYPO ? [] : all.filter((other) => isNear(word, other));
  return [...new Set([...similar, ...longer])].slice(0, MAX_INSTEAD);
}

/** null where nothing is filtered. */
async function selectRows(
  filter: TextFilter,
  load: (key: '') => Promise<Filters>,
): Promise<ReadonlySet<number> | null> {
  if (Object.keys(filter).length === 0) return null;
  const { kinds } = await load('');
  const wanted = Object.entries(kinds).filter(([kind]) => filter[kind] !== undefined);
  if (wanted.length === 0) return null;
  const sets = wanted.map(([kind, { options }]) => {
    const found = options.find(([label]) => label === filter[kind]);
    return new Set(found ? unpackRows(found[1]) : []);
  });
  const [first = new Set<number>(), ...others] = sets;
  return new Set([...first].filter((row) => others.every((set) => set.has(row))));
}
