/** Texts that the settings of a tool leave out of its site are not published here. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANY, globOfExpression, matchesGlob } from '../src/read/globs.ts';
import { importFiles, PNG } from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

test.each([
  ['drafts/**', 'drafts/a/b.md', true],
  ['**/README.md', 'README.md', true],
  ['**/README.md', 'a/b/README.md', true],
  ['**/README.md', 'a/xREADME.md', false],
  ['*.md', 'a.md', true],
  ['*.md', 'a/b.md', false],
  ['a?.{md,txt}', 'ab.txt', true],
  ['a?.{md,txt}', 'a/.txt', false],
  ['**/_*.md', 'a/_b.md', true],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(matchesGlob(pattern, path)).toBe(expected);
});

test('a pattern of stars and letters matches as its plain meaning says', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 }).map((all) => all.join(''));
  const pattern = fc
    .array(fc.constantFrom('a', 'b', '/', '*', '?'), { maxLength: 6 })
    .map((all) => all.join(''));
  const meaning = (glob: string, path: string): boolean =>
    glob === ''
      ? path === ''
      : glob.startsWith('*')
        ? Array.from({ length: path.length + 1 }, (_, at) => at).some((at) =>
            meaning(glob.slice(1), path.slice(at)),
          )
        : path !== '' &&
          (glob[0] === path[0] || (glob[0] === '?' && path[0] !== '/')) &&
          meaning(glob.slice(1), path.slice(1));
  fc.assert(
    fc.property(pattern, letters, (glob, path) => {
      expect(matchesGlob(glob.replace(/\*+/g, ANY), path)).toBe(meaning(glob, path));
    }),
  );
});

test('a pattern of many stars takes no time', () => {
  expect(matchesGlob(`${`${ANY}a`.repeat(500)}b`, 'a'.repeat(2_000))).toBe(false);
});

test('a regular expression finds what its pattern matches, or has none', () => {
  const part = fc.constantFrom('a', 'b', '/', '\\.', '.', '.*', '.+', '(?:a|b)', '(\\.a|/)', '(a|)');
  const expression = fc
    .tuple(fc.array(part, { maxLength: 5 }), fc.constantFrom('', '$'))
    .map(([parts, end]) => parts.join('') + end);
  const path = fc
    .array(fc.constantFrom('a', 'b', '.', '/'), { maxLength: 8 })
    .map((letters) => letters.join(''));
  fc.assert(
    fc.property(expression, path, (source, name) => {
      const glob = globOfExpression(source);
      if (glob !== null) expect(matchesGlob(glob, name)).toBe(new RegExp(source).test(name));
    }),
  );
  for (const source of ['(a+)+$', '^a', '\\d', '[ab]', 'a?', 'a|b', '(a', 'a{2}', '(.)(.)(.)(.)(.)(.)'])
    expect(globOfExpression(source), source).toBe(null);
});

test('Hugo: ignoreFiles, and the files that a mount leaves out', async () => {
  const { posts, result } = await importFiles({
    'hugo.toml':
      'title = "T"\nignoreFiles = ["\\\\.part\\\\.md$", "/scraps/", "(a+)+"]\n[[module.mounts]]\nsource = "docs"\ntarget = "content/guide"\nexcludeFiles = ["drafts/**", "TODO.md"]\n[[module.mounts]]\nsource = "content"\ntarget = "content"\n',
    'content/posts/a.md': post('title: A\ndate: 2024-01-02'),
    'content/posts/b.part.md': post('title: B\ndate: 2024-01-02'),
    'content/scraps/c.md': post('title: C\ndate: 2024-01-02'),
    'docs/d.md': post('title: D\ndate: 2024-01-02'),
    'docs/TODO.md': post('title: E\ndate: 2024-01-02'),
    'docs/drafts/f.md': post('title: F\ndate: 2024-01-02'),
  });
  expect([...posts.keys()].sort()).toEqual(['a', 'd']);
  expect(posts.get('d')?.fields.permalink).toBe('/guide/d');
  const message = 'pattern of files to leave out is not understood: look for texts that were not public';
  expect(result.notes.find((note: { message: string }) => note.message === message)?.notes).toEqual([
    { file: 'hugo.toml', message, detail: '(a+)+' },
  ]);
});

test('Docusaurus: exclude of the presets and of further docs', async () => {
  const { posts } = await importFiles({
    'docusaurus.config.js':
      "module.exports = { title: 'T', presets: [['classic', { docs: { exclude: ['**/internal/**'] } }]], plugins: [['@docusaurus/plugin-content-docs', { id: 'more', path: 'more', routeBasePath: 'more', exclude: ['*.old.md'] }]] };",
    'docs/a.md': post('title: A'),
    'docs/x/internal/b.md': post('title: B'),
    'more/c.md': post('title: C'),
    'more/d.old.md': post('title: D'),
  });
  expect([...posts.keys()].sort()).toEqual(['a', 'c']);
});

test('Jekyll: exclude is the start of a path or a pattern', async () => {
  const { posts, result } = await importFiles({
    '_config.yml': 'title: T\nexclude:\n  - /docs # of the theme\n  - scraps\n  - "*.markdown"\n',
    '_posts/2024-01-02-a.md': post('title: A'),
    'docs/_posts/2024-01-02-b.md': post('title: B'),
    'scraps-of-may.md': post('title: N'),
    'other/c.markdown': post('title: C'),
  });
  expect([...posts.keys()]).toEqual(['a']);
  expect(result.skipped).toEqual(['docs/_posts/2024-01-02-b.md', 'other/c.markdown', 'scraps-of-may.md']);
});

test('VitePress and MkDocs: srcExclude and exclude_docs', async () => {
  const vitepress = await importFiles({
    'docs/.vitepress/config.ts': "export default { title: 'T', srcExclude: ['parts/**', '**/TODO.md'] }",
    'docs/a.md': '# A\n',
    'docs/parts/b.md': '# B\n',
    'docs/x/TODO.md': '# C\n',
  });
  expect([...vitepress.posts.keys()]).toEqual(['a']);
  const mkdocs = await importFiles({
    'mkdocs.yml': 'site_name: T\nexclude_docs: |\n  # not these\n  drafts/\n  /b.md\n  *.part.md\n',
    'docs/a.md': '# A\n',
    'docs/b.md': '# B\n',
    'docs/drafts/c.md': '# C\n',
    'docs/x/d.part.md': '# D\n',
  });
  expect([...mkdocs.posts.keys()]).toEqual(['a']);
});

test('Jekyll: a name with spaces has hyphens in its address, and a relative picture is found as a browser does', async () => {
  const { posts } = await importFiles({
    '_config.yml': 'title: T\npermalink: /:categories/:title/\n',
    '_posts/x/2024-01-02-My first Post.md': post(
      'title: A\ncategories: [x]',
      '![p](../../img/p.png) ![q](\\img\\p.png)',
    ),
    'img/p.png': PNG,
  });
  expect([...posts.values()].map(({ fields, body }) => [fields.permalink, body])).toEqual([
    ['/x/My-first-Post', '![p](blog/img/p.png) ![q](blog/img/p.png)'],
  ]);
});

test('a fence of code ends at the indent of its start, not within the code', async () => {
  const body =
    '- Item\n\n  ```yaml\n  a: |\n          ```sh\n          ls\n          ```\n  b: {{ x }}\n  ```\n\nEnd.';
  const { posts } = await importFiles({ '_posts/2024-01-02-a.md': post('title: A', body) });
  expect(posts.get('a')?.body).toBe(body);
});
