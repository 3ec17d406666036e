/** Tests what editors decide of home and category pages: sections, featured and pinned articles. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, expectCleanBuild } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { article, type Files, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const FIRST = 'content/en_US/articles/first.md';
const odds = { category: 'betting', subcategory: 'odds' };

const htmlOf = (root: string, path: string) => readFileSync(join(root, 'dist', path), 'utf8');

/** Headings of the sections in <main>, each with the titles below it. */
function sectionsOf(html: string): [heading: string, titles: string[]][] {
  const [, main = ''] = html.split('<main');
  return main
    .split('<h2 class="section-title"')
    .slice(1)
    .map((part) => [
      (/>(.*?)<\/h2>/.exec(part)?.[1] ?? '').replace(/<[^>]+>/g, ''),
      [...part.matchAll(/<h3[^>]*><a [^>]*>(.*?)<\/a>/g)].map(([, title = '']) => title),
    ]);
}

async function homeOf(files: Files) {
  const root = makeSite(files);
  await buildSite(root);
  return sectionsOf(htmlOf(root, 'index.html'));
}

test('the sections of the home page are those of the configuration, in their order, each article once', async () => {
  const home = {
    sections: [
      { kind: 'featured', count: 1, title: { en_US: 'From the desk', ru_RU: 'От редакции' } },
      { kind: 'category', category: 'betting', count: 1 },
      { kind: 'latest', count: 9 },
    ],
  };
  const first = article({
    title: 'The first price',
    slug: 'first-price',
    date: '2020-01-01',
    more: 'featured: 3',
    ...odds,
  });
  expect(await homeOf({ ...smallSite({ home }), [FIRST]: first })).toEqual([
    ['From the desk', ['The first price']],
    ['🎲 Betting', ['A second look']],
    ['Articles', ['Third street', 'Nowhere to go']],
  ]);
});

test('without settings the sections are the specified ones, and best begins with featured articles', async () => {
  const loose = article({ title: 'Nowhere to go', slug: 'nowhere', date: '2019-01-01', more: 'featured: 1' });
  const shown = await homeOf({ ...smallSite(), 'content/en_US/articles/loose.md': loose });
  expect(shown.map(([heading]) => heading)).toEqual(['Selected articles', 'Categories']);
  expect(shown[0]?.[1][0]).toBe('Nowhere to go');
});

test('a list that is ordered by the last change shows that date', async () => {
  const first = article({
    title: 'The first price',
    slug: 'first-price',
    more: 'updated: 2026-04-02',
    ...odds,
  });
  const root = makeSite({ ...smallSite({ home: { sections: [{ kind: 'hot' }] } }), [FIRST]: first });
  await buildSite(root);
  const list = /<ol class="ranked">.*?<\/ol>/s.exec(htmlOf(root, 'index.html'))?.[0] ?? '';
  expect(list).toContain('<p class="meta"><time dateTime="2026-04-02">April 2, 2026</time>');
  // Others of the list have no word before their day either.
  expect(list).not.toContain('Updated');
});

test('a category shows its sections around the list of all its articles, which begins with the pinned one', async () => {
  const category = {
    sections: [{ kind: 'featured', count: 2 }, { kind: 'latest' }, { kind: 'hot', count: 1 }],
  };
  const root = makeSite({
    ...smallSite({ category, sections: { page: 1 } }),
    [FIRST]: article({
      title: 'The first price',
      slug: 'first-price',
      date: '2019-01-01',
      more: 'pinned: true',
      ...odds,
    }),
    'content/en_US/articles/second.md': article({
      title: 'A second look',
      slug: 'second-look',
      more: 'featured: 1',
      ...odds,
    }),
  });
  await buildSite(root);
  expect(sectionsOf(htmlOf(root, 'betting.html')).map(([, titles]) => titles)).toEqual([
    ['A second look'],
    ['The first price'],
    ['Nowhere to go'],
  ]);
  expect(htmlOf(root, 'betting/odds.html')).not.toContain('id="featured"');
  expect(htmlOf(root, 'betting/page/2.html')).not.toContain('id="featured"');
});

test('a changed rank, pin or link gives the files of a clean build', async () => {
  const category = {
    sections: [
      { kind: 'best', count: 1 },
      { kind: 'category', category: 'poker', count: 1 },
      { kind: 'latest' },
    ],
  };
  const root = makeSite(smallSite({ category }));
  await buildSite(root);
  const third = { title: 'Third street', slug: 'third-street', category: 'poker', subcategory: 'hands' };
  for (const change of [
    { more: 'featured: 1' },
    { more: 'pinned: true' },
    { body: '[Odds](/articles/first-price)' },
  ]) {
    writeFiles(root, { 'content/en_US/articles/poker/third.md': article({ ...third, ...change }) });
    await buildSite(root);
    await expectCleanBuild(root);
  }
});

test.each([
  [
    { home: { sections: [{ kind: 'category' }] } },
    '"home.sections.0.category": is required for the kind "category"',
  ],
  [
    { home: { sections: [{ kind: 'category', category: 'chess' }] } },
    'content/en_US/categories.json has no category "chess"',
  ],
  [{ home: { sections: [{ kind: 'newest' }] } }, '"home.sections.0.kind": must be one of "best", "hot"'],
  [{ home: { sections: [{ kind: 'hot', title: { en_US: 'Hot' } }] } }, 'the text has no ru_RU'],
  [{ category: { sections: [{ kind: 'hot' }] } }, '"category.sections": must have "latest" once'],
])('a wrong section is an error with its place: %j', async (config, message) => {
  const { code, stderr } = await runArticles(['build', '--root', makeSite(smallSite(config))]);
  expect(stderr).toMatch(/site-config\.json:\d+:\d+: /);
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

test('a wrong rank is an error with its place', async () => {
  const first = article({ title: 'The first price', slug: 'first-price', more: 'featured: yes', ...odds });
  const { stderr } = await runArticles(['build', '--root', makeSite({ ...smallSite(), [FIRST]: first })]);
  expect(stderr).toMatch(/first\.md:\d+:\d+: featured must be a rank from 1\n.*write featured: 1/);
});

test('archives list the years, the months of a year and the articles of a month, and follow each change', async () => {
  const root = makeSite(smallSite({ archives: 'month' }));
  await buildSite(root);
  expect(htmlOf(root, 'archive.html')).toMatch(
    /<a href="\/archive\/2026">2026<\/a> <span class="meta">\d articles<\/span>/,
  );
  expect(htmlOf(root, 'archive/2026.html')).toContain('<a href="/archive/2026/02">February 2026</a>');
  expect(sectionsOf(htmlOf(root, 'archive/2026/02.html'))).toEqual([['Articles', ['A second look']]]);
  expect(htmlOf(root, 'archive/2026/02.html')).toContain('<h1>February 2026</h1>');
  expect(htmlOf(root, 'index.html')).toContain('href="/archive"');
  expect(htmlOf(root, 'sitemap.xml')).toContain('https://small.example/archive/2026/02');
  for (const config of [{ archives: 'month' }, { archives: 'year' }, {}]) {
    writeFiles(root, {
      'site-config.json': smallSite(config)['site-config.json'] ?? null,
      [FIRST]: article({ title: 'The first price', slug: 'first-price', date: '2025-12-31', ...odds }),
    });
    await buildSite(root);
    await expectCleanBuild(root);
  }
  expect(readTree(join(root, 'dist')).has('archive.html')).toBe(false);
});

test('the list of authors shows their photos and roles, and slugs follow the language', async () => {
  const author = (name: string, more: object = {}) => ({
    name,
    description: `${name} writes.`,
    meta_title: name,
    meta_description: `All of ${name}.`,
    ...more,
  });
  const { 'site-config.json': config, ...files } = smallSite({ locales: ['de_DE'] });
  const german = Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith('content/en_US/'))
      .map(([path, content]) => [path.replace('en_US', 'de_DE'), content]),
  );
  const root = makeSite({
    ...german,
    'site-config.json': config ?? null,
    'content/images/ann.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"/>',
    'content/de_DE/authors.json': JSON.stringify([
      author('Ann Reed', { photo: 'ann.svg', role: 'Editor' }),
      author('Bo Lind'),
      author('Ute Fähre'),
    ]),
    'content/de_DE/articles/first.md': article({
      title: 'Erstes',
      slug: 'erstes',
      more: 'tags: [Fähre]',
      ...odds,
    }),
    'theme/locales/de_DE.json': readFileSync(
      join(process.cwd(), 'examples/own/theme/locales/de_DE.json'),
      'utf8',
    ),
  });
  await buildSite(root);
  const html = htmlOf(root, 'authors.html');
  expect(html).toMatch(
    /<picture class="photo"><img src="\/assets\/images\/[^"]*svg"[^>]*>.*?Ann Reed<\/a><span class="meta">Editor<\/span>/s,
  );
  expect(html).toMatch(/<span class="monogram" aria-hidden="true">BL<\/span><a [^>]*>Bo Lind/);
  expect(html).toContain('href="/authors/ute-faehre"');
  expect(readTree(join(root, 'dist')).has('tags/faehre.html')).toBe(true);
});
