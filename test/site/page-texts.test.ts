/** Tests what the pages of an edition share, and what search engines and link previews read. */
import { describe, expect, test } from 'vitest';
import { createCategoryTree } from '../../src/content/article/category-tree.ts';
import { dateIn } from '../../src/content/article/dates.ts';
import { listPages } from '../../src/pages/page-registry.ts';
import { createHead } from '../../src/site/page-seo.ts';
import { urlPath } from '../../src/site/routes.ts';
import { TREE } from '../support/site.ts';
import { type Change, COVER, createModel, createView, day, editionOf, metaOf } from './model.ts';

const at = (category: string, ...names: string[]) => ({
  category,
  subcategories: names.map((subcategory) => ({ subcategory, subsubcategories: [] })),
});

describe('the card of an article', () => {
  const changes = [
    {
      slug: 'a',
      title: 'A title',
      description: 'What it says.',
      date: day('2026-03-01'),
      words: 800,
      entities: [at('betting', 'odds', 'other')],
    },
    {
      slug: 'b',
      date: dateIn({ day: '2026-03-02', time: Date.UTC(2026, 2, 2, 20, 30, 15) }, 'Asia/Kolkata'),
    },
  ];

  test('shows what readers choose by', async () => {
    const { view, find } = await createView(changes);
    expect(view.card(find('a'))).toEqual({
      title: 'A title',
      url: '/articles/a',
      description: 'What it says.',
      date: { iso: '2026-03-01', text: 'March 1, 2026' },
      author: 'Ann',
      readingTime: '3-minute read',
      // The emoji is for the heading of the category.
      category: { title: 'Betting', url: '/betting' },
      cover: { ...COVER, url: '/covers/a.svg' },
    });
    expect(view.card(find('a'))).toBe(view.card(find('a')));
  });

  test('has a moment and its day in the time zone of the site', async () => {
    const { view, find } = await createView(changes);
    expect(view.card(find('b')).date).toEqual({ iso: '2026-03-03T02:00:15+05:30', text: 'March 3, 2026' });
  });

  test('draws the cover in place where it opens a page, and names the subcategory within a category', async () => {
    const { view, find } = await createView(changes);
    const article = find('a');
    const group = article.placements[0]?.category;
    if (!group) throw new Error('no category');
    expect(view.leadCard(view.card(article), article)).toMatchObject({
      title: 'A title',
      cover: { url: '/inline/a.svg' },
    });
    expect(view.cardWithin(article, group).category).toEqual({ title: 'Odds', url: '/betting/odds' });
    const elsewhere = createCategoryTree(TREE).poker;
    if (!elsewhere) throw new Error('no category');
    expect(view.cardWithin(article, elsewhere)).toBe(view.card(article));
  });
});

describe('an article', () => {
  test('that has changed shows the day of the change in lists that are ordered by it', async () => {
    const { view, find } = await createView([
      { slug: 'a', date: day('2026-03-01'), updated: day('2026-04-02') },
      { slug: 'b', date: day('2026-03-01') },
    ]);
    const changed = view.card(find('a'));
    expect(view.changedCard(changed, find('a'))).toEqual({
      ...changed,
      date: { iso: '2026-04-02', text: 'April 2, 2026' },
      changed: true,
    });
    const unchanged = view.card(find('b'));
    expect(view.changedCard(unchanged, find('b'))).toBe(unchanged);
  });

  test('knows how many others link to it', async () => {
    const { view, find } = await createView([
      { slug: 'a' },
      { slug: 'b', links: ['/articles/a', '/articles/a#part', '/articles/b'] },
      { slug: 'c', links: ['/articles/a'] },
    ]);
    expect(['a', 'b'].map((slug) => view.inbound(find(slug)))).toEqual([2, 0]);
  });
});

test('the menu lists the categories with their subcategories', async () => {
  const { view } = await createView([]);
  expect(view.menu.map(({ url, children }) => [url, children.map((child) => child.url)])).toEqual([
    ['/betting', ['/betting/odds', '/betting/other-betting']],
    ['/poker', ['/poker/hands', '/poker/other-poker']],
  ]);
});

test('counts are of articles, and none where there is no listing', async () => {
  const { view, edition } = await createView([{ slug: 'a' }, { slug: 'b' }]);
  expect(view.count(edition.categories.get('betting'))).toBe('2 articles');
  expect(view.count(edition.categories.get('poker'))).toBe('0 articles');
  expect(view.count(undefined)).toBe('0 articles');
});

test('paid links are on their page alone, below a heading', async () => {
  const { view } = await createView([], {}, { ads: { '/betting': ['<a href="https://x.example">x</a>'] } });
  expect(view.ads(urlPath('/betting'))).toEqual({
    heading: 'Paid links',
    blocks: ['<a href="https://x.example" rel="sponsored">x</a>'],
  });
  expect(view.ads(urlPath('/poker'))).toBeNull();
});

describe('the index of pages', () => {
  const entries = (changes: readonly Change[], config: object = {}) => {
    const { site } = createModel(changes, {}, { locales: ['en_US'], ...config });
    return [...listPages(site)];
  };
  const find = (changes: readonly Change[], path: string, config: object = {}) =>
    entries(changes, config).find((entry) => entry.path === path);

  test('knows where the texts of an article are', () => {
    expect(find([{ slug: 'a', date: day('2026-03-01') }], '/articles/a')).toEqual({
      kind: 'article',
      path: '/articles/a',
      translations: [],
      changed: day('2026-03-01'),
      indexed: true,
      output: 'article',
      source: {
        file: 'content/en_US/articles/a.md',
        title: ['title'],
        description: ['description'],
        slug: ['slug'],
      },
    });
  });

  test('dates an article by its update, and a listing by the newest change in it', () => {
    const changes = [
      { slug: 'a', date: day('2026-01-01'), updated: day('2026-05-01') },
      { slug: 'b', date: day('2026-03-01') },
      { slug: 'c', date: day('2026-02-01') },
    ];
    expect(find(changes, '/articles/a')?.changed).toEqual(day('2026-05-01'));
    expect(find(changes, '/betting')?.changed).toEqual(day('2026-05-01'));
    expect(find(changes, '/betting/odds')?.changed).toEqual(day('2026-05-01'));
    expect(find(changes, '/authors/ann')?.changed).toEqual(day('2026-05-01'));
    expect(find(changes, '/')?.changed).toEqual(day('2026-05-01'));
    expect(find(changes, '/poker')?.changed).toBeNull();
  });

  test('divides a listing into pages, of which the first has texts', () => {
    const changes = Array.from({ length: 5 }, (_, index) => ({ slug: `a-${index}` }));
    const config = { sections: { page: 2 } };
    const pages = entries(changes, config).filter(({ path }) => /^\/betting(\/page|$)/.test(path));
    expect(pages.map(({ path }) => path)).toEqual(['/betting', '/betting/page/2', '/betting/page/3']);
    expect(pages.map(({ source }) => source?.title)).toEqual([['betting', 'title'], undefined, undefined]);
    expect(pages.map(({ kind, output }) => `${kind} ${output}`)).toEqual(Array(3).fill('category page'));
  });

  test('knows where the texts of a page of the program are, and lets search engines list it', () => {
    expect(find([], '/')).toMatchObject({ indexed: true });
    expect(find([], '/sitemap')).toMatchObject({
      indexed: true,
      source: {
        file: 'content/en_US/seo.json',
        title: ['sitemap', 'title'],
        description: ['sitemap', 'description'],
      },
    });
  });

  test('gives a page that every edition has its translations', () => {
    const locales = ['en_US', 'ru_RU'] as const;
    const editions = locales.map((locale) => editionOf(locale));
    const metas = locales.map((locale) => metaOf({ slug: `a-${locale}`.toLowerCase(), key: 'a', locale }));
    const { site } = createModel([], { editions, metas }, { locales });
    const all = [...listPages(site)];
    const translationsOf = (path: string) =>
      all.find((entry) => entry.path === path)?.translations.map((other) => other.path);
    expect(translationsOf('/sitemap')).toEqual(['/sitemap', '/ru/sitemap']);
    expect(translationsOf('/articles/a-en_us')).toEqual(['/articles/a-en_us', '/ru/articles/a-ru_ru']);
    expect(all.find(({ path }) => path === '/sitemap')).toMatchObject({
      output: 'page',
      changed: day('2026-01-01'),
      source: { file: 'content/en_US/seo.json', title: ['sitemap', 'title'], slug: null },
    });
  });
});

describe('the head of a page', () => {
  const entry = {
    kind: 'category',
    path: urlPath('/betting'),
    translations: [],
    changed: null,
    indexed: true,
    output: 'page',
    source: null,
  } as const;
  const input = { title: '🎲 Betting', description: 'Odds.', breadcrumbs: [] };

  test('of an indexed page has its address, and the site in its title', async () => {
    const { view } = await createView([]);
    expect(createHead(view, entry, input)).toEqual({
      title: 'Betting · Small Paper',
      description: 'Odds.',
      canonical: 'https://small.example/betting',
      robots: 'index, follow, max-image-preview:large',
      alternates: [],
      openGraph: {
        type: 'website',
        title: 'Betting',
        url: 'https://small.example/betting',
        locale: 'en_US',
        image: {
          url: 'https://small.example/social/site-.png',
          size: { width: '1200', height: '630' },
          alt: 'Small Paper',
        },
      },
      article: null,
      jsonLd: null,
      previous: null,
      next: null,
    });
  });

  test('of another page has neither an address nor alternates', async () => {
    const { view } = await createView([]);
    const translations = [
      { locale: 'en_US', path: urlPath('/a') },
      { locale: 'ru_RU', path: urlPath('/ru/a') },
    ] as const;
    const head = createHead(view, { ...entry, indexed: false, translations }, input);
    expect(head).toMatchObject({ canonical: null, robots: 'noindex, follow', alternates: [] });
    expect(head.openGraph.url).toBeNull();
    expect(createHead(view, { ...entry, translations }, input).alternates).toEqual([
      { language: 'en', url: 'https://small.example/a' },
      { language: 'ru', url: 'https://small.example/ru/a' },
      { language: 'x-default', url: 'https://small.example/a' },
    ]);
    const turned = translations.toReversed();
    expect(createHead(view, { ...entry, translations: turned }, input).alternates.at(-1)).toEqual({
      language: 'x-default',
      url: 'https://small.example/a',
    });
    const alone = translations.slice(0, 1);
    expect(createHead(view, { ...entry, translations: alone }, input).alternates).toEqual([]);
    // Without the first edition the first translation is the default.
    const others = [
      { locale: 'tr_TR', path: urlPath('/tr/a') },
      { locale: 'ru_RU', path: urlPath('/ru/a') },
    ] as const;
    expect(createHead(view, { ...entry, translations: others }, input).alternates.at(-1)).toEqual({
      language: 'x-default',
      url: 'https://small.example/tr/a',
    });
  });

  test('shows an own picture before a drawn one, and names neighbours, breadcrumbs and the graph', async () => {
    const { view } = await createView([]);
    const head = createHead(view, entry, {
      ...input,
      type: 'article',
      preview: { url: 'https://small.example/own.png', size: null },
      social: { locale: 'en_US', title: 'Other', kicker: 'k', level: 'article' },
      graph: [{ '@type': 'Article' }],
      breadcrumbs: [
        { title: 'Home', path: urlPath('/') },
        { title: '🎲 Betting', path: urlPath('/betting') },
      ],
      previous: urlPath('/betting'),
      next: urlPath('/betting/page/3'),
    });
    expect(head.openGraph).toMatchObject({
      type: 'article',
      image: { url: 'https://small.example/own.png', size: null, alt: 'Betting' },
    });
    expect([head.previous, head.next]).toEqual([
      'https://small.example/betting',
      'https://small.example/betting/page/3',
    ]);
    expect(JSON.parse(head.jsonLd ?? '')).toEqual({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'Article' },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://small.example/' },
            { '@type': 'ListItem', position: 2, name: 'Betting', item: 'https://small.example/betting' },
          ],
        },
      ],
    });
    const alone = createHead(view, entry, {
      ...input,
      social: { locale: 'en_US', title: 'Odds 🎲', kicker: 'k', level: 'article' },
      breadcrumbs: [{ title: 'Home', path: urlPath('/') }],
    });
    expect(alone.jsonLd).toBeNull();
    expect(alone.openGraph.image).toMatchObject({
      url: 'https://small.example/social/article-k.png',
      alt: 'Odds',
    });
  });
});
