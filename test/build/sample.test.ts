import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJson } from '../support/cli.ts';
import { checkMarkup, needTool } from '../support/markup.ts';
import {
  attribute,
  type BuiltPage,
  find,
  findBrokenTargets,
  headValue,
  readPages,
  textOf,
} from '../support/pages.ts';
import { copySample, readTree } from '../support/site.ts';

const require = createRequire(import.meta.url);

/** The protocol's schema, and the one element of XHTML that the protocol borrows for hreflang. @returns its path */
function writeSitemapSchema(folder: string): string {
  const protocol = join(dirname(require.resolve('sitemap/package.json')), 'schema/sitemap.xsd');
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  write(
    'xhtml.xsd',
    `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xhtml">
      <element name="link"><complexType>
        <attribute name="rel" use="required" fixed="alternate"/>
        <attribute name="hreflang" use="required" type="NMTOKEN"/>
        <attribute name="href" use="required" type="anyURI"/>
      </complexType></element>
    </schema>`,
  );
  write(
    'all.xsd',
    `<schema xmlns="http://www.w3.org/2001/XMLSchema">
      <import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="${pathToFileURL(protocol)}"/>
      <import namespace="http://www.w3.org/1999/xhtml" schemaLocation="xhtml.xsd"/>
    </schema>`,
  );
  return join(folder, 'all.xsd');
}

const folders = mkdtempSync(join(tmpdir(), 'articles-sample-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));
/** The output of each site. */
const outputs: string[] = [];

describe.each([
  {
    name: 'the sample publication',
    root: '.',
    origin: 'https://measured-bet.example',
    languages: ['en', 'ru', 'tr', 'ko'],
    author: 'Organization',
  },
  {
    name: 'the crypto example',
    root: 'examples/house/sites/crypto',
    origin: 'https://plain-ledger.example',
    languages: ['en', 'ru'],
    author: 'Organization',
  },
  {
    name: 'its neighbour in the house',
    root: 'examples/house/sites/betting',
    origin: 'https://plain-odds.example',
    languages: ['en'],
    author: 'Organization',
  },
  {
    name: 'the documentation example',
    root: 'examples/docs',
    origin: 'https://tally.example',
    languages: ['en'],
  },
  {
    name: "the example of a site of one's own",
    root: 'examples/own',
    origin: 'https://allotment-notes.example',
    languages: ['en', 'de', 'ar'],
  },
  {
    name: 'the journal with photographs',
    root: 'examples/journal',
    origin: 'https://clear-skies.example',
    languages: ['en'],
    author: 'Organization',
  },
])('$name', ({ root, origin, languages, author = 'Person' }) => {
  const folder = join(folders, basename(origin));
  const dist = join(folder, 'dist');
  outputs.push(dist);

  let result: { articles: number; pages: number; warnings: object[] };
  let tree: Map<string, Buffer>;
  let pages: BuiltPage[];
  beforeAll(async () => {
    result = await runJson(['build', '--strict', '--root', copySample(root, folder), '--out', dist]);
    tree = readTree(dist);
    pages = readPages(tree);
  });
  const text = (path: string) => tree.get(path)?.toString('utf8') ?? '';
  const isError = (page: BuiltPage) => /(^|\/)(404|500|offline)\.html$/.test(page.file);
  const isIndexed = (page: BuiltPage) => !/noindex/.test(headValue(page, 'meta', { name: 'robots' }) ?? '');
  /** Pages that a search engine may show. */
  const indexed = () => pages.filter(isIndexed);
  const prefixes = languages.map((language, index) => (index === 0 ? '' : `${language}/`));

  test('has every route of the specification, in every language', () => {
    for (const prefix of prefixes) {
      for (const path of [
        'authors',
        'info/about-us',
        'privacy-policy',
        'terms',
        'sitemap',
        '404',
        '500',
        'offline',
      ]) {
        expect([...tree.keys()]).toContain(`${prefix}${path}.html`);
      }
      expect([...tree.keys()]).toContain(prefix === '' ? 'index.html' : `${prefix.slice(0, -1)}.html`);
      for (const file of ['feed.xml', 'rss.xml', 'feed.json'])
        expect([...tree.keys()]).toContain(prefix + file);
    }
    for (const file of [
      'sitemap.xml',
      'robots.txt',
      'manifest.webmanifest',
      'sw.js',
      'page-data/app-data.json',
    ]) {
      expect([...tree.keys()]).toContain(file);
    }
    expect(result.warnings).toEqual([]);
  });

  test('every link, fragment and resource within it resolves', () => {
    expect(findBrokenTargets(pages, tree, origin)).toEqual([]);
    // The checker itself finds a link that leads nowhere.
    const [page] = pages;
    const link = page && find(page, 'a')[0];
    if (!page || !link) throw new Error('no page');
    const broken = { ...page, elements: [{ ...link, attrs: [{ name: 'href', value: '/nowhere#x' }] }] };
    expect(findBrokenTargets([broken], tree, origin)).toEqual([`${page.file} → /nowhere#x`]);
  });

  test('every page has a language, one h1, a title of its own and a description', () => {
    const seen = new Map<string, string>();
    for (const page of pages) {
      const [html] = find(page, 'html');
      const language = html && attribute(html, 'lang');
      expect(languages).toContain(language);
      expect(`${page.file}: ${find(page, 'h1').length}`).toBe(`${page.file}: 1`);
      const title = find(page, 'title').map(textOf).join();
      expect(title.length).toBeGreaterThan(3);
      expect(headValue(page, 'meta', { name: 'description' })).toBeTruthy();
      if (isError(page)) continue;
      const key = `${language}: ${title}`;
      expect(seen.get(key) ?? page.file).toBe(page.file);
      seen.set(key, page.file);
    }
  });

  test('canonical, sitemap and og:url name the same addresses, and only those', () => {
    const canonical = indexed().map((page) => headValue(page, 'link', { rel: 'canonical' }));
    expect(indexed().map((page) => headValue(page, 'meta', { property: 'og:url' }))).toEqual(canonical);
    expect(indexed().map(({ path }) => `${origin}${encodeURI(path)}`)).toEqual(canonical);
    const listed = [...text('sitemap.xml').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
    expect(listed.toSorted()).toEqual(canonical.toSorted());
    for (const page of pages.filter((other) => !isIndexed(other))) {
      expect(headValue(page, 'link', { rel: 'canonical' })).toBeNull();
      expect(headValue(page, 'meta', { property: 'og:url' })).toBeNull();
    }
    expect(pages.filter(isError).some(isIndexed)).toBe(false);
  });

  test('hreflang is reciprocal, names itself and x-default, and equals that of the sitemap', () => {
    const alternates = new Map(
      pages.map((page) => [
        `${origin}${encodeURI(page.path)}`,
        find(page, 'link', { rel: 'alternate' }).flatMap((link): [string, string][] => {
          const language = attribute(link, 'hreflang');
          return language === undefined ? [] : [[language, attribute(link, 'href') ?? '']];
        }),
      ]),
    );
    let pairs = 0;
    for (const [url, list] of alternates) {
      if (list.length === 0) continue;
      pairs++;
      const map = new Map(list);
      expect(
        [...map.keys()]
          .filter((language) => language !== 'x-default')
          .every((one) => languages.includes(one)),
      ).toBe(true);
      expect(map.size).toBe(list.length);
      expect([...map.values()]).toContain(url);
      expect(map.has('x-default')).toBe(true);
      for (const other of map.values()) expect(alternates.get(other)).toEqual(list);
    }
    expect(pairs > 10).toBe(languages.length > 1);
    for (const [, entry = ''] of text('sitemap.xml').matchAll(/<url>(.*)<\/url>/g)) {
      const url = /<loc>([^<]*)/.exec(entry)?.[1] ?? '';
      const links = [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, a, b]) => [a, b]);
      expect(links).toEqual(alternates.get(url));
    }
  });

  test('JSON-LD says what search engines ask for', () => {
    for (const page of indexed()) {
      const graph = find(page, 'script', { type: 'application/ld+json' }).flatMap(
        (script) => JSON.parse(textOf(script))['@graph'] as Record<string, unknown>[],
      );
      const of = (type: string) => graph.filter((node) => node['@type'] === type);
      const isHome = prefixes.some((prefix) => page.path === `/${prefix.slice(0, -1)}`);
      expect(of('WebSite')).toHaveLength(isHome ? 1 : 0);
      expect(JSON.stringify(graph)).not.toContain('SearchAction');
      if (author === 'Organization') expect(JSON.stringify(graph)).not.toContain('"Person"');
      if (!isHome) {
        const [trail] = of('BreadcrumbList');
        const items = trail?.itemListElement as { position: number; name: string; item: string }[];
        expect(items.length).toBeGreaterThanOrEqual(2);
        expect(items.map(({ position }) => position)).toEqual(items.map((_item, index) => index + 1));
        for (const { item, name } of items)
          expect([item.startsWith(`${origin}/`), name !== '']).toEqual([true, true]);
      }
      if (/(^|\/)articles\//.test(page.file)) {
        const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
        // An article with a photograph has it before the picture for link previews.
        const images = of('Article').flatMap(({ image }) => image as string[]);
        expect(images.length).toBeGreaterThan(0);
        for (const image of images) expect(image).toMatch(/^https:\/\//);
        expect(of('Article')).toEqual([
          expect.objectContaining({
            headline: find(page, 'h1').map(textOf).join(),
            datePublished: expect.stringMatching(rfc3339),
            dateModified: expect.stringMatching(rfc3339),
            author: {
              '@type': author,
              name: expect.any(String),
              url: expect.stringContaining(`${origin}/`),
            },
            mainEntityOfPage: headValue(page, 'link', { rel: 'canonical' }),
          }),
        ]);
      }
      if (/(^|\/)authors\/[^/]+\.html$/.test(page.file)) {
        // The page of a pen name tells of no person.
        expect(of('ProfilePage').length + of('CollectionPage').length).toBe(1);
        for (const { mainEntity } of of('ProfilePage')) expect(mainEntity).toMatchObject({ '@type': author });
      }
    }
  });

  test('link previews are complete', () => {
    for (const page of indexed()) {
      for (const property of [
        'og:title',
        'og:type',
        'og:description',
        'og:image',
        'og:image:alt',
        'og:locale',
      ]) {
        expect([page.file, property, headValue(page, 'meta', { property })]).not.toContain(null);
      }
      expect(headValue(page, 'meta', { property: 'og:locale' })).toMatch(/^[a-z]{2}(_[A-Z]{2})?$/);
    }
  });

  test('paid links are labelled and sponsored', () => {
    const links = pages.flatMap((page) =>
      find(page, 'a').filter((link) => attribute(link, 'rel')?.includes('sponsored')),
    );
    for (const link of links) {
      if (attribute(link, 'target') === '_blank') expect(attribute(link, 'rel')).toContain('noopener');
    }
    if (root === '.') expect(links.length).toBeGreaterThan(20);
  });

  test('the sitemap holds to the schema and to the limits', () => {
    needTool('xmllint', 'xmllint', ['--version']);
    const args = ['--nonet', '--noout', '--schema', writeSitemapSchema(folder), join(dist, 'sitemap.xml')];
    const { status, stderr } = spawnSync('xmllint', args, { encoding: 'utf8' });
    expect({ status, stderr: stderr.slice(0, 1000) }).toEqual({
      status: 0,
      stderr: expect.stringContaining('validates'),
    });
    const urls = [...text('sitemap.xml').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url);
    expect(urls.length).toBeLessThanOrEqual(50_000);
    for (const url of urls) expect([url.startsWith(origin), url.length < 2048]).toEqual([true, true]);
    expect(text('robots.txt')).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  });

  test.each(prefixes)('the feeds of "%s" say the same, in three forms', (prefix) => {
    const atom = parseFeed(text(`${prefix}feed.xml`));
    const rss = parseFeed(text(`${prefix}rss.xml`));
    const feed = JSON.parse(text(`${prefix}feed.json`));
    if (atom.format !== 'atom' || rss.format !== 'rss') throw new Error(`${atom.format} ${rss.format}`);
    const { id, title, updated, links, entries = [] } = atom.feed;
    expect([id, title, updated].every(Boolean)).toBe(true);
    expect(links).toContainEqual(
      expect.objectContaining({ rel: 'self', href: `${origin}/${prefix}feed.xml` }),
    );
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect([entry.id, entry.title, entry.updated, entry.authors?.[0]?.name].every(Boolean)).toBe(true);
      expect(entry.updated).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/);
    }
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
    expect([rss.feed.title, rss.feed.link, rss.feed.description].every(Boolean)).toBe(true);
    expect(rss.feed.items?.map((item) => item.guid?.value)).toEqual(entries.map((entry) => entry.id));
    for (const { pubDate } of rss.feed.items ?? []) {
      expect(pubDate).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d(?: GMT| [+-]\d{4})$/);
    }
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: `${origin}/${prefix}feed.json`,
    });
    expect(feed.items.map((item: { id: string }) => item.id)).toEqual(entries.map((entry) => entry.id));
    const contentOf = (item: { content_text?: string; content_html?: string }) =>
      item.content_text ?? item.content_html;
    expect(feed.items.every(contentOf)).toBe(true);
    // Each entry leads to a page that stands.
    const urls = new Set(pages.map(({ path }) => `${origin}${encodeURI(path)}`));
    for (const { url } of feed.items) expect(urls).toContain(url);
  });

  test('the web manifest has what an installation asks for', () => {
    const manifest = JSON.parse(text('manifest.webmanifest'));
    expect(manifest).toMatchObject({
      name: expect.any(String),
      start_url: '/',
      display: expect.any(String),
    });
    // Under the icon on a phone stands the title, not the slug for buckets.
    expect(manifest.short_name).toBe(manifest.name);
    const icons = manifest.icons as { src: string; sizes: string; purpose: string }[];
    for (const size of ['192x192', '512x512'])
      expect(icons.some(({ sizes, purpose }) => sizes === size && purpose === 'any')).toBe(true);
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src } of icons) expect([...tree.keys()]).toContain(src.slice(1));
  });

  test('navigation data stands for every page that can be reached', () => {
    for (const page of pages) {
      if (
        /(^|\/)offline\.html$/.test(page.file) ||
        headValue(page, 'meta', { 'http-equiv': 'refresh' }) !== null
      )
        continue;
      const name = page.path === '/' ? 'index' : page.path.slice(1);
      const isFallback = /(^|\/)(404|500)$/.test(name);
      const data = JSON.parse(text(`page-data/${name}${isFallback ? '.html' : ''}/page-data.json`));
      expect(data).toMatchObject({ path: page.path, componentChunkName: expect.any(String) });
      expect(page.html).toContain(data.result.data.main);
      expect(page.html).toContain(data.result.data.head);
      for (const slice of Object.values(data.slicesMap))
        expect([...tree.keys()]).toContain(`slice-data/${slice}.json`);
      for (const hash of data.staticQueryHashes)
        expect([...tree.keys()]).toContain(`page-data/sq/d/${hash}.json`);
    }
    const queries = [...tree.keys()].filter((path) => path.startsWith('page-data/sq/d/'));
    const headers = [...tree.keys()].filter((path) => path.startsWith('slice-data/header-'));
    const named = headers.flatMap((path): string[] => JSON.parse(text(path)).staticQueryHashes);
    // Nothing is published that no slice asks for.
    expect(named.map((hash) => `page-data/sq/d/${hash}.json`).sort()).toEqual(queries.sort());
    for (const path of headers) {
      const { result, staticQueryHashes } = JSON.parse(text(path));
      expect(result.data.html).toContain(`data-props="/page-data/sq/d/${staticQueryHashes[0]}.json"`);
    }
  });
});

// The checker takes longer to start than to read a site.
test('the W3C checker finds no error on any page of any site', () => {
  expect(checkMarkup(outputs)).toEqual([]);
}, 240_000);
