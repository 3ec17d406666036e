/** `articles categories --rename` and `--merge`: trees, articles, settings and old addresses change together. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, CONFIG, type Files, json, makeSite, readTree, smallSite } from '../support/site.ts';

const node = (key: string, slug: string, children: object | null = null) => ({
  key,
  title: key,
  description: `About ${key}.`,
  slug,
  children,
});
const other = { other: node('other', 'other') };
const TREE = {
  odds: node('odds', 'odds', { ...other, basics: node('basics', 'basics'), maths: node('maths', 'maths') }),
  poker: node('poker', 'poker', { ...other, maths: node('maths', 'sums') }),
};
const FILES: Files = {
  ...smallSite(),
  'content/en_US/categories.json': json({ $schema: './x.schema.json', ...TREE }),
  'site-config.json': json({
    ...CONFIG,
    locales: ['en_US'],
    timeZone: 'UTC',
    footer: { groups: [{ title: 'More', links: [{ category: 'odds' }, { category: 'odds/maths' }] }] },
  }),
};
for (const file of Object.keys(FILES)) if (/articles\/.*\.md$/.test(file)) delete FILES[file];
const place = (category: string, subcategory: string) =>
  `entities:\n  - category: ${category} # kept\n    subcategories:\n      - subcategory: ${subcategory}\n        subsubcategories: []`;
FILES['content/en_US/articles/a.md'] = article({ title: 'A', slug: 'a', more: place('odds', 'maths') });
FILES['content/en_US/articles/short.md'] = article({
  title: 'S',
  slug: 's',
  more: 'category: [odds/maths, poker/sums]',
});
FILES['content/en_US/articles/b.md'] = article({ title: 'B', slug: 'b', more: place('poker', 'maths') });

const run = (root: string, ...args: string[]) =>
  runArticles(['categories', ...args, '--root', root, '--json']);
const treeOf = (root: string) =>
  JSON.parse(readFileSync(join(root, 'content/en_US/categories.json'), 'utf8'));
const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');
const build = async (root: string) => {
  const { code, stdout } = await runArticles(['build', '--strict', '--root', root, '--json']);
  return { code, warnings: JSON.parse(stdout).warnings };
};

test('a rename changes tree, articles and settings, and the old addresses lead to the new ones', async () => {
  const root = makeSite(FILES);
  const { code, stdout } = await run(root, '--rename', 'odds', '--to', 'stakes', '--slug', 'stakes', '--yes');
  expect(JSON.parse(stdout)).toMatchObject({ articles: 2, dryRun: false });
  expect(read(root, 'content/en_US/articles/short.md')).toContain('category: [stakes/maths, poker/sums]');
  expect(code).toBe(0);
  const tree = treeOf(root);
  expect(Object.keys(tree)).toEqual(['$schema', 'stakes', 'poker']);
  expect(tree.stakes).toMatchObject({ key: 'stakes', title: 'odds', slug: 'stakes', aliases: ['/odds'] });
  expect(tree.stakes.children.maths.aliases).toEqual(['/odds/maths']);
  expect(tree.poker).toEqual(TREE.poker);
  expect(read(root, 'content/en_US/articles/a.md')).toBe(
    String(FILES['content/en_US/articles/a.md']).replace('category: odds #', 'category: stakes #'),
  );
  expect(JSON.parse(read(root, 'site-config.json')).footer.groups[0].links).toEqual([
    { category: 'stakes' },
    { category: 'stakes/maths' },
  ]);
  expect(await build(root)).toEqual({ code: 0, warnings: [] });
  // Back again: an address in use is no alias.
  await run(root, '--rename', 'stakes', '--to', 'odds', '--slug', 'odds', '--yes');
  expect(treeOf(root).odds.aliases).toEqual(['/stakes']);
  expect(await build(root)).toEqual({ code: 0, warnings: [] });
});

test('files that begin with a byte order mark are read as they are elsewhere', async () => {
  const marked = ['content/en_US/categories.json', 'site-config.json'].map((file) => [
    file,
    `\ufeff${FILES[file]}`,
  ]);
  const root = makeSite({ ...FILES, ...Object.fromEntries(marked) });
  const { code, stderr } = await run(root, '--rename', 'poker', '--to', 'cards', '--yes');
  expect([code, stderr]).toEqual([0, expect.anything()]);
  expect(Object.keys(treeOf(root))).toContain('cards');
});

test('a merge brings the subcategories along, and those of one key become one', async () => {
  const root = makeSite(FILES);
  expect((await run(root, '--merge', 'odds', '--to', 'poker', '--yes')).code).toBe(0);
  const { poker, odds } = treeOf(root);
  expect(odds).toBeUndefined();
  expect(poker.aliases).toEqual(['/odds']);
  expect(poker.children.maths).toMatchObject({ slug: 'sums', aliases: ['/odds/maths'] });
  expect(poker.children.basics).toMatchObject({ slug: 'basics', aliases: ['/odds/basics'] });
  expect(await build(root)).toEqual({ code: 0, warnings: [] });
});

test('a subcategory moves to another category, or into another subcategory', async () => {
  const root = makeSite(FILES);
  expect((await run(root, '--rename', 'odds/basics', '--to', 'poker/start', '--yes')).code).toBe(0);
  expect(treeOf(root).poker.children.start).toMatchObject({ slug: 'basics', aliases: ['/odds/basics'] });
  expect((await run(root, '--merge', 'poker/maths', '--to', 'odds/maths', '--yes')).code).toBe(0);
  expect(treeOf(root).odds.children.maths.aliases).toEqual(['/poker/sums']);
  expect(read(root, 'content/en_US/articles/b.md')).toContain('category: odds # kept');
  expect(await build(root)).toEqual({ code: 0, warnings: [] });
});

test('a dry run shows the lines of each file and writes nothing; without a terminal nothing is written', async () => {
  const root = makeSite(FILES);
  const before = readTree(root);
  const dry = await run(root, '--rename', 'odds', '--to', 'stakes', '--dry-run');
  expect(JSON.parse(dry.stdout).changed).toContainEqual({
    file: 'content/en_US/articles/a.md',
    diff: ['-   - category: odds # kept', '+   - category: stakes # kept'],
  });
  const asked = await run(root, '--rename', 'odds', '--to', 'stakes');
  expect(asked.code).toBe(1);
  expect(JSON.parse(asked.stdout).error.problems[0].code).toBe('not-confirmed');
  expect(readTree(root)).toEqual(before);
});

describe('refused, and nothing is written', () => {
  test.each([
    [['--rename', 'odd', '--to', 'x'], 'there is no category "odd"', 'did you mean "odds"?'],
    [
      ['--rename', 'odds', '--to', 'poker'],
      'there is a category "poker" already',
      'write --merge odds --to poker',
    ],
    [['--merge', 'odds', '--to', 'pokr'], 'there is no category "pokr"', 'did you mean "poker"?'],
    [
      ['--rename', 'odds', '--to', 'poker/odds'],
      '"odds" and "poker/odds" are a category and a subcategory',
      undefined,
    ],
    [
      ['--merge', 'odds/other', '--to', 'odds/maths'],
      'every category needs its subcategory "other"',
      undefined,
    ],
    [['--rename', 'odds'], 'there is nothing to change', undefined],
    [['--merge', 'odds'], 'these options do not go together', undefined],
    [['--to', 'odds'], 'no category is chosen', undefined],
    [['--rename', 'odds', '--slug', 'poker'], undefined, undefined],
  ])('%j', async (args, message, hint) => {
    const root = makeSite(FILES);
    const before = readTree(root);
    const { code, stdout } = await run(root, ...args, '--yes');
    expect(code).toBe(1);
    const [problem] = JSON.parse(stdout).error.problems;
    if (message) expect(problem.message).toBe(message);
    if (hint) expect(problem.hint).toBe(hint);
    expect(readTree(root)).toEqual(before);
  });
});

test('a short tree in YAML keeps its comments and stays short', async () => {
  const text = `# What we write about
poker:
    title: Poker
    children:
        hands: { title: "Hands" }   # two cards
        sums: {}

odds:
    title: Odds # prices
`;
  const root = makeSite({
    ...FILES,
    'content/en_US/categories.json': null,
    'content/en_US/categories.yaml': text,
    'content/en_US/articles/a.md': article({ title: 'A', slug: 'a', more: place('odds', 'other') }),
    'content/en_US/articles/short.md': null,
    'content/en_US/articles/b.md': article({ title: 'B', slug: 'b', more: place('poker', 'sums') }),
    'site-config.json': json({ ...CONFIG, locales: ['en_US'], timeZone: 'UTC' }),
  });
  const yaml = () => read(root, 'content/en_US/categories.yaml');
  // The address stays, which followed from the key.
  await run(root, '--rename', 'odds', '--to', 'stakes', '--yes');
  expect(yaml()).toBe(
    text
      .replace('odds:', 'stakes:')
      .replace('# prices\n', '# prices\n    slug: odds\n')
      .replace('   #', ' #'),
  );
  await run(root, '--rename', 'stakes', '--to', 'odds', '--yes');
  await run(root, '--rename', 'poker/sums', '--to', 'odds/maths', '--slug', 'maths', '--yes');
  expect(yaml()).toContain('hands: { title: "Hands" } # two cards\n');
  expect(yaml()).toContain('maths: { aliases: [ /poker/sums ] }\n');
  expect(yaml()).not.toContain('key:');
  expect(await build(root)).toEqual({ code: 0, warnings: [] });
});

test('a short tree in JSON stays short', async () => {
  const short = { poker: { title: 'Poker' }, odds: { title: 'Odds', children: { maths: {} } } };
  const root = makeSite({
    ...FILES,
    'content/en_US/categories.json': json(short),
    'content/en_US/articles/a.md': article({ title: 'A', slug: 'a', more: place('odds', 'maths') }),
    'content/en_US/articles/short.md': null,
    'content/en_US/articles/b.md': null,
  });
  expect((await run(root, '--merge', 'poker', '--to', 'odds', '--yes')).code).toBe(0);
  expect(treeOf(root)).toEqual({
    odds: {
      title: 'Odds',
      children: { maths: {}, other: { title: 'More articles', aliases: ['/poker/other'] } },
      aliases: ['/poker'],
    },
  });
});
