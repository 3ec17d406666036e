/** Creates the model of the whole publication: editions, articles in their places, listings, translations. Pure. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { FieldProblem } from '../content/article/article-fields.ts';
import { isFuture } from '../content/article/dates.ts';
import { NO_OWN_FIELDS, type OwnFields } from '../content/article/own-fields.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import type { AdData, Author, EditionParts, Seo } from '../content/data/edition-data.ts';
import type { InfoMeta } from '../content/data/info-pages.ts';
import type { OwnPageMeta, ThemePageMeta } from '../content/data/own-pages.ts';
import { type LocaleCode, languageOf } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import type { CategoryGroup, CategoryTree, Subcategory } from './category-tree.ts';
import type { UrlPath } from './page.ts';
import { createPlacer, type Unplaced } from './placement.ts';
import { findReservedSlugs } from './reserved-slugs.ts';
import { createRoutes, type InfoKind, type Routes } from './routes.ts';

/** A place of an article in the category tree. */
export interface Placement {
  category: CategoryGroup;
  subcategory: Subcategory;
}

export interface Article {
  meta: ArticleMeta;
  edition: Edition;
  author: Author;
  path: UrlPath;
  /** Never empty; the first is the primary one. */
  placements: Placement[];
  /** Milliseconds; articles are ordered by it, newest first. */
  instant: number;
  /** Milliseconds of the last change: updated, else date. */
  changed: number;
}

/** Articles under one heading, newest first; those of categories begin with pinned ones. */
export interface Listing {
  path: UrlPath;
  articles: Article[];
  /** The article with the last change. */
  latest: Article | null;
}

/** The path of an article and the fields that it comes from. */
export interface Address {
  path: UrlPath;
  meta: Pick<ArticleMeta, 'file' | 'slug' | 'aliases'>;
}

export type OwnPage = OwnPageMeta & { path: UrlPath };

export interface Edition {
  locale: LocaleCode;
  /** BCP 47. */
  language: string;
  strings: Strings;
  tree: CategoryTree;
  authors: Author[];
  seo: Seo;
  info: Readonly<Record<InfoKind, InfoMeta>>;
  /** Pages of the site's own. */
  pages: readonly OwnPage[];
  themePages: readonly (ThemePageMeta & { path: UrlPath })[];
  /** Parts that could not be read and are empty here; such an edition is never built. */
  missing: ReadonlySet<'tree' | 'authors' | 'seo' | 'info'>;
  /** Newest first. */
  articles: Article[];
  /** The article with the last change. */
  latest: Article | null;
  /** Addresses of articles that cannot be built: nothing else may take them. */
  claims: Address[];
  /** By category key. */
  categories: Map<string, Listing>;
  /** By category key and subcategory key, joined by "/". */
  subcategories: Map<string, Listing>;
  /** By author slug. */
  byAuthor: Map<string, Listing>;
}

export interface Site {
  config: SiteConfig;
  routes: Routes;
  editions: Edition[];
  ads: AdData;
  /** Articles of one key in several locales; keys with one article are left out. */
  translations: Map<string, Article[]>;
  year: number;
  ownFields: OwnFields;
}

/** A part that could not be read is null: articles are placed without it, so that their own problems show too. */
export type EditionInput = EditionParts & {
  strings: Strings;
  info: Readonly<Record<InfoKind, InfoMeta>> | null;
  pages: readonly OwnPageMeta[];
  themePages?: readonly ThemePageMeta[];
};

export interface SiteInput {
  config: SiteConfig;
  editions: readonly EditionInput[];
  metas: readonly ArticleMeta[];
  /** Articles that cannot be built for another reason. */
  unplaced?: readonly Unplaced[];
  ads: AdData;
  /** The time, as an input of the build. */
  clock: { now: number; today: string };
  include: { drafts: boolean; future: boolean };
  ownFields?: OwnFields;
}

/** @returns the site, and the problems with places of articles; collisions.ts finds those with paths */
export function createSite(input: SiteInput): { site: Site; problems: FieldProblem[] } {
  const { config } = input;
  const routes = createRoutes(config);
  const problems: FieldProblem[] = [];
  const editions = input.editions.map((data) => createEdition(data, routes));
  for (const edition of editions) problems.push(...findReservedSlugs(edition));
  const byLocale = new Map(
    editions.map((edition) => [edition.locale, createPlacer(edition, routes, problems)]),
  );
  for (const meta of input.metas) {
    if (!isIncluded(meta, input)) continue;
    byLocale.get(meta.locale)?.place(meta);
    if (meta.updated && isFuture(meta.updated, input.clock.now, input.clock.today))
      problems.push(lateUpdate(meta));
  }
  for (const unplaced of input.unplaced ?? []) byLocale.get(unplaced.locale)?.explain(unplaced);
  for (const edition of editions) fillListings(edition);
  const translations = findTranslations(editions);
  const year = Number(input.clock.today.slice(0, 4));
  const { ads, ownFields = NO_OWN_FIELDS } = input;
  return { site: { config, routes, editions, ads, translations, year, ownFields }, problems };
}

function isIncluded(meta: ArticleMeta, { clock, include }: SiteInput): boolean {
  if (meta.status === 'withheld' || (meta.status === 'draft' && !include.drafts)) return false;
  return include.future || !isFuture(meta.date, clock.now, clock.today);
}

function lateUpdate({ file }: ArticleMeta): FieldProblem {
  const message = 'updated is in the future';
  const hint = 'write the day of the last change: sitemap and feeds show it too';
  return { file, code: 'updated-in-future', message, hint, at: { field: ['updated'] }, warning: true };
}

const NO_INFO: InfoMeta = { file: '', title: '', description: '', images: [], hash: '' };
const NO_TEXTS = { title: '', description: '' };
const NO_SEO: Seo = {
  home: NO_TEXTS,
  authors: NO_TEXTS,
  'not-found': NO_TEXTS,
  'about-us': NO_TEXTS,
  'privacy-policy': NO_TEXTS,
  terms: NO_TEXTS,
  sitemap: NO_TEXTS,
};

function createEdition(input: EditionInput, routes: Routes): Edition {
  const { locale } = input;
  const names = ['tree', 'authors', 'seo', 'info'] as const;
  const data = {
    tree: input.tree ?? {},
    authors: input.authors ?? [],
    seo: input.seo ?? NO_SEO,
    info: input.info ?? { 'about-us': NO_INFO, 'privacy-policy': NO_INFO, terms: NO_INFO },
    missing: new Set(names.filter((name) => input[name] === null)),
  };
  const listing = (path: UrlPath): Listing => ({ path, articles: [], latest: null });
  const groups = Object.values(data.tree);
  return {
    locale,
    ...data,
    strings: input.strings,
    pages: input.pages.map((page) => ({ ...page, path: routes.below(locale, page.address) })),
    themePages: (input.themePages ?? []).map((page) => ({
      ...page,
      path: routes.below(locale, page.address),
    })),
    language: languageOf(locale),
    articles: [],
    latest: null,
    claims: [],
    categories: new Map(groups.map((group) => [group.key, listing(routes.category(locale, group.slug))])),
    subcategories: new Map(
      groups.flatMap((group) =>
        Object.values(group.children).map((child) => [
          `${group.key}/${child.key}`,
          listing(routes.subcategory(locale, group.slug, child.slug)),
        ]),
      ),
    ),
    byAuthor: new Map(
      data.authors.map((author) => [author.slug, listing(routes.author(locale, author.slug))]),
    ),
  };
}

function fillListings(edition: Edition): void {
  edition.articles.sort(
    (a, b) => b.instant - a.instant || (a.meta.slug < b.meta.slug ? -1 : a.meta.slug > b.meta.slug ? 1 : 0),
  );
  for (const article of edition.articles) {
    for (const { category, subcategory } of article.placements) {
      list(article, edition.subcategories.get(`${category.key}/${subcategory.key}`));
      const listing = edition.categories.get(category.key);
      // Two subcategories of one category list the article once.
      if (listing?.articles.at(-1) !== article) list(article, listing);
    }
    list(article, edition.byAuthor.get(article.author.slug));
    if (!edition.latest || article.changed > edition.latest.changed) edition.latest = article;
  }
  // The sort is stable: the rest stay newest first.
  for (const { articles } of [...edition.categories.values(), ...edition.subcategories.values()])
    if (articles.some(isPinned)) articles.sort((a, b) => Number(isPinned(b)) - Number(isPinned(a)));
}

function isPinned({ meta }: Article): boolean {
  return meta.pinned;
}

function list(article: Article, listing: Listing | undefined): void {
  if (!listing) return;
  listing.articles.push(article);
  if (!listing.latest || article.changed > listing.latest.changed) listing.latest = article;
}

function findTranslations(editions: readonly Edition[]): Map<string, Article[]> {
  const byKey = new Map<string, Article[]>();
  if (editions.length < 2) return byKey;
  // Only keys of the smaller editions can be shared, so the largest is looked up and not stored.
  const bySize = [...editions].sort((a, b) => a.articles.length - b.articles.length);
  for (const edition of bySize) {
    const isLargest = edition === bySize.at(-1);
    for (const article of edition.articles) {
      const known = byKey.get(article.meta.key);
      if (known) known.push(article);
      else if (!isLargest) byKey.set(article.meta.key, [article]);
    }
  }
  for (const [key, articles] of byKey) if (articles.length < 2) byKey.delete(key);
  const order = new Map(editions.map((edition, index) => [edition, index]));
  for (const articles of byKey.values()) {
    articles.sort((a, b) => (order.get(a.edition) ?? 0) - (order.get(b.edition) ?? 0));
  }
  return byKey;
}
