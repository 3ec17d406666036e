/** The JSON schemas of content files: they accept what the program accepts, and refuse what it refuses as far as they can. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { aliasPath } from '../../src/config/page-path.ts';
import { parseJsonFile } from '../../src/config/read-json.ts';
import { parseArticleDate } from '../../src/content/article/dates.ts';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { loadEditionParts, loadPaidLinks } from '../../src/content/data/edition-data.ts';
import { parseInfo } from '../../src/content/data/info-pages.ts';
import { loadStrings } from '../../src/content/data/interface-strings.ts';
import { loadLedger } from '../../src/content/data/offers.ts';
import { createProblems } from '../../src/foundation/errors.ts';
import { listFiles } from '../../src/foundation/walk-directory.ts';
import { parseTopics } from '../../src/generate/run/parse-topics.ts';
import { LOCALE_CODES } from '../../src/locales/codes.ts';
import { strings as en_US } from '../../src/locales/en_US.ts';
import { mergeStrings } from '../../src/locales/merge-strings.ts';
import { CONTENT_SCHEMAS, createEditorSettings, schemaOf } from '../../src/scaffold/content-schemas.ts';
import { writeScaffold } from '../../src/scaffold/scaffold.ts';
import { TEMPLATES } from '../../src/scaffold/template-names.ts';
import { makeFolder, makeSite, SAMPLES, smallSite } from '../support/site.ts';

const ajv = new Ajv2020({
  allowUnionTypes: true,
  strictRequired: false,
  formats: { uri: true, email: true },
});
const validators = new Map(CONTENT_SCHEMAS.map(({ name, create }) => [name, ajv.compile(create())]));

function validate(name: string, value: unknown): string[] {
  const validator = validators.get(name);
  if (!validator) throw new Error(`there is no schema "${name}"`);
  return validator(value)
    ? []
    : (validator.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** As an editor reads a file. */
function readValue(format: string, text: string): unknown {
  if (format === 'json') return JSON.parse(text);
  if (format === 'yaml') return parse(text);
  return /^---\n/.test(text) ? (parse(text.split(/^---$/m)[1] ?? '') ?? {}) : {};
}

interface ContentFile {
  file: string;
  name: string;
  value: unknown;
}

async function filesOf(root: string): Promise<ContentFile[]> {
  const below = async (folder: string) =>
    (existsSync(join(root, folder)) ? await listFiles(join(root, folder)) : []).map(
      (path) => `${folder}/${path}`,
    );
  const paths = ['site-config.json', ...(await below('content')), ...(await below('theme'))];
  return paths.flatMap((file): ContentFile[] => {
    const schema = schemaOf(file);
    return schema
      ? [{ file, name: schema.name, value: readValue(schema.format, readFileSync(join(root, file), 'utf8')) }]
      : [];
  });
}

describe('real files', () => {
  test.each([...SAMPLES, 'docs/site'])('of %s are right', async (root) => {
    const files = await filesOf(root);
    expect(files.length).toBeGreaterThan(3);
    for (const { name, file, value } of files) expect([file, validate(name, value)]).toEqual([file, []]);
  });

  test('with a planted fault are wrong', async () => {
    const plant: Record<string, object> = {
      'site-config': { themeColor: 'green' },
      article: { date: 'soon' },
      page: { aliases: 'about' },
      categories: { planted: { key: 'planted', slug: 'Planted' } },
      authors: { '0': { name: 'Ann' } },
      seo: { terms: { title: '' } },
      ads: { sapeLinks: { authors: [] } },
      strings: { menu: 'Sections' },
    };
    const files = await filesOf('.');
    expect(new Set(files.map(({ name }) => name))).toEqual(new Set(Object.keys(plant)));
    for (const { file, name, value } of files) {
      const copy: object = JSON.parse(JSON.stringify(value));
      expect([file, validate(name, Object.assign(copy, plant[name])).length > 0]).toEqual([file, true]);
    }
  });

  test('of every new site are right, and name schemas that the package has', async () => {
    const settings: Record<string, unknown>[] = [];
    for (const template of TEMPLATES) {
      const root = join(makeFolder(), template);
      const written = await writeScaffold(
        root,
        { title: 'T', locales: LOCALE_CODES, template, isDaily: false },
        [],
      );
      const files = await filesOf(root);
      for (const { name, file, value } of files) expect([file, validate(name, value)]).toEqual([file, []]);
      const data = written.filter((file) => /^content\/.*(\.json|\.md)$/.test(file));
      expect(data.filter((path) => !files.some(({ file }) => file === path))).toEqual([]);
      const named = files.flatMap(({ file, value }) => {
        const schema =
          typeof value === 'object' && value !== null && '$schema' in value ? String(value.$schema) : null;
        return schema === null || file === 'site-config.json' ? [] : [join(dirname(file), schema)];
      });
      expect(named.length).toBeGreaterThanOrEqual(LOCALE_CODES.length);
      settings.push(JSON.parse(readFileSync(join(root, '.vscode/settings.json'), 'utf8')));
      for (const path of named) expect([path, inPackage(path)]).toEqual([path, true]);
    }
    expect(new Set(settings.map((text) => JSON.stringify(text)))).toEqual(
      new Set([JSON.stringify(createEditorSettings())]),
    );
  });

  test('are those of the editor settings', () => {
    const settings: Record<string, unknown> = JSON.parse(readFileSync('.vscode/settings.json', 'utf8'));
    const shared = JSON.stringify(createEditorSettings()).replaceAll('node_modules/articles/', '');
    expect(settings).toEqual(JSON.parse(shared));
    const urls = [...JSON.stringify(createEditorSettings()).matchAll(/"(\.\/[^"]+\.schema\.json)"/g)].map(
      ([, url = '']) => url,
    );
    expect(new Set(urls).size).toBe(CONTENT_SCHEMAS.length);
    for (const url of urls) expect([url, inPackage(url)]).toEqual([url, true]);
  });
});

/** The dependency of a site is this package. */
const inPackage = (path: string) => existsSync(resolve(path.replace(/^(\.\/)?node_modules\/articles\//, '')));

const NOTICE = {
  ...{ class: 'betting', market: 'GB', source: 'https://law.example/' },
  ...{ checked: '2026-11-20', by: 'A. Reed', reviewBy: '2027-05-20' },
};
const AUTHOR = { name: 'A', description: 'B', meta_title: 'C', meta_description: 'D' };
const ENTRY = { title: 'T', description: 'D' };
const SEO = Object.fromEntries(
  ['home', 'authors', 'not-found', 'about-us', 'privacy-policy', 'terms', 'sitemap'].map((kind) => [
    kind,
    ENTRY,
  ]),
);
const OTHER = { key: 'other', slug: 'others', children: null };
const GROUP = { key: 'walks', slug: 'walks', children: { other: OTHER } };
const CONFIG = { title: 'T', shortName: 'a-site', url: 'https://a.example', locales: ['en_US'] };
const ARTICLE = { title: 'T', author: 'A', date: '2026-03-01' };

/** The program's verdict on a file. */
const READERS: Record<string, (value: unknown) => Promise<boolean>> = {
  async 'site-config'(value) {
    const bytes = Buffer.from(JSON.stringify(value));
    return (await parseJsonFile('site-config.json', bytes, siteConfigSchema)).ok;
  },
  async article(value) {
    const source = { file: 'content/en_US/articles/a.md', locale: 'en_US', key: 'a' };
    const { problems } = parseArticle(source, `---\n${stringify(value)}---\nText\n`, '');
    return !problems.some(({ severity }) => severity !== 'warning');
  },
  async page(value) {
    return !Array.isArray(
      parseInfo('content/en_US/pages/a.md', `---\n${stringify(value)}---\nText\n`, '', null, null),
    );
  },
  categories: (value) => loads('content/en_US/categories.json', value),
  authors: (value) => loads('content/en_US/authors.json', value),
  seo: (value) => loads('content/en_US/seo.json', value),
  'paid-links': (value) => loads('content/paid-links.json', value),
  ads: (value) => loads('content/ads.json', value),
  async offers(value) {
    const problems = createProblems();
    const root = makeSite({ 'content/offers.json': JSON.stringify(value) });
    await loadLedger({ root, offers: { keep: 3, fromLayers: [] } }, problems);
    return problems.errors.length === 0;
  },
  async notices(value) {
    const problems = createProblems();
    const root = makeSite({ 'content/notices.json': JSON.stringify(value) });
    await loadLedger({ root, offers: { keep: 3, fromLayers: [] } }, problems);
    return problems.errors.length === 0;
  },
  strings: (value) => loads('content/en_US/strings.json', value),
  locale: (value) => loads('theme/locales/de_DE.json', value),
  async topics(value) {
    return await parseTopics('topics.yaml', stringify(value)).then(
      () => true,
      () => false,
    );
  },
};

async function loads(path: string, value: unknown): Promise<boolean> {
  const root = makeSite({ ...smallSite(), [path]: JSON.stringify(value) });
  const config = { root } as Parameters<typeof loadEditionParts>[0];
  const problems = createProblems();
  await loadEditionParts(config, 'en_US', problems);
  await loadPaidLinks(root, problems);
  for (const locale of ['en_US', ...(path.startsWith('theme/') ? ['de_DE'] : [])])
    await loadStrings(config, locale, problems);
  return problems.errors.length === 0;
}

const { menu, ...WITHOUT_MENU } = en_US;

describe('the schema and the program agree on', () => {
  const table: Record<string, { right: unknown[]; wrong: unknown[] }> = {
    'site-config': {
      right: [CONFIG, { ...CONFIG, $schema: './x.json', redirects: [{ from: '/a', to: '/b/' }] }],
      wrong: [
        { ...CONFIG, title: undefined },
        { ...CONFIG, tittle: 'T' },
        { ...CONFIG, locales: ['english'] },
        { ...CONFIG, feedItems: 0 },
        { ...CONFIG, redirects: [{ from: 'a', to: '/b' }] },
        { ...CONFIG, redirects: [{ from: '/a//b', to: '/b' }] },
      ],
    },
    article: {
      right: [
        ARTICLE,
        { ...ARTICLE, title: 1984, slug: 2024, draft: true, pinned: 'false', featured: 2 },
        {
          ...ARTICLE,
          date: '2026-03-01T09:30:00+05:30',
          updated: null,
          image: null,
          aliases: null,
          entities: null,
        },
        { ...ARTICLE, date: '2026-03-01 09:30 UTC', aliases: ['/a', '/', '/a/b.c/'], own: { x: 1 } },
        { ...ARTICLE, entities: [{ category: 'a', subcategories: [{ subcategory: null }, {}] }] },
        { ...ARTICLE, origin: { status: 'needs-review', model: 'm' } },
      ],
      wrong: [
        { ...ARTICLE, title: undefined },
        { ...ARTICLE, title: '' },
        { ...ARTICLE, author: ['A'] },
        { ...ARTICLE, date: 2026 },
        { ...ARTICLE, date: '1 March 2026' },
        { ...ARTICLE, date: '2026-03-01T09:30' },
        { ...ARTICLE, slug: 'Big Words' },
        { ...ARTICLE, draft: 'yes' },
        { ...ARTICLE, featured: 0 },
        { ...ARTICLE, featured: 'first' },
        { ...ARTICLE, pinned: 1 },
        { ...ARTICLE, aliases: '/a' },
        { ...ARTICLE, aliases: ['a'] },
        { ...ARTICLE, aliases: ['/a b'] },
        { ...ARTICLE, aliases: ['/../a'] },
        { ...ARTICLE, entities: { category: 'a' } },
        { ...ARTICLE, entities: [{ subcategories: [] }] },
      ],
    },
    page: {
      right: [
        {},
        { title: 'T', navigation: 'menu', layout: 'wide', aliases: ['/a'] },
        { title: 5, other: 1 },
      ],
      wrong: [{ navigation: 'header' }, { layout: '' }, { aliases: ['a'] }, { title: ['T'] }],
    },
    categories: {
      right: [
        {},
        { walks: GROUP },
        { $schema: './x.json', walks: GROUP },
        { walks: { title: 'Walks' } },
        { walks: {}, birds: { children: { seaBirds: { title: 'Sea' } } } },
        { walks: { ...GROUP, children: {} } },
      ],
      wrong: [
        { walks: { ...GROUP, slug: 'Walks' } },
        { walks: { ...GROUP, children: null } },
        { walks: 'Walks' },
        { walks: { ...GROUP, titel: 'T' } },
        { $schema: 5, walks: GROUP },
        [GROUP],
      ],
    },
    authors: {
      right: [[], [AUTHOR], [{ ...AUTHOR, slug: 'a-b', aliases: ['/authors/b'], photo: 'a.jpg' }]],
      wrong: [[{ ...AUTHOR, name: '' }], [{ ...AUTHOR, slug: 'A' }], [{ name: 'A' }], { a: AUTHOR }],
    },
    seo: {
      right: [SEO, { $schema: './x.json', ...SEO }, {}, { home: { description: 'D' } }],
      wrong: [
        { ...SEO, home: { title: '' } },
        { ...SEO, home: 'T' },
        { ...SEO, index: ENTRY },
      ],
    },
    'paid-links': {
      right: [
        {},
        {
          $schema: './x.json',
          everyPage: '',
          paidLinks: { '/a': ['<a>'] },
          locales: { ko_KR: { everyPage: '' } },
        },
      ],
      wrong: [{ paidLinks: { a: [] } }, { everyPage: 5 }, { sapeLinks: {} }],
    },
    ads: {
      right: [
        {},
        {
          $schema: './x.json',
          sapeNewUrl: '',
          sapeLinks: { '/a': ['<a>'] },
          locales: { ko_KR: { sapeNewUrl: '' } },
        },
      ],
      wrong: [{ sapeLinks: { a: [] } }, { sapeLinks: { '/a': '<a>' } }, { sapeNewUrl: 5 }, { links: [] }],
    },
    offers: {
      right: [
        {},
        {
          $schema: './x.json',
          advertisers: { acme: { name: 'Acme', licences: [{ market: 'GB', register: 'R', number: '1' }] } },
          offers: {
            'acme-1': {
              ...{ advertiser: 'acme', class: 'books', markets: ['GB', 'US-NJ'], from: '2026-12-01' },
              ...{ until: '2027-01-31T23:59:00+03:00', model: 'flat', fallback: '/terms', contract: 'C' },
              texts: { en_US: { url: 'https://a.example/', text: 'A', terms: 'T', erid: '2Vtz' } },
            },
          },
        },
      ],
      wrong: [
        { advertiser: {} },
        { advertisers: { acme: {} } },
        { advertisers: { Acme: { name: 'Acme' } } },
        ...[
          { markets: ['UK1'] },
          { until: 'soon' },
          { model: 'barter' },
          { price: 20 },
          { fallback: 'terms' },
          { texts: { en_US: { text: 'A' } } },
        ].map((more) => ({ offers: { a: { advertiser: 'acme', class: 'books', texts: {}, ...more } } })),
      ],
    },
    notices: {
      right: [
        [],
        [NOTICE],
        [{ ...NOTICE, class: '*', market: ['GB', 'IE'], forbid: true, needs: ['terms'] }],
      ],
      wrong: [
        {},
        [{ ...NOTICE, source: undefined }],
        [{ ...NOTICE, market: [] }],
        [{ ...NOTICE, needs: ['contract'] }],
        [{ ...NOTICE, reviewBy: 'soon' }],
      ],
    },
    strings: {
      right: [
        {},
        { $schema: './x.json', menu: { button: 'Sections' }, layout: { copyright: '{title} ({year})' } },
        { search: { results: { one: 'One article', other: '{count} articles' } } },
      ],
      wrong: [
        { menu: 'Sections' },
        { menu: { buton: 'Sections' } },
        { menu: { button: ' ' } },
        { menu: { button: '{count} sections' } },
        { layout: { copyright: '{title}' } },
        { search: { results: { other: 'articles' } } },
        { search: { results: '{count} articles' } },
        { ads: { headings: [] } },
      ],
    },
    locale: {
      right: [en_US, { $schema: './x.json', ...en_US }, {}, WITHOUT_MENU],
      wrong: [
        { ...en_US, menu: { ...menu, more: '' } },
        { ...en_US, extra: 'x' },
      ],
    },
    topics: {
      right: [
        ['A topic'],
        [
          {
            topic: 'A',
            category: 'c',
            subcategory: 's',
            keywords: 'k',
            notes: 'n',
            author: 'a',
            locale: 'ko_KR',
          },
        ],
      ],
      wrong: [
        [''],
        [{ category: 'c' }],
        [{ topic: 5 }],
        [{ topic: 'A', titel: 'T' }],
        [{ topic: 'A', locale: 'de_DE' }],
        { topic: 'A' },
      ],
    },
  };

  test('every kind of file', () => {
    expect(Object.keys(table)).toEqual(CONTENT_SCHEMAS.map(({ name }) => name));
  });

  test.each(Object.entries(table))('%s', async (name, { right, wrong }) => {
    const verdicts: unknown[] = [];
    for (const [index, value] of [...right, ...wrong].entries()) {
      const plain = JSON.parse(JSON.stringify(value));
      const expected = index < right.length;
      const byProgram = await READERS[name]?.(plain);
      const bySchema = validate(name, plain).length === 0;
      if (byProgram !== expected || bySchema !== expected)
        verdicts.push({ plain, expected, byProgram, bySchema });
    }
    expect(verdicts).toEqual([]);
  });
});

describe('on any text', () => {
  const parts = fc.constantFrom(
    '{year}',
    '{title}',
    '{count}',
    '{',
    '}',
    ' ',
    '\n',
    '\u2003',
    'a',
    '{{title}}',
    '{ year }',
  );
  const texts = fc.array(parts, { maxLength: 8 }).map((found) => found.join(''));

  test('the schema of strings says what the program says', () => {
    fc.assert(
      fc.property(texts, texts, (copyright, one) => {
        const file = { layout: { copyright }, search: { results: { one } } };
        const { problems } = mergeStrings(en_US, file, 'en_US');
        expect(validate('strings', file).length === 0).toBe(problems.length === 0);
      }),
    );
  });

  const pieces = fc.constantFrom('/', '//', 'a', '.b', 'é', '%20', ' ', '?', 'c.html', '\u200b');
  const addresses = fc.array(pieces, { maxLength: 6 }).map((found) => found.join(''));
  const dates = fc
    .tuple(
      fc.constantFrom('2026-02-28', '2026-02-31', '26-02-28'),
      fc.constantFrom('', 'T10:30', ' 10:30:15', 't10:30:00.5', 'T24:61'),
      fc.constantFrom('', 'Z', 'z', ' UTC', '+05:30', '-0100', ' local'),
    )
    .map((found) => found.join(''));

  test('the schema accepts every old address and date that the program accepts', () => {
    const accepts = (field: object) => validate('article', { ...ARTICLE, ...field }).length === 0;
    fc.assert(
      fc.property(addresses, dates, (address, day) => {
        if (aliasPath.safeParse(address).success) expect(accepts({ aliases: [address] })).toBe(true);
        if (typeof parseArticleDate(day) !== 'string') expect(accepts({ updated: day })).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
