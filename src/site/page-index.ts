/** The entries of the page index: one for each page, with its dates, translations and source. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { ArticleDate } from '../content/article/dates.ts';
import type { SeoKind } from '../content/data/edition-data.ts';
import { type LocaleCode, newestOf, versionOf } from '../locales/codes.ts';
import type { UrlPath } from './page.ts';
import type { Article, Edition, Listing, Site } from './site.ts';

/** A page in the index. Entries are created one at a time, so iterating over them takes no memory. */
export interface PageEntry {
  kind: string;
  path: UrlPath;
  /** The page in every edition that has it, including this one. Empty if no page of another edition corresponds. */
  translations: readonly Translation[];
  /** Date of the page's newest article; null without one. */
  changed: ArticleDate | null;
  /** True if search engines may list the page; then it is in sitemap.xml. */
  indexed: boolean;
  /** The output kind of its HTML file. Error pages show no paid links. */
  output: 'article' | 'page' | 'error';
  /** Null if title and description belong to another page or are built in. */
  source: PageSource | null;
}

/** The file with the texts of a page, and the paths of their fields, for users who edit them. */
export interface PageSource {
  file: string;
  title: PropertyKey[];
  description: PropertyKey[];
  /** The field that determines the path; null for paths that are the same in every site. */
  slug: PropertyKey[] | null;
}

export interface Translation {
  locale: LocaleCode;
  path: UrlPath;
}

/** The same page in the newest version, which search engines are to list; null for a page that has none, or is it. */
export function findNewest({ path, translations }: Pick<PageEntry, 'path' | 'translations'>): UrlPath | null {
  const own = translations.find((page) => page.path === path)?.locale;
  if (own === undefined || versionOf(own) === null) return null;
  return translations.find(({ locale }) => locale === newestOf(own))?.path ?? null;
}

const NONE: readonly Translation[] = [];

// Shared by all articles to save memory: a large site has many entries.
const ARTICLE_FIELDS = { title: ['title'], description: ['description'], slug: ['slug'] };
const OWN_ADDRESS = { ...ARTICLE_FIELDS, slug: ['permalink'] };

export function articleEntry(site: Site, { meta, path }: Article): PageEntry {
  const { file, key, updated, date } = meta;
  return {
    kind: 'article',
    path,
    translations:
      site.translations.get(key)?.map(({ edition, path }) => ({ locale: edition.locale, path })) ?? NONE,
    changed: updated ?? date,
    indexed: true,
    output: 'article',
    source: { file, ...(meta.editorial.permalink === null ? ARTICLE_FIELDS : OWN_ADDRESS) },
  };
}

/** The entry of a page that every edition has. */
export function fixedEntry(
  site: Site,
  { locale }: Edition,
  kind: string,
  pathOf: (locale: LocaleCode) => UrlPath,
  rest: Partial<PageEntry> = {},
): PageEntry {
  return {
    kind,
    path: pathOf(locale),
    translations: site.editions.map((other) => ({ locale: other.locale, path: pathOf(other.locale) })),
    changed: null,
    indexed: true,
    output: 'page',
    source: null,
    ...rest,
  };
}

/** The entry of a page that the site adds. Pages with the same key are translations of each other. */
export function ownEntry(
  { editions }: Site,
  list: 'pages' | 'themePages',
  kind: string,
  { key, path, file }: { key: string; path: UrlPath; file: string },
): PageEntry {
  const translations = editions.flatMap(({ locale, [list]: pages }) =>
    pages.flatMap((page) => (page.key === key ? [{ locale, path: page.path }] : [])),
  );
  const source = { file, title: ['title'], description: ['description'], slug: ['title'] };
  return { kind, path, translations, changed: null, indexed: true, output: 'page', source };
}

/** The source of a page whose texts are in seo.json. */
export function seoSource({ locale }: Edition, name: SeoKind): PageSource {
  const file = `content/${locale}/seo.json`;
  return { file, title: [name, 'title'], description: [name, 'description'], slug: null };
}

/** The entries of a listing's pages, at least one. Only the first page has translations and its own texts. */
export function* listingEntries(
  site: Site,
  listing: Listing,
  first: Pick<PageEntry, 'kind' | 'indexed' | 'translations' | 'source'>,
): Iterable<PageEntry> {
  const common = { changed: lastChange(listing), output: 'page' } as const;
  yield { ...first, path: listing.path, ...common };
  const { kind, indexed } = first;
  const count = countPages(site.config, listing);
  for (let number = 2; number <= count; number++) {
    const path = site.routes.listingPage(listing.path, number);
    yield { kind, path, indexed, translations: NONE, source: null, ...common };
  }
}

/** Number of pages of a listing; an empty one has one page. */
export function countPages({ sections }: SiteConfig, { articles }: Listing): number {
  return Math.max(1, Math.ceil(articles.length / sections.page));
}

export function lastChange({ latest }: Pick<Listing, 'latest'>): ArticleDate | null {
  return latest && (latest.meta.updated ?? latest.meta.date);
}
