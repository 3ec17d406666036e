/** Parts of real sites that got lost: each is here as the smallest source that shows it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/support/site.ts';
import { importInto, makeSource, notesOf, readPosts } from './import-site.ts';
import { makeWordPressExport } from './wordpress-export.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

async function verify(files: Parameters<typeof makeSource>[0]) {
  const root = join(makeFolder(), 'site');
  const { code, result } = await importInto(root, makeSource(files), '--verify');
  expect(result).toMatchObject({ wordsLost: 0, codeChanged: 0, deadLinks: 0, addressesLost: 0, build: 0 });
  expect(code).toBe(0);
  return { result, posts: readPosts(root), notes: notesOf(result) };
}

test('MDX: imported texts stand where they are shown, and code in unknown elements of a list stays code', async () => {
  const { result, posts } = await verify({
    'docusaurus.config.js': "module.exports = { title: 'D', url: 'https://old.example' };",
    'docs/a.mdx': post(
      'title: A',
      [
        "import Setup from './_setup.mdx';",
        '',
        '<Setup />',
        '',
        '1. Install',
        '',
        '   <Managers>',
        '     <Fragment slot="npm">',
        '     ```sh',
        '     npm i',
        '     ```',
        '     </Fragment>',
        '     <Fragment slot="yarn">',
        '     ```sh',
        '     yarn',
        '     ```',
        '     </Fragment>',
        '   </Managers>',
        '',
        '2. Run',
        '',
        'Start it:',
        '',
        '    ```sh',
        '    start',
        '    ```',
      ].join('\n'),
    ),
    'docs/_setup.mdx': post('unused: 1', 'Set it **up** first.'),
  });
  expect(result).toMatchObject({ texts: 1, code: 3, skipped: ['docs/_setup.mdx'] });
  const body = posts.get('a')?.body ?? '';
  expect(body).toMatch(/^Set it \*\*up\*\* first\.\n\n1\. Install/);
  expect(body).toContain('   ```sh\n   yarn\n   ```\n\n2. Run');
  expect(body).toContain('Start it:\n\n```sh\nstart\n```');
});

test('Next.js: comments of MDX in Markdown, and folders that are no part of the site', async () => {
  const { result, posts } = await verify({
    'next.config.js': '',
    'src/pages/[[...markdownPath]].js': '',
    'src/content/learn/a.md': post(
      'title: A\ndate: 2024-01-02',
      '## One {/*one*/}\n\n{/* hidden */}\n\n[b](/learn/b) [all](/learn)',
    ),
    'src/content/learn/b.md': post('title: B\ndate: 2024-01-03'),
    'wiki/help.md': post('title: Help'),
  });
  expect(result).toMatchObject({ texts: 2, templateCode: 0, skipped: ['wiki/help.md'] });
  expect(posts.get('a')?.body).toMatch(/^## One\n\n\[b\]\(\/learn\/b\) \[all\]\(\/[^)]*\)$/);
});

test('texts of an unknown tool: shortcodes are converted, other template code is named', async () => {
  const { result, posts, notes } = await verify({
    'posts/a.md': post('title: A\ndate: 2024-01-02', '{{% alert title="Mind" %}}\nThe gap.\n{{% /alert %}}'),
    'posts/b.md': post(
      'title: B\ndate: 2024-01-02',
      'Say {{ name }}. [code](main.go)\n\n    f() {...} // {{ x }}\n\n<div>\n<pre>\nif x &lt; 0 {\n\tx = 0\n}\n</pre>\n</div>',
    ),
    'posts/main.go': 'package main\n',
  });
  expect(posts.get('a')?.body).toBe(':::callout{type="note" title="Mind"}\nThe gap.\n:::');
  expect(notes['template code: kept as text']).toBe(1);
  expect(posts.get('b')?.body).toContain('Say {{ name }}. [code](/files/');
  expect(posts.get('b')?.body).toContain('if x < 0 {\n\tx = 0\n}');
  expect(result).toMatchObject({ templateCode: 1, code: 2 });
});

test('Hugo: shortcodes in HTML are left out with a note, and a path may omit the folder of the language', async () => {
  const { result, posts, notes } = await verify({
    'hugo.toml': 'baseURL = "https://old.example"\ndefaultContentLanguage = "en"\n',
    'content/en/docs/long.md': post('title: Long\nslug: renamed\ndate: 2024-01-02'),
    'content/en/docs/stats.html': post('title: Stats\ndate: 2024-01-02', '<p>Now.</p>{{< plotly >}}'),
    'content/en/docs/c.md': post('title: C\ndate: 2024-01-02', '[long](/docs/long)'),
    'content/en/docs/_index.md': post('title: Docs'),
    'content/en/search.md': post('title: Found\nlayout: search', ''),
  });
  expect(result).toMatchObject({ texts: 3, templateCode: 0 });
  expect(result.skipped).toContain('content/en/search.md');
  expect(notes['template code in HTML: left out']).toBe(1);
  expect(posts.get('c')?.body).toBe('[long](/docs/renamed)');
});

test('Astro: texts that a loader reads from a folder of the root stand where their route is', async () => {
  const { result, posts } = await verify({
    'astro.config.mjs': "export default { site: 'https://old.example' };",
    'src/pages/post/[slug].astro': '',
    'src/pages/posts.astro': '',
    'posts/a.md': post('title: A\nadded: 2024-01-02', '[b](/post/b)'),
    'posts/b.md': post('title: B\nadded: 2024-01-03'),
  });
  expect(result.texts).toBe(2);
  expect(posts.get('a')?.body).toBe('[b](/post/b)');
});

test('a post with the address of the list of tags gets another one, and no alias', async () => {
  const flat = makeWordPressExport({ posts: 4 }).replace(/wp\.example\/\d{4}\/\d\d\//g, 'wp.example/');
  const source = makeSource({ 'odds.xml': flat.replaceAll('post-2', 'tags') });
  const root = join(makeFolder(), 'site');
  const { result } = await importInto(root, join(source, 'odds.xml'), '--verify');
  expect(result).toMatchObject({ build: 0, deadLinks: 0 });
  expect([...readPosts(root).keys()].filter((key) => key.startsWith('tags'))).toHaveLength(1);
  expect(Object.keys(notesOf(result))).toContainEqual(
    expect.stringContaining('no alias for the old address /tags'),
  );
});
