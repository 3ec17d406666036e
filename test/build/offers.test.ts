/** The ledger of paid links: what readers get of an offer, what is refused, and what `check`, `next` and `deploy` say of it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDates } from '../../src/build/read-dates.ts';
import { loadManifest } from '../../src/build/write/load-manifest.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import type { Problem } from '../../src/foundation/errors.ts';
import { buildSite, buildTree, expectCleanBuild } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import {
  article,
  type Files,
  makeFolder,
  makeSite,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

const odds = { category: 'betting', subcategory: 'odds' };
const LEDGER = `advertisers:
  acme: { name: Acme Books, legal: Acme Books Ltd, number: "1040426646" }
offers:
  three-books:
    advertiser: acme
    class: books
    markets: [GB]
    until: 2999-01-31
    contract: C-SECRET-17
    texts:
      en_US:
        url: https://acme.example/?btag=42#top
        text: Three books for two
        terms: New customers.
        eligibility: For readers in the UK.
        erid: 2VtzqxAbCd
`;
const NOTICES = `- class: books
  market: [GB, IE]
  show: { en_US: Read with care. }
  needs: [terms, erid, legal]
  source: https://law.example/
  checked: 2026-01-01
  by: A. Reed
  reviewBy: 2999-01-01
`;
const BODY = 'Take [three books](offer:three-books) today.\n\n::offer{id="three-books"}\n';
const files = (more: Files = {}, config: object = {}): Files => ({
  ...smallSite({
    ...{ locales: ['en_US'], markets: { en_US: ['GB', 'IE'] }, agents: { markdown: true } },
    ...{ feeds: { content: 'full' }, ...config },
  }),
  'content/offers.yaml': LEDGER,
  'content/notices.yaml': NOTICES,
  'content/en_US/articles/first.md': article({ title: 'First', slug: 'first', ...odds, body: BODY }),
  ...more,
});

const LINK =
  '<a href="https://acme.example/?btag=42&amp;erid=2VtzqxAbCd#top" rel="sponsored nofollow noopener">three books<span class="paid-mark"> (ad)</span></a>';
const TERMS =
  ' <small>(New customers. · For readers in the UK. · Until January 31, 2999 · Acme Books Ltd · erid: 2VtzqxAbCd · Read with care.)</small>';

async function said(root: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runArticles([...args, '--root', root]);
  return stdout + stderr;
}

async function problems(root: string): Promise<Problem[]> {
  const { stdout } = await runArticles(['check', '--json', '--root', root]);
  const { errors, warnings } = JSON.parse(stdout);
  return [...errors, ...warnings];
}
const codesOf = (found: readonly Problem[]) => [...new Set(found.map(({ code }) => code))].sort();

test('an offer has its word and its conditions on the page, in feeds and in the twin, and no contract anywhere', async () => {
  const tree = await buildTree(files());
  const page = tree.get('articles/first.html') ?? '';
  expect(page).toContain(`Take ${LINK}${TERMS} today.`);
  expect(page).toContain(
    `<div class="paid"><p class="paid-label">Advertisement</p><div class="paid-blocks"><p><strong>Acme Books</strong> ${LINK.replace('three books', 'Three books for two')}${TERMS}</p></div></div>`,
  );
  const feed = JSON.parse(tree.get('feed.json') ?? '{}');
  const item = feed.items.find(({ url }: { url: string }) => url.endsWith('/articles/first'));
  expect(item.content_html).toContain(LINK + TERMS);
  expect(tree.get('articles/first.md')).toContain('Until January 31, 2999');
  for (const text of tree.values()) expect(text).not.toMatch(/C-SECRET|offer:three/);
});

test('what a notice needs and what an address names must be there, with file, line and column', async () => {
  const refused = async (change: Files) => said(makeSite(files(change)), 'build');
  const ledger = (from: string, to: string) => ({ 'content/offers.yaml': LEDGER.replace(from, to) });
  expect(await refused(ledger('        erid: 2VtzqxAbCd\n', ''))).toContain(
    'content/offers.yaml:12:9: there is no "erid"\n  → add it: the notice of books in GB, IE needs it',
  );
  expect(await refused(ledger(', legal: Acme Books Ltd', ''))).toContain(
    'content/offers.yaml:2:9: there is no "legal"',
  );
  expect(await refused(ledger('        eligibility: For readers in the UK.\n', ''))).toContain(
    'content/offers.yaml:12:9: it holds in GB, and en_US has readers in GB, IE',
  );
  expect(await refused(ledger('advertiser: acme', 'advertiser: akme'))).toContain(
    'content/offers.yaml:5:17: there is no advertiser "akme"',
  );
  expect(await refused(ledger('until: 2999-01-31', 'until: 31.1.2999'))).toMatch(
    /content\/offers\.yaml:8:\d+:/,
  );
  expect(await refused({ 'content/offers/more.yaml': LEDGER })).toContain('"three-books" too');
  const unknown = { title: 'First', ...odds, body: 'Take [books](offer:tree-books).' };
  expect(await refused({ 'content/en_US/articles/first.md': article(unknown) })).toMatch(
    /first\.md:\d+:14: there is no offer "tree-books"/,
  );
});

test('check asks for days of review and for rules, and names texts that have lost an offer', async () => {
  const root = makeSite(files());
  const ours = (found: readonly Problem[]) =>
    found
      .filter(({ code }) => /offer|notice|paid/.test(code))
      .map(({ code, file, line }) => `${code} ${file}:${line}`);
  expect(ours(await problems(root))).toEqual([]);
  const change = (ledger: string, notices = NOTICES, config: object = {}) =>
    writeFiles(root, files({ 'content/offers.yaml': ledger, 'content/notices.yaml': notices }, config));
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  change(LEDGER.replace('2999-01-31', soon));
  expect(ours(await problems(root))).toEqual([
    'unreviewed-offer content/en_US/articles/first.md:11',
    'unreviewed-offer content/en_US/articles/first.md:13',
    'unreviewed-offer content/offers.yaml:5',
  ]);
  change(LEDGER.replace('2999-01-31', '2026-01-02'));
  expect(ours(await problems(root))).toEqual([
    'withheld-offer content/en_US/articles/first.md:11',
    'withheld-offer content/en_US/articles/first.md:13',
  ]);
  change(LEDGER, NOTICES.replace('2999-01-01', '2026-01-02').replace('[GB, IE]', 'GB'));
  expect(ours(await problems(root))).toEqual([
    'unreviewed-offer content/notices.yaml:8',
    'missing-notice content/offers.yaml:6',
  ]);
  change(LEDGER, NOTICES.replace('needs:', 'forbid: true\n  needs:'));
  expect(codesOf(await problems(root))).toContain('withheld-offer');
  change(LEDGER, NOTICES, { markets: {} });
  expect(ours(await problems(root))).toEqual(['missing-notice site-config.json:1']);
});

test('check reads the page, whatever a view shows', async () => {
  const component = (html: string) =>
    `export default function BodyText({ body }: { body: { html: string } | null }) {\n  return <div dangerouslySetInnerHTML={{ __html: (body?.html ?? '')${html} }} />;\n}\n`;
  const root = makeSite(files());
  const codes = async (html: string) => {
    writeFiles(root, { 'theme/components/BodyText.tsx': component(html) });
    return (await problems(root)).flatMap(({ code, message }) => (/offer|paid/.test(code) ? [message] : []));
  };
  expect(await codes('')).toEqual([]);
  expect(
    await codes(".replace(/<span class=.paid-mark.*?span>/g, '').replace(/Advertisement/g, '')"),
  ).toEqual([
    'the paid link to "https://acme.example/?btag=42&erid=2VtzqxAbCd#top" has no word such as "ad" in it or beside it',
  ]);
  expect(await codes(".replace(/ · Until.*?2999/g, '')")).toEqual([
    'the offer at "https://acme.example/?btag=42&erid=2VtzqxAbCd#top" stands without "Until January 31, 2999"',
  ]);
  expect(await codes(".replace(/<p class=.paid-notice.*?p>/g, '')")).toEqual([
    'the page does not show "We are paid for the links that are marked “(ad)”." before its first paid link',
  ]);
  expect((await codes(".replace(/ rel=.sponsored[^\"]*./g, '')")).sort()[0]).toBe(
    'the link to "https://acme.example/?btag=42&erid=2VtzqxAbCd#top" does not say that it is paid for',
  );
});

test('offers are in the calendar, in what is due, and in the record of the build', async () => {
  const root = makeSite(files());
  const { stdout } = await runArticles(['next', '--days', '36500', '--json', '--root', root]);
  expect(JSON.parse(stdout).coming).toMatchObject([]);
  writeFiles(root, { 'content/offers.yaml': LEDGER.replace('2999-01-31', '2090-01-31') });
  const shown = JSON.parse((await runArticles(['next', '--days', '36500', '--json', '--root', root])).stdout);
  expect(shown.coming.map(({ what, at, title }: Record<string, string>) => `${what} ${at} ${title}`)).toEqual(
    ['review null three-books', 'expire 2090-01-31T18:30:00.000Z three-books'],
  );
  // The day is one of the site's zone, and ends with it.
  const time = Date.parse('2090-01-31T18:30:00Z');
  const { articles } = await readDates(await loadConfig(root));
  expect(articles.find(({ title }) => title === 'three-books')).toMatchObject({
    file: 'content/offers.yaml',
    editorial: { expires: { time } },
  });
  await buildSite(root);
  const { times } = loadManifest(root, join(root, 'dist')) ?? {};
  expect(times?.changes).toContainEqual({ time, what: 'expire', file: 'content/offers.yaml' });
});

test('the site of another time is not for production', async () => {
  const root = makeSite(files());
  expect(await said(root, 'build', '--date', '31.1.2027')).toContain('--date: "31.1.2027" is not a date');
  await said(root, 'build', '--date', '2999-02-01');
  const send = await runArticles([
    'deploy',
    '--env',
    'production',
    '--yes',
    '--target',
    `file://${root}/www`,
    '--root',
    root,
  ]);
  expect(send.stderr).toContain('the build is the site of 2999-02-01 00:00 (--date)');
  // The next build is that of now.
  await buildSite(root);
  expect(
    await said(root, 'deploy', '--env', 'production', '--yes', '--target', `file://${root}/www`),
  ).not.toContain('--date');
});

test('offers lists what each edition shows, where, and for how many days', async () => {
  const soon = new Date(Date.now() + 2.5 * 86_400_000).toISOString();
  const body = 'All: \n\n::offers{class="books"}\n';
  const root = makeSite(
    files({
      'content/offers.yaml': LEDGER.replace('2999-01-31', soon),
      'content/en_US/articles/second.md': article({ title: 'Second', slug: 'second', ...odds, body }),
      'content/en_US/info/terms.md': `---\ntitle: Terms\n---\n${body}`,
    }),
  );
  const { stdout } = await runArticles(['offers', '--json', '--root', root]);
  expect(JSON.parse(stdout).offers).toEqual([
    {
      ...{ name: 'three-books', advertiser: 'acme', class: 'books', until: soon, daysLeft: 3 },
      file: 'content/offers.yaml',
      editions: [
        { locale: 'en_US', state: 'shown', pages: ['/articles/first', '/articles/second', '/terms'] },
      ],
    },
  ]);
  expect(await said(root, 'offers')).toMatch(/three-books +en_US +shown/);
});

test('an offer of a layer is shown only by a site that names it', async () => {
  const folder = makeFolder();
  const root = join(folder, 'site');
  writeFiles(join(folder, 'house'), {
    'content/offers.yaml': LEDGER,
    'content/offers/more.yaml':
      'offers:\n  atlas: { advertiser: acme, class: books, fallback: /terms, texts: { en_US: { url: "https://atlas.example/", text: Atlas } } }\n',
    'content/en_US/pages/shared.md': `---\ntitle: Shared\n---\n${BODY}\n[An atlas](offer:atlas).\n\n::offers{class="books"}\n`,
  });
  const site = (fromLayers: string[]) => ({
    ...files(
      { 'content/offers.yaml': null, 'content/notices.yaml': null },
      { layers: ['../house'], offers: { fromLayers }, markets: {} },
    ),
  });
  writeFiles(root, site([]));
  await buildSite(root);
  const addresses = () =>
    ['articles/first.html', 'shared.html'].map((path) => [
      ...new Set(
        readTree(join(root, 'dist'))
          .get(path)
          ?.toString()
          .match(/(?:acme|atlas)\.example/g),
      ),
    ]);
  expect(addresses()).toEqual([[], []]);
  const found = await problems(root);
  expect(found.filter(({ code }) => code === 'withheld-offer').map(({ file }) => file)).toEqual([
    '../house/content/en_US/pages/shared.md',
    '../house/content/en_US/pages/shared.md',
    '../house/content/en_US/pages/shared.md',
    'content/en_US/articles/first.md',
    'content/en_US/articles/first.md',
  ]);
  writeFiles(root, site(['atlas', 'atlass']));
  await buildSite(root);
  expect(addresses()).toEqual([[], ['atlas.example']]);
  expect(await problems(root)).toContainEqual(
    expect.objectContaining({
      ...{ code: 'without-effect', file: 'site-config.json', line: expect.any(Number) },
      message: 'no layer has the offer "atlass"',
    }),
  );
  await expectCleanBuild(root);
});

test('sites share a ledger by a layer, and no site loses a rule of it', async () => {
  const folder = makeFolder();
  const root = join(folder, 'site');
  const own = files(
    { 'content/offers.yaml': null, 'content/notices.yaml': null },
    { layers: ['../house'], offers: { fromLayers: ['three-books'] } },
  );
  const page = `---\ntitle: Shared\n---\n${BODY}`;
  const house = { 'content/offers.yaml': LEDGER, 'content/en_US/pages/shared.md': page };
  writeFiles(join(folder, 'house'), { ...house, 'content/notices.yaml': NOTICES });
  writeFiles(root, own);
  const pages = () => {
    const tree = readTree(join(root, 'dist'));
    return ['articles/first.html', 'shared.html'].map((path) =>
      tree
        .get(path)
        ?.toString()
        .includes(LINK + TERMS),
    );
  };
  await buildSite(root);
  expect(pages()).toEqual([true, true]);
  // A record of the site is added to those of the layer.
  writeFiles(root, { 'content/notices.yaml': NOTICES.replace('Read with care.', 'Read twice.') });
  await buildSite(root);
  const shared = readTree(join(root, 'dist')).get('shared.html')?.toString();
  expect(shared).toContain('Read twice. · Read with care.');
  writeFiles(join(folder, 'house'), {
    'content/notices.yaml': NOTICES.replace('needs:', 'forbid: true\n  needs:'),
  });
  await buildSite(root);
  expect(readTree(join(root, 'dist')).get('shared.html')?.toString()).not.toContain('acme.example');
  await expectCleanBuild(root);
});
