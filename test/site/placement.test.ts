/** Tests where articles are placed, and the problems of those without a place. */
import { describe, expect, test } from 'vitest';
import { type Entity, readCategories } from '../../src/content/article/category-tree.ts';
import { createModel, editionOf, metaOf } from './model.ts';

const entity = (category: string, ...subcategories: string[]): Entity => ({
  category,
  subcategories: subcategories.map((subcategory) => ({ subcategory, subsubcategories: [] })),
});

describe('an author', () => {
  test.each(['Ann', 'ann'])('is found by name or slug: %s', (author) => {
    const { site, problems } = createModel([{ slug: 'a', author }]);
    expect(problems).toEqual([]);
    expect(site.editions[0]?.articles[0]?.author.name).toBe('Ann');
    expect(site.editions[0]?.byAuthor.get('ann')?.articles).toHaveLength(1);
  });

  test('of several is listed with each of them, and a wrong one is reported at its place', () => {
    const names = ['Ann', 'Bo'];
    const authors = names.map((name) => ({
      ...{ name, slug: name.toLowerCase(), description: '', metaTitle: '', metaDescription: '' },
    }));
    const { site, problems } = createModel(
      [
        { slug: 'a', author: 'bo', editorial: { authors: ['bo', 'Ann'] } },
        { slug: 'b', editorial: { authors: ['Ann', 'Cy'] } },
      ],
      { editions: [editionOf('en_US', { authors })] },
    );
    const [edition] = site.editions;
    expect(edition?.articles.map((article) => article.authors.map(({ name }) => name))).toEqual([
      ['Bo', 'Ann'],
    ]);
    expect([...(edition?.byAuthor.values() ?? [])].map(({ articles }) => articles.length)).toEqual([1, 1]);
    expect(problems).toMatchObject([{ message: 'unknown author "Cy"', field: ['authors', 1] }]);
  });

  test('with another case is unknown, and the hint has the right one', () => {
    expect(createModel([{ slug: 'a', author: 'ANN' }]).problems).toEqual([
      {
        file: 'content/en_US/articles/a.md',
        message: 'unknown author "ANN"',
        code: 'unknown-author',
        hint: 'write "Ann"',
        fix: { old: 'ANN', new: 'Ann' },
        field: ['author'],
      },
    ]);
  });

  test('that is unknown keeps the article out, but its path stays claimed', () => {
    const { site, problems } = createModel([{ slug: 'a', author: 'Bo' }]);
    expect(problems).toMatchObject([
      { message: 'unknown author "Bo"', hint: expect.stringContaining('content/en_US/authors.json') },
    ]);
    expect(site.editions[0]?.articles).toEqual([]);
    expect(site.editions[0]?.claims).toMatchObject([{ path: '/articles/a', meta: { slug: 'a' } }]);
  });

  test('is not checked where the authors could not be read', () => {
    const editions = [editionOf('en_US', { authors: null })];
    const { site, problems } = createModel([{ slug: 'a', author: 'Bo' }], { editions });
    expect(problems).toEqual([]);
    expect(site.editions[0]?.articles[0]?.author).toMatchObject({ name: 'Bo', slug: '' });
    expect(site.editions[0]?.missing).toEqual(new Set(['authors']));
  });
});

describe('an address of its own', () => {
  test('is that of the article, and may not begin like a route of the site', () => {
    const { site, problems } = createModel([
      { slug: 'a', editorial: { permalink: '/2019/05/a/' } },
      { slug: 'b', editorial: { permalink: '/assets/b' } },
      { slug: 'terms', editorial: { permalink: '/law/terms' } },
    ]);
    expect(site.editions[0]?.articles.map(({ path }) => path)).toEqual([
      '/2019/05/a',
      '/assets/b',
      '/law/terms',
    ]);
    expect(problems).toMatchObject([
      { message: 'the address /assets/b is reserved for a route of the site', field: ['permalink'] },
    ]);
  });

  test('follows the pattern of the site', () => {
    const permalinks = { article: '/{year}/{slug}' };
    const { site, problems } = createModel([{ slug: 'terms' }, { slug: 'index' }], {}, { permalinks });
    expect(site.editions[0]?.articles.map(({ path }) => path)).toEqual(['/2026/index', '/2026/terms']);
    expect(problems).toMatchObject([{ code: 'reserved-address', field: ['slug'] }]);
  });
});

describe('a category', () => {
  test.each<[string, Entity[], string, string, PropertyKey[]]>([
    [
      'that is unknown',
      [entity('poker', 'hands'), entity('chess')],
      'unknown category "chess"',
      'use a key of categories.json: betting, poker',
      ['entities', 1, 'category'],
    ],
    [
      'that is a property of every object',
      [entity('toString')],
      'unknown category "toString"',
      'use a key of categories.json: betting, poker',
      ['entities', 0, 'category'],
    ],
    [
      'with an unknown subcategory',
      [entity('betting', 'odds', 'chess')],
      'unknown subcategory "chess" of "betting"',
      'use a key of "betting": odds, other',
      ['entities', 0, 'subcategories', 1, 'subcategory'],
    ],
    [
      'with a property of every object',
      [entity('betting', 'valueOf')],
      'unknown subcategory "valueOf" of "betting"',
      'use a key of "betting": odds, other',
      ['entities', 0, 'subcategories', 0, 'subcategory'],
    ],
  ])('%s is reported', (_name, entities, message, hint, field) => {
    const { problems } = createModel([{ slug: 'a', entities }]);
    expect(problems).toMatchObject([{ message, hint, field }]);
    expect(problems[0]).not.toHaveProperty('severity');
  });

  test('is asked for where the tree is empty', () => {
    const editions = [editionOf('en_US', { tree: {} })];
    expect(createModel([{ slug: 'a' }], { editions }).problems).toMatchObject([
      { message: 'unknown category "betting"', hint: 'add it to categories.json, which has none yet' },
    ]);
    expect(createModel([{ slug: 'a', entities: [] }], { editions }).problems).toMatchObject([
      {
        message: 'the article names no category, and the tree has no category "other"',
        field: ['category'],
      },
    ]);
  });

  test('in the short form is found by key or slug, and a wrong one is reported where it is written', () => {
    const found = createModel([
      { slug: 'a', entities: readCategories(['poker', 'betting/other-betting', 'betting/odds']) },
      { slug: 'b', entities: readCategories(['poker', 'chess/openings']) },
      { slug: 'c', entities: readCategories(['poker/openings']) },
    ]);
    const placed = found.site.editions[0]?.articles.map(({ meta, placements }) => [
      meta.slug,
      placements.map(({ category, subcategory }) => `${category.key}/${subcategory.key}`),
    ]);
    expect(placed).toEqual([
      ['a', ['poker/other', 'betting/other', 'betting/odds']],
      ['b', ['poker/other']],
    ]);
    expect(found.problems).toMatchObject([
      { message: 'unknown category "chess"', field: ['category', 1] },
      { message: 'unknown subcategory "openings" of "poker"', field: ['category', 0] },
    ]);
  });

  test('is not checked where the tree could not be read', () => {
    const editions = [editionOf('en_US', { tree: null })];
    const { site, problems } = createModel([{ slug: 'a', entities: [entity('chess')] }], { editions });
    expect(problems).toEqual([]);
    expect(site.editions[0]?.articles).toMatchObject([{ placements: [] }]);
  });
});

test('a reserved slug is reported', () => {
  expect(createModel([{ slug: 'sitemap' }]).problems).toMatchObject([
    {
      message: 'slug "sitemap" is reserved for a route of the site',
      hint: 'choose another slug',
      field: ['slug'],
    },
  ]);
});

describe('an article that cannot be built for another reason', () => {
  const unplaced = {
    ...metaOf({ slug: 'a' }),
    slug: 'a' as string | null,
    author: 'Bo' as string | null,
    entities: [entity('chess')],
  };

  test('has the problems with its place reported, and claims its path', () => {
    const { site, problems } = createModel([], { unplaced: [unplaced] });
    expect(problems.map(({ message }) => message)).toEqual([
      'unknown author "Bo"',
      'unknown category "chess"',
    ]);
    expect(site.editions[0]?.claims).toMatchObject([{ path: '/articles/a' }]);
  });

  test('claims nothing without a slug, and is not asked for an author that cannot be read', () => {
    const { site, problems } = createModel([], {
      unplaced: [{ ...unplaced, slug: null, author: null, entities: [] }],
    });
    expect([problems, site.editions[0]?.claims]).toEqual([[], []]);
  });
});
