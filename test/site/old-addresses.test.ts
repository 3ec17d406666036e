/** Tests which page each old address leads to, and where it is written. */
import { describe, expect, test } from 'vitest';
import { createCategoryTree } from '../../src/content/article/category-tree.ts';
import type { EditionInput } from '../../src/site/create-site.ts';
import { listOldAddresses } from '../../src/site/old-addresses.ts';
import { TREE } from '../support/site.ts';
import { type Change, createModel, day, editionOf } from './model.ts';

function list(input: Partial<EditionInput>, { changes = [] as Change[], config = {} } = {}) {
  const editions = [editionOf('en_US', input)];
  return [...listOldAddresses(createModel(changes, { editions }, config).site)];
}

/** Other pages come before all articles. */
const FIRST = Number.MAX_SAFE_INTEGER;
const common = { language: 'en', instant: FIRST };
const INFO = { file: '', title: '', description: '', hash: '', images: [] };
const AUTHOR = { description: '', metaTitle: '', metaDescription: '' };

test('a site without old addresses has none', () => {
  expect(list({}, { changes: [{ slug: 'a' }] })).toEqual([]);
});

test('those of the configuration lead to a page, or nowhere', () => {
  const redirects = [
    { from: '/old', to: '/poker' },
    { from: '/older/', to: '/poker/hands//' },
    { from: '/gone', gone: true },
  ];
  const source = (index: number) => ({ file: 'site-config.json', field: ['redirects', index, 'from'] });
  expect(list({}, { config: { redirects } })).toEqual([
    { ...common, from: '/old', to: '/poker', title: '/poker', source: source(0) },
    { ...common, from: '/older/', to: '/poker/hands', title: '/poker/hands', source: source(1) },
    { ...common, from: '/gone', to: null, title: '', source: source(2) },
  ]);
});

test('those of categories lead to their listings', () => {
  const { betting, poker } = TREE;
  const odds = { ...betting.children.odds, aliases: ['/odds', '/prices'] };
  const tree = createCategoryTree({
    betting: { ...betting, children: { ...betting.children, odds } },
    poker: { ...poker, aliases: ['/cards'] },
  });
  const file = 'content/en_US/categories.json';
  const below = { ...common, to: '/betting/odds', title: 'Odds' };
  const field = ['betting', 'children', 'odds', 'aliases'];
  expect(list({ tree })).toEqual([
    { ...below, from: '/odds', source: { file, field: [...field, 0] } },
    { ...below, from: '/prices', source: { file, field: [...field, 1] } },
    {
      ...common,
      from: '/cards',
      to: '/poker',
      title: '♠️ Poker',
      source: { file, field: ['poker', 'aliases', 0] },
    },
  ]);
});

test('those of authors lead to their pages', () => {
  const authors = [
    { ...AUTHOR, name: 'Ann', slug: 'ann' },
    { ...AUTHOR, name: 'Bo', slug: 'bo-lind', aliases: ['/bo'] },
  ];
  const source = { file: 'content/en_US/authors.json', field: [1, 'aliases', 0] };
  expect(list({ authors })).toEqual([
    { ...common, from: '/bo', to: '/authors/bo-lind', title: 'Bo', source },
  ]);
});

test('those of info pages and own pages lead to them', () => {
  const info = {
    'about-us': { ...INFO, file: 'about.md', title: 'About', aliases: ['/about'] },
    'privacy-policy': INFO,
    terms: { ...INFO, file: 'terms.md', aliases: ['/agb', '/conditions'] },
  };
  const press = { ...INFO, file: 'press.md', title: 'Press', key: 'press', address: 'press/kit' };
  const pages = [{ ...press, aliases: ['/news'] }];
  const source = (file: string, index = 0) => ({ file, field: ['aliases', index] });
  expect(list({ info, pages })).toEqual([
    { ...common, from: '/news', to: '/press/kit', title: 'Press', source: source('press.md') },
    { ...common, from: '/about', to: '/info/about-us', title: 'About', source: source('about.md') },
    // It has no title of its own, so the word of the language stands there.
    { ...common, from: '/agb', to: '/terms', title: 'Terms of Use', source: source('terms.md') },
    { ...common, from: '/conditions', to: '/terms', title: 'Terms of Use', source: source('terms.md', 1) },
  ]);
});

describe('those of articles', () => {
  const changes = [
    { slug: 'older', aliases: ['/a'], date: day('2025-01-01') },
    { slug: 'newer', title: 'Newer', aliases: ['/b', '/c'], date: day('2026-02-01') },
    { slug: 'none' },
  ];

  test('lead to them, newest first', () => {
    const found = list({}, { changes });
    expect(found.map(({ from, to }) => [from, to])).toEqual([
      ['/b', '/articles/newer'],
      ['/c', '/articles/newer'],
      ['/a', '/articles/older'],
    ]);
    expect(found[1]).toMatchObject({
      title: 'Newer',
      language: 'en',
      instant: createModel(changes).site.editions[0]?.articles[0]?.instant,
      source: { file: 'content/en_US/articles/newer.md', field: ['aliases', 1] },
    });
  });

  test('come behind those of other pages', () => {
    const authors = [{ ...AUTHOR, name: 'Ann', slug: 'ann', aliases: ['/ann'] }];
    const config = { redirects: [{ from: '/old', to: '/poker' }] };
    const from = list({ authors }, { changes, config }).map((old) => old.from);
    expect(from).toEqual(['/old', '/ann', '/b', '/c', '/a']);
  });
});

test('the edition of an address is that of its file', () => {
  const tree = createCategoryTree({ poker: { ...TREE.poker, aliases: ['/ru/cards'] } });
  const editions = [editionOf('en_US'), editionOf('ru_RU', { tree })];
  expect([...listOldAddresses(createModel([], { editions }).site)]).toMatchObject([
    { language: 'ru', to: '/ru/poker', source: { file: 'content/ru_RU/categories.json' } },
  ]);
});
