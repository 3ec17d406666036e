/** Tests the tree beside texts, the order of articles, and series. */
import { describe, expect, test } from 'vitest';
import { planPages } from '../../src/pages/page-registry.ts';
import type { ArticlePage, InfoPage, SidebarGroup } from '../../src/site/page.ts';
import { type Change, createView, day } from './model.ts';

const at = (subcategory: string) => [
  { category: 'betting', subcategories: [{ subcategory, subsubcategories: [] }] },
];
const guide = (slug: string, place: string, order: number | null = null): Change => ({
  slug,
  title: slug.toUpperCase(),
  entities: at(place),
  editorial: { order },
});

async function plan(changes: readonly Change[], config: object = {}, pages: readonly object[] = []) {
  const own = pages.map((page) => ({ file: '', description: '', images: [], hash: '', ...page }));
  const { view } = await createView(changes, config, { input: { pages: own as never } });
  const input = {
    view,
    keys: { listed: '', single: '' },
    targetsOf: () => ({ images: null, links: null, offers: null }),
    sitemapXml: '',
    islandData: null,
  };
  const planned = planPages(input).flatMap((group) => [...group.plan()]);
  const find = <Shown>(path: string) => planned.find(({ page }) => page.path === path)?.page as Shown;
  return {
    article: (slug: string) => find<ArticlePage>(`/articles/${slug}`),
    page: (path: string) => find<InfoPage>(path),
  };
}

/** `[Group: page, *current*, [Inner: page]]` */
const draw = (groups: readonly SidebarGroup[] = []): string =>
  groups
    .map(({ title, open, links, groups: inner }) => {
      const shown = links.map((link) => (link.current ? `*${link.title}*` : link.title)).join(' ');
      return `[${title}${open ? '!' : ''}: ${[shown, draw(inner)].filter(Boolean).join(' ')}]`;
    })
    .join(' ');

describe('the sidebar', () => {
  const changes = [guide('b', 'odds'), guide('a', 'odds'), guide('z', 'odds', 1), guide('m', 'other')];

  test('has the articles by category, in their order, and opens the group of the page', async () => {
    const { article } = await plan(changes, { navigation: { sidebar: true } });
    expect(draw(article('a').sidebar)).toBe('[Betting!: M [Odds!: Z *A* B]]');
    expect(draw(article('m').sidebar)).toBe('[Betting!: *M* [Odds: Z A B]]');
    expect([article('a').previous?.title, article('a').next?.title]).toEqual(['Z', 'B']);
    expect(article('b').next).toBeNull();
  });

  test('is absent without the setting', async () => {
    const { article } = await plan(changes);
    expect(article('a')).not.toHaveProperty('sidebar');
  });

  test('has the own pages that ask for it, by folder', async () => {
    const page = (address: string, order?: number) => ({
      ...{ key: address, title: address, address, navigation: 'sidebar' },
      ...(order !== undefined && { order }),
    });
    const pages = [
      page('guide/two'),
      page('guide/one', 1),
      page('start'),
      { ...page('x'), navigation: 'menu' },
    ];
    const { page: planned } = await plan([], {}, pages);
    expect(draw(planned('/guide/two').sidebar)).toBe('[null: start] [Guide!: guide/one *guide/two*]');
    expect(planned('/guide/one').neighbours?.next?.title).toBe('guide/two');
    expect(planned('/x')).not.toHaveProperty('sidebar');
  });

  test('has folders within folders, in the order of their index pages', async () => {
    const page = (key: string, title: string, order: number | null = null) => ({
      ...{ key, title, order, navigation: 'sidebar' },
      address: key.replace(/\/index$/, ''),
    });
    const { page: planned } = await plan([], {}, [
      page('api/calls', 'Calls'),
      page('guide/deep/far/last', 'Last'),
      page('guide/deep/one', 'One'),
      page('guide/index', 'The Guide', 1),
      page('guide/deep/index', 'Deep Water', 5),
    ]);
    expect(draw(planned('/guide/deep/one').sidebar)).toBe(
      '[The Guide!: The Guide [Deep Water!: Deep Water *One* [Far: Last]]] [Api: Calls]',
    );
    expect(planned('/guide/deep/far/last').neighbours).toMatchObject({
      previous: { title: 'One' },
      next: { title: 'Calls' },
    });
  });
});

test('a link leads to where readers can change the text', async () => {
  const { article } = await plan([guide('a', 'odds')], {
    navigation: { editLink: 'https://git.example/edit/{file}' },
  });
  expect(article('a').edit).toBe('https://git.example/edit/content/en_US/articles/a.md');
});

test('a series lists its parts in their order, and its neighbours are parts', async () => {
  const part = (slug: string, order: number, series: string | null = 'Shed'): Change => ({
    ...guide(slug, slug === 'roof' ? 'other' : 'odds', order),
    editorial: { order, series },
  });
  const { article } = await plan([
    part('roof', 2),
    part('walls', 1),
    part('floor', 0),
    part('alone', 0, 'Boat'),
    part('loose', 3, null),
  ]);
  expect(article('walls').series).toMatchObject({
    title: 'Shed',
    parts: [{ title: 'FLOOR' }, { title: 'WALLS', current: true }, { title: 'ROOF' }],
  });
  expect([article('walls').previous?.title, article('walls').next?.title]).toEqual(['FLOOR', 'ROOF']);
  expect(article('roof').next).toBeNull();
  expect(article('alone')).not.toHaveProperty('series');
});

test('articles with an order come first in the lists of their categories', async () => {
  const dated = (slug: string, date: string, editorial: Change['editorial'] = {}): Change => ({
    slug,
    date: day(date),
    editorial,
  });
  const { edition } = await createView([
    dated('old', '2020-01-01'),
    dated('new', '2026-01-01'),
    dated('second', '2021-01-01', { order: 2 }),
    dated('first', '2020-06-01', { order: 1 }),
    dated('pinned', '2020-02-01', { pinned: true }),
  ]);
  expect(edition.categories.get('betting')?.articles.map(({ meta }) => meta.slug)).toEqual([
    ...['pinned', 'first', 'second', 'new', 'old'],
  ]);
});
