/** A second import: what it recognises, what it leaves alone, and what a dry run writes. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../../../test/support/program.ts';
import { makeFolder, makeSite, readTree, smallSite, writeFiles } from '../../../test/support/site.ts';
import { buildStrictly, importFiles, importInto, makeSource, notesOf, readPosts } from './import-site.ts';

const post = (title: string, body = 'Text.') => `---\ntitle: ${title}\ndate: 2024-01-02\n---\n${body}\n`;
const FILES = {
  'posts/one.md': post('One'),
  'posts/two.md': post('Two', '[one](one.md)'),
  'posts/three.md': post('Three'),
};
const ONE = 'content/en_US/articles/one.md';

test('files that were edited or deleted since stay as they are; those of a changed source are replaced', async () => {
  const { root, source } = await importFiles(FILES);
  writeFileSync(join(root, ONE), `${readFileSync(join(root, ONE), 'utf8')}Mine.\n`);
  rmSync(join(root, 'content/en_US/articles/three.md'));
  writeFileSync(join(source, 'posts/one.md'), post('One', 'Changed.'));
  writeFileSync(join(source, 'posts/two.md'), post('Two', 'Changed.'));
  writeFileSync(join(source, 'posts/four.md'), post('Four'));
  const { result, stderr } = await importInto(root, source);
  expect(stderr).toContain('+ content/en_US/articles/four.md\n~ content/en_US/articles/two.md\n');
  expect(result).toMatchObject({
    created: ['content/en_US/articles/four.md'],
    updated: ['content/en_US/articles/two.md'],
    kept: [ONE, 'content/en_US/articles/three.md'],
  });
  expect(notesOf(result)).toEqual({
    'edited since it was imported: left as it is': 1,
    'deleted since it was imported: not written again': 1,
  });
  expect(readFileSync(join(root, ONE), 'utf8')).toContain('Mine.');
  // A post that has left the source is not deleted here.
  rmSync(join(source, 'posts/four.md'));
  const third = await importInto(root, source);
  expect(notesOf(third.result)['is no longer part of the source: left as it is']).toBe(1);
  expect(readPosts(root).has('four')).toBe(true);
});

test('a run that was stopped before its record recognises its files by their bytes', async () => {
  const { root, source } = await importFiles(FILES);
  const before = readTree(join(root, 'content'));
  rmSync(join(root, 'imports'), { recursive: true });
  rmSync(join(root, ONE));
  const { result } = await importInto(root, source);
  expect(result).toMatchObject({ created: [ONE], updated: [], kept: [] });
  expect(readTree(join(root, 'content'))).toEqual(before);
});

test.each(['', 'content/en_US/articles'])('a site is not imported into itself: %s', async (folder) => {
  const root = makeSite();
  const before = [...readTree(root).keys()];
  const { code, result } = await importInto(root, join(root, folder));
  expect(code).toBe(1);
  expect(result.error.problems).toMatchObject([{ code: 'overlapping-target' }]);
  expect([...readTree(root).keys()]).toEqual(before);
});

test('a dry run names the files and writes nothing', async () => {
  const root = makeFolder();
  const source = makeSource(FILES);
  const { code, stderr } = await runArticles(['import', source, '--root', root, '--dry-run']);
  expect(code).toBe(0);
  expect(stderr).toContain(`+ ${ONE}`);
  expect(stderr).toContain('would import 3 articles');
  expect([...readTree(root).keys()]).toEqual([]);
});

test('a folder without a site gets all that a build needs', async () => {
  const root = makeFolder();
  const source = makeSource({
    ...FILES,
    'site.json': '{"title": "My Paper", "url": "https://paper.example/blog/", "language": "tr"}',
  });
  expect((await importInto(root, source)).code).toBe(0);
  expect(JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'))).toMatchObject({
    title: 'My Paper',
    shortName: 'my-paper',
    url: 'https://paper.example',
    basePath: '/blog',
    locales: ['tr_TR'],
  });
  expect(readPosts(root, 'tr_TR').get('two')?.body).toBe('[one](/one)');
  expect(await buildStrictly(root)).toEqual([]);
}, 120_000);

test('an existing site keeps its files; categories, authors and slugs fit in', async () => {
  const root = makeSite(smallSite({ locales: ['en_US'] }));
  const before = readTree(root);
  const source = makeSource({
    'posts/first-price.md':
      '---\ntitle: Same slug\ndate: 2024-01-02\ncategories: [Betting]\nauthor: ann reed\n---\nText.\n',
    'posts/first.md':
      '---\ntitle: Same file\nslug: other\ndate: 2024-01-02\ncategories: [Dice, 🎲 Betting]\nauthor: New Name\n---\nText.\n',
  });
  const { result } = await importInto(root, source);
  const posts = readPosts(root);
  expect(posts.get('first-price-2')?.fields).toMatchObject({
    title: 'Same slug',
    author: 'ann-reed',
    category: 'betting',
  });
  expect(notesOf(result)).toEqual({ 'exists and was not imported: left as it is': 1 });
  const after = readTree(root);
  for (const [path, bytes] of before)
    if (!/(?:authors|categories)\.json$/.test(path)) expect(after.get(path)).toEqual(bytes);
  expect(JSON.parse(after.get('content/en_US/authors.json')?.toString() ?? '')).toMatchObject([
    { name: 'Ann Reed' },
    { name: 'Bo Lind' },
    { name: 'New Name' },
  ]);
  expect(Object.keys(JSON.parse(after.get('content/en_US/categories.json')?.toString() ?? ''))).toEqual([
    'betting',
    'poker',
    'dice',
  ]);
  expect(await buildStrictly(root)).toEqual([]);
});

test('posts in another language wait for an import into its locale', async () => {
  const files = {
    'hugo.toml': 'languageCode = "en"',
    'content/a.md': post('One'),
    'content/a.ru.md': post('Один'),
  };
  const { root, source, result } = await importFiles(files);
  expect([...readPosts(root).keys()]).toEqual(['a']);
  expect(result.notes).toMatchObject([
    {
      message: 'text in the language "ru": not imported; import it again with the --locale of this language',
    },
  ]);
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  writeFileSync(join(root, 'site-config.json'), JSON.stringify({ ...config, locales: ['en_US', 'ru_RU'] }));
  await importInto(root, source, '--locale', 'ru');
  expect([...readPosts(root, 'ru_RU').values()].map(({ fields }) => fields.title)).toEqual(['Один']);
});

test.each([
  ['nothing', [], 'there is no ', ''],
  ['an empty folder', ['.'], 'has no posts that markdown would publish', ''],
  ['a file that is no export', ['a.xml'], 'the file is not an export of WordPress', '<rss><channel/></rss>'],
  ['other JSON', ['a.json'], 'the file is not an export of Ghost', '{"db": []}'],
])('%s is refused with what to do, and nothing is written', async (_name, [file], message, content) => {
  const root = makeFolder();
  const folder = makeFolder();
  if (content) writeFiles(folder, { [file ?? '']: content });
  const { code, stderr } = await runArticles(['import', join(folder, file ?? 'missing'), '--root', root]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).toContain('→');
  expect(readTree(root).size).toBe(0);
});

test('a link in the site that leads elsewhere is refused before it is followed', async () => {
  const root = makeFolder();
  const elsewhere = makeFolder();
  mkdirSync(join(root, 'content/en_US'), { recursive: true });
  symlinkSync(elsewhere, join(root, 'content/en_US/articles'));
  const { code, result } = await importInto(root, makeSource(FILES));
  expect(code).toBe(1);
  expect(result.error.problems[0].message).toContain('symbolic link');
  expect(readTree(elsewhere).size).toBe(0);
});
