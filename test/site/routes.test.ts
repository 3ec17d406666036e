import { describe, expect, test } from 'vitest';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { createCategoryTree, readCategories } from '../../src/content/article/category-tree.ts';
import { type Addressed, articlePath } from '../../src/site/article-path.ts';
import {
  createRoutes,
  outputPath,
  type Routes,
  trimEnding,
  trimSlashes,
  urlPath,
} from '../../src/site/routes.ts';
import { CONFIG as SITE, TREE } from '../support/site.ts';

const CONFIG = {
  locales: ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'],
  url: 'https://a.example',
  basePath: '',
  urls: { layout: 'file' },
  permalinks: siteConfigSchema.parse(SITE).permalinks,
} as const;
const ARTICLE: Addressed = {
  key: 'walks/2026/a-b',
  slug: 'a-b',
  date: { day: '2026-03-09' },
  entities: readCategories(['betting/odds']),
  editorial: { permalink: null },
};
const routes = (change: object = {}) => createRoutes({ ...CONFIG, locales: [...CONFIG.locales], ...change });

describe('one function makes every path', () => {
  test.each<[string, (paths: Routes) => string]>([
    ['/', (r) => r.home('en_US')],
    ['/ru', (r) => r.home('ru_RU')],
    ['/articles/a-b', (r) => articlePath(r, {}, 'en_US', ARTICLE) ?? ''],
    ['/tr/articles/a-b', (r) => articlePath(r, {}, 'tr_TR', ARTICLE) ?? ''],
    ['/ko/authors', (r) => r.authors('ko_KR')],
    ['/authors/ann', (r) => r.author('en_US', 'ann')],
    ['/odds', (r) => r.category('en_US', 'odds')],
    ['/ru/odds/sums', (r) => r.subcategory('ru_RU', 'odds', 'sums')],
    ['/odds', (r) => r.listingPage(r.category('en_US', 'odds'), 1)],
    ['/odds/page/3', (r) => r.listingPage(r.category('en_US', 'odds'), 3)],
    ['/', (r) => r.listingPage(r.home('en_US'), 1)],
    ['/page/2', (r) => r.listingPage(r.home('en_US'), 2)],
    ['/ru/page/2', (r) => r.listingPage(r.home('ru_RU'), 2)],
    ['/info/about-us', (r) => r.info('en_US', 'about-us')],
    ['/privacy-policy', (r) => r.info('en_US', 'privacy-policy')],
    ['/ru/terms', (r) => r.info('ru_RU', 'terms')],
    ['/sitemap', (r) => r.sitemap('en_US')],
    ['/tr/404', (r) => r.error('tr_TR', '404')],
  ])('%s', (path, make) => {
    expect(make(routes())).toBe(path);
  });

  test('the first locale stands at the root, whichever it is', () => {
    const turned = routes({ locales: ['ru_RU', 'en_US'] });
    expect([turned.home('ru_RU'), articlePath(turned, {}, 'en_US', ARTICLE)]).toEqual([
      '/',
      '/en/articles/a-b',
    ]);
  });
});

describe('a pattern', () => {
  test.each([
    ['/{year}/{month}/{day}/{slug}', {}, '/2026/03/09/a-b'],
    ['/{category}/{subcategory}/{slug}', {}, '/betting/odds/a-b'],
    ['/{path}', {}, '/walks/2026/a-b'],
    ['/{path}', { slug: 'index' }, '/walks/2026'],
    ['/{year}/{slug}/', {}, '/2026/a-b'],
    ['/{year}/{slug}.html', {}, '/2026/a-b'],
    ['/{year}/{slug}', { date: null }, null],
    ['/{year}/{slug}', { editorial: { permalink: '/old/one.html' } }, '/old/one'],
    ['/post/{slug}', { editorial: { permalink: '/old/one/' } }, '/old/one'],
  ])('%s with %o is %s', (article, change, path) => {
    const permalinks = { ...CONFIG.permalinks, article };
    const tree = createCategoryTree(TREE);
    expect(articlePath(routes({ permalinks }), tree, 'en_US', { ...ARTICLE, ...change })).toBe(path);
  });

  test('places categories, authors and tags below the path of the edition', () => {
    const permalinks = {
      ...CONFIG.permalinks,
      category: '/c/{path}',
      author: '/by/{slug}',
      tag: '/tag/{slug}',
    };
    const paths = routes({ permalinks });
    expect([
      paths.category('ru_RU', 'odds'),
      paths.subcategory('en_US', 'odds', 'sums'),
      paths.author('en_US', 'ann'),
      paths.term('ru_RU', 'tags', 'snow', true),
      paths.term('ru_RU', 'season', 'snow', false),
    ]).toEqual(['/ru/c/odds', '/c/odds/sums', '/by/ann', '/ru/tag/snow', '/ru/season/snow']);
  });

  test.each([
    ['article', '/articles', 'must have {slug} or {path}, such as /{year}/{month}/{slug}'],
    [
      'article',
      '/{author}/{slug}',
      'can have the tokens {slug}, {year}, {month}, {day}, {category}, {subcategory}, {path}, and no other one',
    ],
    ['article', 'articles/{slug}', 'must be a path that begins with a slash, such as /{year}/{month}/{slug}'],
    ['tag', '/{slug}', 'must begin with a word and have {slug}, such as /topic/{slug}'],
    ['author', '/{slug}', 'must begin with a word and have {slug}, such as /people/{slug}'],
    ['category', '/{year}/{slug}', 'can have the tokens {slug}, {path}, and no other one'],
  ])('of %s is refused with its reason: %s', (name, pattern, reason) => {
    const { error } = siteConfigSchema.safeParse({ ...SITE, permalinks: { [name]: pattern } });
    expect(error?.issues.map(({ message }) => message)).toEqual([reason]);
  });
});

describe.each(['', '/blog', '/a/b'])('below "%s"', (basePath) => {
  test.each([
    // The worker's scope and every host's address of a folder end with the slash.
    ['/', '/'],
    ['/articles/a', '/articles/a'],
    ['/articles/цена', '/articles/%D1%86%D0%B5%D0%BD%D0%B0'],
    ['/articles/배당', '/articles/%EB%B0%B0%EB%8B%B9'],
    ['/odds/page/2', '/odds/page/2'],
    // A query or a fragment would begin there.
    ['/articles/a?b#c', '/articles/a%3Fb%23c'],
  ])('%s, as a link and as the canonical URL', (path, link) => {
    const { href, absolute } = routes({ basePath });
    expect(href(urlPath(path))).toBe(basePath + link);
    expect(absolute(urlPath(path))).toBe(`https://a.example${basePath}${link}`);
  });

  test('files have addresses too', () => {
    const { fileHref, absoluteFile } = routes({ basePath });
    expect(fileHref(outputPath('feed.xml'))).toBe(`${basePath}/feed.xml`);
    expect(absoluteFile(outputPath('assets/a b.svg'))).toBe(`https://a.example${basePath}/assets/a%20b.svg`);
  });
});

describe('one function makes every file', () => {
  test.each([
    ['/', 'index.html', 'index.html', 'page-data/index/page-data.json'],
    ['/ru', 'ru.html', 'ru/index.html', 'page-data/ru/page-data.json'],
    ['/articles/a', 'articles/a.html', 'articles/a/index.html', 'page-data/articles/a/page-data.json'],
    [
      '/articles/цена',
      'articles/цена.html',
      'articles/цена/index.html',
      'page-data/articles/цена/page-data.json',
    ],
    ['/odds/page/2', 'odds/page/2.html', 'odds/page/2/index.html', 'page-data/odds/page/2/page-data.json'],
    ['/404', '404.html', '404.html', 'page-data/404.html/page-data.json'],
    ['/ru/500', 'ru/500.html', 'ru/500.html', 'page-data/ru/500.html/page-data.json'],
    ['/offline', 'offline.html', 'offline/index.html', 'page-data/offline/page-data.json'],
    ['/authors/404', 'authors/404.html', 'authors/404/index.html', 'page-data/authors/404/page-data.json'],
    // Here 500 is the slug of an article, not the error page.
    [
      '/articles/500',
      'articles/500.html',
      'articles/500/index.html',
      'page-data/articles/500/page-data.json',
    ],
  ])('%s', (path, file, directory, data) => {
    expect(routes().file(urlPath(path))).toBe(file);
    expect(routes({ urls: { layout: 'directory' } }).file(urlPath(path))).toBe(directory);
    expect(routes().pageDataFile(urlPath(path))).toBe(data);
  });
});

test.each([
  ['/', '/'],
  ['/a', '/a'],
  ['/a/', '/a'],
  ['/a/b//', '/a/b'],
  ['//', '/'],
])('%s without slashes at its end is %s', (path, expected) => {
  expect(trimSlashes(path)).toBe(expected);
});

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/index', '/'],
  ['/a', '/a'],
  ['/a//', '/a'],
  ['/a.html', '/a'],
  ['/a.html/', '/a'],
  ['/a/index', '/a'],
  ['/a/index.html', '/a'],
  ['/a/myindex', '/a/myindex'],
  ['/a.html/b', '/a.html/b'],
])('%s is another spelling of %s', (path, expected) => {
  expect(trimEnding(path)).toBe(expected);
});
