import { describe, expect, test } from 'vitest';
import type { BuildOptions } from '../../src/build/build-result.ts';
import { buildTree, NOW } from '../support/build.ts';
import { attribute, find, findBrokenTargets, headValue, readPages, textOf } from '../support/pages.ts';
import { article, json, smallSite } from '../support/site.ts';

/** English alone, so that the files can be read. */
const site = (change: object = {}) => {
  const files = smallSite({ locales: ['en_US'], ...change });
  for (const path of Object.keys(files)) if (path.includes('ru_RU')) delete files[path];
  return files;
};

/** The pages of its articles, categories and authors, and one that has no data: a redirect. */
const PAGES = ['index', 'authors/ann-reed', 'articles/first-price', 'betting/odds', 'info/about-us', 'terms'];
const WITHOUT_DATA = ['offline', 'articles/old-street'];

describe('a small site', () => {
  test('has its pages, and data for each page that navigation can load', async () => {
    const paths = [...(await buildTree(site())).keys()];
    const pages = paths.flatMap((path) => /^(.+)\.html$/.exec(path)?.slice(1) ?? []);
    expect(pages).toEqual(expect.arrayContaining([...PAGES, ...WITHOUT_DATA]));
    // 404 and 500 keep their ending.
    const data = pages
      .filter((name) => !WITHOUT_DATA.includes(name))
      .map((name) => `page-data/${name}${/^\d+$/.test(name) ? '.html' : ''}/page-data.json`);
    expect(paths.filter((path) => /^page-data\/(?!sq|app-data)/.test(path)).sort()).toEqual(data.sort());
  });

  test('has this sitemap, these robots and this feed, byte for byte', async () => {
    const tree = await buildTree(site());
    expect(tree.get('robots.txt')).toMatchInlineSnapshot(`
      "User-agent: *
      Allow: /

      Sitemap: https://small.example/sitemap.xml
      "
    `);
    expect(tree.get('sitemap.xml')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
      <url><loc>https://small.example/</loc><lastmod>2026-03-01T09:30:00+05:30</lastmod></url>
      <url><loc>https://small.example/betting</loc><lastmod>2026-02-01T00:00:00+05:30</lastmod></url>
      <url><loc>https://small.example/betting/odds</loc><lastmod>2026-02-01T00:00:00+05:30</lastmod></url>
      <url><loc>https://small.example/betting/other-betting</loc><lastmod>2026-01-10T00:00:00+05:30</lastmod></url>
      <url><loc>https://small.example/poker</loc><lastmod>2026-03-01T09:30:00+05:30</lastmod></url>
      <url><loc>https://small.example/poker/hands</loc><lastmod>2026-03-01T09:30:00+05:30</lastmod></url>
      <url><loc>https://small.example/poker/other-poker</loc><lastmod>2026-01-10T00:00:00+05:30</lastmod></url>
      <url><loc>https://small.example/articles/third-street</loc><lastmod>2026-03-01T09:30:00+05:30</lastmod></url>
      <url><loc>https://small.example/articles/second-look</loc><lastmod>2026-02-01T00:00:00+05:30</lastmod></url>
      <url><loc>https://small.example/articles/first-price</loc><lastmod>2026-01-10T00:00:00+05:30</lastmod></url>
      <url><loc>https://small.example/articles/nowhere</loc><lastmod>2026-01-10T00:00:00+05:30</lastmod></url>
      <url><loc>https://small.example/authors</loc></url>
      <url><loc>https://small.example/authors/ann-reed</loc><lastmod>2026-03-01T09:30:00+05:30</lastmod></url>
      <url><loc>https://small.example/authors/bo-lind</loc><lastmod>2026-02-01T00:00:00+05:30</lastmod></url>
      <url><loc>https://small.example/info/about-us</loc></url>
      <url><loc>https://small.example/privacy-policy</loc></url>
      <url><loc>https://small.example/terms</loc></url>
      <url><loc>https://small.example/sitemap</loc><lastmod>2026-03-01T09:30:00+05:30</lastmod></url>
      </urlset>
      "
    `);
    expect(tree.get('feed.xml')).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
      <id>https://small.example/</id>
      <title>Small Paper</title>
      <subtitle>Description of home.</subtitle>
      <link rel="self" type="application/atom+xml" href="https://small.example/feed.xml"/>
      <link href="https://small.example/"/>
      <updated>2026-03-01T09:30:00+05:30</updated>
      <author><name>Small Paper</name></author>
      <entry><id>urn:uuid:2b373830-faab-54c5-8d6d-5e548d072a7f</id><title>Third street</title><link href="https://small.example/articles/third-street"/><published>2026-03-01T09:30:00+05:30</published><updated>2026-03-01T09:30:00+05:30</updated><author><name>Ann Reed</name><uri>https://small.example/authors/ann-reed</uri></author><category term="Poker"/><summary>The text of Third street.</summary></entry>
      <entry><id>urn:uuid:858ffb55-eb28-56f3-b631-1ce45db395fb</id><title>A second look</title><link href="https://small.example/articles/second-look"/><published>2026-02-01T00:00:00+05:30</published><updated>2026-02-01T00:00:00+05:30</updated><author><name>Bo Lind</name><uri>https://small.example/authors/bo-lind</uri></author><category term="Betting"/><summary>The text of A second look.</summary></entry>
      <entry><id>urn:uuid:971e5a44-35ea-598f-b7a4-1944a6834628</id><title>The first price</title><link href="https://small.example/articles/first-price"/><published>2026-01-10T00:00:00+05:30</published><updated>2026-01-10T00:00:00+05:30</updated><author><name>Ann Reed</name><uri>https://small.example/authors/ann-reed</uri></author><category term="Betting"/><summary>The text of The first price.</summary></entry>
      <entry><id>urn:uuid:6e3842a0-a229-580f-8b0a-42e33df4a968</id><title>Nowhere to go</title><link href="https://small.example/articles/nowhere"/><published>2026-01-10T00:00:00+05:30</published><updated>2026-01-10T00:00:00+05:30</updated><author><name>Ann Reed</name><uri>https://small.example/authors/ann-reed</uri></author><category term="Betting"/><summary>The text of Nowhere to go.</summary></entry>
      </feed>
      "
    `);
    expect(tree.get('articles/old-street.html')).toMatchInlineSnapshot(`
      "<!doctype html>
      <html lang="en" data-to="/articles/third-street">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-DyOXIDd7elM67UoVt4u5eZCG7zTT0hJNBirtdHPrtE8='; base-uri 'none'; form-action 'none'">
      <title>Third street</title>
      <link rel="canonical" href="https://small.example/articles/third-street">
      <script>let l=location,q=l.search+l.hash;if(q){window.stop();l.replace(document.documentElement.dataset.to+q)}</script>
      <meta http-equiv="refresh" content="0; url=/articles/third-street">
      </head>
      <body>
      <p><a href="/articles/third-street">Third street</a></p>
      </body>
      </html>
      "
    `);
    expect(tree.get('search/en/index.json')).toMatchInlineSnapshot(
      `"{"format":1,"folding":2,"version":"zrjp__8mmn7R","prefix":"/articles/","groups":[["Betting → Odds",2],["Betting → Other",1],["Poker → Hands",1],["Poker → Other",1]],"rows":{"titles":["A second look","The first price","Nowhere to go","Third street","Nowhere to go"],"urls":["second-look","first-price","nowhere","third-street","nowhere"]}}"`,
    );
  });

  test('shows an article in its place', async () => {
    const tree = new Map([...(await buildTree(site()))].map(([path, text]) => [path, Buffer.from(text)]));
    const pages = readPages(tree);
    expect(findBrokenTargets(pages, tree, 'https://small.example')).toEqual([]);
    const page = pages.find(({ path }) => path === '/articles/third-street');
    if (!page) throw new Error('no page');
    expect(find(page, 'h1').map(textOf)).toEqual(['Third street']);
    const [trail] = find(page, 'nav').filter(
      (nav) => textOf(nav).includes('Third street') || /breadcrumb/i.test(attribute(nav, 'class') ?? ''),
    );
    expect(trail && textOf(trail)).toMatch(/Home.*Poker.*Hands/);
    expect(find(page, 'time').map((time) => [attribute(time, 'datetime'), textOf(time)])).toContainEqual([
      '2026-03-01T09:30:00+05:30',
      'March 1, 2026',
    ]);
    expect(headValue(page, 'meta', { property: 'article:published_time' })).toBe('2026-03-01T09:30:00+05:30');
    expect(page.html).toContain('<p>More of <em>that</em>.</p>');
    expect(find(page, 'footer').map(textOf).join('\n')).toMatch(/© ?.*2026.*Small Paper|Small Paper.*2026/);
  });
});

describe('what is not published', () => {
  const files = () => ({
    ...site(),
    'content/en_US/articles/draft.md': article({
      title: 'Secret draft',
      slug: 'secret-draft',
      category: 'poker',
      more: 'draft: true',
    }),
    'content/en_US/articles/future.md': article({
      title: 'Secret morrow',
      slug: 'secret-morrow',
      category: 'poker',
      date: '2026-06-16',
    }),
    'content/en_US/articles/later.md': article({
      title: 'Secret hour',
      slug: 'secret-hour',
      category: 'poker',
      date: '2026-06-15T12:00:01Z',
    }),
    'content/en_US/articles/review.md': article({
      title: 'Secret review',
      slug: 'secret-review',
      more: 'origin:\n  status: needs-review',
    }),
  });
  const mentions = async (options: Partial<BuildOptions>) => {
    const tree = await buildTree(files(), options);
    const text = [...tree.keys(), ...tree.values()].join('\n');
    return ['draft', 'morrow', 'hour', 'review'].filter(
      (word) => text.includes(`secret-${word}`) || text.includes(`Secret ${word}`),
    );
  };

  test('is named in no file of any kind', async () => {
    expect(await mentions({})).toEqual([]);
  });

  test('can be asked for, but for what failed its review', async () => {
    expect(await mentions({ drafts: true })).toEqual(['draft']);
    expect(await mentions({ future: true })).toEqual(['morrow', 'hour']);
    expect(await mentions({ drafts: true, future: true })).toEqual(['draft', 'morrow', 'hour']);
  });

  test('comes out when its time has come', async () => {
    expect(await mentions({ now: NOW + 1000 })).toEqual(['hour']);
    // The 16th begins in Kolkata at 18:30 of the 15th.
    expect(await mentions({ now: Date.UTC(2026, 5, 15, 18, 29, 59) })).toEqual(['hour']);
    expect(await mentions({ now: Date.UTC(2026, 5, 15, 18, 30) })).toEqual(['morrow', 'hour']);
  });
});

describe('a site that switches features off', () => {
  test('has none of their files, nor links to them', async () => {
    const off = {
      navigation: false,
      serviceWorker: false,
      search: false,
      feeds: false,
      covers: false,
      socialImages: false,
    };
    const tree = await buildTree(site({ features: off }));
    const paths = [...tree.keys()].join('\n');
    expect(paths).not.toMatch(/page-data|slice-data|sw\.js|search\/|feed|rss|covers|social|\.js$|offline/m);
    expect(tree.get('404.html')).not.toContain('search');
    const buffers = new Map([...tree].map(([path, text]) => [path, Buffer.from(text)]));
    const pages = readPages(buffers);
    expect(findBrokenTargets(pages, buffers, 'https://small.example')).toEqual([]);
    expect(
      pages.flatMap((page) => find(page, 'script')).filter((script) => attribute(script, 'src')),
    ).toEqual([]);
  });

  test('may send readers a worker that removes itself', async () => {
    const tree = await buildTree(site({ features: { socialImages: false, serviceWorker: 'remove' } }));
    expect(tree.get('sw.js')).toContain('registration.unregister()');
    expect([...tree.keys()]).not.toContain('offline.html');
  });
});

test('listings go on in pages, each with its neighbours', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `content/en_US/articles/many/${index}.md`,
      article({
        title: `Many ${index}`,
        slug: `many-${index}`,
        date: `2026-01-${String((index % 28) + 1).padStart(2, '0')}`,
        category: 'poker',
        subcategory: 'hands',
      }),
    ]),
  );
  const tree = await buildTree({ ...site({ sections: { page: 10 } }), ...many });
  const files = new Map([...tree].map(([path, text]) => [path, Buffer.from(text)]));
  const pages = readPages(files);
  expect(findBrokenTargets(pages, files, 'https://small.example')).toEqual([]);
  const listed = ['poker/hands', 'poker/hands/page/2', 'poker/hands/page/3', 'poker/hands/page/4'].map(
    (name) => {
      const page = pages.find(({ file }) => file === `${name}.html`);
      if (!page) throw new Error(name);
      const main = new Set(find(page, 'a').map((link) => attribute(link, 'href') ?? ''));
      return {
        canonical: headValue(page, 'link', { rel: 'canonical' }),
        previous: headValue(page, 'link', { rel: 'prev' }),
        next: headValue(page, 'link', { rel: 'next' }),
        articles: [...main].filter((href) => href.startsWith('/articles/')).length,
      };
    },
  );
  const url = (number: number) => `https://small.example/poker/hands${number === 1 ? '' : `/page/${number}`}`;
  expect(listed).toEqual(
    [1, 2, 3, 4].map((number) => ({
      canonical: url(number),
      previous: number === 1 ? null : url(number - 1),
      next: number === 4 ? null : url(number + 1),
      articles: number === 4 ? 1 : 10,
    })),
  );
  expect([...tree.keys()]).not.toContain('poker/hands/page/1.html');
  // The emoji and the full stop of "About poker. ♠️" end the sentence of the first page alone.
  expect(tree.get('poker/page/2.html')).toContain('name="description" content="About poker, page 2"');
  expect(tree.get('sitemap.xml')).toContain(`<loc>${url(4)}</loc>`);
});

test('an article of two languages points to itself and to the other; one that is alone to none', async () => {
  const tree = await buildTree(smallSite());
  const alternates = (path: string) =>
    [...(tree.get(path) ?? '').matchAll(/hrefLang="([^"]*)" href="([^"]*)"/gi)].map(
      ([, language, url]) => `${language} ${url}`,
    );
  const both = [
    'en https://small.example/articles/first-price',
    'ru https://small.example/ru/articles/pervaya-tsena',
    'x-default https://small.example/articles/first-price',
  ];
  expect(alternates('articles/first-price.html')).toEqual(both);
  expect(alternates('ru/articles/pervaya-tsena.html')).toEqual(both);
  expect(alternates('articles/second-look.html')).toEqual([]);
  // A listing that is empty in the other language is no translation.
  expect(alternates('poker.html')).toEqual([]);
  expect(alternates('betting.html')).toHaveLength(3);
});

test('an empty site is a site', async () => {
  const files = site();
  for (const path of Object.keys(files)) if (path.includes('/articles/')) delete files[path];
  const tree = await buildTree({ ...files, 'content/ads.json': json({}) });
  const buffers = new Map([...tree].map(([path, text]) => [path, Buffer.from(text)]));
  expect(findBrokenTargets(readPages(buffers), buffers, 'https://small.example')).toEqual([]);
  expect(tree.get('sitemap.xml')).not.toContain('/poker');
  expect(tree.get('poker.html')).toContain('noindex');
});
