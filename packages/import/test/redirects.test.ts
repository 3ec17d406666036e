/** Redirects of the old host and of the tool's settings lead on in the new site, or are named. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/support/site.ts';
import { createNotes } from '../src/notes.ts';
import { readRedirects } from '../src/read/redirect-rules.ts';
import { openSourceFolder } from '../src/read/source-folder.ts';
import { buildStrictly, importInto, makeSource, readPosts } from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;
const settings = (root: string) => JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
const NO_REDIRECT = 'rule of the old host that is no redirect for all readers: not carried over';
const NO_PAGE = 'redirect of the old site to a page that is not part of the import: not carried over';

test('_redirects: aliases of texts, rules of the site, and what is neither', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    'hugo.toml': 'baseURL = "https://old.example/"\ntitle = "T"\n',
    'content/posts/a.md': post(
      'title: A\ndate: 2024-01-02',
      '[moved](https://old.example/guide/a.html#x) [older](/older-a/)',
    ),
    'content/posts/b.md': post('title: B\ndate: 2024-01-02\ndraft: true'),
    'static/_redirects': [
      '# comment',
      '/old-a   /posts/a/  301!',
      '/older-a /old-a # in two steps',
      '/guide/* /posts/:splat',
      '/out     https://elsewhere.example/x 302',
      'https://old.example/here /',
      '/posts/a.html /posts/a',
      '/old-b   /posts/b',
      '/gone    /nothing',
      '/app/*   /index.html 200',
      '/eu/*    /de/:splat 302 Country=de',
      '/old-a   /posts/b',
      '/:year/x /posts/:year',
      '/posts/* /guide/:splat',
    ].join('\n'),
  });
  const { result } = await importInto(root, source, '--verify');
  expect(readPosts(root).get('a')?.fields.aliases).toEqual(['/old-a', '/older-a']);
  expect(readPosts(root).get('a')?.body).toBe('[moved](/posts/a) [older](/posts/a)');
  expect(settings(root).redirects).toEqual([
    { from: '/guide/*', to: '/posts/*' },
    { from: '/out', to: 'https://elsewhere.example/x' },
    { from: '/here', to: '/' },
  ]);
  const places = (message: string) =>
    result.notes
      .find((group: { message: string }) => group.message === message)
      ?.notes.map(({ line }: { line: number }) => line);
  expect(places(NO_REDIRECT)).toEqual([10, 11, 13]);
  expect(places(NO_PAGE)).toEqual([8, 9]);
  expect(places('redirect of the old site would hide pages of the new one: not carried over')).toEqual([14]);
  expect(result).toMatchObject({ addressesLost: 0, build: 0, stops: [] });
  // A second import has nothing to say about what the site has.
  const again = await importInto(root, source);
  expect(again.result).toMatchObject({ created: [], updated: [], kept: [] });
  expect(JSON.stringify(again.result.notes)).not.toContain('add it to');
  await buildStrictly(root);
});

test('netlify.toml, vercel.json, and the settings of Docusaurus, Astro and MkDocs', async () => {
  const files = {
    'netlify.toml':
      '[[redirects]]\nfrom = "/a/*"\nto = "/b/:splat"\nstatus = 301\n[[redirects]]\nfrom = "/q"\nto = "/r"\n[redirects.query]\nid = "3"\n[[redirects]]\nfrom = "/"\nto = "/ko/"\nconditions = {Language = ["ko"]}\n',
    'vercel.json': JSON.stringify({
      redirects: [
        { source: '/v2/:path*', destination: 'https://v2.example/:path*' },
        { source: '/c/(.*)', destination: '/d/$1', statusCode: 308 },
        { source: '/e', destination: '/f', has: [{ type: 'cookie', key: 'x' }] },
      ],
    }),
  };
  const source = openSourceFolder(makeSource(files), createNotes());
  const notes = createNotes();
  const config = {
    redirects: { '/g': '/h', '/i': { status: '301', destination: '/j' } },
    plugins: [
      ['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/k', '/l'], to: '/m' }] }],
      { redirects: { redirect_maps: { 'old/index.md': 'new.md#part', 'x.md': 'https://other.example/' } } },
    ],
  };
  const read = await readRedirects(source, config, 'https://old.example', notes);
  expect(read.map(({ from, to }) => `${from} ${to}`)).toEqual([
    '/a/* /b/*',
    '/q?id=3 /r',
    '/v2/* https://v2.example/*',
    '/c/* /d/*',
    '/g /h',
    '/i /j',
    '/k /m',
    '/l /m',
    '/old/ /new/#part',
    '/x/ https://other.example/',
  ]);
  expect(notes.groups().map(({ message, count }) => [message, count])).toEqual([[NO_REDIRECT, 2]]);
});

test('a plain rule of any addresses is read as it is written', async () => {
  const path = fc
    .array(fc.stringMatching(/^[a-z0-9_-]{1,6}$/), { minLength: 1, maxLength: 3 })
    .map((parts) => `/${parts.join('/')}`);
  const rules = fc.uniqueArray(fc.record({ from: path, to: path }), {
    maxLength: 6,
    selector: ({ from }) => from,
  });
  const space = fc.constantFrom(' ', '\t', '   ');
  await fc.assert(
    fc.asyncProperty(rules, space, async (written, gap) => {
      const text = written.map(({ from, to }) => `${from}${gap}${to}${gap}301`).join('\n');
      const source = openSourceFolder(makeSource({ _redirects: `# rules\n\n${text}\n` }), createNotes());
      const read = await readRedirects(source, {}, null, createNotes());
      expect(read.map(({ from, to }) => ({ from, to }))).toEqual(written);
      expect(read.map(({ line }) => line)).toEqual(written.map((_rule, index) => index + 3));
    }),
    { numRuns: 30 },
  );
});
