/** Tests `articles categories`. */
import { expect, it } from 'vitest';
import { serializeCategories } from '../../src/content/article/category-tree.ts';
import { runArticles } from '../support/program.ts';
import { makeSite, smallSite, TREE } from '../support/site.ts';

it('prints the tree as JSON with two-space indentation, and nothing else, with --json', async () => {
  const root = makeSite();
  const { code, stdout } = await runArticles(['categories', '--root', root, '--json']);
  expect(code).toBe(0);
  const tree = JSON.parse(stdout);
  expect(stdout).toBe(`${serializeCategories(tree)}\n`);
  expect(Object.keys(tree)).toEqual(Object.keys(TREE));
  expect(tree.betting.children.odds).toMatchObject({ key: 'odds', slug: 'odds', children: null });
  expect(tree.betting.children.other.title).toBe('Other');
});

it('prints keys, titles and paths for people', async () => {
  const { stdout } = await runArticles(['categories', '--root', makeSite()]);
  expect(stdout).toMatch(/^betting +🎲 Betting +\/betting$/m);
  expect(stdout).toMatch(/^ {2}odds +Odds +\/betting\/odds$/m);
});

it('shows another edition, by locale or language', async () => {
  const tree = { ...TREE, betting: { ...TREE.betting, title: 'Ставки' } };
  const root = makeSite({ ...smallSite(), 'content/ru_RU/categories.json': JSON.stringify(tree) });
  for (const locale of ['ru_RU', 'ru']) {
    const { stdout } = await runArticles(['categories', '--root', root, '--locale', locale]);
    expect(stdout).toContain('Ставки');
  }
  const { code, stderr } = await runArticles(['categories', '--root', root, '--locale', 'ko_KR']);
  expect(code).toBe(1);
  expect(stderr).toContain('use one of en_US, ru_RU');
});
