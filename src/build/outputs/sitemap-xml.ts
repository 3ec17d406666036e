/** Owns sitemap.xml (sitemaps.org protocol 0.9): every canonical, indexable page with an honest lastmod, and hreflang. */
import { formatRfc3339 } from '../../content/article/dates.ts';
import { INFO_KINDS } from '../../content/data/info-pages.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import { pageCount } from '../../pages/listing-pages.ts';
import {
  articleTranslations,
  fixedTranslations,
  listingTranslations,
  type Translation,
} from '../../pages/page-translations.ts';
import type { EditionView } from '../../site/edition-view.ts';
import type { OutputPath, UrlPath } from '../../site/page.ts';
import type { Edition, Listing, Site } from '../../site/site.ts';
import type { Output, TextFile } from './output-generator.ts';
import { element, escapeXml } from './xml.ts';

/** The protocol's limits of one file. */
const SITEMAP_LIMITS = { urls: 50_000, bytes: 52_428_800 };

interface Entry {
  path: UrlPath;
  /** RFC 3339; null where nothing says when the page last changed. */
  modified: string | null;
  translations: readonly Translation[];
}

export const sitemap: Output = ({ site, editions, baseKey }) => {
  const fold = createKeyFold().add(baseKey);
  for (const { view } of editions) for (const { meta } of view.edition.articles) fold.add(meta.card);
  return [
    {
      name: 'sitemap',
      key: fold.key(),
      files: () =>
        writeSitemap(
          site,
          editions.map(({ view }) => view),
        ),
    },
  ];
};

function writeSitemap(site: Site, views: readonly EditionView[]): TextFile[] {
  const files: string[] = [];
  let text = '';
  let urls = 0;
  for (const view of views) {
    for (const entry of listEntries(site, view)) {
      const url = formatEntry(site, entry);
      // Characters beyond ASCII are percent-encoded in URLs, so length is bytes.
      if (urls === SITEMAP_LIMITS.urls || text.length + url.length > SITEMAP_LIMITS.bytes - 1000) {
        files.push(text);
        text = '';
        urls = 0;
      }
      text += url;
      urls++;
    }
  }
  files.push(text);
  if (files.length === 1)
    return [{ path: 'sitemap.xml' as OutputPath, kind: 'index', content: urlset(files[0] ?? '') }];
  const parts = files.map(
    (part, index): TextFile => ({
      path: `sitemap-${index + 1}.xml` as OutputPath,
      kind: 'index',
      content: urlset(part),
    }),
  );
  const list = parts
    .map(({ path }) => `<sitemap>${element('loc', site.routes.absoluteFile(path))}</sitemap>\n`)
    .join('');
  const index = `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${list}</sitemapindex>\n`;
  return [{ path: 'sitemap.xml' as OutputPath, kind: 'index', content: index }, ...parts];
}

function urlset(urls: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}</urlset>\n`;
}

function formatEntry(site: Site, { path, modified, translations }: Entry): string {
  const lastmod = modified === null ? '' : element('lastmod', modified);
  return `<url>${element('loc', site.routes.absolute(path))}${lastmod}${alternates(site, translations)}</url>\n`;
}

function alternates(site: Site, translations: readonly Translation[]): string {
  if (translations.length < 2) return '';
  const link = (language: string, path: UrlPath) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(site.routes.absolute(path))}"/>`;
  const fallback = translations.find(({ locale }) => locale === site.config.locales[0]) ?? translations[0];
  return (
    translations.map(({ locale, path }) => link(languageOf(locale), path)).join('') +
    (fallback ? link('x-default', fallback.path) : '')
  );
}

function* listEntries(site: Site, view: EditionView): Iterable<Entry> {
  const { edition } = view;
  const { routes } = site;
  const fixed = (pathOf: (locale: LocaleCode) => UrlPath, modified: string | null): Entry => ({
    path: pathOf(edition.locale),
    modified,
    translations: fixedTranslations(site, pathOf),
  });
  yield fixed(routes.home, lastChange(edition.articles));
  for (const group of Object.values(edition.tree)) {
    yield* listing(site, view, (other) => other.categories.get(group.key));
    for (const child of Object.values(group.children)) {
      yield* listing(site, view, (other) => other.subcategories.get(`${group.key}/${child.key}`));
    }
  }
  for (const article of edition.articles) {
    const { meta, path } = article;
    yield {
      path,
      modified: formatRfc3339(meta.updated ?? meta.date),
      translations: articleTranslations(site, article),
    };
  }
  yield fixed(routes.authors, null);
  for (const { slug } of edition.authors) {
    const own = edition.byAuthor.get(slug);
    if (!own) continue;
    const translations = site.editions.flatMap((other): Translation[] => {
      const path = other.byAuthor.get(slug)?.path;
      return path ? [{ locale: other.locale, path }] : [];
    });
    yield* pagesOf(site, view, own, translations);
  }
  for (const kind of INFO_KINDS) yield fixed((locale) => routes.info(locale, kind), null);
  yield fixed(routes.sitemap, lastChange(edition.articles));
}

function* listing(
  site: Site,
  view: EditionView,
  find: (edition: Edition) => Listing | undefined,
): Iterable<Entry> {
  const own = find(view.edition);
  // Empty listings are not indexed.
  if (own && own.articles.length > 0) yield* pagesOf(site, view, own, listingTranslations(site, find));
}

function* pagesOf(
  site: Site,
  view: EditionView,
  own: Listing,
  translations: readonly Translation[],
): Iterable<Entry> {
  const modified = lastChange(own.articles);
  const count = pageCount(view, own);
  for (let number = 1; number <= count; number++) {
    yield {
      path: site.routes.listingPage(own.path, number),
      modified,
      translations: number === 1 ? translations : [],
    };
  }
}

function lastChange(articles: Listing['articles']): string | null {
  let latest = articles[0];
  for (const article of articles) if (latest && article.changed > latest.changed) latest = article;
  return latest ? formatRfc3339(latest.meta.updated ?? latest.meta.date) : null;
}
