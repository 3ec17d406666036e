/** Describes every page of the site by one entry, and computes what the entries share: page counts, dates, translations. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { ArticleDate } from '../content/article/dates.ts';
import type { SeoKind } from '../content/data/edition-data.ts';
import type { LocaleCode } from '../locales/codes.ts';
import type { UrlPath } from './page.ts';
import type { Article, Edition, Listing, Site } from './site.ts';

/** A page of the index. Entries are made one at a time, so a list of them costs no memory. */
export interface PageEntry {
  kind: string;
  path: UrlPath;
  /** The page in every edition that has it, this one included. Empty where pages of other editions do not correspond. */
  translations: readonly Translation[];
  /** Of the page's newest article; null where no date is known. */
  changed: ArticleDate | null;
  /** Whether search engines may list it. Such a page is in sitemap.xml. */
  indexed: boolean;
  /** What deploy treats its HTML file as. Error pages show no paid links. */
  output: 'article' | 'page' | 'error';
  /** null where title and description are those of another page, or come with the program. */
  source: PageSource | null;
}

/** Where a user edits what the page shows: a file, and paths of fields in it. */
export interface PageSource {
  file: string;
  title: PropertyKey[];
  description: PropertyKey[];
  /** null where the path is the same in every site. */
  slug: PropertyKey[] | null;
}

export interface Translation {
  locale: LocaleCode;
  path: UrlPath;
}

const NONE: readonly Translation[] = [];

// All articles share them: a large site has many entries.
const ARTICLE_FIELDS = { title: ['title'], description: ['description'], slug: ['slug'] };

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
    source: { file, ...ARTICLE_FIELDS },
  };
}

/** A page that every edition has. */
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

/** The source of a page whose texts are in seo.json. */
export function seoSource({ locale }: Edition, name: SeoKind): PageSource {
  const file = `content/${locale}/seo.json`;
  return { file, title: [name, 'title'], description: [name, 'description'], slug: null };
}

/** The pages of a listing, at least one. Only the first has translations and its own texts. */
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
