/** Random edits of a site, as authors, editors, other programs and bad disks make them between two builds. */
import { existsSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { draftStrings } from '../../src/locales/draft-strings.ts';
import { NOW } from '../support/build.ts';
import {
  type ArticleFields,
  article,
  type Files,
  json,
  readTree,
  TREE,
  writeFiles,
} from '../support/site.ts';

/** A site on disk, and what stands outside of it. */
export interface World {
  root: string;
  /** The content as it stands on disk. */
  files: Files;
  articles: Map<string, ArticleFields>;
  config: Record<string, unknown>;
  tree: typeof TREE;
  now: number;
  drafts: boolean;
  /** Makes names that are not taken. */
  count: number;
}

export interface Edit {
  name: string;
  apply(world: World): void;
}

const DAY = 86_400_000;

export function createWorld(root: string, files: Files, config: Record<string, unknown>): World {
  const world: World = {
    root,
    files: { ...files },
    articles: new Map(),
    config,
    tree: structuredClone(TREE),
    now: NOW,
    drafts: false,
    count: 0,
  };
  writeFiles(root, files);
  for (const locale of ['en_US', 'ru_RU']) {
    for (const key of ['one', 'two', 'deep/three', 'four']) {
      if (locale === 'ru_RU' && key === 'four') continue;
      addArticle(world, locale, key, world.count % 4);
    }
  }
  return world;
}

function write(world: World, path: string, content: string | null): void {
  world.files[path] = content;
  writeFiles(world.root, { [path]: content });
}

const PLACES = [
  { category: 'betting', subcategory: 'odds' },
  { category: 'poker', subcategory: 'hands' },
  { category: 'poker' },
  {},
] as const;

function addArticle(world: World, locale: string, key: string, place: number): void {
  const number = world.count++;
  const path = `content/${locale}/articles/${key}.md`;
  const fields: ArticleFields = {
    title: `Story ${number} of <odds> & "ends"`,
    slug: `story-${number}`,
    date: `2026-0${(number % 6) + 1}-0${(number % 9) + 1}`,
    author: number % 2 ? 'Bo Lind' : 'Ann Reed',
    ...PLACES[place % PLACES.length],
  };
  writeArticle(world, path, fields);
}

const TERMS = [
  'tags: [Snow]',
  'tags: [snow, Cold wind]',
  'tags: [Snow, Cold wind, 한국]',
  'tags: [Cold winds]\nseason: winter',
  'season: [winter, Spring]',
  '',
];

const NAMES = ['category: poker', 'category: betting/other-betting', 'category: [poker/hands, betting/odds]'];

/** Some lie ahead, by hours, days and years. */
const DATES = [
  '2025-12-31',
  '2026-05-05T23:59:00-05:00',
  '2026-06-15T13:00:00Z',
  '2026-06-16',
  '2026-06-17T00:30:00+05:30',
  '2027-01-02',
];

/** Every article has one time of change, as after a checkout: only sizes and what the disk itself notes can tell. */
const CHANGED = new Date('2026-01-01T00:00:00Z');

function writeArticle(
  world: World,
  path: string,
  fields: ArticleFields,
  text: string = article(inOneForm(fields)),
): void {
  world.articles.set(path, fields);
  write(world, path, text);
  utimesSync(join(world.root, path), CHANGED, CHANGED);
}

/** An article names its category in one of two forms; both are an error. */
function inOneForm({ category, subcategory, ...rest }: ArticleFields): ArticleFields {
  if (rest.more?.includes('category:') || category === undefined) return rest;
  return { ...rest, category, ...(subcategory !== undefined && { subcategory }) };
}

function writeConfig(world: World, change: Record<string, unknown>): void {
  world.config = { ...world.config, ...change };
  write(world, 'site-config.json', json(world.config));
}

/** Edits one of the articles, and does nothing in a site without articles. */
function onArticle(
  name: string,
  change: (world: World, path: string, fields: ArticleFields, random: number) => void,
): fc.Arbitrary<Edit> {
  return fc.nat(1000).map((random) => ({
    name: `${name} ${random}`,
    apply(world) {
      const paths = [...world.articles.keys()].sort();
      const path = paths[random % Math.max(1, paths.length)];
      const fields = path === undefined ? undefined : world.articles.get(path);
      if (path !== undefined && fields) change(world, path, fields, random);
    },
  }));
}

function onOutput(
  name: string,
  change: (file: string, bytes: Buffer, random: number) => void,
): fc.Arbitrary<Edit> {
  return fc.nat(1000).map((random) => ({
    name: `${name} ${random}`,
    apply({ root }) {
      if (!existsSync(join(root, 'dist'))) return;
      const files = [...readTree(join(root, 'dist'))];
      const [path, bytes] = files[random % Math.max(1, files.length)] ?? [];
      if (path !== undefined && bytes) change(join(root, 'dist', path), bytes, random);
    },
  }));
}

function onCache(name: string, change: (text: string, random: number) => string | null): fc.Arbitrary<Edit> {
  return fc.nat(1000).map((random) => ({
    name: `${name} ${random}`,
    apply({ root }) {
      for (const path of readTree(join(root, '.articles/cache')).keys()) {
        if (!path.startsWith('build-')) continue;
        const file = join(root, '.articles/cache', path);
        const text = change(readFileSync(file, 'utf8'), random);
        if (text === null) rmSync(file);
        else writeFileSync(file, text);
      }
    },
  }));
}

function pick<T>(name: string, choices: readonly T[], change: (world: World, value: T) => void) {
  return fc.nat(choices.length - 1).map(
    (index): Edit => ({
      name: `${name} ${JSON.stringify(choices[index])}`,
      apply: (world) => change(world, choices[index] as T),
    }),
  );
}

function drawing(radius: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><circle r="${radius}"/></svg>`;
}

const CONTENT_EDITS = [
  fc.nat(1000).map(
    (random): Edit => ({
      name: `add an article ${random}`,
      apply: (world) =>
        addArticle(
          world,
          random % 3 ? 'en_US' : 'ru_RU',
          `${random % 2 ? 'new/' : ''}added-${world.count}`,
          random,
        ),
    }),
  ),
  onArticle('add the translation of', (world, path, _fields, random) => {
    const [from, to] = path.includes('en_US') ? ['en_US', 'ru_RU'] : ['ru_RU', 'en_US'];
    const other = path.replace(from, to);
    if (!world.articles.has(other))
      addArticle(world, to, other.slice(`content/${to}/articles/`.length, -3), random);
  }),
  onArticle('change the text of', (world, path, fields, random) =>
    writeArticle(world, path, {
      ...fields,
      body: `Other text ${random}.[^1] [A link](/articles/story-${random % 9})\n\n[^1]: A note.`,
    }),
  ),
  // Nothing of it is shown by another page.
  onArticle('write on in', (world, path, fields, random) =>
    writeArticle(world, path, fields, `${readFileSync(join(world.root, path), 'utf8')}\nAnd ${random}.\n`),
  ),
  onArticle('put a picture into', (world, path, fields, random) =>
    writeArticle(world, path, {
      ...fields,
      body: `![Drawing](${random % 2 ? 'drawing.svg' : 'more/drawing.svg'})`,
    }),
  ),
  onArticle('change the title of', (world, path, fields, random) =>
    writeArticle(world, path, { ...fields, title: `Renamed ${random}` }),
  ),
  onArticle('change the date of', (world, path, fields, random) =>
    writeArticle(world, path, {
      ...fields,
      date: DATES[random % DATES.length] ?? '',
    }),
  ),
  onArticle('change the slug of', (world, path, fields, random) =>
    writeArticle(world, path, {
      ...fields,
      slug: `moved-${world.count++}`,
      aliases: random % 2 ? [`/articles/${fields.slug}-old`] : [],
    }),
  ),
  onArticle('change the author of', (world, path, fields) =>
    writeArticle(world, path, { ...fields, author: fields.author === 'Bo Lind' ? 'Ann Reed' : 'Bo Lind' }),
  ),
  onArticle('name two authors of', (world, path, fields, random) =>
    writeArticle(world, path, {
      ...fields,
      authors: random % 2 ? ['Ann Reed', 'bo-lind'] : ['Bo Lind', 'Ann Reed'],
    }),
  ),
  onArticle('move to another category', (world, path, fields, random) => {
    const { category: _category, subcategory: _subcategory, ...rest } = fields;
    writeArticle(world, path, { ...rest, ...PLACES[random % PLACES.length] });
  }),
  onArticle('put forward', (world, path, fields, random) =>
    writeArticle(world, path, {
      ...fields,
      more: random % 2 ? 'pinned: true' : `featured: ${(random % 3) + 1}`,
    }),
  ),
  onArticle('name the category in one line of', (world, path, fields, random) => {
    const { category: _category, subcategory: _subcategory, ...rest } = fields;
    writeArticle(world, path, { ...rest, more: NAMES[random % NAMES.length] ?? '' });
  }),
  onArticle('put in an order', (world, path, fields, random) =>
    writeArticle(world, path, {
      ...fields,
      more:
        random % 3 ? `order: ${random % 4}\nseries: Winter` : `series: ${random % 2 ? 'Winter' : 'Spring'}`,
    }),
  ),
  onArticle('give an address to', (world, path, fields, random) =>
    writeArticle(world, path, {
      ...fields,
      more: random % 3 ? `permalink: /own/${world.count++}` : '',
    }),
  ),
  onArticle('tag', (world, path, fields, random) =>
    writeArticle(world, path, { ...fields, more: TERMS[random % TERMS.length] ?? '' }),
  ),
  onArticle('make a draft of', (world, path, fields) =>
    writeArticle(world, path, { ...fields, more: fields.more ? '' : 'draft: true' }),
  ),
  onArticle('rename the file of', (world, path, fields) => {
    world.articles.delete(path);
    write(world, path, null);
    writeArticle(world, path.replace(/[^/]+\.md$/, `file-${world.count++}.md`), fields);
  }),
  onArticle('delete', (world, path) => {
    world.articles.delete(path);
    write(world, path, null);
  }),
  // The same size, at once after the build before: only the bytes tell.
  onArticle('swap letters in', (world, path, fields) => {
    const text = readFileSync(join(world.root, path), 'utf8');
    const changed = text.includes('text') ? text.replace('text', 'txet') : text.replace('part', 'trap');
    writeArticle(world, path, fields, changed);
  }),
];

const SITE_EDITS = [
  pick('rename a category', ['♠️ Poker', 'Cards', 'NFT & "DeFi"'], (world, title) => {
    world.tree.poker.title = title;
    write(world, 'content/en_US/categories.json', json(world.tree));
  }),
  pick('move a category', ['poker', 'cards', 'all-about-cards'], (world, slug) => {
    world.tree.poker.slug = slug;
    write(world, 'content/en_US/categories.json', json(world.tree));
  }),
  pick('change a biography', ['Ann Reed counts.', 'Ann Reed no longer counts.'], (world, description) => {
    const path = 'content/en_US/authors.json';
    const authors = JSON.parse(String(world.files[path]));
    authors[0].description = description;
    write(world, path, json(authors));
  }),
  pick(
    'describe an author',
    [
      { photo: 'drawing.svg', role: 'Editor' },
      { photo: 'more/drawing.svg', links: [{ title: 'Home', url: 'https://ann.example/' }] },
      { type: 'organization' },
      {},
    ] as const,
    (world, more) => {
      const path = 'content/en_US/authors.json';
      const [first, ...others] = JSON.parse(String(world.files[path]));
      const { name, description, meta_title, meta_description } = first;
      write(world, path, json([{ name, description, meta_title, meta_description, ...more }, ...others]));
    },
  ),
  pick('change the SEO texts', ['Odds at home', 'Home of odds'], (world, title) => {
    const path = 'content/en_US/seo.json';
    const seo = JSON.parse(String(world.files[path]));
    seo.home.title = title;
    write(world, path, json(seo));
  }),
  pick(
    'change the SEO texts of a page',
    ['authors', 'terms', 'sitemap', 'not-found', 'about-us'] as const,
    (world, page) => {
      const path = 'content/ru_RU/seo.json';
      const seo = JSON.parse(String(world.files[path]));
      seo[page].title = `${seo[page].title}!`;
      seo[page].description = `More than that: ${seo[page].description}`;
      write(world, path, json(seo));
    },
  ),
  pick('give an author a role', ['Editor', 'Reporter'], (world, role) => {
    const path = 'content/ru_RU/authors.json';
    const [first, second] = JSON.parse(String(world.files[path]));
    write(world, path, json([first, { ...second, role }]));
  }),
  pick('change an info page', ['One way.', 'The *other* way.'], (world, text) =>
    write(world, 'content/ru_RU/info/terms.md', `---\ntitle: Terms\n---\n${text}\n`),
  ),
  pick(
    'change the ads',
    [null, json({ sapeNewUrl: '<a href="https://ad.example/">ad</a>', sapeLinks: {} })],
    (world, text) => write(world, 'content/ads.json', text),
  ),
  pick('change the ads of a page', ['/', '/poker', '/articles/story-1'], (world, path) =>
    write(
      world,
      'content/ads.json',
      json({ sapeNewUrl: '', sapeLinks: { [path]: ['<a href="https://ad.example/x">x</a>'] } }),
    ),
  ),
  pick('change a public file', ['one', 'two', null], (world, text) =>
    write(world, 'public/well-known/check.txt', text),
  ),
  ...['drawing.svg', 'more/drawing.svg'].map((name) =>
    pick(`change the picture ${name}`, [drawing('1'), drawing('2'), null], (world, text) =>
      write(world, `content/images/${name}`, text),
    ),
  ),
  ...['tokens.css', 'style.css'].map((name) =>
    pick(
      `change the theme's ${name}`,
      [':root { --accent: #123 }', 'p { margin: 1px }', null],
      (world, text) => write(world, `theme/${name}`, text),
    ),
  ),
  pick('change a page', ['One', 'Two', null], (world, title) =>
    write(world, 'content/en_US/pages/contact.md', title && `---\ntitle: ${title}\n---\nText.\n`),
  ),
  pick('change a page of the tree', ['One', 'Two', null], (world, title) =>
    write(
      world,
      'content/en_US/pages/guide/start.md',
      title && `---\ntitle: ${title}\nnavigation: sidebar\norder: 2\n---\nText.\n`,
    ),
  ),
  pick('change a page deep in the tree', ['One', 'Two', null], (world, title) =>
    write(
      world,
      'content/en_US/pages/guide/deep/index.md',
      title && `---\ntitle: ${title}\nnavigation: sidebar\norder: ${title.length}\n---\nText.\n`,
    ),
  ),
  pick('leave a file about', ['x', null], (world, text) => write(world, 'content/en_US/note.txt', text)),
  pick('change the strings', [json({ menu: { more: 'All' } }), json({}), null], (world, text) =>
    write(world, 'content/en_US/strings.json', text),
  ),
  pick('change the logo', [drawing('3'), drawing('4'), null], (world, text) => {
    writeConfig(world, { logo: text === null ? undefined : 'logo.svg' });
    write(world, 'logo.svg', text);
  }),
  pick(
    'change the configuration',
    [
      { title: 'Another Paper' },
      { themeColor: '#123456' },
      { timeZone: 'America/Los_Angeles' },
      { sections: { page: 2, best: 1, hot: 1, more: 1, related: 1 } },
      { sections: {} },
      { features: { socialImages: false, search: false, feeds: false } },
      { features: { socialImages: false, navigation: false } },
      { features: { socialImages: false, covers: false, serviceWorker: 'remove' } },
      { features: { socialImages: false } },
      { urls: { layout: 'directory' } },
      { urls: { layout: 'file' } },
      { basePath: '/paper' },
      { redirects: [{ from: '/long/gone', to: '/' }] },
      { redirects: [] },
      { basePath: '' },
      { locales: ['en_US'] },
      { locales: ['ru_RU', 'en_US'] },
      { locales: ['en_US', 'ru_RU'] },
      { feedItems: 1 },
      { permalinks: { article: '/{year}/{month}/{slug}', tag: '/tag/{slug}' } },
      { permalinks: { article: '/{category}/{slug}', category: '/topics/{path}', author: '/by/{slug}' } },
      { permalinks: {} },
      { feeds: { content: 'full' } },
      { feeds: { content: 'summary' } },
      { typography: true },
      { typography: false },
      { navigation: { sidebar: true, editLink: 'https://git.example/{file}' } },
      { navigation: {} },
      { look: { byline: false } },
      { look: {} },
      { taxonomies: { season: { title: 'Seasons' } } },
      { taxonomies: { season: { slug: 'seasons' }, tags: { slug: 'topics' } } },
      { taxonomies: { tags: { terms: [{ en_US: 'Snow', ru_RU: 'Cold wind' }] } } },
      { category: { sections: [{ kind: 'best', count: 2 }, { kind: 'latest' }] } },
      { home: { sections: [{ kind: 'category', category: 'poker' }, { kind: 'featured' }] } },
      {
        taxonomies: { season: {} },
        home: { sections: [{ kind: 'latest', sort: '-season' }] },
        category: { sections: [{ kind: 'latest', sort: 'season' }] },
        feeds: { fields: ['season'] },
      },
      { archives: 'month' },
      { archives: 'year' },
    ] as const,
    writeConfig,
  ),
  pick('change a data file', ['crop,kilograms\nBeans,1\n', 'crop,kilograms\nBeans,20.5\n'], (world, text) => {
    write(world, 'content/data/harvest.csv', text);
    const table = '::data{file="harvest" caption="The harvest"}';
    write(world, 'content/en_US/pages/harvest.md', `---\ntitle: Harvest\n---\n${table}\n`);
  }),
  pick('change a language of the site', ['Suche', 'Finden'], (world, submit) => {
    const { texts } = draftStrings('de', { search: { submit } });
    write(world, 'theme/locales/de.json', json(texts));
    for (const [path, text] of Object.entries(world.files))
      if (/^content\/ru_RU\/(?!articles|pages)/.test(path))
        write(world, path.replace('ru_RU', 'de'), String(text));
    writeConfig(world, { locales: ['en_US', 'ru_RU', 'de'] });
  }),
  pick('wait', [0.1, 1, 30, 400, -0.5], (world, days) => {
    world.now += days * DAY;
  }),
  pick('build with drafts', [true, false], (world, drafts) => {
    world.drafts = drafts;
  }),
];

const DISK_EDITS = [
  onOutput('delete the output', (file) => rmSync(file)),
  onOutput('cut the output', (file, bytes) => writeFileSync(file, bytes.subarray(0, bytes.length >> 1))),
  onOutput('spoil the output', (file, bytes) => {
    const { atime, mtime } = statSync(file);
    const spoilt = Buffer.from(bytes);
    spoilt[spoilt.length >> 1] = 35;
    writeFileSync(file, spoilt);
    utimesSync(file, atime, mtime);
  }),
  pick('remove the whole output', [''], ({ root }) =>
    rmSync(join(root, 'dist'), { recursive: true, force: true }),
  ),
  onCache('cut the cache', (text, random) => text.slice(0, Math.floor((text.length * random) / 1000))),
  onCache(
    'spoil the cache',
    (_text, random) => ['', '{}', 'null', '[]', '{"format":1}', '{"format":2}\n', '\u0000'][random % 7] ?? '',
  ),
  onCache('lose the cache', () => null),
  onCache('cache of another program', (text) => text.replace(/"code":"[^"]*"/, '"code":"another"')),
  onCache('empty a column of the cache', (text, random) => {
    const lines = text.split('\n');
    const tables = [...lines.keys()].filter((line) => lines[line]?.startsWith('{"count":'));
    const line = tables[random % tables.length] ?? 0;
    const table = JSON.parse(lines[line] || '{}');
    const names = Object.keys(table.columns ?? {});
    if (names.length > 0) table.columns[names[random % names.length] ?? ''] = '';
    return lines.with(line, JSON.stringify(table)).join('\n');
  }),
  onCache('lose the end of the cache', (text, random) => {
    const lines = text.split('\n');
    return lines.slice(0, random % lines.length).join('\n');
  }),
];

/** Edits that people make to sources. They do not touch the output folder and the cache. */
export const anySourceEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(...CONTENT_EDITS) },
  { weight: 4, arbitrary: fc.oneof(...SITE_EDITS) },
);

export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 9, arbitrary: anySourceEdit },
  { weight: 3, arbitrary: fc.oneof(...DISK_EDITS) },
);
