/** Tests the menu and the footer that a site configures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { makeSite, smallSite } from '../support/site.ts';

const navigation = {
  menu: [
    { page: 'authors' },
    { title: { en_US: 'Cards', ru_RU: 'Карты' }, category: 'poker/hands' },
    {
      title: { en_US: 'Elsewhere', ru_RU: 'Ещё' },
      links: [
        { title: 'Scores', url: 'https://scores.example/' },
        { title: 'Start', url: { en_US: '/betting', ru_RU: '/ru/betting' } },
      ],
    },
    { list: 'categories' },
  ],
  languages: false,
};
const footer = {
  groups: [{ title: 'Read on', links: [{ category: 'betting' }, { page: 'terms' }] }, { list: 'feeds' }],
};

/** Texts and targets of the links in a part of a page. */
function linksIn(html: string, start: string, end: string): string[] {
  const part = html.slice(html.indexOf(start), html.indexOf(end));
  return [...part.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, url, text = '']) => `${text.replace(/<[^>]+>/g, '').trim()} ${url}`,
  );
}

test('menu and footer have the links, groups and order of the configuration, in each language', async () => {
  const root = makeSite(smallSite({ navigation, footer, basePath: '/paper' }));
  await buildSite(root);
  const read = (path: string) => readFileSync(join(root, 'dist', path), 'utf8');
  const home = read('index.html');
  expect(linksIn(home, '<ul class="menu-list">', '<search').slice(0, 6)).toEqual([
    'Authors /paper/authors',
    'Cards /paper/poker/hands',
    'Scores https://scores.example/',
    'Start /paper/betting',
    'Betting /paper/betting',
    'Odds /paper/betting/odds',
  ]);
  expect(home).toContain('<span class="menu-parent">Elsewhere</span>');
  expect(linksIn(home, '<div class="footer-columns">', '<div class="footer-end">').slice(0, 3)).toEqual([
    'Betting /paper/betting',
    'terms /paper/terms',
    'Atom feed /paper/feed.xml',
  ]);
  expect(home.split('class="editions"')).toHaveLength(2);
  const russian = read('ru.html');
  expect(linksIn(russian, '<ul class="menu-list">', '<search').slice(0, 4)).toEqual([
    'Авторы /paper/ru/authors',
    'Карты /paper/ru/poker/hands',
    'Scores https://scores.example/',
    'Start /paper/ru/betting',
  ]);
  // Scripts take over the menu with the same data.
  const { data } = JSON.parse(read(/page-data\/sq\/d\/[^"]+/.exec(home)?.[0] ?? ''));
  expect(data.menu.items[2]).toMatchObject({ title: 'Elsewhere', url: null });
});

test.each([
  [
    { navigation: { menu: [{ title: 'x' }] } },
    '"navigation.menu.0": needs one of category, page and url, or a list',
  ],
  [{ navigation: { menu: [{ url: '/a' }] } }, '"navigation.menu.0": a link to a URL needs a title'],
  [{ navigation: { menu: [{ page: 'contact' }] } }, 'the site has no page "contact"'],
  [
    { navigation: { menu: [{ title: 'x', url: 'javascript:alert(1)' }] } },
    'must be a path such as "/authors" or an http(s)',
  ],
  [
    { navigation: { menu: [{ category: 'chess' }] } },
    'content/en_US/categories.json has no category "chess"',
  ],
  [{ footer: { groups: [{ title: 'x', links: [{ category: 'poker/x' }] }] } }, 'has no category "poker/x"'],
  [{ footer: { groups: [{ title: 'x' }] } }, '"footer.groups.0": needs a list, or a title and links'],
  [{ footer: { groups: [{ list: 'all' }] } }, '"footer.groups.0.list": must be one of "categories"'],
  [{ navigation: { menu: [{ title: 'x', url: { en_US: '/a' } }] } }, 'the text has no ru_RU'],
])('a wrong entry is an error with its place: %j', async (config, message) => {
  const { code, stderr } = await runArticles(['build', '--root', makeSite(smallSite(config))]);
  expect(stderr).toMatch(/site-config\.json:\d+:\d+: /);
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

test('a dead link of the footer is a problem of check', async () => {
  const dead = { groups: [{ title: 'More', links: [{ title: 'Gone', url: '/gone' }] }] };
  const { stderr } = await runArticles(['check', '--root', makeSite(smallSite({ footer: dead }))]);
  expect(stderr).toContain('/gone');
});
