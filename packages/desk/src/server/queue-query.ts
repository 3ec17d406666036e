/** Finds rows of the queue: by words, by what waits for the editor, by language, by month. An answer has the rows that a window shows. */
import * as z from 'zod';
import { matches, parseQuery as parseWords } from '../../../../src/search/title-match.ts';
import { fold } from './core.ts';
import { parseQuery } from './parse-request.ts';
import type { Listing, QueueRow } from './queue.ts';
import type { Place, Readers } from './reach.ts';

/** The next steps of a text, which may wait for several. */
const KINDS = {
  all: () => true,
  mine: ({ isMine }) => isMine,
  draft: ({ state }) => state === 'draft',
  review: ({ state, waits }) => ['withheld', 'changed'].includes(state) || waits !== null,
  scheduled: ({ state }) => state === 'scheduled',
  published: ({ state }) => state === 'published',
  expired: ({ state }) => state === 'expired',
  stale: ({ isStale }) => isStale,
  due: ({ reviewBy, state }, today) => state === 'published' && reviewBy !== null && reviewBy <= today,
  stops: ({ stops }) => stops !== null,
  /** The next release changes what readers have of it. */
  waiting: ({ reach }) => reach !== null && reach !== 'live',
  /** No build has it yet. */
  unbuilt: ({ reach }) => reach === 'changed' || reach === 'new',
  /** Info pages, own pages, and the files of words. */
  others: ({ type }) => type !== 'article',
  deleted: ({ state }) => state === 'deleted',
} as const satisfies Record<string, (row: QueueRow, today: string) => boolean>;
export type Kind = keyof typeof KINDS;
const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);
const NAMES = Object.keys(KINDS).filter(isKind);

/** What a column is ordered by. Only the last change begins with the newest. */
const SORTS = {
  changed: ({ changed }) => changed,
  date: ({ date }) => date,
  title: (row, textOf) => textOf(row),
  file: ({ file }) => file,
} as const satisfies Record<string, (row: QueueRow, textOf: (row: QueueRow) => string) => string>;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const querySchema = z.strictObject({
  /** Words of the title or the file. */
  words: z.string().default(''),
  kind: z.enum(NAMES).default('all'),
  locale: z.string().default(''),
  /** YYYY-MM: what is published, expires or is due in this month. */
  month: z.string().default(''),
  /** A file and its translations. */
  file: z.string().default(''),
  sort: z.enum(['changed', 'date', 'title', 'file']).default('changed'),
  from: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(0).max(1000).default(100),
});
export type QueueQuery = z.input<typeof querySchema>;

export interface QueuePage {
  today: string;
  locales: string[];
  /** Whose readers `reach` is about; null where no environment has a target. */
  readers: Readers | null;
  /** The environments that have a target. */
  places: Place[];
  /** Rows of each kind, of all languages. */
  counts: Record<Kind, number>;
  /** Rows that the query finds. */
  total: number;
  /** `count` of them, from the one with the number `from`, which begins at 0. */
  rows: QueueRow[];
}

/** Answers queries about a list that stays the same for many of them: it remembers what it has found. */
export function createFinder() {
  let listing: Listing | null = null;
  const found = new Map<string, readonly QueueRow[]>();
  /** By file: most texts keep their titles from list to list. */
  const folded = new Map<string, { title: string; text: string }>();
  let counts: Record<Kind, number> | null = null;

  const textOf = ({ file, title }: QueueRow) => {
    const known = folded.get(file);
    if (known?.title === title) return known.text;
    const text = fold(`${title}\n${file}`);
    folded.set(file, { title, text });
    return text;
  };
  const find = (now: Listing, query: z.output<typeof querySchema>): readonly QueueRow[] => {
    const { from: _from, count: _count, ...filter } = query;
    const name = JSON.stringify(filter);
    const known = found.get(name);
    if (known) return known;
    const rows = filterRows(now, query, textOf);
    const [oldest] = found.keys();
    if (found.size >= KEPT && oldest !== undefined) found.delete(oldest);
    found.set(name, rows);
    return rows;
  };
  const renew = (now: Listing) => {
    if (listing === now) return;
    listing = now;
    found.clear();
    counts = null;
  };
  return {
    /** @throws RefusedRequest for a query that says something else */
    page(now: Listing, params: URLSearchParams): Omit<QueuePage, 'readers' | 'places'> {
      renew(now);
      const query = parseQuery(querySchema, params);
      const rows = find(now, query);
      counts ??= countKinds(now);
      return {
        today: now.today,
        locales: now.locales,
        counts,
        total: rows.length,
        rows: rows.slice(query.from, query.from + query.count),
      };
    },
    /** The files of all articles that a query finds. */
    files(now: Listing, params: URLSearchParams): { files: string[] } {
      renew(now);
      const rows = find(now, parseQuery(querySchema, params));
      return { files: rows.filter(isChangeable).map(({ file }) => file) };
    },
  };
}

const isChangeable = ({ type, state }: QueueRow) => type === 'article' && state !== 'deleted';

/** Queries whose rows are kept: enough for a few windows. */
const KEPT = 20;

function filterRows(
  { rows, today }: Listing,
  { words, kind, locale, month, file, sort }: z.output<typeof querySchema>,
  textOf: (row: QueueRow) => string,
): QueueRow[] {
  const wanted = parseWords(words);
  const key = file && (rows.find((row) => row.file === file)?.key ?? '');
  const found = rows.filter(
    (row) =>
      KINDS[kind](row, today) &&
      (locale === '' || row.locale === locale) &&
      (file === '' || row.file === file || (key !== '' && row.key === key)) &&
      (month === '' || [row.date, row.expires, row.reviewBy].some((day) => day?.startsWith(month))) &&
      (wanted.length === 0 || matches(textOf(row), wanted)),
  );
  const direction = sort === 'changed' ? -1 : 1;
  return (
    found
      .map((row) => ({ row, key: SORTS[sort](row, textOf) }))
      // Rows that are equal to the order keep one place from page to page.
      .sort((a, b) => direction * compare(a.key, b.key) || compare(a.row.file, b.row.file))
      .map(({ row }) => row)
  );
}

function countKinds({ rows, today }: Listing): Record<Kind, number> {
  const countOf = (name: Kind) => rows.reduce((sum, row) => sum + Number(KINDS[name](row, today)), 0);
  return {
    all: rows.length,
    mine: countOf('mine'),
    draft: countOf('draft'),
    review: countOf('review'),
    scheduled: countOf('scheduled'),
    published: countOf('published'),
    expired: countOf('expired'),
    stale: countOf('stale'),
    due: countOf('due'),
    stops: countOf('stops'),
    waiting: countOf('waiting'),
    unbuilt: countOf('unbuilt'),
    others: countOf('others'),
    deleted: countOf('deleted'),
  };
}
