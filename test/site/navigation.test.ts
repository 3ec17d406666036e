/** Tests what the menu, the row of sections and the footer show, and where their links lead. */

import { describe, expect, test } from 'vitest';
import { createFooter, createMenu, createSections, textIn } from '../../src/site/navigation.ts';
import type { ThemePageMeta } from '../../src/site/theme-page-data.ts';
import { createView } from './model.ts';

const META = { description: '', images: [], hash: '' };
const PAGES = [
  { ...META, file: 'a.md', key: 'guide', address: 'guides/start', title: 'Start here', navigation: 'menu' },
  { ...META, file: 'b.md', key: 'press', address: 'press', title: 'Press', navigation: 'footer' },
  { ...META, file: 'c.md', key: 'hidden', address: 'hidden', title: 'Hidden' },
] as const;
const THEME_PAGES: ThemePageMeta[] = [
  {
    key: 'map',
    address: 'map',
    file: 'm.tsx',
    title: 'Map',
    description: '',
    navigation: 'menu',
    load: null,
  },
];
const ownPages = {
  pages: PAGES.map((page) => ({ ...page, images: [] })),
  themePages: THEME_PAGES,
};

async function menuOf(menu: object[] | undefined, { config = {}, input = {} } = {}) {
  const { view } = await createView([], { navigation: { menu }, ...config }, { input });
  return createMenu(view);
}

const CATEGORIES = [
  {
    title: 'Betting',
    url: '/betting',
    children: [
      { title: 'Odds', url: '/betting/odds' },
      { title: 'Other', url: '/betting/other-betting' },
    ],
  },
  {
    title: 'Poker',
    url: '/poker',
    children: [
      { title: 'Hands', url: '/poker/hands' },
      { title: 'Other', url: '/poker/other-poker' },
    ],
  },
];

describe('the menu', () => {
  test('has all categories where nothing else is written', async () => {
    expect(await menuOf(undefined)).toEqual(CATEGORIES);
  });

  test('leaves out categories without articles, unless the configuration asks for them', async () => {
    const titles = async (navigation: object) => {
      const { view } = await createView([{ slug: 'a' }], { navigation });
      const footer = createFooter(view, { information: [], feeds: [] }).find(({ kind }) => kind === 'links');
      return {
        menu: createMenu(view).map(({ title, children }) => [title, ...children.map((link) => link.title)]),
        footer: footer?.kind === 'links' ? footer.links.map(({ title }) => title) : [],
      };
    };
    expect(await titles({})).toEqual({ menu: [['Betting', 'Odds']], footer: ['Betting'] });
    expect(await titles({ emptySections: true })).toEqual({
      menu: [
        ['Betting', 'Odds', 'Other'],
        ['Poker', 'Hands', 'Other'],
      ],
      footer: ['Betting', 'Poker'],
    });
  });

  test('has the entries of the configuration in their order', async () => {
    const menu = [{ page: 'home' }, { list: 'categories' }, { page: 'authors' }];
    expect((await menuOf(menu)).map(({ title }) => title)).toEqual(['Home', 'Betting', 'Poker', 'Authors']);
  });

  test('ends with the pages whose front matter asks for it, those of the theme last', async () => {
    expect(await menuOf([{ page: 'home' }], { input: ownPages })).toEqual([
      { title: 'Home', url: '/', children: [] },
      { title: 'Start here', url: '/guides/start', children: [] },
      { title: 'Map', url: '/map', children: [] },
    ]);
  });

  test('names no page twice that the configuration and its front matter ask for', async () => {
    const links = [{ title: 'Map', url: '/map' }];
    const menu = await menuOf(
      [
        { title: 'Begin', url: '/guides/start' },
        { title: 'More', links },
      ],
      {
        input: ownPages,
      },
    );
    expect(menu.map(({ title }) => title)).toEqual(['Begin', 'More']);
  });

  test('leads to own pages by their address, and leaves out a page that the edition lacks', async () => {
    const menu = [
      { page: 'press' },
      { page: 'map' },
      { page: 'tags' },
      { page: 'archive' },
      { page: 'authors/ann' },
    ];
    expect(await menuOf(menu, { input: ownPages })).toMatchObject([
      { title: 'Press', url: '/press' },
      { title: 'Map', url: '/map' },
      { title: 'Ann', url: '/authors/ann' },
      { title: 'Start here' },
    ]);
  });

  test('has groups: a heading that leads nowhere, with links below', async () => {
    const links = [{ page: 'terms' }, { category: 'poker' }, { title: 'Blog', url: 'https://blog.example' }];
    expect(await menuOf([{ title: 'More', links }])).toEqual([
      {
        title: 'More',
        url: null,
        children: [
          { title: 'Terms of Use', url: '/terms' },
          { title: 'Poker', url: '/poker' },
          { title: 'Blog', url: 'https://blog.example' },
        ],
      },
    ]);
  });

  test('has the heading of a group in the language of the edition, and none where it is missing', async () => {
    const groupIn = (title: object) => menuOf([{ title, links: [{ page: 'home' }] }]);
    expect((await groupIn({ en_US: 'More', ru_RU: 'Ещё' }))[0]).toMatchObject({ title: 'More', url: null });
    expect((await groupIn({ ru_RU: 'Ещё' }))[0]).toMatchObject({ title: '', url: null });
  });
});

describe('a link', () => {
  const linkOf = async (entry: object, config: object = {}) => {
    const [link] = await menuOf([entry], { config });
    return link && [link.title, link.url];
  };

  test.each([
    ['home', 'Home', '/'],
    ['authors', 'Authors', '/authors'],
    ['about-us', 'About Us', '/info/about-us'],
    ['privacy-policy', 'Privacy Policy', '/privacy-policy'],
    ['terms', 'Terms of Use', '/terms'],
    ['sitemap', 'Sitemap', '/sitemap'],
  ])('to the page %s has its title and address', async (page, title, url) => {
    expect(await linkOf({ page })).toEqual([title, url]);
    expect(await linkOf({ page, title: 'Own' })).toEqual(['Own', url]);
  });

  test.each([
    ['betting', 'Betting', '/betting'],
    ['poker', 'Poker', '/poker'],
    ['betting/odds', 'Odds', '/betting/odds'],
    ['poker/other', 'Other', '/poker/other-poker'],
  ])('to the category %s has its title and address', async (category, title, url) => {
    expect(await linkOf({ category })).toEqual([title, url]);
    expect(await linkOf({ category, title: 'Own' })).toEqual(['Own', url]);
  });

  test('to a category that the edition lacks leads nowhere', async () => {
    expect(await linkOf({ category: 'none' })).toEqual(['', '']);
    expect(await linkOf({ category: 'none/odds' })).toEqual(['', '']);
  });

  test.each([
    ['a path, which is below the base path', '/guides/start', '/blog/guides/start'],
    ['an address of another site', 'https://other.example/x/', 'https://other.example/x/'],
    ['a mail address', 'mailto:a@b.example', 'mailto:a@b.example'],
    ['one for each language', { en_US: '/en-only', ru_RU: '/ru-only' }, '/blog/en-only'],
    ['one of other languages only', { ru_RU: '/ru-only' }, ''],
  ])('to an address: %s', async (_name, url, expected) => {
    expect(await linkOf({ title: 'Here', url }, { basePath: '/blog' })).toEqual(['Here', expected]);
  });

  test('has its title in the language of the edition, and none where it is missing', async () => {
    expect(await linkOf({ title: { en_US: 'Here' }, url: '/x' })).toEqual(['Here', '/x']);
    expect(await linkOf({ title: { ru_RU: 'Здесь' }, url: '/x' })).toEqual(['', '/x']);
    // The category's own title is better than none.
    expect(await linkOf({ title: { ru_RU: 'Покер' }, category: 'poker' })).toEqual(['Poker', '/poker']);
  });
});

describe('the row of sections', () => {
  test('has the entries that lead to a page, without emojis', async () => {
    const menu = [{ list: 'categories' }, { title: 'More', links: [{ page: 'home' }] }, { page: 'authors' }];
    const { view } = await createView([], { navigation: { menu } });
    expect(createSections(view, createMenu(view))).toEqual([
      { title: 'Betting', url: '/betting' },
      { title: 'Poker', url: '/poker' },
      { title: 'Authors', url: '/authors' },
    ]);
  });

  test('has seven entries at most, the first ones', async () => {
    const menu = Array.from({ length: 9 }, (_, index) => ({ title: `${index}`, url: `/${index}` }));
    const { view } = await createView([], { navigation: { menu } });
    const titles = createSections(view, createMenu(view)).map(({ title }) => title);
    expect(titles).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  });

  test('is empty where it is off', async () => {
    const { view } = await createView([], { navigation: { sections: false } });
    expect(createSections(view, createMenu(view))).toEqual([]);
  });
});

describe('the footer', () => {
  const LISTS = {
    information: [{ title: 'Terms', url: '/terms' }],
    feeds: [{ title: 'Atom', url: '/feed.xml' }],
  };
  const footerOf = async (groups: object[] | undefined, input = {}) => {
    const { view } = await createView([], { footer: { groups } }, { input });
    return createFooter(view, LISTS);
  };

  test('has four groups where nothing else is written', async () => {
    expect(await footerOf(undefined)).toEqual([
      { kind: 'links', title: 'Categories', links: CATEGORIES },
      { kind: 'links', title: 'Information', links: LISTS.information },
      { kind: 'contact', title: 'Contact' },
      { kind: 'links', title: 'Feeds', links: LISTS.feeds },
    ]);
  });

  test('has the pages whose front matter asks for it, behind the information pages', async () => {
    expect(await footerOf([{ list: 'information' }, { list: 'feeds' }], ownPages)).toEqual([
      {
        kind: 'links',
        title: 'Information',
        links: [...LISTS.information, { title: 'Press', url: '/press' }],
      },
      { kind: 'links', title: 'Feeds', links: LISTS.feeds },
    ]);
  });

  test.each(['categories', 'information', 'contact', 'feeds'])(
    'has an own heading above its list: %s',
    async (list) => {
      const [group] = await footerOf([{ list, title: { en_US: 'Own', ru_RU: 'Своё' } }]);
      expect(group?.title).toBe('Own');
    },
  );

  test('has own groups of links', async () => {
    const links = [{ page: 'authors' }, { title: 'Shop', url: 'https://shop.example' }];
    expect(await footerOf([{ title: 'Us', links }])).toEqual([
      {
        kind: 'links',
        title: 'Us',
        links: [
          { title: 'Authors', url: '/authors' },
          { title: 'Shop', url: 'https://shop.example' },
        ],
      },
    ]);
    const [group] = await footerOf([{ title: { ru_RU: 'Мы' }, links: [] }]);
    expect(group).toEqual({ kind: 'links', title: '', links: [] });
  });
});

test('a text is the one of the edition, or the one for all', async () => {
  const { view } = await createView([]);
  expect(textIn(view, 'For all')).toBe('For all');
  expect(textIn(view, { en_US: 'English', ru_RU: 'по-русски' })).toBe('English');
  expect(textIn(view, { ru_RU: 'по-русски' })).toBeNull();
  expect(textIn(view, undefined)).toBeNull();
});
