/** Paid links within texts and articles that somebody paid for: what readers, feeds, twins and search engines get. */
import { expect, test } from 'vitest';
import { buildSite, buildTree, expectCleanBuild } from '../support/build.ts';
import { runArticles, runJson } from '../support/program.ts';
import { article, json, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const odds = { category: 'betting', subcategory: 'odds' };
const BODY =
  'Compare [Books](https://books.example/?btag=7), [a guide](https://guide.example/) and [more](/go/more).\n';
const SETTINGS = {
  ...{ agents: { markdown: true }, feeds: { content: 'full' } },
  paidLinks: { links: ['books.example'] },
  redirects: [{ from: '/go/more', to: 'https://books.example/more' }],
};
const files = (config: object = SETTINGS) => ({
  ...smallSite(config),
  'content/en_US/articles/first.md': article({ title: 'First', slug: 'first', ...odds, body: BODY }),
});
const link = (href: string, text: string, rel: string) =>
  `<a href="${href}" rel="${rel}">${text}<span class="paid-mark"> (ad)</span></a>`;

test('paid links of a text say so on the page, in its data, in feeds and in its twin', async () => {
  const tree = await buildTree(files());
  const notice = 'We are paid for the links that are marked “(ad)”.';
  const external = link('https://books.example/?btag=7', 'Books', 'external noopener sponsored nofollow');
  const own = link('/go/more', 'more', 'sponsored nofollow noopener');
  const page = tree.get('articles/first.html') ?? '';
  expect(page.indexOf(notice)).toBeGreaterThan(page.indexOf('<h1>'));
  expect(page.indexOf(notice)).toBeLessThan(page.indexOf(external));
  expect(page).toContain(own);
  expect(page).toContain('<a href="https://guide.example/" rel="external noopener">a guide</a>');
  expect(tree.get('page-data/articles/first/page-data.json')).toContain(
    JSON.stringify(external).slice(1, -1),
  );
  const feed = JSON.parse(tree.get('feed.json') ?? '{}');
  const item = feed.items.find(({ url }: { url: string }) => url.endsWith('/articles/first'));
  expect(item.content_html).toContain(external);
  expect(item.content_html).toContain(`>${notice}</p>`);
  const twin = tree.get('articles/first.md') ?? '';
  expect(twin).toContain('[Books (ad)](https://books.example/?btag=7)');
  expect(twin).toContain(notice);
  // A page without a paid link, and a site that names none, have no word of it.
  expect(tree.get('index.html')).not.toContain('paid-mark');
  const plain = await buildTree(files({}));
  expect(plain.get('articles/first.html')).not.toMatch(/paid-mark|sponsored/);
});

test('a build after a change of the settings is that of a new machine', async () => {
  const root = makeSite(files());
  await buildSite(root);
  for (const change of [
    { redirects: [{ from: '/go/more', to: 'https://guide.example/' }] },
    { paidLinks: { links: ['guide.example'], except: ['books.example'] } },
    { paidLinks: { links: [] } },
  ]) {
    writeFiles(root, { 'site-config.json': smallSite({ ...SETTINGS, ...change })['site-config.json'] ?? '' });
    await buildSite(root);
    await expectCleanBuild(root);
  }
});

test('check asks for no label on pages that show no block of paid links', async () => {
  const root = makeSite({
    ...smallSite({ search: { fullText: true } }),
    'content/paid-links.json': json({
      everyPage: '<a href="https://partner.example/odds">Odds compared</a>',
    }),
  });
  const { errors } = await runJson(['check', '--root', root]);
  expect(errors).toEqual([]);
});

test('an article that somebody paid for says so in every list, feed and index, and on its page', async () => {
  const paid = article({
    ...{ title: 'A Shelf of Books', slug: 'shelf', ...odds, body: 'About novels.' },
    more: 'featured: 1\nsponsored: Acme Books',
  });
  const root = makeSite({ ...files(), 'content/en_US/articles/shelf.md': paid });
  await buildSite(root);
  const tree = new Map([...readTree(`${root}/dist`)].map(([path, bytes]) => [path, bytes.toString()]));
  const shown = 'Advertisement: A Shelf of Books';
  let places = 0;
  for (const [path, text] of tree) {
    if (path.startsWith('assets/')) continue;
    for (const { index } of text.matchAll(/A Shelf of Books/g)) {
      places++;
      expect(text.slice(index - 15, index + 16), path).toBe(shown);
    }
  }
  expect(places).toBeGreaterThan(12);
  for (const path of ['index.html', 'betting.html', 'feed.xml', 'rss.xml', 'articles/shelf.md', 'llms.txt'])
    expect(tree.get(path), path).toContain(shown);
  const page = tree.get('articles/shelf.html') ?? '';
  expect(page).toContain(`<h1>${shown}</h1>`);
  expect(page).toContain('Acme Books paid for this article.');
  expect(page).toContain(
    '"@type":"AdvertiserContentArticle","sponsor":{"@type":"Organization","name":"Acme Books"}',
  );
  expect(tree.get('articles/first.html')).not.toContain('AdvertiserContentArticle');
  // The label leaves when the field does.
  writeFiles(root, { 'content/en_US/articles/shelf.md': paid.replace('sponsored: Acme Books\n', '') });
  await buildSite(root);
  await expectCleanBuild(root);
  expect(readTree(`${root}/dist`).get('index.html')?.toString()).not.toContain(shown);
});

test('an article names an advertiser of the ledger by its name there, and a misspelt one is refused', async () => {
  const paid = (sponsored: string) => ({
    'content/en_US/articles/shelf.md': article({
      ...{ title: 'A Shelf of Books', slug: 'shelf', ...odds, body: 'About novels.' },
      more: `sponsored: ${sponsored}`,
    }),
  });
  const ledger = (name: string) => ({
    'content/offers.yaml': `advertisers:\n  acme: { name: ${name}, site: "https://acme.example/" }\n`,
  });
  const root = makeSite({ ...files(), ...paid('acme'), ...ledger('Acme Books') });
  await buildSite(root);
  const page = () => readTree(`${root}/dist`).get('articles/shelf.html')?.toString();
  expect(page()).toContain('Acme Books paid for this article.');
  expect(page()).toContain(
    '"sponsor":{"@type":"Organization","name":"Acme Books","url":"https://acme.example/"}',
  );
  // A new name in the ledger is a change of the page.
  writeFiles(root, ledger('Acme & Sons'));
  await buildSite(root);
  expect(page()).toContain('Acme &amp; Sons paid for this article.');
  await expectCleanBuild(root);
  writeFiles(root, paid('acne'));
  const { stderr } = await runArticles(['build', '--root', root]);
  expect(stderr).toMatch(
    /shelf\.md:\d+:12: there is no advertiser "acne" in content\/offers\.yaml\n.*"acme"/,
  );
  // A name as readers know it needs no ledger.
  writeFiles(root, paid('Bell Street Books'));
  await buildSite(root);
  expect(page()).toContain('"sponsor":{"@type":"Organization","name":"Bell Street Books"}');
});
