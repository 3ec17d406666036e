/** Chooses rows of the inventory by state, field, category, author and age. */
import { chooseLocale } from '../config/load-config.ts';
import { parseArticleDate } from '../content/article/dates.ts';
import { presenceOf } from '../content/article/presence.ts';
import { type ErrorCode, UserError } from '../foundation/errors.ts';
import { fold } from '../foundation/fold.ts';
import { findNear } from '../foundation/near-names.ts';
import { type ArticleRow, type Inventory, valuesOf } from './inventory.ts';

/** An article must match all filters that are given. Several states together match any of them. */
export interface ArticleFilters {
  drafts?: boolean;
  scheduled?: boolean;
  published?: boolean;
  withheld?: boolean;
  expired?: boolean;
  unlinked?: boolean;
  /** Fields of which at least one is absent. */
  missing?: readonly string[] | undefined;
  /** Key or slug, or both with a slash: `category/subcategory`. */
  category?: string | undefined;
  /** Name or slug. */
  author?: string | undefined;
  /** An age such as 18m, or a day. */
  older?: string | undefined;
  locale?: string | undefined;
  /** `field=value`, `field!=value` or `field~part` */
  where?: readonly string[] | undefined;
}

type Test = (row: ArticleRow) => boolean;

/** @throws UserError where a filter names nothing of the site */
export function selectRows(inventory: Inventory, filters: ArticleFilters): ArticleRow[] {
  const tests = [...listTests(inventory, filters)];
  return inventory.rows.filter((row) => tests.every((test) => test(row)));
}

/** True if any filter is given. */
export function isFiltered(inventory: Inventory, filters: ArticleFilters): boolean {
  return listTests(inventory, filters).next().done !== true;
}

function* listTests(inventory: Inventory, filters: ArticleFilters): Generator<Test> {
  const { config, clock } = inventory;
  const states = [
    filters.drafts && 'draft',
    filters.scheduled && 'scheduled',
    filters.published && 'published',
    filters.withheld && 'withheld',
  ].filter(Boolean);
  if (states.length > 0) yield ({ state }) => states.includes(state);
  const { locale, category, author, older, missing = [], where = [] } = filters;
  if (locale !== undefined) {
    const code = chooseLocale(config, locale);
    yield ({ meta }) => meta.locale === code;
  }
  if (category !== undefined) yield testCategory(inventory, category);
  if (author !== undefined) yield testAuthor(inventory, author);
  if (older !== undefined) {
    const day = parseAge(older, clock.today);
    yield ({ changed }) => changed <= day;
  }
  if (filters.unlinked) yield ({ linked }) => linked === 0;
  if (filters.expired) yield ({ meta }) => presenceOf(meta, clock.now) === 'expired';
  if (missing.length > 0) yield (row) => missing.some((field) => valuesOf(row, field).length === 0);
  for (const condition of where) yield parseCondition(condition);
}

function testCategory({ site, rows }: Inventory, asked: string): Test {
  const [name = '', child] = asked.replace(/^\/|\/$/g, '').split('/');
  const groups = site.editions.flatMap(({ tree }) => Object.values(tree));
  const isNamed = (node: { key: string; slug: string }, wanted: string) =>
    node.key === wanted || node.slug === wanted;
  const keys = new Set(groups.filter((group) => isNamed(group, name)).map(({ key }) => key));
  // An article may name a category that is no longer in the tree.
  const used = new Set(rows.flatMap((row) => valuesOf(row, 'category')));
  if (used.has(name)) keys.add(name);
  const known = [...groups.flatMap(({ key, slug }) => [key, slug]), ...used];
  if (keys.size === 0)
    throw unknownName('unknown-category', 'category', name, known, 'see `articles categories`');
  if (child === undefined)
    // An article without a category belongs to "other".
    return ({ meta: { entities } }) =>
      entities.some(({ category }) => keys.has(category)) || (entities.length === 0 && keys.has('other'));
  const children = groups
    .filter(({ key }) => keys.has(key))
    .flatMap((group) => Object.values(group.children));
  const childKeys = new Set([child]);
  for (const node of children) if (isNamed(node, child)) childKeys.add(node.key);
  if (childKeys.size === 1 && !children.some(({ key }) => key === child)) {
    const names = children.flatMap(({ key, slug }) => [key, slug]);
    throw unknownName(
      'unknown-subcategory',
      `subcategory of "${name}"`,
      child,
      names,
      'see `articles categories`',
    );
  }
  return ({ meta }) =>
    meta.entities.some(
      ({ category, subcategories }) =>
        keys.has(category) && subcategories.some(({ subcategory }) => childKeys.has(subcategory)),
    );
}

function testAuthor({ site, rows }: Inventory, asked: string): Test {
  const authors = site.editions.flatMap((edition) => edition.authors);
  const found = authors.filter(({ name, slug }) => name === asked || slug === asked);
  const onlyAuthor = (locale: string) =>
    site.editions.find((edition) => edition.locale === locale)?.authors[0]?.name ?? '';
  const names = new Set([asked, ...found.flatMap(({ name, slug }) => [name, slug])]);
  const test: Test = ({ meta }) =>
    [meta.author || onlyAuthor(meta.locale), ...meta.editorial.authors].some((author) => names.has(author));
  if (found.length > 0 || rows.some(test)) return test;
  const known = authors.flatMap(({ name, slug }) => [name, slug]);
  throw unknownName('unknown-author', 'author', asked, known, 'use a name or slug of authors.json');
}

function unknownName(
  code: ErrorCode,
  what: string,
  name: string,
  known: Iterable<string>,
  otherwise: string,
): UserError {
  const names = [...new Set(known)];
  const near = findNear(name, names) ?? names.find((other) => fold(other).startsWith(fold(name)));
  const hint = near === undefined ? otherwise : `did you mean "${near}"?`;
  return new UserError({ code, message: `there is no ${what} "${name}"`, hint });
}

/** The day at a distance from today. @param age such as 18m, or the day itself */
function parseAge(age: string, today: string): string {
  const day = parseArticleDate(age);
  if (typeof day !== 'string') return day.day;
  const [, count = '', unit = ''] = /^(\d{1,4})([dwmy])$/.exec(age) ?? [];
  if (unit === '') {
    const hint = 'write a number of days, weeks, months or years (90d, 6w, 18m, 2y), or a day: 2025-01-31';
    throw new UserError({ code: 'invalid-option-value', message: `--older: "${age}" is not an age`, hint });
  }
  const date = new Date(`${today}T00:00:00Z`);
  if (unit === 'd' || unit === 'w')
    date.setUTCDate(date.getUTCDate() - Number(count) * (unit === 'w' ? 7 : 1));
  else {
    const months = Number(count) * (unit === 'y' ? 12 : 1);
    const dayOfMonth = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() - months);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(dayOfMonth, last));
  }
  return date.toISOString().slice(0, 10);
}

function parseCondition(condition: string): Test {
  const [, field = '', operator, value = ''] = /^([\w-]+)\s*(!?=|~)(.*)$/s.exec(condition) ?? [];
  const wanted = value.trim();
  switch (operator) {
    case '=':
      return (row) =>
        wanted === '' ? valuesOf(row, field).length === 0 : valuesOf(row, field).includes(wanted);
    case '!=':
      return (row) =>
        wanted === '' ? valuesOf(row, field).length > 0 : !valuesOf(row, field).includes(wanted);
    case '~': {
      const part = fold(wanted);
      return (row) => valuesOf(row, field).some((text) => fold(text).includes(part));
    }
    default: {
      const hint = 'write field=value, field!=value or field~part, such as --where author="Ann Reed"';
      throw new UserError({
        code: 'invalid-option-value',
        message: `--where: "${condition}" is not a condition`,
        hint,
      });
    }
  }
}
