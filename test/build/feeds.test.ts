import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildSite, buildTree, expectCleanBuild } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { article, makeSite, smallSite, writeFiles } from '../support/site.ts';

const FULL = { locales: ['en_US'], basePath: '/blog', feeds: { content: 'full' } };
const FIRST = 'content/en_US/articles/first.md';
const body = `See [the second](/articles/second-look), [a part](#a-part) and ![a cup](cup.png).

## A part

\`\`\`js
let a = "<b href='/x'>";
\`\`\`
`;

function site(config: object, text = body) {
  const files = smallSite(config);
  for (const path of Object.keys(files)) if (path.includes('ru_RU')) delete files[path];
  const odds = { category: 'betting', subcategory: 'odds', more: 'image: https://img.example/a.jpg?w=1&h=2' };
  return {
    ...files,
    [FIRST]: article({ title: 'The first price', slug: 'first-price', ...odds, body: text }),
  };
}

test('feeds have the whole text with absolute addresses, and the picture of an article', async () => {
  const tree = await buildTree(site(FULL));
  const items = JSON.parse(tree.get('feed.json') ?? '').items;
  const first = items.find(({ title }: { title: string }) => title === 'The first price');
  expect(first.image).toBe('https://img.example/a.jpg?w=1&h=2');
  expect(first.content_html).toContain('href="https://small.example/blog/articles/second-look"');
  expect(first.content_html).toContain('href="https://small.example/blog/articles/first-price#a-part"');
  expect(first.content_html).toContain('src="https://small.example/blog/images/cup.png"');
  expect(first.content_html).not.toContain('<button');
  const atom = tree.get('feed.xml') ?? '';
  expect(atom).toContain('<content type="html">&lt;p&gt;See &lt;a href=&quot;https://small.example/');
  expect(atom).toContain('<media:content url="https://img.example/a.jpg?w=1&amp;h=2" medium="image"/>');
  expect(tree.get('rss.xml')).toContain('<content:encoded>&lt;p&gt;See ');
});

test('each category has a feed of its own, which its pages name', async () => {
  const tree = await buildTree(site({ locales: ['en_US'] }));
  expect(tree.get('betting/odds/feed.xml')).toContain('<title>Odds · Small Paper</title>');
  expect(tree.get('betting/odds/feed.xml')).toContain('<author><name>Small Paper</name></author>');
  expect(tree.get('betting/feed.xml')).toContain('<title>The first price</title>');
  expect(tree.get('poker/feed.xml')).not.toContain('The first price');
  expect(tree.get('betting.html')).toContain(
    'rel="alternate" type="application/atom+xml" href="https://small.example/betting/feed.xml"',
  );
});

test('a changed text changes the feeds that show it', async () => {
  const root = makeSite(site(FULL));
  await buildSite(root);
  writeFiles(root, site(FULL, 'Another text.'));
  await buildSite(root);
  for (const feed of ['feed.xml', 'rss.xml', 'feed.json', 'betting/feed.xml'])
    expect(readFileSync(join(root, 'dist', feed), 'utf8')).toContain('Another text.');
});

test('a sentence that feeds show changes them, and no other page is compared', async () => {
  const root = makeSite(site(FULL));
  await buildSite(root);
  await setTimeout(60);
  await buildSite(root);
  const file = 'content/en_US/articles/first.md';
  const text = readFileSync(join(root, file), 'utf8');
  writeFiles(root, { [file]: `${text}\nOne sentence more.\n` });
  expect(await buildSite(root)).toMatchObject({ scope: 'bodies', rendered: 1, reason: null });
  for (const feed of ['feed.xml', 'rss.xml', 'feed.json', 'betting/feed.xml'])
    expect(readFileSync(join(root, 'dist', feed), 'utf8')).toContain('One sentence more.');
  await expectCleanBuild(root);
});

test('the id of an article outlives another domain, title, slug, date and file, and is that of the front matter', async () => {
  const idOf = async (root: string) => {
    await buildSite(root);
    const atom = readFileSync(join(root, 'dist/feed.xml'), 'utf8');
    return {
      feed: /<id>(.*?)<\/id>/.exec(atom)?.[1],
      article: /<entry><id>(.*?)<\/id><title>[^<]*price/i.exec(atom)?.[1],
    };
  };
  const feeds = { authority: 'paper.example' };
  const root = makeSite(site({ locales: ['en_US'], feeds }));
  const before = await idOf(root);
  expect(before.article).toMatch(/^urn:uuid:[\da-f-]{36}$/);

  // Another domain, title and slug.
  const moved = { locales: ['en_US'], feeds, url: 'https://www.other.example' };
  writeFiles(root, {
    ...site(moved),
    [FIRST]: article({
      title: 'A new price',
      slug: 'new-price',
      category: 'betting',
      subcategory: 'odds',
      body,
    }),
  });
  expect(await idOf(root)).toEqual(before);

  const { code, stderr } = await runArticles([
    'move',
    FIRST,
    'content/en_US/articles/old/renamed.md',
    '--root',
    root,
  ]);
  expect(stderr).not.toContain('✗');
  expect(code).toBe(0);
  expect(await idOf(root)).toEqual(before);

  // What another system gave it.
  const more = 'id: https://old.example/?p=12';
  writeFiles(root, {
    'content/en_US/articles/old/renamed.md': article({
      title: 'A price',
      slug: 'p',
      category: 'betting',
      subcategory: 'odds',
      more,
      body,
    }),
  });
  expect((await idOf(root)).article).toBe('https://old.example/?p=12');
});

test('workers of an earlier site get one that removes itself', async () => {
  const formerWorkers = ['/service-worker.js', '/app/ngsw-worker.js', '/sw.js'];
  const tree = await buildTree(site({ locales: ['en_US'], formerWorkers }));
  for (const path of ['service-worker.js', 'app/ngsw-worker.js'])
    expect(tree.get(path)).toContain('registration.unregister()');
  expect(tree.get('sw.js')).toContain("!name.startsWith('articles:')");
  expect((await buildTree(site({ locales: ['en_US'] }))).get('sw.js')).not.toContain(
    "!name.startsWith('articles:')",
  );
  // A site without a worker of its own too.
  const features = { socialImages: false, serviceWorker: false };
  const without = await buildTree(site({ locales: ['en_US'], formerWorkers: ['/sw.js'], features }));
  expect(without.get('sw.js')).toContain('registration.unregister()');
});
