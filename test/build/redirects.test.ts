import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { article, json, makeSite, smallSite, TREE, writeFiles } from '../support/site.ts';

const redirectsOf = (root: string) =>
  JSON.parse(readFileSync(join(root, 'dist/page-data/app-data.json'), 'utf8')).redirects;

test('navigation knows where old addresses lead, and knows of each change', async () => {
  const file = 'content/en_US/articles/second.md';
  const aliases = ['/old/second/', '/old.html'];
  const root = makeSite({
    ...smallSite(),
    'content/en_US/articles/poker/third.md': null,
    [file]: article({ title: 'Second', slug: 'second', aliases }),
  });
  await buildSite(root);
  expect(redirectsOf(root)).toEqual({ '/old/second': '/articles/second', '/old.html': '/articles/second' });
  writeFiles(root, { [file]: article({ title: 'Second', slug: 'second' }) });
  await buildSite(root);
  expect(redirectsOf(root)).toBeUndefined();
});

test('of many old addresses navigation knows those of the newest articles', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 130 }, (_, index) => [
      `content/en_US/articles/n${index}.md`,
      article({
        title: `N ${index}`,
        slug: `n${index}`,
        date: new Date(Date.UTC(2026, 0, 1) - index * 86_400_000).toISOString().slice(0, 10),
        aliases: [`/old/${index}`],
      }),
    ]),
  );
  const root = makeSite({ ...smallSite(), 'content/en_US/articles/poker/third.md': null, ...many });
  await buildSite(root);
  expect(Object.keys(redirectsOf(root))).toEqual(Array.from({ length: 100 }, (_, index) => `/old/${index}`));
});

test('a title is text in the page at an old address', async () => {
  const title = 'A </title><script>run()</script> "title"';
  const root = makeSite({
    ...smallSite(),
    'content/en_US/articles/second.md': article({ title, slug: 'second', aliases: ['/old'] }),
  });
  await buildSite(root);
  const page = readFileSync(join(root, 'dist/old.html'), 'utf8');
  expect(page.split('</title>')).toHaveLength(2);
  expect(page).not.toContain('run()</script>');
  expect(page).toMatch(/<p><a href="\/articles\/second">A &lt;\/title(>|&gt;)&lt;script(>|&gt;)run\(\)/);
});

const author = { name: 'Ann Reed', description: 'd', meta_title: 't', meta_description: 'd' };
const bo = { ...author, name: 'Bo Lind' };

/** Old addresses of a category, a subcategory, an author, an info page and the configuration. */
const moved = () =>
  smallSite({
    locales: ['en_US'],
    redirects: [
      { from: '/promo', to: '/articles/nowhere' },
      { from: '/withdrawn', gone: true },
    ],
  });
const MOVED = {
  'content/en_US/categories.json': json({
    ...TREE,
    poker: {
      ...TREE.poker,
      aliases: ['/cards'],
      children: {
        ...TREE.poker.children,
        hands: { ...TREE.poker.children.hands, aliases: ['/cards/hands'] },
      },
    },
  }),
  'content/en_US/authors.json': json([{ ...author, aliases: ['/authors/ann'] }, bo]),
  'content/en_US/info/terms.md': '---\ntitle: Terms\naliases: [/conditions]\n---\nText.\n',
};

test('categories, authors, info pages and the configuration have old addresses too', async () => {
  const root = makeSite({ ...moved(), ...MOVED });
  await buildSite(root);
  const expected = {
    '/promo': '/articles/nowhere',
    '/cards': '/poker',
    '/cards/hands': '/poker/hands',
    '/authors/ann': '/authors/ann-reed',
    '/conditions': '/terms',
    '/articles/old-street': '/articles/third-street',
  };
  expect(redirectsOf(root)).toEqual(expected);
  for (const [from, to] of Object.entries(expected)) {
    const html = readFileSync(join(root, `dist${from}.html`), 'utf8');
    expect(html).toContain(`<link rel="canonical" href="https://small.example${to}">`);
    expect(html).toContain(`<meta http-equiv="refresh" content="0; url=${to}">`);
    expect(html).not.toContain('noindex');
  }
  expect(existsSync(join(root, 'dist/withdrawn.html'))).toBe(false);
  expect(readFileSync(join(root, 'dist/sitemap.xml'), 'utf8')).not.toMatch(/cards|promo|conditions/);
});

test('an old address that another page has is reported where it is written', async () => {
  const root = makeSite({
    ...moved(),
    ...MOVED,
    'site-config.json': json({
      ...JSON.parse(String(moved()['site-config.json'])),
      redirects: [
        { from: '/terms', gone: true },
        { from: '/cards', to: '/nowhere-at-all' },
        { from: '/both', to: '/terms', gone: true },
      ],
    }),
  });
  const first = await runArticles(['build', '--root', root]);
  expect(first.stderr).toMatch(/site-config\.json:\d+:\d+: "redirects.2": needs either "to" or "gone": true/);
  const config = readFileSync(join(root, 'site-config.json'), 'utf8');
  writeFiles(root, { 'site-config.json': config.replace(/,\s*\{\s*"from": "\/both"[^}]*\}/, '') });
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/site-config\.json:\d+:\d+: alias "\/terms" is taken by a route of the site/);
  expect(stderr).toMatch(
    /site-config\.json:\d+:\d+: the redirect leads to \/nowhere-at-all, which is not a page/,
  );
  expect(stderr).toMatch(/categories\.json:\d+:\d+: alias "\/cards" is taken by site-config\.json/);
});

test('a redirect that the host cannot make is a warning, and its address is not lost elsewhere', async () => {
  const redirects = [
    { from: '/?p=12', to: '/poker' },
    { from: '/articles/poker/*', to: '/poker' },
    { from: '/shop', to: 'https://shop.example/' },
  ];
  const root = makeSite(smallSite({ hosting: 'firebase', redirects }));
  const cannot = async (hosting?: string) => {
    writeFiles(root, {
      'site-config.json': smallSite({ redirects, ...(hosting && { hosting }) })['site-config.json'] ?? null,
    });
    const { code, stderr } = await runArticles(['build', '--root', root]);
    expect(code).toBe(0);
    return [...stderr.matchAll(/site-config\.json[^ ]* (.* cannot redirect .*)/g)].map(([, said]) => said);
  };
  expect(await cannot('firebase')).toEqual(['firebase cannot redirect /?p=12']);
  expect(await cannot('netlify')).toEqual([]);
  expect(await cannot('github-pages')).toEqual(
    redirects.map(({ from }) => `github-pages cannot redirect ${from}`),
  );
  expect(await cannot()).toEqual(
    redirects.map(({ from }) => `a site without the setting "hosting" cannot redirect ${from}`),
  );
});

test('Firebase gets targets that it encodes once, and patterns that take more than one segment', async () => {
  const redirects = [
    { from: '/промо', to: '/articles/обзор' },
    { from: '/slash', to: 'https://shop.example/a%2Fb' },
    { from: '/old.shop/*', to: '/poker/*' },
    { from: '/shop/*', to: 'https://shop.example/' },
  ];
  const root = makeSite({
    ...smallSite({ hosting: 'firebase', redirects }),
    'content/en_US/articles/review.md': article({ title: 'Review', slug: 'обзор' }),
  });
  await buildSite(root);
  const { hosting } = JSON.parse(readFileSync(join(root, 'dist/firebase.json'), 'utf8'));
  expect(hosting.redirects).toEqual([
    { source: '/промо', destination: '/articles/обзор', type: 301 },
    { source: '/articles/old-street', destination: '/articles/third-street', type: 301 },
    { source: '/slash', destination: 'https://shop.example/a%2Fb', type: 301 },
    { regex: '^/old\\.shop/(.*)$', destination: '/poker/:1', type: 301 },
    { regex: '^/shop/(.*)$', destination: 'https://shop.example/', type: 301 },
  ]);
});

test('headers that the host cannot set are a warning, and those that the build sets are refused', async () => {
  const build = async (config: object) => {
    const root = makeSite(smallSite(config));
    return (await runArticles(['build', '--root', root])).stderr;
  };
  const headers = [{ path: '/embed/*', set: { 'X-Own': 'a' } }];
  expect(await build({ headers, hosting: 's3' })).toContain('s3 cannot set headers of /embed/*');
  expect(await build({ headers, hosting: 'nginx' })).not.toContain('cannot set headers');
  const taken = [{ path: '/embed/*', set: { 'cache-control': 'no-store' } }];
  expect(await build({ headers: taken, hosting: 'nginx' })).toContain('the build sets this header itself');
});

test.each([
  [
    { from: '/a b', to: '/poker' },
    'an old address must be a path of the site such as /old-slug, /old/* or /?p=12',
  ],
  [
    { from: '/a', to: 'http://example.org/' },
    'a new address must be a path of the site such as /new-slug, or begin with https://',
  ],
  [{ from: '/a', to: '/b/*' }, '"to" ends with "*", and "from" does not'],
  [{ from: '/a/*', gone: true }, '"gone" needs one path'],
])('the redirect %j is refused', async (redirect, words) => {
  const root = makeSite(smallSite({ redirects: [redirect] }));
  expect((await runArticles(['build', '--root', root])).stderr).toContain(words);
});
