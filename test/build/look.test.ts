/** The look decides about covers, the index of authors, authors without articles, and the row of sections. */
import { describe, expect, test } from 'vitest';
import { buildTree } from '../support/build.ts';
import { article, json, smallSite } from '../support/site.ts';

const FEATURES = { socialImages: false };
const site = (change: object = {}) => smallSite({ locales: ['en_US'], features: FEATURES, ...change });
const english = (change: object = {}) =>
  Object.fromEntries(Object.entries(site(change)).filter(([path]) => !path.includes('ru_RU')));

describe('drawn covers', () => {
  const drawingsOf = async (change: object) => {
    const tree = await buildTree(english(change));
    const count = (path: string) => tree.get(path)?.match(/<svg preserveAspectRatio/g)?.length ?? 0;
    return {
      home: count('index.html'),
      category: count('poker.html'),
      author: count('authors/ann-reed.html'),
      article: count('articles/second-look.html'),
      pictures: (tree.get('index.html')?.match(/<img src="\/assets\/covers/g) ?? []).length > 0,
      files: [...tree.keys()].filter((path) => path.startsWith('assets/covers/')).length > 0,
    };
  };

  test('are for the story that opens a page, and need no files', async () => {
    const leads = { home: 1, category: 1, author: 0, article: 0, pictures: false, files: false };
    expect(await drawingsOf({})).toEqual(leads);
    expect(await drawingsOf({ covers: 'leads' })).toEqual(leads);
  });

  test('are for every article, or for none', async () => {
    const none = { home: 0, category: 0, author: 0, article: 0, pictures: false, files: false };
    expect(await drawingsOf({ covers: 'all' })).toMatchObject({ home: 1, article: 1, files: true });
    expect(await drawingsOf({ covers: 'none' })).toEqual(none);
    expect(await drawingsOf({ features: { ...FEATURES, covers: false } })).toEqual(none);
    // What is said of covers themselves goes before the switch.
    const both = { features: { ...FEATURES, covers: false }, covers: 'all' };
    expect(await drawingsOf(both)).toMatchObject({ home: 1, article: 1, files: true });
  });
});

test('articles of a manual name the day of their last change alone', async () => {
  const changed = {
    'content/en_US/articles/old.md': article({ title: 'Old', slug: 'old', more: 'updated: 2026-05-06' }),
  };
  const tree = await buildTree({ ...english({ look: { byline: false } }), ...changed });
  const [old, never] = ['old', 'second-look'].map(
    (slug) => /<h1>.*?<\/article>/s.exec(tree.get(`articles/${slug}.html`) ?? '')?.[0],
  );
  expect(old).toContain('>Updated <time dateTime="2026-05-06">');
  for (const text of [old, never]) expect(text).not.toMatch(/rel="author"|author-box|Published|-minute read/);
  const home = tree.get('index.html')?.split('<main')[1];
  expect(home).toContain('>A second look</a>');
  expect(home).not.toMatch(/Bo Lind|-minute read/);
});

test('a description that is taken from the text does not stand above it too', async () => {
  const front = (more: string) =>
    `---\ntitle: T\nauthor: Ann Reed\ndate: 2026-01-01\n${more}---\nIt carries sand.\n`;
  const tree = await buildTree({
    ...english(),
    'content/en_US/articles/taken.md': front(''),
    'content/en_US/articles/written.md': front('description: It carries sand.\n'),
    'content/en_US/pages/contact.md': '---\ntitle: Contact\n---\nWrite to us.\n',
  });
  const paragraphs = (path: string) =>
    /<h1>.*class="prose">.*?<\/div>/s
      .exec(tree.get(path) ?? '')?.[0]
      .match(/>(It carries sand|Write to us)\.<\/p>/g);
  expect(paragraphs('articles/taken.html')).toHaveLength(1);
  expect(paragraphs('articles/written.html')).toHaveLength(2);
  expect(paragraphs('contact.html')).toHaveLength(1);
  for (const path of ['articles/taken.html', 'articles/written.html'])
    expect(tree.get(path)).toContain('name="description" content="It carries sand."');
});

describe('authors', () => {
  const writer = (name: string) => ({
    name,
    description: 'Writes.',
    meta_title: name,
    meta_description: 'All.',
  });
  const many = ['Zoë Ash', 'Éva Bán', 'Ann Reed', '김민수', 'bea Lind', 'Amy Oh', '7 Writers', 'Bo Lind'];
  const withAuthors = (names: readonly string[]) => ({
    ...english(),
    'content/en_US/authors.json': json(names.map(writer)),
  });
  const filled = [...many, ...Array.from({ length: 12 }, (_, index) => `Mia ${'ABCDEFGHIJKL'[index]}`)];
  const lettersOf = (html = '') =>
    [...html.matchAll(/<a href="#letter-\d+">([^<]*)</g)].map(([, letter]) => letter);

  test('have letters where they are many, in the order of the language', async () => {
    const page = (await buildTree(withAuthors(filled))).get('authors.html');
    expect(lettersOf(page)).toEqual(['#', 'A', 'B', 'É', 'M', 'Z', 'ㄱ']);
    const names = [...(page ?? '').matchAll(/<li><a href="\/authors\/[^"]*">([^<]*)</g)].map(
      ([, name]) => name,
    );
    expect(names.slice(0, 5)).toEqual(['7 Writers', 'Amy Oh', 'Ann Reed', 'bea Lind', 'Bo Lind']);
    expect(names).toHaveLength(filled.length);
  });

  test('have none where they are few', async () => {
    expect(lettersOf((await buildTree(english())).get('authors.html'))).toEqual([]);
  });

  test('without articles have a page that is not indexed, and no number', async () => {
    const tree = await buildTree(withAuthors(['Ann Reed', 'Bo Lind', 'Cy Dee']));
    expect(tree.get('authors.html')).toContain('>Cy Dee</a></li>');
    expect(tree.get('authors.html')).toMatch(/>Bo Lind<\/a><span class="meta">1 article</);
    expect(tree.get('authors/cy-dee.html')).toContain('content="noindex');
    expect(tree.get('authors/cy-dee.html')).not.toContain('0 articles');
    expect(tree.get('authors/bo-lind.html')).not.toContain('content="noindex');
    expect(tree.get('sitemap.xml')).toContain('/authors/bo-lind');
    expect(tree.get('sitemap.xml')).not.toContain('/authors/cy-dee');
  });

  test('are translated where they have written in both languages', async () => {
    const tree = await buildTree(site({ locales: ['en_US', 'ru_RU'] }));
    const alternates = (path: string) =>
      tree.get(path)?.match(/hrefLang="ru" href="[^"]*\/authors/g)?.length ?? 0;
    expect(tree.get('ru/authors/bo-lind.html')).toContain('content="noindex');
    expect(alternates('authors/bo-lind.html')).toBe(0);
    expect(alternates('authors/ann-reed.html')).toBe(1);
  });
});

test('categories and subcategories without articles are not offered beside those with some', async () => {
  const tree = await buildTree({ ...english(), 'content/en_US/articles/poker/third.md': null });
  const part = (path: string, start: string) => (tree.get(path)?.split(start)[1] ?? '').split('</main>')[0];
  expect(part('poker.html', '<main')).not.toContain('href="/poker/hands"');
  expect(part('betting.html', 'class="topics"')).toContain('href="/betting/odds"');
  expect(part('index.html', 'class="shelves"')).toContain('href="/betting"');
  for (const path of ['index.html', 'betting.html', 'poker.html', 'betting/odds.html'])
    expect(part(path, '<main')).not.toContain('>0 articles<');
  expect(tree.get('poker/hands.html')).toContain('Nothing has been published here yet.');
});

describe('the row of sections', () => {
  const rowOf = (html = '') => /<nav class="section-row".*?<\/nav>/s.exec(html)?.[0] ?? '';
  const titles = (html: string) => [...html.matchAll(/<a [^>]*>([^<]*)</g)].map(([, title]) => title);

  test('has the entries of the menu that lead to a page', async () => {
    expect(titles(rowOf((await buildTree(english())).get('index.html')))).toEqual(['Betting', 'Poker']);
    const menu = [
      { page: 'authors' },
      { title: 'Elsewhere', links: [{ title: 'Weather', url: 'https://weather.example/' }] },
      { category: 'poker', title: '♠️ Cards' },
    ];
    const own = await buildTree(english({ navigation: { menu } }));
    expect(titles(rowOf(own.get('index.html')))).toEqual(['Authors', 'Cards']);
  });

  test('has at most seven, and can be left out', async () => {
    const menu = Array.from({ length: 9 }, (_, index) => ({ title: `Link ${index}`, url: '/terms' }));
    expect(
      titles(rowOf((await buildTree(english({ navigation: { menu } }))).get('index.html'))),
    ).toHaveLength(7);
    expect(rowOf((await buildTree(english({ navigation: { sections: false } }))).get('index.html'))).toBe('');
  });
});

test('the emojis of categories are for their headings, not for kickers, breadcrumbs and menus', async () => {
  const files = english();
  const tree = JSON.parse(String(files['content/en_US/categories.json']));
  tree.poker.title = '♠️ Poker';
  const html =
    (await buildTree({ ...files, 'content/en_US/categories.json': json(tree) })).get('poker.html') ?? '';
  expect(html).toContain('<h1>♠️ Poker</h1>');
  expect(/<nav class="breadcrumbs".*?<\/nav>/s.exec(html)?.[0]).toContain('>Poker<');
  expect(/<div class="menu-panel".*?<\/nav>/s.exec(html)?.[0]).toContain('>Poker<');
  expect(/<div class="menu-panel".*?<\/nav>/s.exec(html)?.[0]).not.toContain('♠');
});

test('a logo keeps its shape: 72 px tall, or the name itself where it is wide', async () => {
  const logoOf = async (svg: string) => {
    const tree = await buildTree({ ...english({ logo: 'logo.svg' }), 'logo.svg': svg });
    return /<a class="brand".*?<\/a>/s.exec(tree.get('index.html') ?? '')?.[0] ?? '';
  };
  const svg = (box: string) => `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path d="M0 0h9v9H0z"/></svg>`;
  expect(await logoOf(svg('viewBox="0 0 90 90"'))).toMatch(/width="72" height="72".*Small Paper<\/span>/);
  expect(await logoOf(svg('width="30" height="20"'))).toContain('width="108" height="72"');
  expect(await logoOf(svg('viewBox="0 0 40 80"'))).toContain('width="72" height="72"');
  const wide = await logoOf(svg('viewBox="0, 0, 600, 120"'));
  expect(wide).toContain('alt="Small Paper" width="290" height="58"');
  expect(wide).not.toContain('brand-name');
});
