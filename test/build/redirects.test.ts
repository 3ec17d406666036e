import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { article, makeSite, smallSite, writeFiles } from '../support/site.ts';

const redirectsOf = (root: string) =>
  JSON.parse(readFileSync(join(root, 'dist/page-data/app-data.json'), 'utf8')).redirects;

test('navigation knows where old addresses lead, and knows of each change', async () => {
  const file = 'content/en_US/articles/second.md';
  const aliases = ['/old/second/', '/old.html'];
  const root = makeSite({
    ...smallSite(),
    'content/en_US/articles/poker/third.md': null,
    [file]: article({ title: 'Second', slug: 'second', aliases }),
  });
  await buildSite(root);
  expect(redirectsOf(root)).toEqual({ '/old/second': '/articles/second', '/old.html': '/articles/second' });
  writeFiles(root, { [file]: article({ title: 'Second', slug: 'second' }) });
  await buildSite(root);
  expect(redirectsOf(root)).toBeUndefined();
});

test('of many old addresses navigation knows those of the newest articles', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 130 }, (_, index) => [
      `content/en_US/articles/n${index}.md`,
      article({
        title: `N ${index}`,
        slug: `n${index}`,
        date: new Date(Date.UTC(2026, 0, 1) - index * 86_400_000).toISOString().slice(0, 10),
        aliases: [`/old/${index}`],
      }),
    ]),
  );
  const root = makeSite({ ...smallSite(), 'content/en_US/articles/poker/third.md': null, ...many });
  await buildSite(root);
  expect(Object.keys(redirectsOf(root))).toEqual(Array.from({ length: 100 }, (_, index) => `/old/${index}`));
});
