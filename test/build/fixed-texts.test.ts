/** Titles of the fixed pages have one owner each: what the site writes, and what a page shows where it writes none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, json, makeSite, smallSite } from '../support/site.ts';

const head = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const titleOf = (html: string) => head(html, /<title[^>]*>(.*?)<\/title>/);
const descriptionOf = (html: string) => head(html, /name="description" content="(.*?)"/);
const headingOf = (html: string) => head(html, /<h1[^>]*>(.*?)<\/h1>/);

async function build(files: Record<string, string | null>) {
  const root = makeSite({ ...smallSite({ locales: ['en_US'] }), ...files });
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect(code, stderr).toBe(0);
  return (name: string) => readFileSync(join(root, 'dist', `${name}.html`), 'utf8');
}

test('the file of an info page has its title, which the heading, the footer and search engines show', async () => {
  const read = await build({
    'content/en_US/seo.json': null,
    'content/en_US/info/about-us.md': '---\ntitle: Who We Are\n---\nTwo people and a boat.\n',
    'content/en_US/info/terms.md': 'Quote what you like.\n',
  });
  expect(headingOf(read('info/about-us'))).toBe('Who We Are');
  expect(titleOf(read('info/about-us'))).toBe('Who We Are · Small Paper');
  expect(descriptionOf(read('info/about-us'))).toBe('Two people and a boat.');
  // Without a title it is the word of the language.
  expect(headingOf(read('terms'))).toBe('Terms of Use');
  for (const page of ['index', 'terms', 'sitemap', '404'])
    expect(read(page), page).toMatch(/<a [^>]*href="\/info\/about-us"[^>]*>Who We Are</);
});

test('without seo.json and texts for search engines, pages tell them what they show', async () => {
  const authors = ['Ann Reed', 'Bo Lind'].map((name) => ({ name, description: `${name} rows.` }));
  const read = await build({
    'content/en_US/seo.json': null,
    'content/en_US/authors.json': json(authors),
  });
  const facts = (page: string) => [titleOf(read(page)), descriptionOf(read(page))];
  expect(facts('index')).toEqual(['Small Paper', 'A paper for tests.']);
  expect(facts('authors')).toEqual(['Authors · Small Paper', 'Ann Reed, Bo Lind']);
  expect(facts('sitemap')).toEqual(['Sitemap · Small Paper', 'Betting, Poker']);
  expect(facts('authors/ann-reed')).toEqual(['Ann Reed · Small Paper', 'Ann Reed rows.']);
  // A list of what the page shows is for search engines alone.
  expect(read('authors')).not.toContain('<p class="lede">Ann Reed, Bo Lind');
});

test('seo.json says what search engines are told, and changes no heading', async () => {
  const read = await build({
    'content/en_US/seo.json': json({
      terms: { title: 'Terms for readers' },
      authors: { description: 'Who writes.' },
    }),
  });
  expect([titleOf(read('terms')), headingOf(read('terms'))]).toEqual([
    'Terms for readers · Small Paper',
    'terms',
  ]);
  expect(descriptionOf(read('authors'))).toBe('Who writes.');
  expect(read('authors')).toContain('Who writes.');
});

test('check names seo.json, which is not there, as the place of a description that a page lacks', async () => {
  const config = { locales: ['en_US'], description: undefined };
  const root = makeSite({ ...smallSite(config), 'content/en_US/seo.json': null });
  const { code, stdout, stderr } = await runArticles(['check', '--root', root, '--json']);
  expect(code, stderr).toBeLessThan(2);
  expect(JSON.parse(stdout).warnings).toContainEqual(
    expect.objectContaining({ file: 'content/en_US/seo.json', message: 'the page has no description' }),
  );
});

test('the sitemap page names the parts of a category, and not the part `other` where it is the only one', async () => {
  const read = await build({
    'content/en_US/categories.json': json({
      betting: { title: 'Betting', children: { odds: { title: 'Odds' } } },
      poker: { title: 'Poker' },
    }),
    'content/en_US/articles/poker/third.md': null,
    'content/en_US/articles/loose.md': null,
    'content/en_US/articles/cards.md': article({ title: 'Cards', slug: 'cards', category: 'poker' }),
    'content/en_US/articles/bets.md': article({ title: 'Bets', slug: 'bets', category: 'betting' }),
  });
  const sections = read('sitemap').split('<section').slice(1);
  const linksOf = (title: string) => {
    const section = sections.find((html) => html.includes(`>${title}</a></h2>`)) ?? '';
    return [...section.matchAll(/<a href="[^"]*">([^<]*)<\/a>(<\/h\d>)?/g)].map(
      ([, text, heading = '']) => text + heading,
    );
  };
  expect(linksOf('Poker')).toEqual(['Poker</h2>', 'Cards']);
  expect(linksOf('Betting')).toEqual([
    'Betting</h2>',
    'Odds</h3>',
    'A second look',
    'The first price',
    'More articles</h3>',
    'Bets',
  ]);
});
