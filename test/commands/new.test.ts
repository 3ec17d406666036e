/** Tests `articles new`: a valid draft, at a path that is free. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { calendarDay } from '../../src/content/article/dates.ts';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { runArticles, runJson } from '../support/program.ts';
import { makeSite, readTree, smallSite } from '../support/site.ts';

const TITLES = [
  'Plain',
  'With: a colon',
  '"Quoted" and \'quoted\'',
  '#1 [x] {y} & *z*',
  'yes',
  '2026-01-01',
  'Dash - dash',
  'Back\\slash',
  'été — 🎲',
];

describe('a draft', () => {
  test.each(TITLES)('with the title %j is valid', async (title) => {
    const root = makeSite();
    const { stdout, code } = await runArticles(['new', title, '--root', root]);
    expect(code).toBe(0);
    const file = stdout.trim();
    const { meta, problems } = parseArticle(
      { file, locale: 'en_US', key: 'x' },
      readFileSync(join(root, file), 'utf8'),
      '',
    );
    expect(problems).toEqual([]);
    expect(meta).toMatchObject({ title, status: 'draft', author: 'ann-reed', entities: [] });
    expect(meta?.date.day).toBe(calendarDay(Date.now(), 'Asia/Kolkata'));
  });

  it('is no part of the site until it is one', async () => {
    const root = makeSite();
    await runArticles(['new', 'Not yet', '--root', root]);
    expect((await runJson(['build', '--root', root])).articles).toBe(5);
    expect((await runJson(['build', '--root', root, '--drafts'])).articles).toBe(6);
  });

  it('stands in the folder of its category, by key or by slug', async () => {
    const root = makeSite();
    const made = await runJson([
      'new',
      'A',
      '--root',
      root,
      '--category',
      'betting',
      '--subcategory',
      'odds',
      '--author',
      'bo-lind',
    ]);
    expect(made).toMatchObject({
      file: 'content/en_US/articles/betting/a.md',
      slug: 'a',
      locale: 'en_US',
      url: '/articles/a',
    });
    const text = readFileSync(join(root, made.file), 'utf8');
    expect(text).toContain('author: bo-lind\n');
    expect(text).toContain('category: betting/odds\n');
    const bySlug = await runJson([
      'new',
      'B',
      '--root',
      root,
      '--category',
      'poker',
      '--subcategory',
      'other-poker',
    ]);
    expect(readFileSync(join(root, bySlug.file), 'utf8')).toContain('category: poker\n');
    const path = await runJson(['new', 'D', '--root', root, '--category', 'poker/hands']);
    expect(readFileSync(join(root, path.file), 'utf8')).toContain('category: poker/hands\n');
    const alone = await runJson(['new', 'C', '--root', root, '--subcategory', 'hands']);
    expect(alone.file).toBe('content/en_US/articles/poker/c.md');
  });

  it('in another language has a slug in Latin letters where these spell its sounds', async () => {
    const root = makeSite();
    const { slug, url } = await runJson(['new', 'Жёлтая карточка', '--root', root, '--locale', 'ru']);
    expect(slug).toBe('zhyoltaya-kartochka');
    expect(url).toBe('/ru/articles/zhyoltaya-kartochka');
    const own = await runJson(['new', 'البطاقة الصفراء', '--root', root, '--locale', 'ru']);
    expect(own).toMatchObject({ slug: 'البطاقة-الصفراء', url: '/ru/articles/البطاقة-الصفراء' });
  });
});

it('never overwrites a file, and gives no slug twice', async () => {
  const root = makeSite({ ...smallSite(), 'content/en_US/articles/taken.md': '---\nbroken' });
  const before = readTree(root);
  const files = [];
  // "first" is a file of another slug, "first-price" a slug of another file, "terms" a route.
  for (const title of ['Taken', 'First', 'First price', 'First price', 'Terms']) {
    files.push((await runJson(['new', title, '--root', root])).slug);
  }
  expect(files).toEqual(['taken-2', 'first-2', 'first-price-2', 'first-price-3', 'terms-2']);
  const after = readTree(root);
  for (const [path, bytes] of before) expect(after.get(path)?.equals(bytes), path).toBe(true);
});

test.each([
  [['--category', 'chess'], 'there is no category "chess"', 'use one of betting, poker'],
  [
    ['--category', 'betting', '--subcategory', 'hands'],
    '"betting" has no subcategory "hands"',
    'use one of odds, other',
  ],
  [['--subcategory', 'other'], 'several categories', 'betting, poker'],
  [['--subcategory', 'chess'], 'no category has a subcategory', 'articles categories'],
  [['--author', 'Nobody'], 'there is no author "Nobody"', 'Ann Reed, Bo Lind'],
  [['--locale', 'tr_TR'], 'the site has no locale "tr_TR"', 'en_US, ru_RU'],
])('%j is an error that names the choices', async (args, message, choices) => {
  const root = makeSite();
  const before = [...readTree(root).keys()];
  const { code, stderr } = await runArticles(['new', 'A title', '--root', root, ...args]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).toContain(choices);
  expect([...readTree(root).keys()]).toEqual(before);
});
