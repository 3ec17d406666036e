import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadManifest } from '../../src/build/write/load-manifest.ts';
import { createObjectName } from '../../src/deploy/plan/object-headers.ts';
import { runArticles } from '../support/program.ts';
import {
  article,
  compareTrees,
  type Files,
  json,
  makeSite,
  readTree,
  smallSite,
  TREE,
  writeFiles,
} from '../support/site.ts';

const A = 'content/en_US/articles/first.md';
const B = 'content/en_US/articles/second.md';
const EN = 'content/en_US';
const config = (change: object) => ({ 'site-config.json': smallSite(change)['site-config.json'] ?? null });
const front = (text: string) => `---\n${text}\n---\nText.\n`;
const GOOD = 'title: T\nslug: t\nauthor: Ann Reed\ndate: 2026-01-01';

/** Name, files that are changed, and parts of the expected output. */
type Case = [string, Files, (string | RegExp)[]];
const CASES: Case[] = [
  [
    'texts that are too long, with and without a description',
    {
      [A]: `${article({ title: 'F', slug: 'f' })}${'word '.repeat(400_001)}`,
      [B]: `${article({ title: 'S', slug: 's' }).replace('title:', 'description: d\ntitle:')}${'word '.repeat(400_001)}`,
    },
    [
      `${A}:7:1: the text has more than 2,000,000 characters`,
      `${B}:8:1: the text has more than 2,000,000 characters`,
    ],
  ],
  [
    'two articles with one slug',
    { [B]: article({ title: 'Second', slug: 'first-price' }) },
    [`${B}:5:7: slug "first-price" is also the slug of ${A}`, 'give one of the two another slug'],
  ],
  [
    'a slug with capital letters',
    { [B]: article({ title: 'Second', slug: 'FIRST-price' }) },
    [`${B}:5:7: slug is not lower-case letters, digits and hyphens`],
  ],
  [
    'a reserved slug',
    { [A]: article({ title: 'First', slug: 'page-data' }) },
    [`${A}:5:7: slug "page-data" is reserved for a route of the site`, 'choose another slug'],
  ],
  [
    'a slug that leaves its folder',
    { [A]: article({ title: 'First', slug: '"../../etc/passwd"' }) },
    [`${A}:5:7: slug is not`],
  ],
  [
    'a category slug that is reserved',
    { [`${EN}/categories.json`]: json({ ...TREE, poker: { ...TREE.poker, slug: 'authors' } }) },
    [/categories\.json:\d+:\d+: slug "authors" of category "poker" is reserved/],
  ],
  [
    'an unknown category',
    { [A]: article({ title: 'First', slug: 'first', category: 'chess' }) },
    [`${A}:7:15: unknown category "chess"`, 'betting, poker'],
  ],
  [
    'an unknown subcategory',
    { [A]: article({ title: 'First', slug: 'first', category: 'poker', subcategory: 'odds' }) },
    [`${A}:9:22: unknown subcategory "odds" of "poker"`, 'hands, other'],
  ],
  [
    'a category named like a property of every object',
    { [A]: article({ title: 'First', slug: 'first', category: 'constructor' }) },
    [`${A}:7:15: unknown category "constructor"`],
  ],
  [
    'an unknown author',
    { [A]: article({ title: 'First', slug: 'first', author: 'Nobody' }) },
    [`${A}:3:9: unknown author "Nobody"`, `${EN}/authors.json`],
  ],
  [
    'an author in another letter case',
    { [A]: article({ title: 'First', slug: 'first', author: 'ann reed' }) },
    [`${A}:3:9: unknown author "ann reed"`, 'write "Ann Reed"'],
  ],
  [
    'a day that does not exist',
    { [A]: article({ title: 'First', slug: 'first', date: '2026-02-30' }) },
    [`${A}:4:7: date: the day 2026-02-30 does not exist`, '2026-03-01'],
  ],
  [
    'a time without its zone',
    { [A]: article({ title: 'First', slug: 'first', date: '2026-02-20 10:00' }) },
    [`${A}:4:7: date: "2026-02-20 10:00" is a time without a zone`],
  ],
  [
    'an update date that is not a date',
    { [A]: article({ title: 'First', slug: 'first', more: 'updated: yesterday' }) },
    [`${A}:6:10: updated: "yesterday" is not a date`],
  ],
  [
    'no title',
    { [A]: front('slug: t\nauthor: Ann Reed\ndate: 2026-01-01') },
    [`${A}:1:1: the front matter has no title`],
  ],
  [
    'a title that is a YAML list',
    { [A]: front(GOOD.replace('title: T', 'title: [T]')) },
    [`${A}:2:8: title must be text`, 'with the title in quotes'],
  ],
  ['an empty title', { [A]: front(GOOD.replace('title: T', 'title: ""')) }, [`${A}:2:8: title is empty`]],
  ['no author', { [A]: front('title: T\ndate: 2026-01-01') }, [`${A}:1:1: the front matter has no author`]],
  ['no date', { [A]: front('title: T\nauthor: Ann Reed') }, [`${A}:1:1: the front matter has no date`]],
  [
    'front matter that is not YAML',
    { [A]: front('title: "First\nslug: first') },
    [
      `${A}:2:8: the front matter is not valid YAML: a quote is not closed`,
      'close it at the end of the value',
    ],
  ],
  [
    'a title with a colon that is not quoted',
    { [A]: front(`title: Odds: a guide\n${GOOD}`) },
    [`${A}:2:12: the front matter is not valid YAML: a value contains ": "`, '`title: "Odds: a guide"`'],
  ],
  [
    'a field twice',
    { [A]: front(`${GOOD}\nslug: u`) },
    [`${A}:6:1: the front matter is not valid YAML: a field appears twice`, 'keep one of the two'],
  ],
  [
    'front matter that is not closed',
    { [A]: `---\n${GOOD}\nText.` },
    [`${A}:1:1: the front matter is not closed`],
  ],
  ['no front matter', { [A]: '# Title\n\nText.' }, [`${A}:1:1: the file does not start with front matter`]],
  [
    'front matter in another language',
    { [A]: '---js\n{}\n---\n' },
    [`${A}:1:1: the file does not start with front matter`],
  ],
  [
    'front matter that is a list',
    { [A]: front('- title: T') },
    [new RegExp(`${A}:\\d+:\\d+: .*not a list of fields`)],
  ],
  [
    'a file that is not UTF-8',
    { [A]: Buffer.concat([Buffer.from(`---\n${GOOD}\n---\nGood line.\nBad `), Buffer.from([0xe9, 0x20])]) },
    [`${A}:8:5: the file is not UTF-8`, 'save it as UTF-8'],
  ],
  [
    'an info page that is not UTF-8',
    { [`${EN}/info/terms.md`]: Buffer.from([0x41, 0x0a, 0xff]) },
    [`${EN}/info/terms.md:2:1: the file is not UTF-8`],
  ],
  [
    'an info page that is missing',
    { [`${EN}/info/terms.md`]: null },
    [`${EN}/info/terms.md: the file is missing`],
  ],
  [
    'data that is not UTF-8',
    { [`${EN}/authors.json`]: Buffer.concat([Buffer.from('[\n"'), Buffer.from([0xe9]), Buffer.from('"]')]) },
    [`${EN}/authors.json:2:2: the file is not UTF-8`],
  ],
  [
    'a configuration that is not UTF-8',
    { 'site-config.json': Buffer.from([0x7b, 0x0a, 0x20, 0xff]) },
    ['site-config.json:2:2: the file is not UTF-8'],
  ],
  [
    'an alias that is taken',
    { [B]: article({ title: 'S', slug: 's', aliases: ['/articles/first-price'] }) },
    [`${B}:6:11: alias "/articles/first-price" is taken by ${A}`],
  ],
  [
    'an alias that is a page',
    { [B]: article({ title: 'S', slug: 's', aliases: ['/betting/odds'] }) },
    [/second\.md:6:11: alias "\/betting\/odds" is taken by/],
  ],
  ...['/../../x', '//x', '/a/./b', '/a%2fb', 'x', '/a?b', '/.git/x', `/${'x'.repeat(201)}`].map(
    (alias): Case => [
      `the alias ${alias.slice(0, 20)}`,
      { [B]: article({ title: 'S', slug: 's', aliases: [JSON.stringify(alias)] }) },
      ['second.md:6:11: aliases: an address must be a path of the site'],
    ],
  ),
  ...[
    '/index',
    '/ru/404',
    '/authors/ann-reed',
    '/betting/page/2',
    '/feed.xml',
    '/ru/rss.xml',
    '/assets/x',
  ].map(
    (alias): Case => [
      `the alias ${alias} of an existing page or file`,
      { [B]: article({ title: 'S', slug: 's', aliases: [alias] }) },
      [`second.md:6:11: alias "${alias}" is taken by`],
    ],
  ),
  [
    'a slug that is too long for a file name',
    { [B]: article({ title: 'S', slug: 'ж'.repeat(101) }) },
    [`${B}:5:7: slug is longer than 200 bytes`],
  ],
  [
    'an alias of the next page of a listing',
    { [B]: article({ title: 'S', slug: 's', aliases: ['/sitemap'] }) },
    [/second\.md:6:11: alias "\/sitemap" is taken/],
  ],
  [
    'an image that is a script',
    { [A]: article({ title: 'F', slug: 'f', more: 'image: javascript:alert(1)' }) },
    [`${A}:6:8: image "javascript:alert(1)" is not a URL that a page may load`],
  ],
  [
    'data that is missing',
    { [`${EN}/authors.json`]: null },
    [`${EN}/authors.json: the file is missing`, 'write [{"name": "Ann Reed"'],
  ],
  [
    'data that is not JSON',
    { [`${EN}/seo.json`]: '{\n  "home": {\n' },
    [/seo\.json:\d+:\d+: not valid JSON: expected .*, found the end of the file/],
  ],
  [
    'an SEO text that is empty',
    { [`${EN}/seo.json`]: '{"home": {"title": ""}}' },
    [/seo\.json:1:\d+: "home\.title"/],
  ],
  [
    'an author without a biography',
    { [`${EN}/authors.json`]: json([{ name: 'Ann Reed' }]) },
    [/authors\.json:\d+:\d+: "0\.description"/],
  ],
  [
    'ads whose key is not a page path',
    { 'content/ads.json': json({ sapeLinks: { 'authors/': ['x'] } }) },
    [/ads\.json:\d+:\d+: .*must be a page path/],
  ],
  ['no configuration', { 'site-config.json': null }, ['there is no site-config.json in ', 'articles init']],
  [
    'a configuration that is not JSON',
    { 'site-config.json': '{\n  "title": "x",\n}' },
    ['site-config.json:3:1: not valid JSON: expected a name in double quotes, found `}`'],
  ],
  [
    'an unknown setting',
    config({ sections: { besst: 4 } }),
    [
      /site-config\.json:\d+:\d+: unknown field "sections\.besst"/,
      'allowed fields: best, hot, more, page, related',
    ],
  ],
  ['a setting of another type', config({ feedItems: 'many' }), [/site-config\.json:\d+:\d+: "feedItems": /]],
  [
    'an unknown locale',
    config({ locales: ['da_DK'] }),
    ['the program has no texts in the language of "da_DK"', 'run `articles locale da_DK`'],
  ],
  [
    'a misspelt field of a category',
    { [`${EN}/categories.json`]: json({ ...TREE, poker: { ...TREE.poker, slugg: 'x' } }) },
    ['unknown field "poker.slugg"', 'allowed fields: key, title, description, slug, aliases, children'],
  ],
  [
    'two authors with one slug',
    {
      [`${EN}/authors.json`]: json(
        ['Ann Reed', 'Änn Reed'].map((name) => ({
          name,
          description: 'x',
          meta_title: 'x',
          meta_description: 'x',
        })),
      ),
    },
    ['two authors have the slug "ann-reed" (from their names)', 'give one of them another "slug"'],
  ],
  [
    'a locale twice',
    config({ locales: ['en_US', 'en_US'] }),
    ['site-config.json:', '"en_US" is in locales twice'],
  ],
  [
    'a URL with a path and an unknown time zone',
    config({ url: 'https://small.example/blog', timeZone: 'Mars/Base' }),
    [
      /^error site-config\.json:\d+:\d+: url has a path/m,
      'basePath',
      /^error site-config\.json:\d+:\d+: timeZone "Mars\/Base" does not exist/m,
      'Asia/Kolkata',
    ],
  ],
  [
    'a slug that ends like a file',
    { [A]: article({ title: 'First', slug: 'first.html' }) },
    [`${A}:5:7: slug ends in .html`],
  ],
  [
    'an alias that is the file of a page',
    { [A]: article({ title: 'First', slug: 'first', aliases: ['/terms.html'] }) },
    ['alias "/terms.html" is taken by a route of the site'],
  ],
  [
    'an author with the address of the list of authors',
    {
      [`${EN}/authors.json`]: json([
        { name: 'Ann Reed', slug: 'index', description: 'x', meta_title: 'x', meta_description: 'x' },
      ]),
    },
    [/authors\.json:\d+:\d+: .*slug "index" is the address of the list of authors/],
  ],
  [
    'all errors of one article',
    {
      [A]: article({
        title: 'First',
        slug: 'first',
        date: '2026-02-30',
        author: 'Nobody',
        category: 'chess',
      }),
    },
    ['the day 2026-02-30 does not exist', 'unknown author "Nobody"', 'unknown category "chess"'],
  ],
  [
    'public files with the names of built files',
    { 'public/index.html': 'x', 'public/articles/First-Price.html': 'x', 'public/robots.txt': 'x' },
    [
      'error public/index.html: index.html is made by the build',
      'error public/articles/First-Price.html: articles/First-Price.html is made by the build',
      'error public/robots.txt: robots.txt is made by the build',
    ],
  ],
  [
    'public files in the way of built files',
    {
      'public/authors': 'x',
      'public/assets': 'x',
      'public/articles/first-price.html/f': 'x',
      'public/index.html/f': 'x',
      'public/sw.js/f': 'x',
      'public/free': 'x',
      'public/CNAME': 'x',
    },
    [
      'error public/authors: authors is made by the build, or is where the build needs a folder',
      'error public/assets: assets',
      'error public/articles/first-price.html/f',
      'error public/index.html/f',
      'error public/sw.js/f',
    ],
  ],
  [
    'an alias below a file',
    {
      [A]: article({ title: 'First', slug: 'first', aliases: ['/articles/second-look.html/x', '/sw.js/x'] }),
    },
    [`${A}:6:11: aliases: an address must be a path of the site`, `${A}:6:41: aliases: an address`],
  ],
  [
    'file names, together with all other errors',
    {
      [`${EN}/articles/UP.MD`]: front(GOOD),
      [A]: front('title: T\nslug: t\nauthor: Ann Reed'),
      'content/ads.json': '{',
    },
    [
      `error ${EN}/articles/UP.MD: the name of an article must end in .md`,
      `error ${A}:1:1: the front matter has no date`,
      'error content/ads.json:1:2',
    ],
  ],
  [
    'an article without a category on a site without a default category',
    {
      [`${EN}/categories.json`]: '{}',
      [A]: front(GOOD),
    },
    [`error ${A}:1:1: the article names no category, and the tree has no category "other"`],
  ],
  [
    'data files, and articles with unknown authors and categories',
    {
      [`${EN}/authors.json`]: '[]x',
      'content/ru_RU/categories.json': '{',
      'content/ru_RU/articles/first.md': article({ title: 'Р', slug: 'r', author: 'Никто' }),
      [A]: article({ title: 'F', slug: 'f', author: 'Whoever', category: 'nope' }),
      [B]: article({ title: 'S', slug: 'f' }),
    },
    [
      `error ${EN}/authors.json:1:3`,
      'error content/ru_RU/categories.json:1:2',
      'unknown author "Никто"',
      'unknown category "nope"',
    ],
  ],
  [
    'one slug twice, together with an error in a data file',
    { [`${EN}/authors.json`]: '[]x', [B]: article({ title: 'Second', slug: 'first-price' }) },
    [`error ${EN}/authors.json:1:3`, `slug "first-price" is also the slug of ${A}`],
  ],
  [
    'errors in the configuration, from the schema and from later checks',
    config({
      feedItems: 0,
      url: 'https://small.example/blog/',
      timeZone: 'Mars/X',
      locales: ['en_US', 'en_US'],
    }),
    ['"feedItems"', 'url has a path', 'timeZone "Mars/X" does not exist', '"en_US" is in locales twice'],
  ],
  [
    'a URL with a password',
    config({ url: 'https://user:secret@small.example' }),
    ['site-config.json', 'url has a name or a password'],
  ],
  [
    'a folder where a file belongs',
    { [`${EN}/seo.json`]: null, [`${EN}/seo.json/x`]: 'x' },
    [`error ${EN}/seo.json: there is a folder in place of a file`, 'move the folder away'],
  ],
];

describe('an error has a place and a hint, and the output does not change', () => {
  test.each(CASES)('%s', async (_name, files, expected) => {
    const root = makeSite({
      ...smallSite(),
      'dist/kept.html': 'kept',
      'dist/index.html': 'old',
      'dist/robots.txt': '',
    });
    writeFiles(root, files);
    const before = readTree(root);
    const { code, stdout, stderr } = await runArticles(['build', '--root', root]);
    for (const words of expected) {
      if (typeof words === 'string') expect(stderr).toContain(words);
      else expect(stderr).toMatch(words);
    }
    expect(stderr).toMatch(/error .*\n {2}→ /);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect([code, stdout]).toEqual([1, '']);
    expect(compareTrees(readTree(root), before)).toEqual([]);
  });
});

test('one run reports all problems of all files in order, as text and as JSON', async () => {
  const root = makeSite({
    ...smallSite(),
    [A]: front('slug: Bad Slug\nauthor: Nobody\ndate: 2026-13-01'),
    [B]: article({ title: 'S', slug: 's', author: 'Nobody', category: 'chess' }),
    [`${EN}/articles/broken.md`]: 'x',
    [`${EN}/seo.json`]: '[]',
    'content/ru_RU/info/terms.md': null,
    'content/ads.json': '{',
  });
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect(code).toBe(1);
  const places = [...stderr.matchAll(/^error (.*?)(?::(\d+))?(?::\d+)?: /gm)].map(
    ([, file, line]) => `${file}:${line ?? ''}`,
  );
  expect(places).toEqual([
    'content/ads.json:1',
    `${EN}/articles/broken.md:1`,
    `${A}:1`,
    `${A}:2`,
    `${A}:3`,
    `${A}:4`,
    `${B}:3`,
    `${B}:7`,
    `${EN}/seo.json:1`,
    'content/ru_RU/info/terms.md:',
  ]);
  const asJson = await runArticles(['build', '--root', root, '--json']);
  expect(asJson.code).toBe(1);
  const { error } = JSON.parse(asJson.stdout);
  expect(error.problems).toHaveLength(places.length);
  expect(error.problems[1]).toEqual({
    file: `${EN}/articles/broken.md`,
    line: 1,
    column: 1,
    code: 'missing-front-matter',
    message: expect.any(String),
    hint: expect.any(String),
  });
});

test('an error across articles does not hide other errors', async () => {
  const root = makeSite({
    ...smallSite(),
    [A]: article({ title: 'F', slug: 'same' }),
    [B]: article({ title: 'S', slug: 'same', author: 'Nobody' }),
    [`${EN}/articles/x.md`]: article({ title: 'X', slug: 'same', category: 'chess' }),
    [`${EN}/articles/y.md`]: article({ title: 'Y', slug: 'same' }),
  });
  const { stderr } = await runArticles(['build', '--root', root]);
  expect(stderr).toContain('unknown author "Nobody"');
  expect(stderr).toContain('unknown category "chess"');
  expect(stderr).toContain(`slug "same" is also the slug of ${A}`);
});

function withoutCache(root: string): Map<string, Buffer> {
  return new Map([...readTree(root)].filter(([path]) => !path.startsWith('.articles/')));
}

test('messages on data files say "is missing", and do not say "array"', async () => {
  const root = makeSite(smallSite());
  writeFiles(root, {
    [`${EN}/authors.json`]: json([{ name: 'Ann Reed' }, { ...{}, name: 7 }]),
    [`${EN}/seo.json`]: '{"home": []}',
  });
  const { stderr } = await runArticles(['build', '--root', root]);
  expect(stderr).toMatch(/authors\.json:\d+:\d+: "0\.description": is missing\n.*add it/);
  expect(stderr).toMatch(/authors\.json:\d+:\d+: "1\.name": must be text\n.*correct the value/);
  expect(stderr).toMatch(/seo\.json:1:\d+: "home": must be a map of fields/);
  expect(stderr).not.toContain('Invalid input');
});

test('an update before the date is a warning; one on the same day is not', async () => {
  const dates = (date: string, updated: string) => ({ title: 'T', date, more: `updated: ${updated}` });
  const root = makeSite({
    ...smallSite(),
    [A]: article({ slug: 'a', ...dates('2026-03-01', '2026-02-28') }),
    [B]: article({ slug: 'b', ...dates('2026-03-01T09:30:00+05:30', '2026-03-01') }),
  });
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect([code, stderr.match(/updated is before date/g)]).toEqual([0, ['updated is before date']]);
  expect(stderr).toMatch(new RegExp(`${A}:\\d+:\\d+: updated is before date`));
});

test('build and check report files that look like articles and are not read', async () => {
  const root = makeSite({
    ...smallSite(),
    [`${EN}/articles/a.MD`]: 'x',
    [`${EN}/articles/deep/b.markdown`]: 'x',
  });
  symlinkSync(join(root, A), join(root, EN, 'articles/link.md'));
  symlinkSync(join(root, 'nowhere'), join(root, EN, 'articles/folder'));
  for (const command of ['build', 'check']) {
    const { code, stderr } = await runArticles([command, '--root', root]);
    expect([code, stderr.match(/^error .*/gm)]).toEqual([
      1,
      [
        `error ${EN}/articles/a.MD: the name of an article must end in .md`,
        `error ${EN}/articles/deep/b.markdown: the name of an article must end in .md`,
        expect.stringMatching(`^error ${EN}/articles/folder: a symbolic link is not followed`),
        expect.stringMatching(`^error ${EN}/articles/link.md: a symbolic link is not followed`),
      ],
    ]);
  }
});

test('build refuses an output folder that no build has written', async () => {
  const root = makeSite({
    ...smallSite(),
    'papers/letter.txt': 'mine',
    'site/articles/index.html': '<!doctype html><title>Mine</title>',
    'site/index.html': '<!doctype html><title>Mine</title>',
    'site/robots.txt': '',
  });
  const foreign = 'has files that no build of this site wrote';
  const between = "overlaps the site's source files";
  const cases = [
    ...['papers', 'site'].map((out) => [out, foreign] as const),
    ...['content', 'content/ru_RU', 'content/new', 'public', '.', '..'].map((out) => [out, between] as const),
  ];
  for (const [out, message] of cases) {
    const before = withoutCache(root);
    for (const args of [[], ['--clean']]) {
      const run = await runArticles(['build', '--root', root, '--out', join(root, out), ...args]);
      expect([run.code, run.stderr]).toEqual([1, expect.stringContaining(message)]);
    }
    expect(compareTrees(withoutCache(root), before)).toEqual([]);
  }
});

test.each([
  [['--shard', '3/2'], '--shard 3/2'],
  [['--shard', 'auto'], 'CLOUD_RUN_TASK_INDEX'],
  [['--jobs', '0'], "'0' is invalid"],
  [['--base-path', 'blog'], '--base-path "blog" is not a path'],
  [['--base-path', '/a/../b'], '--base-path "/a/../b" is not a path'],
  [['--unknown'], "unknown option '--unknown'"],
])('build %j exits with code 1', async (args, words) => {
  const root = makeSite();
  const { code, stderr } = await runArticles(['build', '--root', root, ...args]);
  expect(stderr).toContain(words);
  expect(code).toBe(1);
});

test('a file in place of a folder is a user error', async () => {
  const root = makeSite({ ...smallSite(), taken: 'x' });
  for (const args of [
    ['build', '--out', join(root, 'taken')],
    ['build', '--out', join(root, 'taken/dist')],
    ['deploy', '--target', `file://${root}/taken`, '--yes'],
  ]) {
    await runArticles(['build', '--root', root]);
    const { code, stderr } = await runArticles([...args, '--root', root]);
    expect([code, stderr], args.join(' ')).toEqual([1, expect.stringMatching(/error .*taken.*: .*\n {2}→ /)]);
  }
});

test('--json reports wrong arguments as JSON', async () => {
  const { code, stdout } = await runArticles(['build', '--jobs', 'x', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout).error.problems).toEqual([
    { code: 'invalid-arguments', message: expect.stringContaining('--jobs'), hint: expect.any(String) },
  ]);
});

test('a broken link is reported at its place; code that looks like a link is not', async () => {
  const root = makeSite();
  writeFiles(root, {
    [A]: `${article({ title: 'First', slug: 'first-price' })}\n\`[a](/nope)\` and [b](/nope)\n\n~~~\n[c](/never)\n~~~\n`,
  });
  const { stdout } = await runArticles(['build', '--root', root, '--json']);
  const { warnings } = JSON.parse(stdout);
  expect(warnings).toEqual([
    expect.objectContaining({
      file: A,
      column: 18,
      message: expect.stringContaining('"/nope" is neither a page'),
    }),
  ]);
});

test('deploy refuses the root of the file system', async () => {
  const root = makeSite();
  await runArticles(['build', '--root', root]);
  const { code, stderr } = await runArticles(['deploy', '--target', 'file:///', '--dry-run', '--root', root]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('it is the root of the file system')]);
});

test('an alias with an extension stays a file, and public/ may replace a disabled output', async () => {
  const root = makeSite({
    ...smallSite({ features: { feeds: false } }),
    [A]: article({ title: 'First', slug: 'first', aliases: ['/old-page.html'] }),
    'public/feed.xml': 'mine',
  });
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  const built = readTree(join(root, 'dist'));
  expect(String(built.get('old-page.html'))).toContain('/articles/first');
  expect(String(built.get('feed.xml'))).toBe('mine');
  // A host that serves pages without an ending is asked for this one with it.
  expect(
    createObjectName({ path: 'old-page.html', kind: 'file', hash: '', size: 0 }, 'extensionless', 'file'),
  ).toBe('old-page.html');
  const manifest = loadManifest(root, join(root, 'dist'));
  expect(manifest?.outputs.find(({ path }) => path === 'old-page.html')?.kind).toBe('file');
});

test('a symbolic link in public/ is an error', async () => {
  const root = makeSite({ ...smallSite(), 'public/real.txt': 'x' });
  symlinkSync('real.txt', join(root, 'public/link.txt'));
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('error public/link.txt: a symbolic link is not followed'),
  ]);
});

test('a YAML null counts as a missing field', async () => {
  const nulls = ['slug: ~', 'description: null', 'updated: Null', 'image: NULL', 'draft: ~', 'aliases: null'];
  const root = makeSite({
    ...smallSite(),
    [A]: front(['title: T', ...nulls, 'entities: ~', 'author: Ann Reed', 'date: 2026-01-01'].join('\n')),
  });
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  const html = String(readTree(join(root, 'dist')).get('articles/first.html'));
  expect(html).toContain('name="description" content="Text."');
  expect(html).not.toMatch(/[>"/](null|~)/i);
});

test('pages contain no control characters of data files', async () => {
  const authors = JSON.parse(String(smallSite()[`${EN}/authors.json`]));
  authors[0].description = 'Writes\u0000 about\u0001 odds.';
  const root = makeSite({ ...smallSite(), [`${EN}/authors.json`]: json(authors) });
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  const html = String(readTree(join(root, 'dist')).get('authors/ann-reed.html'));
  expect(html).toContain('Writes about odds.');
});

test('pages write the origin as browsers do', async () => {
  const root = makeSite(smallSite({ url: 'HTTPS://BÜCHER.example:443/' }));
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  expect(String(readTree(join(root, 'dist')).get('index.html'))).toContain(
    'rel="canonical" href="https://xn--bcher-kva.example/"',
  );
});

test('images of info pages and of reference links are published', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const root = makeSite({
    ...smallSite(),
    'content/images/team (1).png': png,
    [`${EN}/info/about-us.md`]: 'We are a team.\n\n![The team](<team (1).png>)\n',
    [A]: article({ title: 'F', slug: 'f', body: 'Text.\n\n![The team][t]\n\n[t]: team%20(1).png' }),
  });
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  const built = readTree(join(root, 'dist'));
  for (const page of ['info/about-us.html', 'articles/f.html']) {
    const [, source = ''] =
      /<img src="\/([^"]+)" alt="The team" width="1" height="1"/.exec(String(built.get(page))) ?? [];
    expect(built.has(source), page).toBe(true);
  }
});

test('symbolic links that lead out of the content are errors', async () => {
  const outside = makeSite({ 'secret.md': 'A secret.', 'secret.json': '[]' });
  const root = makeSite({ ...smallSite(), 'content/images/x': '' });
  for (const file of [`${EN}/info/terms.md`, `${EN}/authors.json`]) rmSync(join(root, file));
  symlinkSync(join(outside, 'secret.md'), join(root, EN, 'info/terms.md'));
  symlinkSync(join(outside, 'secret.json'), join(root, EN, 'authors.json'));
  const { code, stderr } = await runArticles(['build', '--root', root]);
  const message = 'a symbolic link that leads out of the content is not followed';
  expect([code, stderr.match(/^error .*/gm)]).toEqual([
    1,
    expect.arrayContaining([
      `error ${EN}/authors.json: ${message}`,
      `error ${EN}/info/terms.md:1:1: ${message}`,
    ]),
  ]);
  const pictures = makeSite({
    ...smallSite(),
    [A]: article({ title: 'F', slug: 'f', body: '![x](linked/x.svg)' }),
    'content/images/y': '',
  });
  writeFiles(outside, { 'x.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>' });
  symlinkSync(outside, join(pictures, 'content/images/linked'));
  const build = await runArticles(['build', '--root', pictures]);
  expect([build.code, build.stderr]).toEqual([
    1,
    expect.stringContaining(`error content/images/linked/x.svg: ${message}`),
  ]);
});

test('control characters in messages are escaped', async () => {
  const root = makeSite({
    ...smallSite(),
    [A]: front(GOOD.replace('Ann Reed', '"no\\e]52;c;ZXZpbA==\\a\\nerror: forged\\u202e"')),
  });
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect(code).toBe(1);
  expect(stderr).toContain('no\\u{1b}]52;c;ZXZpbA==\\u{7}');
  expect(stderr).toContain('\\u{202e}');
  expect(stderr).not.toMatch(/^error: forged/m);
});

test('a table of mostly missing cells is rendered as text', async () => {
  const columns = 3000;
  const body = `${'a|'.repeat(columns)}a\n${'-|'.repeat(columns)}-\n${'x\n'.repeat(6000)}`;
  const root = makeSite({ ...smallSite(), [A]: article({ title: 'F', slug: 'f', body }) });
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  const html = String(readTree(join(root, 'dist')).get('articles/f.html'));
  expect(html).not.toContain('<table');
  expect(html.length).toBeLessThan(100_000);
});

test('one run reports all broken images', async () => {
  const root = makeSite({
    ...smallSite(),
    'content/images/a.png': 'no picture',
    'content/images/b.jpg': '',
    [A]: article({ title: 'F', slug: 'f', body: '![a](a.png)\n\n![b](b.jpg)' }),
  });
  for (const command of ['build', 'check']) {
    const { code, stderr } = await runArticles([command, '--root', root]);
    expect([code, stderr.match(/^error .*/gm)]).toEqual([
      1,
      ['a.png', 'b.jpg'].map((name) =>
        expect.stringContaining(`error content/images/${name}: the image cannot be read`),
      ),
    ]);
  }
});

test('check reports files of content/ that belong to no locale', async () => {
  const root = makeSite({ ...smallSite(), 'content/de_DE/articles/x.md': 'x', 'content/stray.md': 'x' });
  const { code, stderr } = await runArticles(['check', '--root', root]);
  expect(code).toBe(0);
  for (const name of ['de_DE', 'stray.md'])
    expect(stderr).toContain(`warning content/${name}: not published`);
});

test('with directory URLs, an alias may not be the file of another page', async () => {
  const config = { urls: { layout: 'directory' } };
  const aliases = ['/articles/b/index.html', '/authors/index.html', '/old', '/old/index.html'];
  const files = {
    [A]: article({ title: 'A', slug: 'a', aliases }),
    [B]: article({ title: 'B', slug: 'b' }),
  };
  const build = (settings: object) =>
    runArticles(['build', '--root', makeSite({ ...smallSite(settings), ...files })]);
  const { code, stderr } = await build(config);
  expect(code).toBe(1);
  for (const [alias, owner] of [
    [aliases[0], B],
    [aliases[1], 'a route of the site'],
    [aliases[3], 'this article itself'],
  ])
    expect(stderr).toContain(`alias "${alias}" is taken by ${owner}`);
  // Without directory URLs these aliases are other files.
  expect((await build({})).code).toBe(0);
});

test('an article with errors still claims its addresses', async () => {
  const root = makeSite({
    ...smallSite(),
    'content/images/broken.png': 'no picture',
    [A]: article({ title: 'A', slug: 'same', author: 'Nobody', aliases: ['/authors'] }),
    [B]: article({ title: 'B', slug: 'b', date: 'yesterday' }),
    'content/en_US/articles/third.md': article({ title: 'C', slug: 'same', more: 'image: broken.png' }),
    'content/en_US/articles/fourth.md': article({ title: 'D', slug: 'd', aliases: ['/articles/b'] }),
    'content/en_US/articles/draft.md': article({
      title: 'E',
      slug: 'd',
      date: 'some day',
      more: 'draft: true',
    }),
  });
  const { stderr } = await runArticles(['build', '--root', root]);
  for (const message of [
    'unknown author "Nobody"',
    'slug "same" is also the slug of content/en_US/articles/third.md',
    'alias "/authors" is taken by',
    'date: "yesterday" is not a date',
    'alias "/articles/b" is taken by',
    'content/images/broken.png: the image cannot be read',
    'date: "some day" is not a date',
  ])
    expect(stderr).toContain(message);
  expect(stderr).not.toContain('slug "d" is also');
});

test('an article without a subcategory is listed in "other"', async () => {
  const entities = (line: string) => `entities:\n  - category: betting\n    subcategories:\n      - ${line}`;
  const root = makeSite({
    ...smallSite(),
    [A]: article({ title: 'A', slug: 'a', more: entities('subcategory:') }),
    [B]: article({ title: 'B', slug: 'b', more: entities('subsubcategories: []') }),
  });
  expect((await runArticles(['build', '--root', root])).stderr).not.toContain('error');
  const listing = readFileSync(join(root, 'dist/betting/other-betting.html'), 'utf8');
  expect([listing.includes('/articles/a"'), listing.includes('/articles/b"')]).toEqual([true, true]);
});
