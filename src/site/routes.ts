/** The URL scheme: creates every path, URL and output path of the site. */

import type { SiteConfig } from '../config/config-schema.ts';
import type { InfoKind } from '../content/data/content-files.ts';
import { type LocaleCode, newestOf, segmentOf, versionOf } from '../locales/codes.ts';
import type { OutputPath, UrlPath } from './page.ts';

/** First segments that no category, article or author slug may take. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  '404',
  '500',
  'articles',
  'assets',
  'authors',
  'icons',
  'images',
  'index',
  'info',
  'offline',
  'page',
  'page-data',
  'privacy-policy',
  'search',
  'sitemap',
  'slice-data',
  'terms',
  // A further language of the program reserves nothing: only a site that has it has pages there.
  'en',
  'ru',
  'tr',
  'ko',
]);

/** Path of the results page. */
export const SEARCH_PAGE = 'search';

export type Routes = ReturnType<typeof createRoutes>;

/** The values of the tokens in the pattern of articles. */
export type ArticleTokens = Readonly<
  Record<'slug' | 'path', string> &
    Record<'year' | 'month' | 'day' | 'category' | 'subcategory', string | undefined>
>;

/** First segment of an edition's URLs: '' for the default locale. */
export function editionPrefix(config: Pick<SiteConfig, 'locales'>, locale: LocaleCode): '' | `/${string}` {
  const [first] = config.locales;
  if (locale === first) return '';
  // A version of the default locale stands at /v1, a version of Turkish at /tr-v1.
  const version = newestOf(locale) === first ? versionOf(locale) : null;
  return `/${version?.toLowerCase() ?? segmentOf(locale)}`;
}

export function createRoutes(
  config: Pick<SiteConfig, 'locales' | 'url' | 'basePath' | 'urls' | 'permalinks'>,
) {
  const { basePath, url, permalinks } = config;
  const isDirectory = config.urls.layout === 'directory';
  const prefix = (locale: LocaleCode) => editionPrefix(config, locale);
  const below = (locale: LocaleCode, rest: string) => urlPath(`${prefix(locale)}/${rest}`);
  const fill = (locale: LocaleCode, pattern: string, values: Readonly<Record<string, string | undefined>>) =>
    below(
      locale,
      trimEnding(pattern)
        .slice(1)
        .replace(/\{(\w+)\}/g, (_token, name) => values[name] ?? ''),
    );
  const href = (path: UrlPath) => encodePath(basePath + path);
  const fileHref = (file: OutputPath) => `${basePath}/${encodePath(file)}`;
  // Hosts require these file names.
  const fallBacks = new Set(config.locales.flatMap((locale) => [below(locale, '404'), below(locale, '500')]));
  const isFallBack = (path: UrlPath) => fallBacks.has(path);

  return {
    home: (locale: LocaleCode) => urlPath(prefix(locale) || '/'),
    /** Any other path of an edition. @param path without a leading slash */
    below,
    /** @returns null where the pattern has a token without a value. article-path.ts has the values */
    article(locale: LocaleCode, values: ArticleTokens): UrlPath | null {
      const tokens: Readonly<Record<string, string | undefined>> = values;
      const isFilled = (permalinks.article.match(/\{\w+\}/g) ?? []).every(
        (token) => tokens[token.slice(1, -1)],
      );
      return isFilled ? fill(locale, permalinks.article, tokens) : null;
    },
    authors: (locale: LocaleCode) => below(locale, 'authors'),
    author: (locale: LocaleCode, slug: string) => fill(locale, permalinks.author, { slug }),
    category: (locale: LocaleCode, slug: string) => fill(locale, permalinks.category, { slug, path: slug }),
    subcategory: (locale: LocaleCode, category: string, slug: string) =>
      fill(locale, permalinks.category, { slug, path: `${category}/${slug}` }),
    /** @param start the slug of its taxonomy */
    term: (locale: LocaleCode, start: string, slug: string, isTag: boolean) =>
      isTag && permalinks.tag !== undefined
        ? fill(locale, permalinks.tag, { slug })
        : below(locale, `${start}/${slug}`),
    /** @param period '' for all years, else as `2026` or `2026/03` */
    archive: (locale: LocaleCode, period: string) =>
      below(locale, period === '' ? 'archive' : `archive/${period}`),
    /** @param number from 1; the first page is the listing itself */
    listingPage: (listing: UrlPath, number: number) =>
      number === 1 ? listing : urlPath(`${listing === '/' ? '' : listing}/page/${number}`),
    /** The Atom feed of a category, or of a term of a taxonomy. */
    listingFeed: (listing: UrlPath) => outputPath(`${listing.slice(1)}/feed.xml`),
    info: (locale: LocaleCode, kind: InfoKind) => below(locale, kind === 'about-us' ? 'info/about-us' : kind),
    sitemap: (locale: LocaleCode) => below(locale, 'sitemap'),
    error: (locale: LocaleCode, kind: '404' | '500' | 'offline') => below(locale, kind),
    /** The URL for an href: with the base path, percent-encoded. */
    href,
    /** The absolute URL, for canonical links, feeds and the sitemap. */
    absolute: (path: UrlPath) => url + href(path),
    /** The HTML file of a page. */
    file(path: UrlPath): OutputPath {
      if (path === '/') return outputPath('index.html');
      const name = path.slice(1);
      return outputPath(isDirectory && !isFallBack(path) ? `${name}/index.html` : `${name}.html`);
    },
    /** The page-data file of a page. */
    pageDataFile(path: UrlPath): OutputPath {
      const name = path === '/' ? 'index' : path.slice(1);
      return outputPath(`page-data/${name}${isFallBack(path) ? '.html' : ''}/page-data.json`);
    },
    /** The Markdown twin of a page, beside its URL in every layout. */
    twinFile: (path: UrlPath): OutputPath => outputPath(`${path.slice(1)}.md`),
    /** The URL of an output file that is not a page. */
    fileHref,
    absoluteFile: (file: OutputPath) => url + fileHref(file),
  };
}

/** Removes trailing slashes, which make no difference to hosts. */
export function trimSlashes(path: string): string {
  return path.replace(/(.)\/+$/, '$1');
}

/** Removes endings that hosts ignore: `/a/b.html`, `/a/b/index.html` and `/a/b/` become `/a/b`. */
export function trimEnding(path: string): string {
  return path.replace(/(?:\/index)?(?:\.html)?\/*$/, '') || '/';
}

/** Brands a string as the path of a page. */
export function urlPath(path: string): UrlPath {
  return path as UrlPath;
}

/** Brands a string as a path below the output folder. */
export function outputPath(path: string): OutputPath {
  return path as OutputPath;
}

function encodePath(path: string): string {
  return /^[\w\-./~]*$/.test(path) ? path : encodeURI(path).replace(/[?#]/g, encodeURIComponent);
}
