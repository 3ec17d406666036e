/** Fixture pages: every page kind in every locale, as the planner passes them to the templates. */
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { type BuiltInLocale, LOCALE_CODES, languageOf } from '../../src/locales/codes.ts';
import { initials } from '../../src/locales/locale-format.ts';
import { stringsOf } from '../../src/locales/locale-registry.ts';
import type { ChromeData, ClientAssets } from '../../src/site/chrome-data.ts';
import type {
  ArticlePage,
  ArticleSection,
  ArticleSummary,
  AuthorPage,
  AuthorsPage,
  Body,
  CategoryCard,
  CategoryPage,
  ErrorPage,
  Head,
  HomePage,
  InfoPage,
  Link,
  Page,
  SitemapPage,
  UrlPath,
} from '../../src/site/page.ts';
import { formatsOf } from '../support/strings.ts';
import { MARKDOWN, WORDS } from './words.ts';

type BuiltInPage =
  | HomePage
  | CategoryPage
  | AuthorPage
  | AuthorsPage
  | InfoPage
  | SitemapPage
  | ArticlePage
  | ErrorPage;

export interface Fixture {
  name: string;
  page: Page;
  body: Body | null;
}

export const ASSETS: ClientAssets = {
  stylesheet: '/assets/site.css',
  script: '/assets/main.js',
  navigationBase: '',
  serviceWorker: '/sw.js',
  buildHash: 'b1ld',
  manifest: '/manifest.webmanifest',
  icon: '/icon.svg',
  appleIcon: '/apple-touch-icon.png',
  themeColor: '#14532d',
};

const NAMES = { en_US: 'English', ru_RU: 'Русский', tr_TR: 'Türkçe', ko_KR: '한국어' } as const;

const home = (locale: BuiltInLocale) => (locale === 'en_US' ? '/' : `/${languageOf(locale)}`);
const at = (locale: BuiltInLocale, path: string) =>
  `${locale === 'en_US' ? '' : `/${languageOf(locale)}`}${path}`;

const tree =
  (current: number) =>
  ({ title, url }: { title: string; url: string }, index: number) => ({
    title,
    url,
    current: index === current,
  });

const PHOTO = {
  url: '/assets/images/a.jpg',
  alt: '',
  width: '96',
  height: '96',
  sources: [{ type: 'image/avif', srcset: '/assets/images/a.avif 96w' }],
};

function infoLinks(locale: BuiltInLocale): Link[] {
  const { info } = stringsOf(locale);
  return [
    { title: info.privacyPolicy, url: at(locale, '/privacy-policy') },
    { title: info.terms, url: at(locale, '/terms') },
    { title: info.aboutUs, url: at(locale, '/info/about-us') },
    { title: info.authors, url: at(locale, '/authors') },
    { title: info.sitemap, url: at(locale, '/sitemap') },
    { title: info.sitemapXml, url: '/sitemap.xml' },
  ];
}

export function createChromeData(locale: BuiltInLocale): ChromeData {
  const { feeds, layout } = stringsOf(locale);
  return {
    locale,
    strings: stringsOf(locale),
    siteTitle: 'The Measured Bet',
    masthead: 'newspaper',
    home: home(locale),
    logo: { url: '/logo.svg', width: 72, height: 72, isName: false },
    sections: categories(locale).map(({ title, url }) => ({ title, url })),
    menu: categories(locale).map(({ title, url }) => ({ title, url, children: subcategories(locale, url) })),
    sitemap: at(locale, '/sitemap'),
    languages: { header: true, footer: true },
    footer: [
      { kind: 'links', title: layout.categories, links: categories(locale) },
      {
        kind: 'links',
        title: layout.information,
        links: infoLinks(locale),
      },
      { kind: 'contact', title: layout.contact },
      { kind: 'links', title: layout.feeds, links: [] },
    ],
    contact: {
      email: 'desk@example.org',
      video: 'https://video.example.org/c',
      social: 'https://social.example.org/p',
      photo: 'https://photo.example.org/p',
    },
    editions: LOCALE_CODES.map((code) => ({
      title: NAMES[code],
      url: home(code),
      language: languageOf(code),
      current: code === locale,
    })),
    year: 2026,
    feeds: [
      { title: feeds.atom, url: at(locale, '/feed.xml'), type: 'application/atom+xml' },
      { title: feeds.rss, url: at(locale, '/rss.xml'), type: 'application/rss+xml' },
      { title: feeds.json, url: at(locale, '/feed.json'), type: 'application/feed+json' },
    ],
    search: { minimumCharacters: 3, manifestUrl: at(locale, '/search/manifest.json') },
    islandData: '/page-data/sq/d/1234.json',
  };
}

function categories(locale: BuiltInLocale): CategoryCard[] {
  const formats = formatsOf(locale, 'UTC');
  return WORDS[locale].categories.map((title, index) => ({
    title,
    url: at(locale, `/category-${index}`),
    description: WORDS[locale].descriptions[index % 3] ?? '',
    count: formats.articles([41, 12, 1, 3, 1234][index] ?? 0),
  }));
}

function subcategories(locale: BuiltInLocale, url: string): CategoryCard[] {
  const formats = formatsOf(locale, 'UTC');
  return WORDS[locale].subcategories.map((title, index) => ({
    title,
    url: `${url}/sub-${index}`,
    description: WORDS[locale].descriptions[index % 3] ?? '',
    count: formats.articles(index * 7 + 1),
  }));
}

function cards(locale: BuiltInLocale, count: number, from = 0): ArticleSummary[] {
  const formats = formatsOf(locale, 'Asia/Kolkata');
  const { titles, descriptions, authors } = WORDS[locale];
  return Array.from({ length: count }, (_, offset) => {
    const index = from + offset;
    const iso = `2026-0${(index % 9) + 1}-1${index % 10}`;
    const category = categories(locale)[index % 5];
    return {
      title: titles[index % titles.length] ?? '',
      url: at(locale, `/articles/story-${index}`),
      description: descriptions[index % descriptions.length] ?? '',
      date: { iso, text: formats.date(iso) },
      author: authors[index % authors.length] ?? '',
      readingTime: formats.readingTime((index % 7) + 1),
      category: { title: category?.title ?? '', url: category?.url ?? '' },
      cover: { url: `/covers/${index % 20}.svg`, alt: '', width: '960', height: '540', sources: [] },
    };
  });
}

function head(locale: BuiltInLocale, path: string, title: string, indexed = true): Head {
  const url = `https://example.org${path}`;
  return {
    title: `${title} — The Measured Bet`,
    description: WORDS[locale].descriptions[0] ?? '',
    canonical: indexed ? url : null,
    robots: indexed ? 'index, follow, max-image-preview:large' : 'noindex',
    alternates: indexed ? [{ language: languageOf(locale), url }] : [],
    openGraph: {
      type: 'website',
      title,
      url: indexed ? url : null,
      locale,
      image: {
        url: 'https://example.org/social/1.png',
        size: { width: '1200', height: '630' },
        alt: title,
      },
    },
    article: null,
    jsonLd: indexed ? '{"@context":"https://schema.org","@type":"WebPage"}' : null,
    previous: null,
    next: null,
  };
}

/** Text with all of Markdown, in the language. */
function createBody(locale: BuiltInLocale): Body {
  const { article } = stringsOf(locale);
  const { html, contents } = createMarkdownRenderer()(MARKDOWN[locale], {
    rawHtml: false,
    typography: null,
    basePath: '',
    labels: {
      copyCode: article.copyCode,
      footnotes: article.footnotes,
      backToReference: article.backToText,
      table: article.table,
    },
    resolveImage: (url) => ({ url: `/covers/${url}`, width: 960, height: 540, sources: [] }),
  });
  return { html, contents };
}

/** Every page kind, with what may be absent both there and not. */
export function createFixtures(locale: BuiltInLocale): Fixture[] {
  const strings = stringsOf(locale);
  const formats = formatsOf(locale, 'Asia/Kolkata');
  const { titles, descriptions, authors, bio } = WORDS[locale];
  const [category] = categories(locale);
  if (!category) throw new Error('no category');
  const [subcategory] = subcategories(locale, category.url);
  if (!subcategory) throw new Error('no subcategory');
  const body = createBody(locale);
  const author = authors[0] ?? '';
  const link = ({ title, url }: Link): Link => ({ title, url });
  const crumb: Link = { title: strings.layout.home, url: home(locale) };
  const ads = {
    heading: strings.ads.headings.join(),
    blocks: [
      '<a rel="sponsored" href="https://partner.example.org/a">Score sheets for club cricket</a>',
      '<p>Printed odds tables, <a rel="sponsored noopener" href="https://partner.example.org/b">by post</a>.</p>',
    ],
  };
  const translations = LOCALE_CODES.filter((code) => code !== locale).map((code) => ({
    title: NAMES[code],
    url: home(code),
    language: languageOf(code),
  }));
  const base = (path: string, title: string, crumbs: Link[] = [{ title, url: at(locale, path) }]) => ({
    locale,
    path: at(locale, path) as UrlPath,
    head: head(locale, at(locale, path), title),
    breadcrumbs: [crumb, ...crumbs],
    translations: [] as typeof translations,
    ads: null,
  });
  const pages = (current: number) => ({
    position: `${current} / 9`,
    previous: current > 1 ? `${category.url}/page/${current - 1}` : null,
    next: `${category.url}/page/${current + 1}`,
    pages: [1, 2, 3, 9].map((number) =>
      number === 9
        ? null
        : {
            number: String(number),
            label: `№ ${number}`,
            url: `${category.url}/page/${number}`,
            current: number === current,
          },
    ),
  });
  const onePage = { position: null, previous: null, next: null, pages: [] };
  const article = {
    ...base('/articles/story-0', titles[0] ?? '', [
      link(category),
      link(subcategory),
      { title: titles[0] ?? '', url: '#' },
    ]),
    kind: 'article' as const,
    title: titles[0] ?? '',
    description: descriptions[0] ?? '',
    author: {
      title: author,
      url: at(locale, '/authors/a'),
      description: bio,
      initials: initials(author, locale),
    },
    coAuthors: [
      {
        title: authors[1] ?? '',
        url: at(locale, '/authors/b'),
        description: bio,
        initials: 'B',
        role: bio,
        photo: PHOTO,
      },
    ],
    published: { iso: '2026-03-01', text: formats.date('2026-03-01') },
    updated: { iso: '2026-04-02T09:30:00Z', text: formats.date('2026-04-02T09:30:00Z') },
    readingTime: formats.readingTime(6),
    category: link(category),
    subcategory: link(subcategory),
    cover: {
      url: '/covers/0.svg',
      alt: '',
      width: '960',
      height: '540',
      sources: [{ type: 'image/avif', srcset: '/covers/0.svg 960w' }],
    },
    edit: 'https://git.example/edit/a.md',
    series: {
      title: titles[3] ?? '',
      parts: titles.slice(0, 3).map((title, index) => ({
        title,
        url: at(locale, `/articles/story-${index}`),
        current: index === 0,
      })),
    },
    related: cards(locale, 4, 3),
    previous: { title: titles[1] ?? '', url: at(locale, '/articles/story-1') },
    next: { title: titles[2] ?? '', url: at(locale, '/articles/story-2') },
    shareUrl: 'https://example.org/articles/story-0',
    translations,
    ads,
  };
  article.head.article = {
    published: '2026-03-01T00:00:00Z',
    modified: '2026-04-02T09:30:00Z',
    authors: [author],
    section: category.title,
  };

  const hot = (count: number, from: number): ArticleSection => ({
    kind: 'hot',
    id: 'hot',
    title: strings.sections.hot,
    url: null,
    articles: cards(locale, count, from).map((card) => ({ ...card, changed: true })),
  });
  const list: BuiltInPage[] = [
    {
      ...base('', 'The Measured Bet'),
      kind: 'home',
      breadcrumbs: [],
      translations,
      title: 'The Measured Bet',
      description: descriptions[0] ?? '',
      sections: [
        { kind: 'best', id: 'best', title: strings.sections.best, url: null, articles: cards(locale, 4) },
        hot(8, 4),
        {
          kind: 'category',
          id: 'category',
          title: category.title,
          url: category.url,
          articles: cards(locale, 8, 12),
        },
        {
          kind: 'categories',
          id: 'sections',
          title: strings.layout.categories,
          categories: categories(locale).map((item) => ({
            ...item,
            children: subcategories(locale, item.url).map(link),
          })),
        },
      ],
      ads,
    },
    {
      ...base('/category-0', category.title),
      ...category,
      kind: 'category',
      children: subcategories(locale, category.url),
      articles: cards(locale, 12),
      above: [],
      below: [hot(8, 12)],
      pagination: pages(1),
      ads,
    },
    {
      ...base('/category-0/sub-0/page/2', subcategory.title),
      ...subcategory,
      kind: 'subcategory',
      children: subcategories(locale, category.url).slice(1),
      articles: cards(locale, 5),
      above: [],
      below: [],
      pagination: pages(2),
    },
    {
      ...base('/authors/a', author),
      kind: 'author',
      role: bio,
      photo: PHOTO,
      links: [{ title: 'Mastodon', url: 'https://social.example/@a' }],
      title: author,
      description: bio,
      count: formats.articles(2),
      articles: cards(locale, 2),
      pagination: onePage,
    },
    {
      ...base('/authors', strings.info.authors),
      kind: 'authors',
      title: strings.info.authors,
      description: descriptions[1] ?? '',
      groups: authors.map((name, index) => ({
        letter: name.slice(0, 1),
        id: `letter-${index}`,
        authors: [
          {
            title: name,
            url: at(locale, `/authors/a-${index}`),
            description: bio,
            count: index === 0 ? null : formats.articles(index),
            initials: initials(name, locale),
          },
        ],
      })),
    },
    {
      ...base('/terms', strings.info.terms),
      kind: 'info',
      title: strings.info.terms,
      description: descriptions[2] ?? '',
      edit: 'https://git.example/edit/terms.md',
      neighbours: { previous: null, next: { title: titles[2] ?? '', url: at(locale, '/articles/story-2') } },
      sidebar: [
        { title: null, open: false, links: cards(locale, 2, 0).map(tree(-1)), groups: [] },
        {
          title: titles[0] ?? '',
          open: true,
          links: cards(locale, 2, 2).map(tree(1)),
          groups: [
            { title: titles[1] ?? '', open: false, links: cards(locale, 3, 4).map(tree(-1)), groups: [] },
          ],
        },
      ],
    },
    {
      ...base('/sitemap', strings.info.sitemap),
      kind: 'sitemap',
      title: strings.info.sitemap,
      description: descriptions[2] ?? '',
      info: infoLinks(locale),
      categories: categories(locale).map((item, group) => ({
        ...link(item),
        children: subcategories(locale, item.url).map((child, index) => ({
          ...link(child),
          articles: cards(locale, (index + group) % 4, index).map(link),
          more: index === 3 ? { title: formats.articles(64), url: child.url } : null,
        })),
      })),
    },
    article,
    {
      ...base('/404', strings.errors.notFound.title),
      kind: 'not-found',
      breadcrumbs: [],
      head: head(locale, '/404', strings.errors.notFound.title, false),
      ...strings.errors.notFound,
      categories: categories(locale).map(link),
      search: { action: at(locale, '/sitemap'), islandData: '/page-data/sq/d/islands-en.json' },
    },
    {
      ...base('/500', strings.errors.serverError.title),
      kind: 'server-error',
      breadcrumbs: [],
      head: head(locale, '/500', strings.errors.serverError.title, false),
      ...strings.errors.serverError,
      categories: categories(locale).map(link),
      search: null,
    },
    {
      ...base('/offline', strings.errors.offline.title),
      kind: 'offline',
      breadcrumbs: [],
      head: head(locale, '/offline', strings.errors.offline.title, false),
      ...strings.errors.offline,
      categories: categories(locale).map(link),
      search: null,
    },
    {
      ...article,
      path: at(locale, '/articles/bare') as UrlPath,
      updated: null,
      subcategory: null,
      cover: null,
      related: [],
      previous: null,
      next: null,
      translations: [],
      ads: null,
    },
  ];
  const empty: CategoryPage = {
    ...base('/category-0/sub-1', subcategory.title),
    ...subcategory,
    kind: 'subcategory',
    children: [],
    articles: [],
    above: [],
    below: [],
    pagination: onePage,
  };
  return [...list, empty].map((page, index) => ({
    name: index > 10 ? `${page.kind}-bare` : page.kind,
    page,
    body: page.kind === 'article' || page.kind === 'info' ? body : null,
  }));
}
