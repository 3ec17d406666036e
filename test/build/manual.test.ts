/** A manual: its start page, contents, versions, days from Git, and the search in pages. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSite, expectCleanBuild } from '../support/build.ts';
import { runArticles, runJson } from '../support/program.ts';
import { article, type Files, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const START = `---
title: The Manual
description: How to begin.
---
:::buttons
[Begin](/articles/first-price) [All](/sitemap)
:::

:::cards
- [First](../articles/first.md)

  The first price.
- [Poker](/poker)
:::
`;
const INDEX = 'content/en_US/pages/index.md';
const page = (root: string, path: string) => readFileSync(join(root, 'dist', path), 'utf8');

describe('the start page', () => {
  test('has the text of pages/index.md above the sections, and only that edition has one', async () => {
    const root = makeSite({ ...smallSite({ home: { sections: [{ kind: 'categories' }] } }), [INDEX]: START });
    await buildSite(root);
    const home = page(root, 'index.html');
    expect(home).toMatch(/<div class="start"><h1>The Manual<\/h1><p class="lede">How to begin\.<\/p>/);
    expect(home).toMatch(/<div class="buttons">\s*<p><a href="\/articles\/first-price">Begin<\/a>/);
    expect(home).toContain('<div class="link-cards">');
    // A link to the file of a text is the address of its page.
    expect(home).toContain('<a href="/articles/first-price">First</a>');
    expect(home.match(/<h1/g)).toHaveLength(1);
    expect(home.indexOf('class="start"')).toBeLessThan(home.indexOf('class="shelves"'));
    expect(page(root, 'ru.html')).toContain('class="strapline"');
    expect(readTree(join(root, 'dist')).has('index/index.html')).toBe(false);
    // A change of the text alone, and its removal, make the home page again.
    writeFiles(root, { [INDEX]: START.replace('How to begin', 'Where to begin') });
    await buildSite(root);
    await expectCleanBuild(root);
    writeFiles(root, { [INDEX]: null });
    await buildSite(root);
    await expectCleanBuild(root);
  });

  test('names a dead link of its text with its line', async () => {
    const root = makeSite({ ...smallSite(), [INDEX]: START.replace('/poker', '/nowhere') });
    const { code, stderr } = await runArticles(['check', '--root', root]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`error ${INDEX}:13:3: "/nowhere" is neither`),
    ]);
  });
});

describe('the contents of a page', () => {
  const BODY = ['## A', '', '### A1', '', '#### Deep', '', '### A2', '', '## B', '', '### B1', '', '## C'];
  const site = (config: object) =>
    makeSite({
      ...smallSite(config),
      'content/en_US/articles/first.md': article({
        title: 'The first price',
        slug: 'first-price',
        body: BODY.join('\n'),
      }),
    });
  /** `A [A1 A2] B [B1] C` */
  const draw = async (root: string) => {
    await buildSite(root);
    const [, items = ''] =
      /<nav class="contents".*?<ol>(.*?)<\/ol><\/details>/s.exec(page(root, 'articles/first-price.html')) ??
      [];
    return items
      .replaceAll('<ol>', ' [')
      .replaceAll('</ol>', ']')
      .replaceAll('</li><li>', ' ')
      .replace(/<[^>]*>/g, '');
  };

  test('has two levels in a manual, and one elsewhere', async () => {
    expect(await draw(site({ navigation: { sidebar: true } }))).toBe('A [A1 A2] B [B1] C');
    expect(await draw(site({}))).toBe('A B C');
  });
});

test('the search in texts finds own pages, in a fresh build and after a change', async () => {
  const file = 'content/en_US/pages/guide/harbour.md';
  const text = (words: string) => `---\ntitle: The Harbour\n---\n${words}\n`;
  const root = makeSite({
    ...smallSite({ search: { fullText: true } }),
    [file]: text('Ships carry quinces.'),
  });
  const found = async (words: string) => {
    await buildSite(root);
    const { articles } = await runJson(['search', words, '--full', '--root', root]);
    return articles.map(({ url }: { url: string }) => url);
  };
  expect(await found('quinces')).toEqual(['/guide/harbour']);
  writeFiles(root, { [file]: text('Ships carry medlars.') });
  expect([await found('medlars'), await found('quinces')]).toEqual([['/guide/harbour'], []]);
  await buildSite(root);
  await expectCleanBuild(root);
});

describe('an older version', () => {
  const versioned = (): Files => ({
    ...smallSite({ locales: ['en_US', 'ru_RU', 'en_US_x_v1'] }),
    'content/en_US/articles/new.md': article({ title: 'Only now', slug: 'only-now' }),
  });
  /** The versions are made by the command, of the texts before `new.md`. */
  const makeVersioned = async () => {
    const root = makeSite(smallSite());
    const made = await runJson(['locale', 'en-US-x-v1', '--root', root]);
    expect(made.written).toContain('content/en_US_x_v1/articles/poker/third.md');
    for (const path of made.written)
      expect(readFileSync(join(root, path))).toEqual(
        readFileSync(join(root, path.replace('en_US_x_v1', 'en_US'))),
      );
    const { 'site-config.json': config, 'content/en_US/articles/new.md': added } = versioned();
    writeFiles(root, { 'site-config.json': config ?? null, 'content/en_US/articles/new.md': added ?? null });
    return root;
  };

  test('stands below its name, with the newest as canonical page and links both ways', async () => {
    const root = await makeVersioned();
    expect(await runArticles(['build', '--strict', '--root', root])).toMatchObject({ code: 0 });
    const old = page(root, 'v1/articles/first-price.html');
    expect(old).toContain('rel="canonical" href="https://small.example/articles/first-price"');
    expect(old).not.toMatch(/rel="alternate" hrefLang/i);
    expect(old).toMatch(/<a href="\/articles\/first-price"[^>]*>Newest version<\/a>/);
    const now = page(root, 'articles/first-price.html');
    expect(now).toContain('rel="canonical" href="https://small.example/articles/first-price"');
    expect(now.match(/rel="alternate" hrefLang="(?:en|ru|x-default)"/g)?.length).toBeGreaterThanOrEqual(3);
    expect(now).toMatch(/<a href="\/v1\/articles\/first-price"[^>]*>v1<\/a>/);
    // What only the newest has leads to no page of the other.
    expect(page(root, 'articles/only-now.html')).not.toContain('href="/v1/articles');
    const sitemap = page(root, 'sitemap.xml');
    expect(sitemap).toContain('/articles/only-now</loc>');
    expect(sitemap).not.toMatch(/<loc>[^<]*\/v1/);
    expect(sitemap).not.toContain('x-v1');
    // Old addresses of the newest stay its own.
    expect(page(root, 'articles/old-street.html')).toContain('/articles/third-street');
    expect(page(root, 'v1/articles/old-street.html')).toContain('/v1/articles/third-street');
    const { errors, warnings } = await runJson(['check', '--root', root]);
    expect([errors, warnings]).toEqual([[], []]);
  });

  test('is searched alone, and its texts are no stale translations', async () => {
    const root = await makeVersioned();
    writeFiles(root, {
      'content/en_US/articles/first.md': article({
        title: 'The first price',
        slug: 'first-price',
        category: 'betting',
        subcategory: 'odds',
        more: 'updated: 2026-05-01',
      }),
    });
    await runArticles(['build', '--root', root]);
    const search = (locale: string) => runJson(['search', 'first', '--locale', locale, '--root', root]);
    expect(JSON.stringify((await search('en_US')).groups)).not.toContain('/v1/');
    expect(JSON.stringify((await search('en_US_x_v1')).groups)).toContain('"/v1/articles/first-price"');
    const { warnings } = await runJson(['check', '--root', root]);
    const files = warnings.map(({ file }: { file: string }) => file);
    expect(files.filter((file: string) => file.includes('x_v1'))).toEqual([]);
  });

  test('needs the newest before it', async () => {
    const root = makeSite(smallSite({ locales: ['en_US', 'ru_RU', 'tr_TR_x_v1'] }));
    const { stderr } = await runArticles(['build', '--root', root]);
    expect(stderr).toMatch(
      /site-config\.json:\d+:\d+: "tr_TR_x_v1" is an older version of "tr_TR", which does not stand before it/,
    );
  });
});

describe('days from Git', () => {
  const commit = (root: string, day: string) => {
    const env = {
      ...process.env,
      GIT_COMMITTER_DATE: `${day}T12:00:00Z`,
      GIT_AUTHOR_DATE: `${day}T12:00:00Z`,
    };
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, env, stdio: 'pipe' });
    git('add', '-A');
    git('-c', 'user.name=Ann', '-c', 'user.email=ann@small.example', 'commit', '-qm', day);
  };
  const makeRepository = () => {
    const root = makeSite({ ...smallSite({ updated: 'git' }), '.gitignore': 'dist/\n.articles/\n' });
    execFileSync('git', ['init', '-q'], { cwd: root });
    commit(root, '2026-04-01');
    return root;
  };
  const modified = (root: string, slug: string) =>
    /"dateModified":"(\d{4}-\d\d-\d\d)/.exec(page(root, `articles/${slug}.html`))?.[1];

  test('are the last change of an article without a day of its own, also where only a commit is new', async () => {
    const root = makeRepository();
    const file = 'content/en_US/articles/second.md';
    const own = 'content/en_US/articles/poker/third.md';
    writeFiles(root, {
      [own]: article({
        title: 'Third',
        slug: 'third-street',
        date: '2026-03-01',
        more: 'updated: 2026-03-02',
      }),
    });
    await buildSite(root);
    expect(['first-price', 'third-street'].map((slug) => modified(root, slug))).toEqual([
      '2026-04-01',
      '2026-03-02',
    ]);
    writeFiles(root, { [file]: article({ title: 'A second look', slug: 'second-look', body: 'New.' }) });
    // An edit that is not committed yet keeps the day.
    await buildSite(root);
    await expectCleanBuild(root);
    expect(modified(root, 'second-look')).toBe('2026-04-01');
    commit(root, '2026-05-02');
    await buildSite(root);
    await expectCleanBuild(root);
    expect(['first-price', 'second-look'].map((slug) => modified(root, slug))).toEqual([
      '2026-04-01',
      '2026-05-02',
    ]);
    expect(page(root, 'sitemap.xml')).toMatch(/second-look<\/loc><lastmod>2026-05-02/);
  });

  test('need the whole history', async () => {
    const root = makeRepository();
    commitTwice(root);
    const copy = makeSite({});
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, join(copy, 'site')], {
      stdio: 'pipe',
    });
    const shallow = await runArticles(['build', '--root', join(copy, 'site')]);
    expect([shallow.code, shallow.stderr]).toEqual([
      1,
      expect.stringMatching(
        /"updated" is "git", and this copy of the repository has the newest commits only/,
      ),
    ]);
    const bare = makeSite({});
    cpSync(root, bare, { recursive: true, filter: (path) => !path.endsWith('.git') });
    const { stderr } = await runArticles(['build', '--root', bare]);
    expect(stderr).toContain('the folder is in no Git repository');
  });

  function commitTwice(root: string): void {
    writeFiles(root, { 'content/en_US/articles/more.md': article({ title: 'More', slug: 'more' }) });
    commit(root, '2026-05-03');
  }
});
