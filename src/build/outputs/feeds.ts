/** Writes the feeds of each edition: Atom (RFC 4287), RSS 2.0 and JSON Feed 1.1. */
import { hash as digest } from 'node:crypto';
import type { SiteConfig } from '../../config/config-schema.ts';
import { formatRfc3339, instantOf } from '../../content/article/dates.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import { cardsKey } from '../../pages/page-parts.ts';
import { isDisclosed, SOURCE_CATEGORY } from '../../site/disclosure.ts';
import type { EditionView } from '../../site/edition-view.ts';
import { stripEmoji } from '../../site/emoji.ts';
import type { OutputPath } from '../../site/page.ts';
import { editionPrefix, outputPath } from '../../site/routes.ts';
import type { Article } from '../../site/site.ts';
import type { Term } from '../../site/taxonomies.ts';
import type { OutputFile, OutputGenerator, OutputGroup } from './output-generator.ts';
import { element, escapeXml } from './xml.ts';

export const feeds: OutputGenerator = {
  owns({ config, routes, editions }) {
    if (!config.features.feeds) return [];
    const terms = editions.flatMap((edition) =>
      [...edition.terms.values()].flatMap((own) => [...own.values()]),
    );
    return [
      ...config.locales.flatMap((locale) => Object.values(feedPaths(config, locale))),
      ...terms.map(({ path }) => routes.termFeed(path)),
    ];
  },
  groups({ site, editions, baseKey }) {
    if (!site.config.features.feeds) return [];
    return editions.flatMap(({ view }) => {
      const { locale, terms } = view.edition;
      const articles = view.edition.articles.slice(0, site.config.feedItems);
      const whole = {
        name: `feeds/${locale}`,
        key: cardsKey(baseKey, articles),
        files: () => createFeeds(view, articles),
      };
      const ofTerms = [...terms].flatMap(([taxonomy, own]) =>
        [...own.values()].map((term): OutputGroup => {
          const newest = term.articles.slice(0, site.config.feedItems);
          return {
            name: `feeds/${locale}/${taxonomy}/${term.slug}`,
            key: createKeyFold().add(cardsKey(baseKey, newest)).add(term.title).key(),
            files: () => createTermFeed(view, term, newest),
          };
        }),
      );
      return [whole, ...ofTerms];
    });
  },
};

/** Output paths of an edition's feeds. */
export function feedPaths(
  config: Pick<SiteConfig, 'locales'>,
  locale: LocaleCode,
): { atom: OutputPath; rss: OutputPath; json: OutputPath } {
  const path = (name: string) => outputPath(`${editionPrefix(config, locale)}/${name}`.slice(1));
  return { atom: path('feed.xml'), rss: path('rss.xml'), json: path('feed.json') };
}

const { scheme, term } = SOURCE_CATEGORY;

type Feed = ReturnType<typeof createFeed>;

function createFeeds(view: EditionView, articles: readonly Article[]): OutputFile[] {
  const { routes, config } = view.site;
  const feed = createFeed(view, articles);
  const { atom, rss, json } = feedPaths(config, view.edition.locale);
  return [
    { path: atom, kind: 'index', content: renderAtom(feed, routes.absoluteFile(atom)) },
    { path: rss, kind: 'index', content: renderRss(feed, routes.absoluteFile(rss)) },
    { path: json, kind: 'index', content: renderJsonFeed(feed, routes.absoluteFile(json)) },
  ];
}

function createTermFeed(view: EditionView, term: Term<Article>, articles: readonly Article[]): OutputFile[] {
  const { routes, config } = view.site;
  const feed = {
    ...createFeed(view, articles),
    title: `${term.title} · ${config.title}`,
    home: view.absolute(term.path),
  };
  const path = routes.termFeed(term.path);
  return [{ path, kind: 'index', content: renderAtom(feed, routes.absoluteFile(path)) }];
}

function createFeed(view: EditionView, articles: readonly Article[]) {
  const { site, edition } = view;
  const items = articles.map((article) => createItem(view, article));
  const updates = items.map(({ updated }) => updated).sort();
  return {
    title: site.config.title,
    description: edition.seo.home.description,
    home: view.absolute(site.routes.home(edition.locale)),
    language: edition.language,
    // The date of its youngest entry, and not of the build, so equal builds give equal bytes.
    updated: updates.at(-1) ?? '1970-01-01T00:00:00Z',
    items,
  };
}

function createItem(view: EditionView, article: Article) {
  const { meta, author, placements } = article;
  const { site, edition } = view;
  return {
    // Made of the article's key, so it stays the same when title, slug or date change.
    id: `urn:uuid:${nameUuid(`${new URL(site.config.url).host}/${edition.locale}/${meta.key}`)}`,
    url: view.absolute(article.path),
    title: meta.title,
    summary: meta.description,
    author: author.name,
    authorUrl: view.absolute(site.routes.author(edition.locale, author.slug)),
    categories: [stripEmoji(placements[0]?.category.title ?? ''), ...article.terms.map(({ title }) => title)],
    published: formatRfc3339(meta.date),
    updated: formatRfc3339(meta.updated ?? meta.date),
    instant: instantOf(meta.date),
    disclosed: isDisclosed(site, article),
  };
}

function renderAtom(feed: Feed, self: string): string {
  const entries = feed.items.map(
    (item) =>
      `<entry>${element('id', item.id)}${element('title', item.title)}<link href="${escapeXml(item.url)}"/>` +
      `${element('published', item.published)}${element('updated', item.updated)}` +
      `<author>${element('name', item.author)}${element('uri', item.authorUrl)}</author>` +
      `${item.categories.map((name) => `<category term="${escapeXml(name)}"/>`).join('')}${item.disclosed ? `<category scheme="${scheme}" term="${term}"/>` : ''}${element('summary', item.summary)}</entry>\n`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${feed.language}">\n` +
    `${element('id', feed.home)}\n${element('title', feed.title)}\n${element('subtitle', feed.description)}\n` +
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>\n<link href="${escapeXml(feed.home)}"/>\n` +
    `${element('updated', feed.updated)}\n<author>${element('name', feed.title)}</author>\n${entries.join('')}</feed>\n`
  );
}

function renderRss(feed: Feed, self: string): string {
  const items = feed.items.map(
    (item) =>
      `<item>${element('title', item.title)}${element('link', item.url)}<guid isPermaLink="false">${escapeXml(item.id)}</guid>` +
      `${element('pubDate', new Date(item.instant).toUTCString())}${element('dc:creator', item.author)}` +
      `${item.categories.map((name) => element('category', name)).join('')}${item.disclosed ? `<category domain="${scheme}">${term}</category>` : ''}${element('description', item.summary)}</item>\n`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">\n<channel>\n' +
    `${element('title', feed.title)}\n${element('link', feed.home)}\n${element('description', feed.description)}\n` +
    `${element('language', feed.language)}\n${element('lastBuildDate', new Date(feed.updated).toUTCString())}\n` +
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>\n${items.join('')}</channel>\n</rss>\n`
  );
}

function renderJsonFeed(feed: Feed, self: string): string {
  const value = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.home,
    feed_url: self,
    language: feed.language,
    items: feed.items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      content_text: item.summary,
      summary: item.summary,
      date_published: item.published,
      date_modified: item.updated,
      authors: [{ name: item.author, url: item.authorUrl }],
      tags: item.categories.filter(Boolean),
      language: feed.language,
      ...(item.disclosed && { _articles: { digital_source_type: `${scheme}${term}` } }),
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A UUID from a name, in the form of version 5 (RFC 9562, section 5.5). */
function nameUuid(name: string): string {
  const hex = digest('sha1', `articles:${name}`, 'hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}
