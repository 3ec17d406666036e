/** Tests which articles a site has, in which order, and what it reports. */

import { describe, expect, test } from 'vitest';
import { createCategoryTree } from '../../src/content/article/category-tree.ts';
import type { Article } from '../../src/site/site.ts';
import { findTranslations } from '../../src/site/translations.ts';
import { TREE } from '../support/site.ts';
import { createModel, day, editionOf, metaOf } from './model.ts';

const slugs = (articles: readonly Article[] = []) => articles.map(({ meta }) => meta.slug);

describe('an article is included', () => {
  const changes = [
    { slug: 'published' },
    { slug: 'draft', status: 'draft' as const },
    { slug: 'withheld', status: 'withheld' as const },
    { slug: 'future', date: day('2027-01-02') },
    { slug: 'today', date: day('2027-01-01') },
  ];
  test.each([
    [{ drafts: false, future: false }, ['published', 'today']],
    [{ drafts: true, future: false }, ['draft', 'published', 'today']],
    [{ drafts: false, future: true }, ['future', 'published', 'today']],
    [{ drafts: true, future: true }, ['draft', 'future', 'published', 'today']],
  ])('with %j', (include, expected) => {
    const { site } = createModel(changes, { include });
    expect(slugs(site.editions[0]?.articles).sort()).toEqual(expected);
  });
});

test('a last change in the future is a warning', () => {
  const changes = [
    { slug: 'a', updated: day('2027-01-02') },
    { slug: 'b', updated: day('2027-01-01') },
  ];
  expect(createModel(changes).problems).toMatchObject([
    {
      file: 'content/en_US/articles/a.md',
      message: 'updated is in the future',
      hint: expect.stringContaining('write the day of the last change'),
      field: ['updated'],
      severity: 'warning',
    },
  ]);
});

test('listings are at their paths, newest first, each article once', () => {
  const both = ['odds', 'other'].map((subcategory) => ({ subcategory, subsubcategories: [] }));
  const { site } = createModel([
    { slug: 'old', date: day('2025-01-01') },
    { slug: 'new', entities: [{ category: 'betting', subcategories: both }] },
  ]);
  const [edition] = site.editions;
  const paths = (listings: Iterable<{ path: string }> = []) => [...listings].map(({ path }) => path);
  expect(paths(edition?.categories.values())).toEqual(['/betting', '/poker']);
  expect(paths(edition?.subcategories.values())).toEqual([
    '/betting/odds',
    '/betting/other-betting',
    '/poker/hands',
    '/poker/other-poker',
  ]);
  expect(paths(edition?.byAuthor.values())).toEqual(['/authors/ann']);
  expect(slugs(edition?.categories.get('betting')?.articles)).toEqual(['new', 'old']);
  expect(slugs(edition?.subcategories.get('betting/odds')?.articles)).toEqual(['new', 'old']);
  expect(slugs(edition?.subcategories.get('betting/other')?.articles)).toEqual(['new']);
  expect(slugs(edition?.byAuthor.get('ann')?.articles)).toEqual(['new', 'old']);
});

test('the last change of an article is its update, else its date', () => {
  const { site } = createModel([
    { slug: 'a', date: day('2026-03-01'), updated: day('2026-04-01') },
    { slug: 'b', date: day('2026-02-01') },
  ]);
  const instants = site.editions[0]?.articles.map(({ instant, changed }) => changed - instant);
  expect(instants).toEqual([31 * 86_400_000, 0]);
  expect(site.year).toBe(2027);
});

test('the latest article of a listing is the one that changed last, the newer one of two', () => {
  const { site } = createModel([
    { slug: 'a', date: day('2026-01-01'), updated: day('2026-05-01') },
    { slug: 'b', date: day('2026-05-01') },
    { slug: 'c', date: day('2026-02-01'), entities: [{ category: 'poker', subcategories: [] }] },
  ]);
  const [edition] = site.editions;
  expect(edition?.latest?.meta.slug).toBe('b');
  expect(edition?.categories.get('betting')?.latest?.meta.slug).toBe('b');
  expect(edition?.categories.get('poker')?.latest?.meta.slug).toBe('c');
  const [older] = createModel([
    { slug: 'a', date: day('2026-01-01'), updated: day('2026-05-02') },
    { slug: 'b', date: day('2026-05-01') },
  ]).site.editions;
  expect(older?.latest?.meta.slug).toBe('a');
  expect(older?.byAuthor.get('ann')?.latest?.meta.slug).toBe('a');
});

test('articles of one instant are in the order of their slugs', () => {
  const { site } = createModel(['c', 'a', 'b'].map((slug) => ({ slug })));
  expect(slugs(site.editions[0]?.articles)).toEqual(['a', 'b', 'c']);
});

describe('translations', () => {
  const locales = ['en_US', 'ru_RU', 'tr_TR'] as const;
  const editions = locales.map((locale) => editionOf(locale));
  const config = { locales };

  test('are the articles of one key, in the order of the editions', () => {
    const metas = [
      metaOf({ slug: 'c', key: 'shared', locale: 'tr_TR' }),
      metaOf({ slug: 'a', key: 'shared' }),
      metaOf({ slug: 'b', key: 'shared', locale: 'ru_RU' }),
      metaOf({ slug: 'x', key: 'alone' }),
      metaOf({ slug: 'y', key: 'two', locale: 'ru_RU' }),
      metaOf({ slug: 'z', key: 'two', locale: 'tr_TR' }),
    ];
    const few = [
      metaOf({ slug: 'f', key: 'few' }),
      metaOf({ slug: 'g', key: 'few', locale: 'ru_RU' }),
      metaOf({ slug: 'h', key: 'few', locale: 'tr_TR' }),
    ];
    // The largest edition comes in the middle, then last.
    const russian = ['1', '2', '3', '4'].map((slug) => metaOf({ slug, locale: 'ru_RU' }));
    const turkish = [
      ...russian,
      ...['5', '6', '7', '8', '9'].map((slug) => metaOf({ slug, locale: 'tr_TR' })),
    ];
    for (const more of [russian, turkish]) {
      const large = createModel([], { editions, metas: [...few, ...more] }, config).site.translations;
      expect([...large].map(([key, articles]) => [key, slugs(articles)])).toEqual([['few', ['f', 'g', 'h']]]);
    }
    const { site } = createModel([], { editions, metas }, config);
    const found = [...site.translations].map(([key, articles]) => [key, slugs(articles)]);
    expect(Object.fromEntries(found)).toEqual({ shared: ['a', 'b', 'c'], two: ['y', 'z'] });
  });

  test('are none in a site of one locale', () => {
    expect(createModel([{ slug: 'a' }]).site.translations.size).toBe(0);
  });
});

describe('what could not be read', () => {
  test('is missing, and empty', () => {
    const editions = [editionOf('en_US', { tree: null, authors: null, seo: null, info: null })];
    const { site } = createModel([], { editions });
    expect(site.editions[0]).toMatchObject({ tree: {}, authors: [], articles: [] });
    expect(site.editions[0]?.missing).toEqual(new Set(['tree', 'authors', 'seo', 'info']));
    expect(site.editions[0]?.info.terms).toMatchObject({ title: 'Terms of Use', file: '' });
  });

  test('is nothing in a whole edition', () => {
    expect(createModel([]).site.editions[0]?.missing.size).toBe(0);
  });
});

test('a category with a reserved slug is reported at its slug', () => {
  const tree = createCategoryTree({ ...TREE, poker: { ...TREE.poker, slug: 'authors' } });
  const { problems } = createModel([], { editions: [editionOf('en_US', { tree })] });
  expect(problems).toEqual([
    {
      file: 'content/en_US/categories.json',
      code: 'reserved-address',
      message: expect.stringContaining('slug "authors" of category "poker" is reserved'),
      hint: 'choose another slug',
      field: ['poker', 'slug'],
      severity: undefined,
    },
  ]);
});

test('articles of a language that the site does not have are left out', () => {
  const metas = [metaOf({ slug: 'a' }), metaOf({ slug: 'b', locale: 'tr_TR' })];
  const { site, problems } = createModel([], { metas });
  expect(problems).toEqual([]);
  expect(site.editions.map(({ articles }) => slugs(articles))).toEqual([['a']]);
});

test('own pages are below the home of their edition', () => {
  const own = {
    file: '',
    title: 'Press',
    description: '',
    hash: '',
    images: [],
    key: 'a',
    address: 'a/press',
  };
  const theme = { key: 'b', address: 'map', file: '', title: 'Map', description: '', load: null };
  const editions = (['en_US', 'ru_RU'] as const).map((locale) =>
    editionOf(locale, { pages: [own], themePages: [theme] }),
  );
  const { site } = createModel([], { editions });
  expect(site.editions.map(({ pages, themePages }) => [...pages, ...themePages])).toMatchObject([
    [
      { title: 'Press', path: '/a/press' },
      { title: 'Map', path: '/map' },
    ],
    [
      { title: 'Press', path: '/ru/a/press' },
      { title: 'Map', path: '/ru/map' },
    ],
  ]);
});

test('translations have the order of the locales, whichever edition is larger', () => {
  const [english, german, arabic] = [['a', 'b', 'c'], ['b'], ['c', 'b']];
  const found = findTranslations(
    [english, german, arabic].map((keys, at) => keys.map((key) => ({ key, at }))),
    ({ key }) => key,
  );
  expect([...found].map(([key, articles]) => [key, articles.map(({ at }) => at)]).sort()).toEqual([
    ['b', [0, 1, 2]],
    ['c', [0, 2]],
  ]);
});
