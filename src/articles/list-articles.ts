/** Prints the inventory as a table, CSV or JSON. */

import { UserError } from '../foundation/errors.ts';
import { hintNear } from '../foundation/near-names.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import { formatCsv, formatTable, type TableColumn } from '../foundation/table.ts';
import type { ListResult } from '../results/site-results.ts';
import { type ArticleRow, type ArticleState, readInventory, waitsBeside } from './inventory.ts';
import { type ArticleFilters, selectRows } from './select-rows.ts';

interface ListOptions {
  filters: ArticleFilters;
  /** Name of a column; a "-" before it sorts in descending order. */
  sort: string | undefined;
  csv: boolean;
}

/** @throws UserError for an unknown column, or a filter that names nothing of the site */
export async function listArticles(
  root: string,
  reporter: Reporter,
  { filters, sort, csv }: ListOptions,
): Promise<void> {
  const compare = parseSort(sort ?? '-changed');
  const inventory = await readInventory(root, reporter);
  const rows = selectRows(inventory, filters).sort(compare);
  const counts = countStates(rows);
  if (csv) reporter.output(formatCsv(rows, COLUMNS));
  else if (rows.length > 0 && !reporter.json) {
    const isShown = ({ title }: TableColumn<ArticleRow>) =>
      TABLE.has(title) && (title !== 'locale' || inventory.config.locales.length > 1);
    reporter.output(formatTable(rows, COLUMNS.filter(isShown), reporter.width));
  }
  const { length: total } = inventory.rows;
  const { unreadable } = inventory;
  const result: ListResult = { articles: rows.map(describeRow), total, states: counts, unreadable };
  reporter.result(result, describeList(rows.length, total, counts, unreadable));
}

/** The columns of CSV, in their order. */
const COLUMNS: readonly TableColumn<ArticleRow>[] = [
  { title: 'state', cell: ({ state }) => state },
  { title: 'locale', cell: ({ meta }) => meta.locale },
  { title: 'date', cell: ({ meta }) => meta.date.day },
  { title: 'changed', cell: ({ changed }) => changed },
  { title: 'title', cell: ({ meta }) => meta.title, least: 40 },
  { title: 'category', cell: (row) => categoriesOf(row).join(', '), least: 8 },
  { title: 'author', cell: ({ meta }) => authorsOf(meta).join(', '), least: 8 },
  { title: 'tags', cell: ({ meta }) => meta.editorial.tags.join(', ') },
  { title: 'words', cell: ({ meta }) => meta.words },
  { title: 'linked', cell: ({ linked }) => linked },
  { title: 'path', cell: ({ path }) => path },
  { title: 'file', cell: ({ meta }) => meta.file, least: 12, keepsEnd: true },
];
/** The columns of the table on a terminal. */
const TABLE = new Set([
  'state',
  'locale',
  'changed',
  'title',
  'category',
  'author',
  'words',
  'linked',
  'file',
]);

/** `category/subcategory` of each category, in the form that --category takes. */
function categoriesOf({ meta }: ArticleRow): string[] {
  return meta.entities.flatMap(({ category, subcategories }) =>
    subcategories.length === 0
      ? [category]
      : subcategories.map(({ subcategory }) => `${category}/${subcategory}`),
  );
}

function authorsOf({ author, editorial }: ArticleRow['meta']): readonly string[] {
  return editorial.authors.length > 0 ? editorial.authors : [author];
}

/** An article as `list --json` has it. */
export function describeRow(row: ArticleRow): ListResult['articles'][number] {
  const { meta, path, state, changed, linked } = row;
  const { file, locale, title, slug, author, date, updated, image, words } = meta;
  return {
    file,
    locale,
    path,
    state,
    waits: waitsBeside(meta),
    title,
    slug,
    description: meta.isExcerpt ? null : meta.description,
    author,
    authors: [...authorsOf(meta)],
    date: date.day,
    updated: updated?.day ?? null,
    changed,
    image,
    categories: categoriesOf(row),
    tags: meta.editorial.tags,
    words,
    linked,
  };
}

function parseSort(sort: string): (a: ArticleRow, b: ArticleRow) => number {
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  const column = COLUMNS.find(({ title }) => title === name);
  if (!column) {
    const names = COLUMNS.map(({ title }) => title);
    const hint = hintNear(name, names, `use one of ${names.join(', ')}`);
    throw new UserError({ code: 'unknown-choice', message: `--sort: there is no column "${name}"`, hint });
  }
  const sign = descending ? -1 : 1;
  return (a, b) => {
    const [x, y] = [column.cell(a), column.cell(b)];
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : String(x) < String(y) ? -1 : 1;
    return x === y ? 0 : sign * order;
  };
}

function countStates(rows: readonly ArticleRow[]): Partial<Record<ArticleState, number>> {
  const counts: Partial<Record<ArticleState, number>> = {};
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

const STATE_WORDS: Readonly<Record<ArticleState, string>> = {
  published: 'published',
  scheduled: 'scheduled',
  expired: 'expired',
  draft: 'drafts',
  withheld: 'withheld',
  error: 'with errors',
};

function describeList(
  shown: number,
  total: number,
  counts: Partial<Record<ArticleState, number>>,
  unreadable: number,
): string {
  const of = shown === total ? formatCount(total, 'article') : `${shown} of ${formatCount(total, 'article')}`;
  const parts = Object.entries(STATE_WORDS).flatMap(([state, word]) => {
    const count = Object.entries(counts).find(([name]) => name === state)?.[1];
    return count ? [state === 'draft' ? formatCount(count, 'draft') : `${count} ${word}`] : [];
  });
  const states = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  const files = `${unreadable} ${unreadable === 1 ? 'file' : 'files'}`;
  const left = unreadable > 0 ? `\n${files} cannot be read as articles: run \`articles check\`` : '';
  return of + states + left;
}
