/** Lists the articles of a site for their editors, with what waits for a decision: state, stale translations, reviews that are due. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ArticleRow, type Inventory, readInventory } from '../articles/inventory.ts';
import { dayOf } from '../articles/select-rows.ts';
import { checkTranslations } from '../check/stale-translations.ts';
import { createSilentReporter } from '../foundation/report.ts';
import { writeCategories } from '../site/category-tree.ts';

export interface QueueRow {
  /** Path below the root. */
  file: string;
  locale: string;
  /** The same for translations of one article. */
  key: string;
  title: string;
  /** `unreadable`: the file is no article that can be read. */
  state: ArticleRow['state'] | 'unreadable';
  /** YYYY-MM-DD. */
  date: string;
  changed: string;
  /** Address of the page below the site; '' without one. */
  path: string;
  author: string;
  category: string;
  /** True if the original has changed since the translation. */
  isStale: boolean;
  expires: string | null;
  reviewBy: string | null;
}

export interface Queue {
  today: string;
  rows: QueueRow[];
  locales: string[];
  /** Choices for the fields of articles, by locale. */
  choices: Record<string, { categories: string[]; authors: string[]; tags: string[] }>;
}

/** @param out folder of a build whose records of unchanged files are used */
export async function readQueue(root: string, out: string): Promise<Queue> {
  const inventory = await readInventory(root, createSilentReporter(), out);
  const { rows, site, clock, config, parsed } = inventory;
  const stale = new Set(
    checkTranslations(site).flatMap(({ code, file }) => (code === 'outdated-translation' ? [file] : [])),
  );
  const known = new Set(rows.map(({ meta }) => meta.file));
  const unreadable = new Set(
    [...parsed.unplaced, ...parsed.problems.filter(({ severity }) => severity !== 'warning')].flatMap(
      ({ file = '' }) => (file.endsWith('.md') && !known.has(file) ? [file] : []),
    ),
  );
  return {
    today: clock.today,
    locales: [...config.locales],
    choices: Object.fromEntries(
      site.editions.map((edition) => [edition.locale, listChoices(inventory, edition)]),
    ),
    rows: [
      ...rows.map((row) => describeRow(root, row, stale.has(row.meta.file))),
      ...[...unreadable].map(describeUnreadable),
    ],
  };
}

function describeRow(root: string, row: ArticleRow, isStale: boolean): QueueRow {
  const { meta, path, state, changed } = row;
  const { file, locale, key, title, author, date, entities, editorial } = meta;
  const dates = hasDates(root, file);
  return {
    file,
    locale,
    key,
    title,
    state,
    date: date.day,
    changed,
    path,
    author: editorial.authors[0] ?? author,
    category: [writeCategories(entities)].flat().join(', '),
    isStale,
    expires: dates ? dayOf(row, 'expires') : null,
    reviewBy: dates ? dayOf(row, 'reviewBy') : null,
  };
}

/** Looks for the two fields in the bytes: reading the front matter of 10,000 files takes seconds. */
function hasDates(root: string, file: string): boolean {
  const bytes = readFileSync(join(root, file));
  return bytes.includes('expires:') || bytes.includes('reviewBy:');
}

function describeUnreadable(file: string): QueueRow {
  const [, locale = '', key = ''] = /^content\/([^/]+)\/articles\/(.*)\.md$/.exec(file) ?? [];
  const none = { date: '', changed: '', path: '', author: '', category: '' };
  return {
    file,
    locale,
    key,
    title: file,
    state: 'unreadable',
    ...none,
    isStale: false,
    expires: null,
    reviewBy: null,
  };
}

function listChoices({ rows }: Inventory, { locale, tree, authors }: Inventory['site']['editions'][number]) {
  const categories = Object.entries(tree).flatMap(([key, { children }]) => [
    key,
    ...Object.keys(children).map((child) => `${key}/${child}`),
  ]);
  const tags = rows.flatMap(({ meta }) => (meta.locale === locale ? meta.editorial.tags : []));
  return { categories, authors: authors.map(({ name }) => name), tags: [...new Set(tags)].sort() };
}
