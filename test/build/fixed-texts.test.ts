/** Titles of the fixed pages have one owner each: what the site writes, and what a page shows where it writes none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { json, makeSite, smallSite } from '../support/site.ts';

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
