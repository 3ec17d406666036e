/** `articles edit`: the fields change, and nothing else does. */
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, type Files, makeSite, readTree, smallSite } from '../support/site.ts';

const EN = 'content/en_US/articles';
const run = (root: string, ...args: string[]) => runArticles(['edit', ...args, '--root', root]);
const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');
const site = (files: Files) => makeSite({ ...smallSite(), ...files });

const WRITTEN = [
  '---',
  '# about prices',
  'title: "Prices" # keep',
  'author: Ann Reed',
  'draft: true   # not yet',
  'date: 2026-01-10',
  'tags: [a, b]',
  'featured: 3',
  'entities:',
  '  - category: gone # removed',
  '    subcategories:',
  '      - subcategory: odds',
  '---',
  'author: Ann Reed\r',
  '',
].join('\n');

test('values change, fields come and go; comments, order and text stay', async () => {
  const root = site({ [`${EN}/prices.md`]: WRITTEN });
  const args = [
    'draft=false',
    'category=betting',
    'updated=2026-02-01',
    'description=Of: prices',
    'tags=c, d',
  ];
  const { code, stdout, stderr } = await run(
    root,
    ...args.flatMap((change) => ['--set', change]),
    ...['--unset', 'featured', '--where', 'category=gone', '--yes', '--json'],
  );
  expect([code, stderr.match(/^error.*/m)]).toEqual([0, null]);
  const expected = WRITTEN.replace('title: "Prices" # keep\n', (line) =>
    [line.trimEnd(), 'description: "Of: prices"', 'updated: 2026-02-01', 'category: betting/odds', ''].join(
      '\n',
    ),
  )
    .replace('draft: true ', 'draft: false ')
    .replace(/entities:[\s\S]*odds\n/, '')
    .replace('[a, b]', '["c", "d"]')
    .replace('featured: 3\n', '');
  expect(read(root, `${EN}/prices.md`)).toBe(expected);
  expect(JSON.parse(stdout)).toMatchObject({
    chosen: 1,
    unchanged: 0,
    changed: [{ file: `${EN}/prices.md` }],
  });
  expect((await runArticles(['check', '--root', root])).code).toBe(0);
  // The same again changes nothing.
  const again = await run(root, '--set', 'draft=false', '--where', 'title=Prices', '--yes', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ chosen: 1, unchanged: 1, changed: [] });
});

test('a category is written in the short form, one of several or all', async () => {
  const root = site({
    [`${EN}/a.md`]: article({ title: 'A', slug: 'a', more: 'category: [betting/odds, poker]' }),
  });
  const head = () => /^category:.*/m.exec(read(root, `${EN}/a.md`))?.[0];
  const edit = async (...args: string[]) => expect((await run(root, ...args, '--yes')).code).toBe(0);
  await edit('--set', 'subcategory=hands', '--where', 'category=poker', '--where', 'title=A');
  expect(head()).toBe('category: [betting/odds, "poker/hands"]');
  await edit('--set', 'category=[poker/other-poker, betting]', '--where', 'title=A');
  expect(head()).toBe('category: ["poker/other-poker", "betting"]');
  await edit('--set', 'category=[betting/odds, poker]', '--where', 'title=A');
  await edit(
    ...['--set', 'category=poker', '--set', 'subcategory=other'],
    ...['--where', 'category=betting'],
    ...['--where', 'title=A'],
  );
  expect(head()).toBe('category: ["poker"]');
  await edit('--unset', 'category', '--where', 'title=A');
  expect(head()).toBeUndefined();
  await edit('--set', 'category=poker/hands', '--where', 'title=A');
  expect(head()).toBe('category: poker/hands');
  const { stdout } = await runArticles(['list', '--category', 'poker/hands', '--json', '--root', root]);
  expect(
    JSON.parse(stdout)
      .articles.map(({ slug }: { slug: string }) => slug)
      .sort(),
  ).toEqual(['a', 'third-street']);
});

test('a field of several lines goes with all of them, and the comment after it stays', async () => {
  const root = site({
    [`${EN}/a.md`]: article({ title: 'A', more: 'tags:\n  - a\n  - b # two\n# next\nnote: >\n  x\n\n  y' }),
  });
  const { code } = await run(root, '--unset', 'tags', '--unset', 'note', '--where', 'title=A', '--yes');
  expect(code).toBe(0);
  expect(read(root, `${EN}/a.md`)).toBe(article({ title: 'A', more: '# next' }));
});

test('a dry run shows every change and writes nothing', async () => {
  const root = makeSite();
  const before = readTree(join(root, 'content'));
  const { code, stdout, stderr } = await run(
    root,
    '--set',
    'author=Bo Lind',
    '--author',
    'ann-reed',
    '--dry-run',
  );
  expect(code).toBe(0);
  expect(stdout).toContain(`${EN}/first.md\n  - author: Ann Reed\n  + author: Bo Lind\n`);
  expect(stdout.match(/^content/gm)).toHaveLength(4);
  expect(stderr).toContain('would change 4 of 4 chosen articles; nothing was written');
  expect(readTree(join(root, 'content'))).toEqual(before);
});

test.each([
  [['--set', 'author=Nobody'], 'unknown author "Nobody"'],
  [['--set', 'date=2026-02-30'], 'the day 2026-02-30 does not exist'],
  [['--set', 'draft=perhaps'], 'draft must be true or false'],
  [['--set', 'aliases=/articles/second-look'], '/articles/second-look'],
  [['--set', 'category=horses'], 'unknown category "horses"'],
  [['--set', 'category=poker'], 'unknown subcategory "odds" of "poker"'],
  [['--unset', 'title'], 'the front matter has no title'],
])('%j would make an article invalid: nothing is written', async (args, words) => {
  const root = makeSite();
  const before = readTree(join(root, 'content'));
  const { code, stderr } = await run(root, ...args, '--where', 'slug=first-price', '--yes');
  expect([code, stderr.includes(words)], stderr).toEqual([1, true]);
  expect(readTree(join(root, 'content'))).toEqual(before);
});

test.each([
  [['--set', 'draft=true'], 'no article is chosen'],
  [
    ['--set', 'draft=true', '--every', '--drafts'],
    '--every chooses all articles, and another option chooses some',
  ],
  [['--every'], 'there is nothing to change'],
  [['--set', 'slug=new', '--every'], 'a slug is the address of an article'],
  [['--set', 'draft', '--every'], '--set: "draft" is not field=value'],
  [['--set', 'image=', '--every'], 'write --unset image to remove it'],
  [['--set', 'pinned=true', '--unset', 'pinned', '--every'], 'the field "pinned" is changed twice'],
  [['--set', 'draft=true', '--every'], 'there is no terminal to ask on'],
])('%j is refused: %s', async (args, words) => {
  const root = makeSite();
  const before = readTree(join(root, 'content'));
  const { code, stderr } = await run(root, ...args);
  expect([code, stderr.includes(words)], stderr).toEqual([1, true]);
  expect(readTree(join(root, 'content'))).toEqual(before);
});

// A umask takes the right to write from the group.
test.each([0o640, 0o664])('the permissions of a file stay: %o', async (mode) => {
  const root = makeSite();
  const { statSync } = await import('node:fs');
  chmodSync(join(root, `${EN}/first.md`), mode);
  expect((await run(root, '--set', 'pinned=true', '--where', 'slug=first-price', '--yes')).code).toBe(0);
  expect(statSync(join(root, `${EN}/first.md`)).mode & 0o777).toBe(mode);
});
