/** Hostile sources: nothing is run, nothing leaves its folder, nothing takes forever. */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summarizeBody } from '../../../src/content/article/body-summary.ts';
import { DIRECTIVES } from '../../../src/directives/directive-registry.ts';
import { makeFolder, readTree, writeFiles } from '../../../test/support/site.ts';
import {
  convertText,
  EMPTY_SITE,
  importFiles,
  importInto,
  makeSource,
  notesOf,
  PNG,
  readPosts,
} from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\ndate: 2024-01-02\n${head}\n---\n${body}\n`;

test('slugs, paths and pictures with dots, slashes and links stay in their folders', async () => {
  const secret = makeFolder();
  writeFiles(secret, { 'secret.png': PNG, 'secret.md': post('title: Secret') });
  const source = makeSource({
    'posts/a.md': post(
      'title: A\nslug: ../../../evil\naliases: [/../../x, "/ok/../../y", "/a b", "//evil.example/x"]\nimage: ../../../../etc/passwd',
      `![x](../../../../../${secret}/secret.png) ![y](${secret}/secret.png) ![z](%2e%2e/%2e%2e/secret.png) ![l](link.png) [f](../../../etc/hosts.txt) ![g](../.git/x.png)`,
    ),
    'posts/.hidden.md': post('title: Hidden'),
    'posts/%2e%2e%2fb.md': post('title: B'),
    '.git/x.png': PNG,
  });
  symlinkSync(join(secret, 'secret.png'), join(source, 'posts/link.png'));
  symlinkSync(join(secret, 'secret.md'), join(source, 'posts/secret.md'));
  const root = makeFolder();
  writeFiles(root, { 'site/site-config.json': EMPTY_SITE['site-config.json'] ?? '' });
  const { code, result } = await importInto(join(root, 'site'), source);
  expect(code).toBe(0);
  const written = [...readTree(root).keys()];
  expect(written.every((path) => path.startsWith('site/') && !path.includes('..'))).toBe(true);
  expect(written.filter((path) => /images|public|etc|secret|evil\.example/.test(path))).toEqual([]);
  expect(written.filter((path) => path.includes('/articles/')).length).toBeGreaterThanOrEqual(1);
  expect(notesOf(result)['symbolic link: not followed']).toBe(2);
});

test.each([
  ['cells', `<table>${'<tr><td>a'.repeat(20_000)}</table>`, '| a   |\n'],
  ['items', `<ol>${'<li>a'.repeat(20_000)}</ol>`, '20000. a'],
  ['levels', `${'<div>'.repeat(20_000)}deep`, 'deep'],
  ['lists in lists', '<ul><li>a'.repeat(100), '- a'],
])('HTML with very many %s is converted in linear time', async (_name, html, expected) => {
  const started = process.cpuUsage();
  const { text } = await convertText('markdown', html, true);
  expect(text).toContain(expected);
  expect(process.cpuUsage(started).user / 1e6).toBeLessThan(10);
});

test('front matter that is too long for an article is a problem of its file', async () => {
  const { code, result } = await importFiles({
    'b.md': post('title: B'),
    'a.md': post(`title: A\nx: ${'y'.repeat(200_001)}`),
  });
  expect([code, notesOf(result)]).toEqual([
    0,
    expect.objectContaining({ 'not imported: front matter with more than 200,000 characters': 1 }),
  ]);
});

test('nothing of the source is run', async () => {
  const folder = makeFolder();
  const mark = join(folder, 'ran');
  const run = `(await import('node:fs')).writeFileSync(${JSON.stringify(mark)}, '')`;
  const { code } = await importFiles({
    'gatsby-config.js': `require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''); module.exports = { siteMetadata: { title: eval("1") } };`,
    'content/a.mdx': `---js\n{ title: (() => { require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''); return 'x' })(), date: "2024-01-02" }\n---\nexport const x = ${run};\n\n{${run}}\n`,
    'content/b.md': post(
      'title: B\n__proto__: {polluted: yes}',
      '<script>alert(1)</script><a href="javascript:alert(1)">x</a>',
    ),
    'content/c.md': `---yaml\ntitle: !!js/function 'function () { ${run} }'\n---\nText.\n`,
  });
  expect(code).toBe(0);
  expect(existsSync(mark)).toBe(false);
  expect('polluted' in {}).toBe(false);
});

test('an export with entities, a doctype and a cut end is read as text', async () => {
  const bomb = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
  ).join('');
  const folder = makeFolder();
  const source = join(folder, 'export.xml');
  writeFileSync(
    source,
    `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY e0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${bomb}]>\n<rss><channel><title>T</title><wp:wxr_version>1.2</wp:wxr_version>\n<item><title>&e9;</title><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_name>../../x</wp:post_name><content:encoded><![CDATA[One &file;]]></content:encoded></item>\n<item><title>Cut`,
  );
  const root = makeFolder();
  const { code, result } = await importInto(root, source);
  expect(code).toBe(0);
  expect(result.counts.articles).toBe(1);
  expect(notesOf(result)).toMatchObject({
    'the export is incomplete: only the posts before its end are imported': 1,
    'the file declares XML entities: they are not expanded': 1,
  });
  expect([...readTree(root)].every(([, bytes]) => bytes.length < 200_000 && !bytes.includes('root:'))).toBe(
    true,
  );
});

test('texts that are too large, no UTF-8 or not readable are reported and the others come in', async () => {
  const { result, posts } = await importFiles({
    'posts/good.md': post('title: Good'),
    'posts/large.md': post('title: Large', 'a\n\n'.repeat(3_000_000)),
    'posts/long.md': post('title: Long', 'ab '.repeat(700_000)),
    'posts/latin.md': Buffer.from('---\ntitle: caf\xe9\n---\n', 'latin1'),
    'posts/yaml.md': '---\ntitle: "open\n---\nText.\n',
    'posts/toml.md': '+++\ntitle = \n+++\nText.\n',
    'posts/broken.md': post('title: Picture', '![b](b.png)'),
    'posts/b.png': Buffer.from('not a picture'),
  });
  expect([...posts.keys()].sort()).toEqual(['broken', 'good']);
  const messages = Object.keys(notesOf(result));
  expect(messages.filter((message) => message.includes('not imported'))).toHaveLength(5);
  expect(messages.some((message) => message.startsWith('picture not copied'))).toBe(true);
});

const HOSTILE = [
  '<a '.repeat(15_000),
  '<div>'.repeat(15_000),
  '</div>'.repeat(15_000),
  '{'.repeat(30_000),
  '<a b={'.repeat(10_000),
  '{{< a '.repeat(10_000),
  '{% if %}'.repeat(10_000),
  '{% set a %}'.repeat(10_000),
  ':::note\n'.repeat(10_000),
  '['.repeat(30_000),
  '[a]('.repeat(15_000),
  '![a](<'.repeat(10_000),
  '`'.repeat(30_000),
  '` '.repeat(15_000),
  '<!--'.repeat(15_000),
  '> '.repeat(10_000),
  '{: '.repeat(15_000),
  '<table>'.repeat(1_000),
  'one two three '.repeat(20).concat('\n').repeat(500),
  '{: .note }\nText\n'.repeat(5_000),
];

test.each(HOSTILE.map((text) => [text.slice(0, 12).replace(/\n/g, ' '), text]))(
  '%s repeated ends within seconds',
  async (_name, text) => {
    const started = process.cpuUsage();
    for (const syntax of ['hugo', 'liquid', 'mdx', 'markdown'] as const) await convertText(syntax, text);
    const { user } = process.cpuUsage(started);
    // Seconds of the processor, not of the clock; quadratic time takes minutes.
    expect(user / 1e6).toBeLessThan(15);
  },
);

test('whatever a text has, its directives are those that the site accepts, and code stays as it is', async () => {
  const part = fc.constantFrom(
    ':::note',
    ':::',
    '::video',
    '::::tip[x]',
    '> [!INFO]',
    '> [!NOTE]',
    '> x',
    '<Callout>',
    '</Callout>',
    '<details>',
    '</details>',
    '<summary>a</summary>',
    '```',
    '- a',
    '  - b',
    '    :::x',
    '{/* x */}',
    '<iframe src="https://youtu.be/dQw4w9WgXcQ">',
    '\\:::',
    'text',
    '',
    '{% raw %}',
    '{{< note >}}',
    '{{< /note >}}',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (lines) => {
      const { text } = await convertText('mdx', lines.join('\n'));
      expect(summarizeBody(text, '', DIRECTIVES).directives.problems).toEqual([]);
    }),
    { numRuns: 400, seed: 7 },
  );
  const code = '```md\n:::note\n<Callout>[a](b)</Callout>\n```\n\nand `{{< x >}} [a](b)`';
  for (const syntax of ['hugo', 'liquid', 'mdx'] as const)
    expect((await convertText(syntax, code)).text).toBe(code);
});

/** Imports a file that another tool has exported into an empty site. */
async function importExport(name: string, text: string) {
  const root = makeFolder();
  writeFiles(root, EMPTY_SITE);
  const run = await importInto(root, join(makeSource({ [name]: text }), name));
  return { ...run, posts: readPosts(root) };
}

test('a text of WordPress that is too long is refused with a note, not imported empty', async () => {
  const item = (slug: string, text: string) =>
    `<item><title>${slug}</title><wp:post_name>${slug}</wp:post_name><wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_date>2024-01-02 08:00:00</wp:post_date><content:encoded><![CDATA[${text}]]></content:encoded></item>`;
  const head =
    '<rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>T</title><wp:wxr_version>1.2</wp:wxr_version>';
  const long = '<p>Words of a text.</p>\n'.repeat(340_000);
  const { code, result, posts } = await importExport(
    'export.xml',
    `${head}${item('long', long)}${item('short', '<p>Short.</p>')}</channel></rss>`,
  );
  expect(code).toBe(0);
  expect(notesOf(result)['post with a text of more than 8 MB: not imported']).toBe(1);
  expect([...posts.keys()]).toEqual(['short']);
});

test('a feature image of Ghost that no page can load is left out with a note', async () => {
  const post = {
    ...{ id: '1', title: 'A', slug: 'a', type: 'post', status: 'published', visibility: 'public' },
    ...{
      feature_image: 'file:///etc/passwd',
      published_at: '2024-01-02T03:04:05.000Z',
      html: '<p>Text.</p>',
    },
  };
  const data = { posts: [post], tags: [], users: [], posts_tags: [], posts_authors: [] };
  const { code, result, posts } = await importExport(
    'ghost.json',
    JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] }),
  );
  expect(code).toBe(0);
  expect(posts.get('a')?.fields.image).toBeUndefined();
  expect(Object.keys(notesOf(result))).toContain(
    '"feature_image" with an address that no page can load (file:///etc/passwd): left out',
  );
});
