/** Gives each article its address: its own `permalink`, else the pattern of the site. */
import type { Editorial } from '../content/article/article-fields.ts';
import {
  type CategoryTree,
  createDefaultEntities,
  type Entity,
  findNode,
} from '../content/article/category-tree.ts';
import type { ArticleDate } from '../content/article/dates.ts';
import { type LocaleCode, versionOf } from '../locales/codes.ts';
import type { UrlPath } from './page.ts';
import { RESERVED_SEGMENTS, type Routes, trimEnding, urlPath } from './routes.ts';

/** The fields of an article that a pattern of addresses may name. */
interface Patterned {
  /** Path of the file below articles/, without ".md". */
  key: string;
  slug: string;
  date: Pick<ArticleDate, 'day'> | null;
  entities?: readonly Entity[];
}

/** The fields of an article that its address depends on. */
export interface Addressed extends Patterned {
  editorial: Pick<Editorial, 'permalink'>;
}

/** @returns null where the pattern needs a date or a category that the article lacks */
export function articlePath(
  routes: Routes,
  tree: CategoryTree,
  locale: LocaleCode,
  article: Addressed,
): UrlPath | null {
  const { permalink } = article.editorial;
  // An older version is a copy, so its own addresses are those of the newest.
  if (permalink !== null)
    return versionOf(locale) === null
      ? urlPath(trimEnding(permalink))
      : routes.below(locale, trimEnding(permalink).slice(1));
  return patternPath(routes, tree, locale, article);
}

/** The address of an article without a permalink. @returns as `articlePath` */
export function patternPath(
  routes: Routes,
  tree: CategoryTree,
  locale: LocaleCode,
  { key, slug, date, entities = [] }: Patterned,
): UrlPath | null {
  const own = key.replace(/(.)\/index$/, '$1');
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  const [year, month, day] = date?.day.split('-') ?? [];
  const path = slug === 'index' && folder !== '' ? folder.slice(0, -1) : folder + slug;
  return routes.article(locale, { slug, path, year, month, day, ...slugsOf(tree, entities) });
}

function slugsOf(tree: CategoryTree, entities: readonly Entity[]) {
  const [first] = entities.length > 0 ? entities : createDefaultEntities(tree);
  const category = first && findNode(tree, first.category);
  const name = first?.subcategories[0]?.subcategory ?? 'other';
  return { category: category?.slug, subcategory: category && findNode(category.children, name)?.slug };
}

/** True if the path begins like a route of the site. @param prefix of the edition */
export function isReservedPath(path: string, prefix: string): boolean {
  const [first = '', ...rest] = path.slice(path.startsWith(`${prefix}/`) ? prefix.length + 1 : 1).split('/');
  if (first === '' || rest.at(-1) === 'index') return true;
  return RESERVED_SEGMENTS.has(first) && !(SHARED.has(first) && rest.length > 0);
}

/** First segments below which the site has pages of several kinds. */
const SHARED: ReadonlySet<string> = new Set(['articles', 'authors', 'info']);
