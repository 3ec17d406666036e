/** Tests that no category and no own page takes the address of a route. */
import { describe, expect, test } from 'vitest';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { createCategoryTree } from '../../src/content/article/category-tree.ts';
import { findReservedSlugs } from '../../src/site/reserved-slugs.ts';
import { createRoutes } from '../../src/site/routes.ts';
import { CONFIG, TREE } from '../support/site.ts';

const NONE = {
  locale: 'ru_RU',
  treeFile: 'content/ru_RU/categories.json',
  tree: {},
  pages: [],
  themePages: [],
} as const;
const routes = createRoutes({ ...siteConfigSchema.parse(CONFIG), locales: ['en_US', 'ru_RU'] });
const find = (edition: Parameters<typeof findReservedSlugs>[0]) => findReservedSlugs(edition, routes);
const page = (address: string) => ({ address, file: `content/ru_RU/pages/${address}.md` });

/** Every first segment that a site, its server or an edition uses: a page there would hide it, or be hidden. */
const RESERVED = [
  ...['404', '500', 'articles', 'assets', 'authors', 'icons', 'images', 'index', 'info', 'offline', 'page'],
  ...['page-data', 'privacy-policy', 'search', 'sitemap', 'slice-data', 'terms', 'en', 'ru', 'tr', 'ko'],
];

describe('a category', () => {
  const treeOf = (slug: string) => createCategoryTree({ poker: { ...TREE.poker, slug } });

  test.each(RESERVED)('cannot have the slug of a route: %s', (slug) => {
    expect(find({ ...NONE, tree: treeOf(slug) })).toEqual([
      {
        file: 'content/ru_RU/categories.json',
        code: 'reserved-address',
        message: `slug "${slug}" of category "poker" is reserved for a route of the site`,
        hint: 'choose another slug',
        field: ['poker', 'slug'],
      },
    ]);
  });

  test('can have any other, and its subcategories can have all', () => {
    const { poker } = TREE;
    const children = { other: { key: 'other', slug: 'terms', children: null } };
    const tree = createCategoryTree({ poker: { ...poker, slug: 'term', children } });
    expect(find({ ...NONE, tree })).toEqual([]);
  });
});

describe('a page', () => {
  test.each(RESERVED)('cannot begin as a route: %s', (first) => {
    expect(find({ ...NONE, pages: [page(first)] })).toHaveLength(1);
  });

  test('is reported with its address and what to do', () => {
    const file = 'theme/pages/articles/best.tsx';
    const themePages = [{ address: 'articles/best', file }];
    expect(find({ ...NONE, pages: [page('terms')], themePages })).toEqual([
      {
        file: 'content/ru_RU/pages/terms.md',
        code: 'reserved-address',
        message: 'the address /terms begins as a route of the site',
        hint: 'rename the file or its folder',
        field: ['title'],
      },
      expect.objectContaining({ file, message: 'the address /articles/best begins as a route of the site' }),
    ]);
  });

  test.each(['guide', 'guides/terms', 'info/imprint', 'info/legal/terms', 'information'])(
    'can be at /%s',
    (address) => {
      expect(find({ ...NONE, pages: [page(address)], themePages: [page(address)] })).toEqual([]);
    },
  );
});
