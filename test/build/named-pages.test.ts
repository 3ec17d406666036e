/** Pages that the menu names once for all languages. */
import { expect, test } from 'vitest';
import { buildSite, buildTree } from '../support/build.ts';
import { article, type Files, makeSite, smallSite } from '../support/site.ts';

const site = (menu: readonly object[]): Files => ({
  ...smallSite({ navigation: { menu }, archives: 'month' }),
  'content/en_US/pages/contact.md': '---\ntitle: Contact\n---\nWrite.\n',
  'content/ru_RU/pages/contact.md': '---\ntitle: Контакты\n---\nПишите.\n',
  'content/en_US/articles/first.md': article({
    title: 'The first price',
    slug: 'first-price',
    more: 'tags: [Birds]',
    category: 'betting',
  }),
});

const NAMES = ['tags', 'tags/birds', 'archive', 'contact', 'authors/ann-reed', 'articles/first-price'];

test('each edition links to its own page, with its own title, and leaves out what it lacks', async () => {
  const tree = await buildTree(site(NAMES.map((page) => ({ page }))));
  const menuOf = (path: string): string[] => {
    const [header = ''] = /<header[\s\S]*?<\/header>/.exec(tree.get(path) ?? '') ?? [];
    return NAMES.filter((name) => new RegExp(`href="(?:/ru)?/${name}"`).test(header));
  };
  expect(menuOf('index.html')).toEqual(NAMES);
  expect(menuOf('ru.html')).toEqual(['archive', 'contact', 'authors/ann-reed']);
  expect(tree.get('ru.html')).toMatch(/href="\/ru\/contact"[^>]*>Контакты/);
  expect(tree.get('index.html')).toMatch(/href="\/tags"[^>]*>Tags/);
});

test('a page that no edition has is an error with the name that was meant', async () => {
  const root = makeSite(site([{ page: 'archve' }]));
  await expect(buildSite(root)).rejects.toThrow(
    /site-config\.json:\d+:\d+: .*the site has no page "archve"[\s\S]*did you mean "archive"/,
  );
  const other = makeSite(site([{ page: 'nothing' }]));
  await expect(buildSite(other)).rejects.toThrow(/its pages: home, authors, [\s\S]*archive, tags, contact/);
});

test.each(['/tags', 'tags/', 'a b', ''])('%j is no name of a page', async (page) => {
  await expect(
    buildSite(makeSite({ ...site([]), ...smallSite({ navigation: { menu: [{ page }] } }) })),
  ).rejects.toThrow(/navigation\.menu/);
});
