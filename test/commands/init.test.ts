/** Tests `articles init`: a site that builds and has no problem, in every language. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { LOCALE_CODES } from '../../src/locales/codes.ts';
import { runArticles, runJson } from '../support/cli.ts';
import { makeFolder, readTree, writeFiles } from '../support/site.ts';

it('makes a site that builds, in one language', async () => {
  const root = join(makeFolder(), 'my-first-site');
  const { code, stderr } = await runArticles(['init', root]);
  expect(code).toBe(0);
  expect(stderr).toContain('articles serve --watch');
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  expect(config).toMatchObject({ title: 'My First Site', shortName: 'my-first-site', locales: ['en_US'] });
  expect(readFileSync(join(root, config.$schema), 'utf8')).toContain('"properties"');
  expect(readFileSync(join(root, '.gitignore'), 'utf8')).toContain('.articles/');
  const built = await runJson(['build', '--root', root]);
  expect(built.articles).toBe(2);
  expect(built.warnings).toEqual([]);
});

it('makes a site in every language that `check` finds no problem in', async () => {
  const root = join(makeFolder(), 'x');
  const title = 'Odds "& Ends" <i>\\ $& {{date}}';
  const locales = LOCALE_CODES.flatMap((locale) => ['--locale', locale]);
  await runArticles(['init', root, ...locales, '--title', title]);
  const { errors, warnings, articles } = await runJson(['check', '--root', root]);
  expect([...errors, ...warnings]).toEqual([]);
  expect(articles).toBe(8);
  expect(JSON.parse(readFileSync(join(root, 'content/ko_KR/seo.json'), 'utf8')).home.title).toBe(title);
});

it('gives every edition the same tree', async () => {
  const root = join(makeFolder(), 'x');
  const locales = LOCALE_CODES.flatMap((locale) => ['--locale', locale]);
  const { files } = await runJson(['init', root, ...locales]);
  expect(files.sort()).toEqual([...readTree(root).keys()].sort());
  const shape = (locale: string) => {
    const tree = JSON.parse(readFileSync(join(root, `content/${locale}/categories.json`), 'utf8'));
    return Object.values<{ slug: string; children: Record<string, { slug: string }> }>(tree).map((group) => [
      group.slug,
      ...Object.values(group.children).map(({ slug }) => slug),
    ]);
  };
  const english = shape('en_US');
  expect(english.map((group) => group.length)).toEqual([7, 7, 7, 7, 7]);
  for (const locale of LOCALE_CODES) expect(shape(locale)).toEqual(english);
});

it('leaves a folder that holds something as it is', async () => {
  const root = makeFolder();
  writeFiles(root, { 'notes.txt': 'mine' });
  const { code, stderr } = await runArticles(['init', root]);
  expect(code).toBe(1);
  expect(stderr).toContain('not empty: it contains notes.txt');
  expect([...readTree(root).keys()]).toEqual(['notes.txt']);
});

it('takes an empty folder, and one with nothing but a repository', async () => {
  const root = makeFolder();
  mkdirSync(join(root, '.git'));
  expect((await runArticles(['init', root])).code).toBe(0);
});

test.each([
  [['--locale', 'de_DE'], 'there is no locale "de_DE"'],
  [['--title', 'x'.repeat(121)], '--title'],
])('%j is a clear error', async (args, message) => {
  const root = join(makeFolder(), 'x');
  const { code, stderr } = await runArticles(['init', root, ...args]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

it('makes the folder below the root that is named', async () => {
  const folder = makeFolder();
  expect((await runArticles(['init', 'inner', '--root', folder])).code).toBe(0);
  expect(readFileSync(join(folder, 'inner/site-config.json'), 'utf8')).toContain('"Inner"');
});
