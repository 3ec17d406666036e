/** Writes the feeds of each edition: Atom (RFC 4287), RSS 2.0 and JSON Feed 1.1. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { type ArticleDate, formatRfc822, formatRfc3339, later } from '../../content/article/dates.ts';
import { ownValue } from '../../content/article/own-fields.ts';
import { escapeXml, xmlElement } from '../../foundation/escape.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import { cardsKey } from '../../pages/page-parts.ts';
import { isDisclosed, SOURCE_CATEGORY } from '../../site/disclosure.ts';
import type { EditionView } from '../../site/edition-view.ts';
import { stripEmoji } from '../../site/emoji.ts';
import { articleId, feedId } from '../../site/feed-ids.ts';
import type { OutputPath, UrlPath } from '../../site/page.ts';
import { editionPrefix, outputPath } from '../../site/routes.ts';
import type { Article, Edition } from '../../site/site.ts';
import type { OutputFile, OutputGenerator, OutputGroup, OutputWork } from './output-generator.ts';

export const feeds: OutputGenerator = {
  owns({ config, routes, editions }) {
    if (!config.features.feeds) return [];
    return [
      ...config.locales.flatMap((locale) => Object.values(feedPaths(config, locale))),
      ...editions.flatMap((edition) => listSections(edition).map(({ path }) => routes.listingFeed(path))),
    ];
  },
  groups: (work) => planFeeds(work, (_name, articles) => articles.slice(0, work.site.config.feedItems)),
};

/**
 * The feeds of these names, with the articles that they list.
 * @param work of a site that holds these articles and not all others
 */
export function listedFeeds(
  work: OutputWork,
  listed: ReadonlyMap<string, readonly Article[]>,
): OutputGroup[] {
  return planFeeds(work, (name) => listed.get(name) ?? null);
}

/** @param choose picks the articles of a feed from the articles of its listing; null for a feed that is not planned */
function planFeeds(
  { site, editions, keys, texts }: OutputWork,
  choose: (name: string, articles: readonly Article[]) => readonly Article[] | null,
): OutputGroup[] {
  const { features, feeds } = site.config;
  if (!features.feeds) return [];
  const isFull = feeds.content === 'full';
  const bodyOf = isFull ? texts.render : () => null;
  const groupOf = (
    { edition }: EditionView,
    name: string,
    title: string,
    all: readonly Article[],
    files: (articles: readonly Article[]) => OutputFile[],
  ): OutputGroup[] => {
    const articles = choose(name, all);
    if (!articles) return [];
    const fold = createKeyFold()
      .add(cardsKey(keys[edition.locale]?.listed ?? '', articles))
      .add(title);
    fold.add(edition.seo.home.description);
    if (isFull) for (const article of articles) fold.add(texts.key(article));
    const shows = isFull ? articles : [];
    return [{ name, key: fold.key(), shows, files: () => files(articles) }];
  };
  return editions.flatMap(({ view }) => {
    const { locale, articles } = view.edition;
    const sections = listSections(view.edition).flatMap((section) =>
      groupOf(view, `feeds/${locale}/${section.name}`, section.title, section.articles, (newest) =>
        createSectionFeed(view, section, newest, bodyOf),
      ),
    );
    const whole = groupOf(view, `feeds/${locale}`, '', articles, (newest) =>
      createFeeds(view, newest, bodyOf),
    );
    return [...whole, ...sections];
  });
}

/** A part of an edition that has a feed of its own: a category, or a term of a taxonomy. */
interface Section {
  /** Unique in the edition. */
  name: string;
  path: UrlPath;
  title: string;
  articles: readonly Article[];
}

function listSections({ tree, categories, subcategories, terms }: Edition): Section[] {
  const nodes = Object.values(tree).flatMap((group) => [
    { title: group.title, name: group.key, listing: categories.get(group.key) },
    ...Object.values(group.children).map((child) => {
      const name = `${group.key}/${child.key}`;
      return { title: child.title, name, listing: subcategories.get(name) };
    }),
  ]);
  return [
    ...nodes.flatMap(({ title, name, listing }): Section[] =>
      listing && listing.articles.length > 0
        ? [
            {
              name: `category/${name}`,
              title: stripEmoji(title),
              path: listing.path,
              articles: listing.articles,
            },
          ]
        : [],
    ),
    ...[...terms].flatMap(([taxonomy, own]) =>
      [...own.values()].map(
        ({ slug, title, path, articles }): Section => ({
          name: `${taxonomy}/${slug}`,
          title,
          path,
          articles,
        }),
      ),
    ),
  ];
}

/** Output paths of an edition's feeds. */
export function feedPaths(
  config: Pick<SiteConfig, 'locales'>,
  locale: LocaleCode,
): { atom: OutputPath; rss: OutputPath; json: OutputPath } {
  const path = (name: string) => outputPath(`${editionPrefix(config, locale)}/${name}`.slice(1));
  return { atom: path('feed.xml'), rss: path('rss.xml'), json: path('feed.json') };
}

const { scheme, term } = SOURCE_CATEGORY;

/** The date of a feed without entries. */
const EPOCH: ArticleDate = { day: '1970-01-01', time: 0, offset: 0, isDay: true };

type Feed = ReturnType<typeof createFeed>;

/** Renders the text of an article; null in feeds of summaries. */
type BodyOf = (article: Article) => string | null;

function createFeeds(view: EditionView, articles: readonly Article[], bodyOf: BodyOf): OutputFile[] {
  const { routes, config } = view.site;
  const feed = createFeed(view, articles, bodyOf, view.absolute(routes.home(view.edition.locale)));
  const { atom, rss, json } = feedPaths(config, view.edition.locale);
  return [
    { path: atom, kind: 'index', content: renderAtom(feed, routes.absoluteFile(atom)) },
    { path: rss, kind: 'index', content: renderRss(feed, routes.absoluteFile(rss)) },
    { path: json, kind: 'index', content: renderJsonFeed(feed, routes.absoluteFile(json)) },
  ];
}

function createSectionFeed(
  view: EditionView,
  { title, path: home }: Section,
  articles: readonly Article[],
  bodyOf: BodyOf,
): OutputFile[] {
  const { routes, config } = view.site;
  const feed = {
    ...createFeed(view, articles, bodyOf, view.absolute(home)),
    title: `${title} · ${config.title}`,
  };
  const path = routes.listingFeed(home);
  return [{ path, kind: 'index', content: renderAtom(feed, routes.absoluteFile(path)) }];
}

function createFeed(view: EditionView, articles: readonly Article[], bodyOf: BodyOf, home: string) {
  const { site, edition } = view;
  const items = articles.map((article) => createItem(view, article, bodyOf));
  return {
    title: site.config.title,
    author: site.config.title,
    description: edition.seo.home.description,
    id: feedId(site.config, home),
    home,
    language: edition.language,
    // The date of its youngest entry, and not of the build, so equal builds give equal bytes.
    updated: items.map(({ updated }) => updated).reduce(later, EPOCH),
    items,
  };
}

function createItem(view: EditionView, article: Article, bodyOf: BodyOf) {
  const { meta, authors, placements } = article;
  const { site, edition } = view;
  const url = view.absolute(article.path);
  const body = bodyOf(article);
  return {
    id: articleId(site.config, edition.locale, meta),
    // RSS and JSON Feed allow any text, such as the id of another system.
    anyId: meta.editorial.id ?? articleId(site.config, edition.locale, meta),
    url,
    title: meta.title,
    summary: meta.description,
    authors: authors.map(({ name, slug }) => ({
      name,
      url: view.absolute(site.routes.author(edition.locale, slug)),
    })),
    categories: [stripEmoji(placements[0]?.category.title ?? ''), ...article.terms.map(({ title }) => title)],
    published: meta.date,
    updated: meta.updated ?? meta.date,
    disclosed: isDisclosed(site, article),
    fields: site.config.feeds.fields.flatMap((name) => {
      const value = ownValue(site.ownFields, meta, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
    picture: view.pictures.preview(article)?.url ?? null,
    html: body === null ? null : prepareForReaders(body, url),
  };
}

function renderAtom(feed: Feed, self: string): string {
  const entries = feed.items.map(
    (item) =>
      `<entry>${xmlElement('id', item.id)}${xmlElement('title', item.title)}<link href="${escapeXml(item.url)}"/>` +
      `${xmlElement('published', formatRfc3339(item.published))}${xmlElement('updated', formatRfc3339(item.updated))}` +
      item.authors
        .map(({ name, url }) => `<author>${xmlElement('name', name)}${xmlElement('uri', url)}</author>`)
        .join('') +
      `${item.categories.map((name) => `<category term="${escapeXml(name)}"/>`).join('')}${item.disclosed ? `<category scheme="${scheme}" term="${term}"/>` : ''}${xmlElement('summary', item.summary)}${atomExtras(item)}</entry>\n`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"${mediaSpace(feed)} xml:lang="${feed.language}">\n` +
    `${xmlElement('id', feed.id)}\n${xmlElement('title', feed.title)}\n${xmlElement('subtitle', feed.description)}\n` +
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>\n<link href="${escapeXml(feed.home)}"/>\n` +
    `${xmlElement('updated', formatRfc3339(feed.updated))}\n<author>${xmlElement('name', feed.author)}</author>\n${entries.join('')}</feed>\n`
  );
}

/** A description of RSS is HTML. Only what HTML would read in another way is written in another way. */
function asHtml(text: string): string {
  return text.replace(/&(?=[#\w])/g, '&amp;').replace(/<(?=[a-z/!?])/gi, '&lt;');
}

function renderRss(feed: Feed, self: string): string {
  const items = feed.items.map(
    (item) =>
      `<item>${xmlElement('title', item.title)}${xmlElement('link', item.url)}<guid isPermaLink="false">${escapeXml(item.anyId)}</guid>` +
      `${xmlElement('pubDate', formatRfc822(item.published))}${item.authors.map(({ name }) => xmlElement('dc:creator', name)).join('')}` +
      `${item.categories.map((name) => xmlElement('category', name)).join('')}${item.disclosed ? `<category domain="${scheme}">${term}</category>` : ''}${xmlElement('description', asHtml(item.summary))}${item.html === null ? '' : xmlElement('content:encoded', item.html)}${mediaOf(item)}</item>\n`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"${contentSpace(feed)}${mediaSpace(feed)}>\n<channel>\n` +
    `${xmlElement('title', feed.title)}\n${xmlElement('link', feed.home)}\n${xmlElement('description', asHtml(feed.description))}\n` +
    `${xmlElement('language', feed.language)}\n${xmlElement('lastBuildDate', formatRfc822(feed.updated))}\n` +
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
      id: item.anyId,
      url: item.url,
      title: item.title,
      ...(item.html === null ? { content_text: item.summary } : { content_html: item.html }),
      summary: item.summary,
      ...(item.picture !== null && { image: item.picture }),
      date_published: formatRfc3339(item.published),
      date_modified: formatRfc3339(item.updated),
      authors: item.authors,
      tags: item.categories.filter(Boolean),
      language: feed.language,
      ...((item.disclosed || item.fields.length > 0) && {
        _articles: {
          ...(item.disclosed && { digital_source_type: `${scheme}${term}` }),
          ...(item.fields.length > 0 && { fields: Object.fromEntries(item.fields) }),
        },
      }),
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Makes every address of a text absolute, and leaves out what needs a script. @param url of the article */
export function prepareForReaders(html: string, url: string): string {
  const absolute = (address: string) => {
    const plain = address.replaceAll('&amp;', '&');
    return URL.canParse(plain, url) ? escapeXml(new URL(plain, url).href) : address;
  };
  return html
    .replace(/<button\b[^<>]*>(?:(?!<button\b).)*?<\/button>/gs, '')
    .replace(/ (href|src|poster)="([^"]*)"/g, (_all, name, address) => ` ${name}="${absolute(address)}"`)
    .replace(/ srcset="([^"]*)"/g, (_all, list: string) => {
      const sources = list.split(', ').map((source) => source.replace(/^\S+/, absolute));
      return ` srcset="${sources.join(', ')}"`;
    });
}

type Item = Feed['items'][number];

function atomExtras(item: Item): string {
  return `${item.html === null ? '' : `<content type="html">${escapeXml(item.html)}</content>`}${mediaOf(item)}`;
}

/** The picture of the article, as Media RSS, which Atom readers know too. */
function mediaOf({ picture }: Item): string {
  return picture === null ? '' : `<media:content url="${escapeXml(picture)}" medium="image"/>`;
}

function mediaSpace({ items }: Feed): string {
  const isUsed = items.some(({ picture }) => picture !== null);
  return isUsed ? ' xmlns:media="http://search.yahoo.com/mrss/"' : '';
}

function contentSpace({ items }: Feed): string {
  const isUsed = items.some(({ html }) => html !== null);
  return isUsed ? ' xmlns:content="http://purl.org/rss/1.0/modules/content/"' : '';
}
