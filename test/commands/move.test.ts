/** `articles move`: the article gets its new place, and the old address leads there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, makeSite, smallSite, writeFiles } from '../support/site.ts';

const FILE = 'content/en_US/articles/second.md';
const THIRD = 'content/en_US/articles/poker/third.md';
const run = (root: string, ...args: string[]) => runArticles([...args, '--root', root]);
const move = async (root: string, from: string, to: string) => {
  const { code, stdout, stderr } = await run(root, 'move', from, to, '--json');
  expect(stderr).not.toMatch(/^(error|warning)/m);
  expect(code).toBe(0);
  return JSON.parse(stdout);
};
const read = (root: string, file: string) => readFileSync(join(root, file), 'utf8');

test('an address changes the slug, adds the alias, and changes no other byte', async () => {
  const root = makeSite(smallSite());
  const before = read(root, FILE);
  expect((await run(root, 'build')).code).toBe(0);
  expect(await move(root, '/articles/second-look', '/articles/third-look')).toMatchObject({
    file: FILE,
    from: '/articles/second-look',
    to: '/articles/third-look',
    aliases: ['/articles/second-look'],
  });
  const title = /^title: .*$/m.exec(before)?.[0] ?? '';
  expect(read(root, FILE)).toBe(
    before
      .replace('slug: second-look', 'slug: third-look')
      .replace(title, `${title}\naliases: [/articles/second-look]`),
  );
  const built = await run(root, 'build', '--strict', '--json');
  expect(JSON.parse(built.stdout).warnings).toEqual([]);
  // There and back again leaves one alias.
  await move(root, '/articles/third-look', 'second-look');
  expect(read(root, FILE)).toContain('aliases: [/articles/third-look]\n');
  expect((await run(root, 'build', '--strict')).code).toBe(0);
});

test.each([
  ['a list in brackets', 'aliases: [/a, "/b"] # old', 'aliases: [/a, "/b", /articles/second-look] # old'],
  ['a list of lines', 'aliases:\n  - /a\n  - /b', 'aliases:\n  - /a\n  - /b\n  - /articles/second-look'],
  ['an empty field', 'aliases:', 'aliases: [/articles/second-look]'],
])('the alias joins %s', async (_name, written, expected) => {
  const root = makeSite({
    ...smallSite(),
    [FILE]: article({ title: 'A second look', slug: 'second-look', more: `${written}\norigin:\n  model: x` }),
  });
  await move(root, '/articles/second-look', '/articles/new');
  expect(read(root, FILE)).toContain(`\n${expected}\norigin:\n  model: x\n`);
});

test('a file takes its article along; the address changes only where it comes from the name', async () => {
  const root = makeSite({ ...smallSite(), [FILE]: article({ title: 'No slug' }) });
  const named = 'content/en_US/articles/poker/named.md';
  expect(await move(root, join(root, THIRD), named)).toMatchObject({
    from: '/articles/third-street',
    to: '/articles/third-street',
    aliases: ['/articles/old-street'],
  });
  expect([existsSync(join(root, THIRD)), existsSync(join(root, named))]).toEqual([false, true]);
  const moved = 'content/en_US/articles/new/place.md';
  expect(await move(root, FILE, moved)).toMatchObject({ from: '/articles/second', to: '/articles/place' });
  expect(read(root, moved)).toContain('aliases: [/articles/second]');
  expect(existsSync(join(root, FILE))).toBe(false);
});

test.each([
  ['/articles/unknown', '/articles/x', 'there is no article at /articles/unknown, or it has problems'],
  ['/articles/old-street', '/articles/x', '/articles/old-street is an old address already'],
  [
    '/articles/second-look',
    '/articles/first-price',
    'content/en_US/articles/first.md: /articles/first-price is taken',
  ],
  ['/articles/second-look', '/articles/old-street', `${THIRD}: /articles/old-street is taken`],
  ['/articles/second-look', '/betting/second', 'an article of en_US cannot have the address /betting/second'],
  [
    '/articles/second-look',
    '/ru/articles/second',
    'an article of en_US cannot have the address /ru/articles/second',
  ],
  ['/articles/second-look', '/articles/Upper Case', '"Upper Case" is not a valid slug'],
  ['/articles/second-look', '/articles/404', '"404" is not a valid slug'],
  [
    '/articles/second-look',
    'content/ru_RU/articles/x.md',
    'content/ru_RU/articles/x.md is not in content/en_US/articles',
  ],
  ['/articles/second-look', '../../outside.md', 'is not in content/en_US/articles'],
  [
    '/articles/second-look',
    'content/en_US/articles/first.md',
    'content/en_US/articles/first.md: there is a file already',
  ],
])('%s cannot move to %s', async (from, to, message) => {
  const root = makeSite(smallSite());
  const before = read(root, FILE);
  const { code, stderr } = await run(root, 'move', from, to);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(read(root, FILE)).toBe(before);
});

test.each([
  ['/betting/second', 'permalink=/betting/second'],
  ['https://other.example/second', 'write /articles/SLUG\n'],
])('the hint for %s names what is possible: %s', async (to, hint) => {
  const { stderr } = await run(makeSite(smallSite()), 'move', '/articles/second-look', to);
  expect(stderr).toContain(hint);
});

test('a draft leaves no alias, and a translation that stays is named', async () => {
  const root = makeSite(smallSite());
  writeFiles(root, { [FILE]: article({ title: 'Draft', slug: 'second-look', more: 'draft: true' }) });
  expect(await move(root, '/articles/second-look', 'other')).toMatchObject({ aliases: [] });
  expect(read(root, FILE)).not.toContain('aliases');
  const { stderr } = await run(root, 'move', '/articles/first-price', 'content/en_US/articles/one.md');
  expect(stderr).toContain('content/ru_RU/articles/first.md is no longer a translation of it');
});
