/** Makes small sites: a map from path to content, written into a temporary folder. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Path below the root → content; null removes the file. */
export type Files = Record<string, string | Buffer | null>;

export const CONFIG = {
  title: 'Small Paper',
  shortName: 'small-paper',
  description: 'A paper for tests.',
  url: 'https://small.example',
  locales: ['en_US', 'ru_RU'],
  timeZone: 'Asia/Kolkata',
  // The one step of a build that takes long; it has tests of its own.
  features: { socialImages: false },
};

/** A whole small site in two languages: five articles, one of them translated. */
export function smallSite(config: object = {}): Files {
  const files: Files = { 'site-config.json': json({ ...CONFIG, ...config }) };
  for (const locale of ['en_US', 'ru_RU']) {
    const name = (text: string) => (locale === 'en_US' ? text : `${text} (ru)`);
    Object.assign(files, {
      [`content/${locale}/categories.json`]: json(TREE),
      [`content/${locale}/authors.json`]: json(
        ['Ann Reed', 'Bo Lind'].map((author) => ({
          name: author,
          description: name(`${author} writes about odds.`),
          meta_title: name(`${author}, writer`),
          meta_description: name(`All that ${author} has written.`),
        })),
      ),
      [`content/${locale}/seo.json`]: json(
        Object.fromEntries(
          ['home', 'authors', 'not-found', 'about-us', 'privacy-policy', 'terms', 'sitemap'].map((kind) => [
            kind,
            { title: name(`Title of ${kind}`), description: name(`Description of ${kind}.`) },
          ]),
        ),
      ),
      ...Object.fromEntries(
        ['about-us', 'privacy-policy', 'terms'].map((kind) => [
          `content/${locale}/info/${kind}.md`,
          `---\ntitle: ${name(kind)}\n---\n${name(`The text of ${kind}.`)}\n`,
        ]),
      ),
    });
  }
  const odds = { category: 'betting', subcategory: 'odds' };
  Object.assign(files, {
    'content/en_US/articles/first.md': article({ title: 'The first price', slug: 'first-price', ...odds }),
    'content/en_US/articles/second.md': article({
      title: 'A second look',
      slug: 'second-look',
      author: 'Bo Lind',
      date: '2026-02-01',
      ...odds,
    }),
    'content/en_US/articles/poker/third.md': article({
      title: 'Third street',
      slug: 'third-street',
      date: '2026-03-01T09:30:00+05:30',
      category: 'poker',
      subcategory: 'hands',
      aliases: ['/articles/old-street'],
    }),
    'content/en_US/articles/loose.md': article({ title: 'Nowhere to go', slug: 'nowhere' }),
    'content/ru_RU/articles/first.md': article({ title: 'Первая цена', slug: 'pervaya-tsena', ...odds }),
  });
  return files;
}

/** The same in one language, without what only a few tests look at: a fifth of the files to build and to send. */
export function leanSite(config: object = {}, wanted: object = {}): Files {
  const features = { ...CONFIG.features, ...LEAN, ...wanted };
  return smallSite({ locales: ['en_US'], features, ...config });
}

const LEAN = { navigation: false, serviceWorker: false, search: false, feeds: false, covers: false };

const leaf = (key: string, slug: string) => ({ key, slug, children: null });

export const TREE = {
  betting: {
    key: 'betting',
    title: '🎲 Betting',
    description: 'About betting. 🎲',
    slug: 'betting',
    children: { odds: leaf('odds', 'odds'), other: leaf('other', 'other-betting') },
  },
  poker: {
    key: 'poker',
    title: '♠️ Poker',
    description: 'About poker. ♠️',
    slug: 'poker',
    children: { hands: leaf('hands', 'hands'), other: leaf('other', 'other-poker') },
  },
};

export interface ArticleFields {
  title: string;
  slug?: string;
  author?: string;
  /** In place of one author. */
  authors?: readonly string[];
  date?: string;
  category?: string;
  subcategory?: string;
  aliases?: readonly string[];
  /** Further lines of front matter. */
  more?: string;
  body?: string;
}

/** A Markdown file with front matter as in the contract. */
export function article(fields: ArticleFields): string {
  const { title, slug, author = 'Ann Reed', date = '2026-01-10', category, subcategory, more = '' } = fields;
  const lines = [
    `title: ${JSON.stringify(title)}`,
    fields.authors ? `authors: [${fields.authors.join(', ')}]` : `author: ${author}`,
    `date: ${date}`,
  ];
  if (slug) lines.push(`slug: ${slug}`);
  if (fields.aliases) lines.push(`aliases: [${fields.aliases.join(', ')}]`);
  if (category) {
    lines.push('entities:', `  - category: ${category}`);
    if (subcategory) lines.push('    subcategories:', `      - subcategory: ${subcategory}`);
  }
  if (more) lines.push(more);
  const body = fields.body ?? `The text of ${title}.\n\n## A part of it\n\nMore of *that*.`;
  return `---\n${lines.join('\n')}\n---\n${body}\n`;
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Writes the files into a new folder, which is removed when the test ends. @returns its path */
export function makeSite(files: Files = smallSite()): string {
  const root = makeFolder();
  writeFiles(root, files);
  return root;
}

/** A new folder, removed when the test ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'articles-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeFiles(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    if (content === null) rmSync(file, { force: true, recursive: true });
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  }
}

/** The sites of this repository. */
export const SAMPLES = [
  '.',
  ...['examples/house/sites/betting', 'examples/house/sites/crypto'],
  ...['examples/docs', 'examples/own', 'examples/journal'],
];

/** Copies a site of this repository, and the house that it belongs to, into a folder. @returns the root of the copy */
export function copySample(sample: string, folder: string): string {
  const [whole = '', site = ''] = sample.split(/(?=sites\/)/);
  const filter = (path: string) => !['dist', '.articles'].includes(basename(path));
  for (const name of ['content', 'theme', 'site-config.json', 'house', 'sites'])
    if (existsSync(join(whole, name)))
      cpSync(join(whole, name), join(folder, name), { recursive: true, filter });
  return join(folder, site);
}

/** Every file below a folder, by path with "/", in order. */
export function readTree(folder: string): Map<string, Buffer> {
  const tree = new Map<string, Buffer>();
  const visit = (prefix: string) => {
    const entries = readdirSync(join(folder, prefix), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory()) visit(`${prefix}${entry.name}/`);
      else tree.set(prefix + entry.name, readFileSync(join(folder, prefix, entry.name)));
    }
  };
  visit('');
  return tree;
}

/** Lists the differences of two trees, one line a path; the list is empty if they are equal byte for byte. */
export function compareTrees(actual: Map<string, Buffer>, expected: Map<string, Buffer>): string[] {
  const differences: string[] = [];
  for (const [path, bytes] of expected) {
    const other = actual.get(path);
    if (!other) differences.push(`missing: ${path}`);
    else if (!other.equals(bytes)) differences.push(`different: ${path}`);
  }
  for (const path of actual.keys()) if (!expected.has(path)) differences.push(`too much: ${path}`);
  return differences;
}
