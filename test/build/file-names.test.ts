/** Names that some systems cannot store, or cannot tell apart, stop a build on every system. */
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, type Files, makeSite, smallSite } from '../support/site.ts';

async function problemsOf(files: Files): Promise<string[]> {
  const root = makeSite({ ...smallSite(), ...files });
  const { code, stdout } = await runArticles(['build', '--root', root, '--json']);
  const { error } = JSON.parse(stdout);
  expect(code).toBe(error ? 1 : 0);
  return (error?.problems ?? []).map(
    ({ file, message }: { file: string; message: string }) => `${file}: ${message}`,
  );
}

test.each([
  [
    'Foo.txt',
    'foo.txt',
    'another file has the same name in another case: some systems keep only one of them',
  ],
  ['Docs/a.txt', 'docs/b.txt', '"docs" is also written "Docs": some systems keep only one of these folders'],
])('public files that differ only in case: %s and %s', async (one, other, message) => {
  expect(await problemsOf({ [`public/${one}`]: 'a', [`public/${other}`]: 'b' })).toEqual([
    `public/${other}: ${message}`,
  ]);
});

test('a compressed drawing in public/, which no browser shows without a header of its own', async () => {
  expect(await problemsOf({ 'public/logo.svgz': 'a' })).toEqual([
    'public/logo.svgz: browsers show a compressed drawing only with a header that most hosts do not send',
  ]);
});

test('public files that differ only in case, with a folder between them', async () => {
  const files = { 'public/Z.txt': 'a', 'public/m/Z.txt': 'b', 'public/z.txt': 'c' };
  expect(await problemsOf(files)).toEqual([
    'public/z.txt: another file has the same name in another case: some systems keep only one of them',
  ]);
});

test.each(['con', 'aux.html', 'a/NUL.txt', 'lpt1', 'dot.', 'space ', 'a. /b.txt', 'a:b.txt'])(
  'a public file that Windows refuses: "%s"',
  async (path) => {
    const [problem, ...others] = await problemsOf({ [`public/${path}`]: 'a' });
    expect(others).toEqual([]);
    expect(problem).toMatch(/^public\/.*: Windows cannot store a file or folder with the name "/);
  },
);

test('a page whose file Windows refuses', async () => {
  const body = { title: 'A console', slug: 'con', category: 'betting' };
  expect(await problemsOf({ 'content/en_US/articles/console.md': article(body) })).toEqual([
    'content/en_US/articles/console.md: Windows cannot store a file or folder with the name "con.html"',
  ]);
});

test('ordinary names pass', async () => {
  const names = ['console.txt', 'a/aux-1.html', '.well-known/x', 'com.txt', 'com10', 'a.b.c', 'a b'];
  expect(await problemsOf(Object.fromEntries(names.map((name) => [`public/${name}`, 'a'])))).toEqual([]);
});
