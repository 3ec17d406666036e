/** Exports of WordPress and Ghost come in with one command: texts, addresses, drafts, dates, pictures; and they build. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { makeFolder, readTree, writeFiles } from '../../../test/support/site.ts';
import { createNotes } from '../src/notes.ts';
import { readWordPress } from '../src/read/wordpress-reader.ts';
import {
  buildStrictly,
  convertText,
  EMPTY_SITE,
  importInto,
  notesOf,
  PNG,
  readPosts,
} from './import-site.ts';
import { makeWordPressExport } from './wordpress-export.ts';

test('an export of WordPress with 500 posts', async () => {
  const folder = makeFolder();
  const source = join(folder, 'odds.xml');
  writeFiles(folder, {
    'odds.xml': makeWordPressExport({ posts: 500 }),
    'wp-content/uploads/2024/01/a.png': PNG,
    'wp-content/uploads/2024/01/b.png': PNG,
  });
  const root = makeFolder();
  writeFiles(root, EMPTY_SITE);
  const { code, result } = await importInto(root, source);
  expect(code).toBe(0);
  expect(result).toMatchObject({
    from: 'wordpress',
    counts: { articles: 500, pages: 2, drafts: 10, scheduled: 10, authors: 2, images: 2 },
  });
  const posts = readPosts(root);
  expect(posts.get('post-3')?.fields).toMatchObject({
    title: 'Post 3 & more',
    author: 'bo',
    date: '2013-04-04T10:00:00+02:00',
    updated: '2014-01-05T00:00:00Z',
    image: 'odds/wp-content/uploads/2024/01/a.png',
    permalink: '/2013/04/post-3',
    tags: ['Dice'],
    category: 'betting',
  });
  expect(posts.get('post-4')?.fields).toMatchObject({
    description: 'Excerpt 4',
    category: 'betting/oddsMaths',
  });
  expect(posts.get('post-1')?.fields).toMatchObject({ pinned: 'true', permalink: '/2024/01/post-1' });
  expect([...posts.values()].filter(({ fields }) => fields.draft === 'true')).toHaveLength(10);
  expect(posts.get('post-3')?.body).toBe(
    'Block **text** 3 with [one](/2024/01/post-1).\n\n:::figure{caption="The a"}\n![A](odds/wp-content/uploads/2024/01/a.png)\n:::\n\n::video{youtube="dQw4w9WgXcQ" title="Post 3 & more"}\n\n```\nif (a < b) [caption]\n```',
  );
  expect(posts.get('post-4')?.body).toBe(
    'First paragraph 4  \nwith a line.\n\nSecond one.\n\n:::figure{caption="The caption"}\n![A](odds/wp-content/uploads/2024/01/a.png)\n:::\n\n| A   | B   |\n| --- | --- |\n| 1   | 2   |',
  );
  expect(posts.get('post-2')?.body).toBe(
    '![](odds/wp-content/uploads/2024/01/a.png)\n\n![](odds/wp-content/uploads/2024/01/b.png)\n\n::video{vimeo="123456" title="Post 2 & more"}\n\n> Kept text\n\nA \\[bracket\\] stays, and \\[caption\\] shows.',
  );
  expect(notesOf(result)).toEqual({
    'comment: not carried over': 50,
    'item of a menu: not imported': 1,
    'shortcode [contact-form-7] has no equivalent: left out': 167,
    'script: left out': 167,
  });
  // Feed readers do not show again what they have shown.
  expect(posts.get('post-3')?.fields.id).toBe('https://wp.example/?p=3');
  // The places are lines of the export.
  const lines = readFileSync(source, 'utf8').split('\n');
  const [{ notes: found }] = result.notes.filter(({ message }: { message: string }) =>
    message.includes('contact-form'),
  );
  for (const { line } of found) expect(lines[line - 1]).toContain('[contact-form-7');
  expect(posts.get('imprint')?.body).toBe('Text of imprint.');
  expect(readFileSync(join(root, 'content/en_US/info/about-us.md'), 'utf8')).toContain('Text of about.');
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  writeFileSync(
    join(root, 'site-config.json'),
    JSON.stringify({ ...config, features: { socialImages: false, covers: false } }),
  );
  expect(await buildStrictly(root)).toEqual([]);
  expect(readFileSync(join(root, 'dist/feed.xml'), 'utf8')).toMatch(
    /<id>https:\/\/wp\.example\/\?p=\d+<\/id>/,
  );
  const before = readTree(join(root, 'content'));
  expect((await importInto(root, source)).result).toMatchObject({ created: [], updated: [], kept: [] });
  expect(readTree(join(root, 'content'))).toEqual(before);
}, 300_000);

const lexical = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } });
const text = (value: string, format = 0) => ({ type: 'extended-text', text: value, format });

const GHOST = {
  db: [
    {
      meta: { version: '5.80.0' },
      data: {
        posts: [
          {
            id: '1',
            title: 'Lexical',
            slug: 'lexical',
            type: 'post',
            status: 'published',
            visibility: 'public',
            featured: 1,
            feature_image: '__GHOST_URL__/content/images/2024/a.png',
            custom_excerpt: 'Short.',
            published_at: '2024-01-02T03:04:05.000Z',
            updated_at: '2024-02-02T00:00:00.000Z',
            html: '<p>unused</p>',
            lexical: lexical(
              {
                type: 'paragraph',
                children: [
                  text('A '),
                  text('bold', 1),
                  text(' and '),
                  { type: 'link', url: '__GHOST_URL__/contact/', children: [text('link')] },
                ],
              },
              { type: 'callout', calloutText: 'Mind this.' },
              { type: 'toggle', heading: 'More?', content: '<p>Yes.</p>' },
              { type: 'image', src: '__GHOST_URL__/content/images/2024/a.png', alt: 'A', caption: 'An a' },
              { type: 'codeblock', language: 'js', code: 'a < b' },
              { type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
              { type: 'signup' },
            ),
          },
          {
            id: '2',
            title: 'Mobiledoc',
            slug: 'mobiledoc',
            status: 'draft',
            created_at: '2023-01-02T00:00:00.000Z',
            mobiledoc: JSON.stringify({
              version: '0.3.1',
              markups: [['em'], ['a', ['href', 'https://x.example']]],
              atoms: [['soft-return', '', {}]],
              cards: [
                ['markdown', { markdown: '## Part\n\n- one' }],
                ['hr', {}],
              ],
              sections: [
                [
                  1,
                  'p',
                  [
                    [0, [], 0, 'Plain '],
                    [0, [0], 1, 'em'],
                    [1, [], 0, 0],
                    [0, [1], 1, 'out'],
                  ],
                ],
                [3, 'ul', [[[0, [], 0, 'item']]]],
                [10, 0],
                [10, 1],
              ],
            }),
          },
          {
            id: '3',
            title: 'Html',
            slug: 'html',
            status: 'scheduled',
            published_at: '2099-01-01T00:00:00.000Z',
            html: '<p>One</p><div class="kg-card kg-callout-card"><div class="kg-callout-text">Hint</div></div>',
          },
          {
            id: '4',
            title: 'Members',
            slug: 'members',
            status: 'published',
            visibility: 'paid',
            published_at: '2024-01-01T00:00:00.000Z',
            html: '<p>Paid</p>',
          },
          {
            id: '5',
            title: 'Contact',
            slug: 'contact',
            type: 'page',
            status: 'published',
            published_at: '2024-01-01T00:00:00.000Z',
            html: '<p>Write.</p>',
          },
        ],
        tags: [
          { id: 't1', name: 'Odds', slug: 'odds', description: 'On odds' },
          { id: 't2', name: '#hidden', slug: 'hash-hidden' },
        ],
        posts_tags: [
          { post_id: '1', tag_id: 't1', sort_order: 0 },
          { post_id: '1', tag_id: 't2', sort_order: 1 },
          { post_id: '3', tag_id: 't1' },
          { post_id: '4', tag_id: 't1' },
        ],
        users: [{ id: 'u1', name: 'Ann Reed', slug: 'ann', bio: 'Writes.' }],
        posts_authors: ['1', '2', '3', '4', '5'].map((post_id) => ({
          post_id,
          author_id: 'u1',
          sort_order: 0,
        })),
        settings: [
          { key: 'title', value: 'Ghostly' },
          { key: 'locale', value: 'en' },
          { key: 'timezone', value: 'Europe/Berlin' },
        ],
      },
    },
  ],
};

test('a comment within a sentence of WordPress divides it no more than a browser does', async () => {
  const { text } = await convertText(
    'wordpress',
    'One <!-- a --> two, <b>three</b> <!-- b -->four.\n\n<p>Five <!-- c -->six.</p><!--more-->Seven.<!-- wp:paragraph --><p>Eight.</p><!-- /wp:paragraph -->Nine.',
  );
  expect(text).toBe('One two, **three** four.\n\nFive six.\n\nSeven.\n\nEight.\n\nNine.');
});

test('an export of Ghost', async () => {
  const folder = makeFolder();
  writeFiles(folder, { 'ghost.json': JSON.stringify(GHOST), 'content/images/2024/a.png': PNG });
  const root = makeFolder();
  const { code, result } = await importInto(root, join(folder, 'ghost.json'));
  expect(code).toBe(0);
  expect(result).toMatchObject({
    from: 'ghost',
    grouping: 'tags',
    counts: { articles: 4, pages: 1, drafts: 2, scheduled: 1 },
  });
  const posts = readPosts(root);
  expect(posts.get('lexical')?.fields).toEqual({
    id: '1',
    title: 'Lexical',
    slug: 'lexical',
    description: 'Short.',
    author: 'ann',
    date: '2024-01-02T03:04:05Z',
    updated: '2024-02-02T00:00:00Z',
    image: 'ghost/content/images/2024/a.png',
    featured: '1',
    category: 'odds',
  });
  expect(posts.get('lexical')?.body).toBe(
    'A **bold** and [link](/contact)\n\n> [!NOTE]\n> Mind this.\n\n:::details{summary="More?"}\nYes.\n:::\n\n:::figure{caption="An a"}\n![A](ghost/content/images/2024/a.png)\n:::\n\n```js\na < b\n```\n\n::video{youtube="dQw4w9WgXcQ" title="Lexical"}',
  );
  expect(posts.get('mobiledoc')?.fields).toMatchObject({ draft: 'true', date: '2023-01-02T00:00:00Z' });
  expect(posts.get('mobiledoc')?.body).toBe(
    'Plain *em*  \n[out](https://x.example)\n\n- item\n\n## Part\n\n- one\n\n---',
  );
  expect(posts.get('html')?.body).toBe('One\n\n> [!NOTE]\n> Hint');
  expect(posts.get('members')?.fields.draft).toBe('true');
  expect(notesOf(result)).toEqual({
    'Ghost card "signup": left out (lexical)': 1,
    'post for paid only: imported as a draft': 1,
  });
  expect(JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'))).toMatchObject({
    title: 'Ghostly',
    timeZone: 'Europe/Berlin',
    locales: ['en_US'],
  });
  expect(JSON.parse(readFileSync(join(root, 'content/en_US/authors.json'), 'utf8'))).toMatchObject([
    { name: 'Ann Reed', slug: 'ann', description: 'Writes.' },
  ]);
  expect(await buildStrictly(root)).toEqual([]);
  const before = readTree(join(root, 'content'));
  expect((await importInto(root, join(folder, 'ghost.json'))).result).toMatchObject({
    created: [],
    updated: [],
    kept: [],
  });
  expect(readTree(join(root, 'content'))).toEqual(before);
}, 300_000);

/** Writes an export of 20 MB. As a function of its own, it leaves nothing in memory. */
function writeWalks(file: string): string {
  const item = (id: number) =>
    `<item><title>The walk of day ${id}</title><wp:post_id>${id}</wp:post_id><wp:post_name>the-walk-of-day-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:post_date>2024-01-02 10:00:00</wp:post_date><content:encoded><![CDATA[${'Words of a walk. '.repeat(3_000)}]]></content:encoded><excerpt:encoded></excerpt:encoded></item>`;
  const items = Array.from({ length: 400 }, (_, id) => item(id + 1)).join('\n');
  const head = '<rss xmlns:wp="x"><channel><title>T</title><wp:wxr_version>1.2</wp:wxr_version>';
  writeFileSync(file, `${head}${items}</channel></rss>`);
  return file;
}

test('what is kept of an export holds nothing of its texts in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const heap = () => {
    if (typeof collect === 'function') collect();
    return process.memoryUsage().heapUsed;
  };
  const file = writeWalks(join(makeFolder(), 'export.xml'));
  const before = heap();
  const site = await readWordPress([{ path: file, shown: 'export.xml' }], createNotes(), () => {});
  const kept = heap() - before;
  expect(site.posts).toHaveLength(400);
  expect(kept).toBeLessThan(6_000_000);
});
