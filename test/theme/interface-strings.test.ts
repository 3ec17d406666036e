/** Tests the texts of the interface that a site changes, and a language that only the site has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildSite, expectCleanBuild } from '../support/build.ts';
import { runArticles, runJson } from '../support/program.ts';
import { article, json, makeSite, smallSite, writeFiles } from '../support/site.ts';
import { builtInStrings } from '../support/strings.ts';

vi.setConfig({ testTimeout: 60_000 });

const STRINGS = 'content/en_US/strings.json';
const GERMAN = 'theme/locales/de_DE.json';
const german = () => JSON.parse(readFileSync(`examples/own/${GERMAN}`, 'utf8'));
const htmlOf = (root: string, path: string) => readFileSync(join(root, 'dist', path), 'utf8');

/** A small site whose second language is German. */
function germanSite(strings: object = german()) {
  const files = smallSite({ locales: ['en_US', 'de_DE'] });
  for (const [path, content] of Object.entries(files)) {
    if (!path.includes('ru_RU')) continue;
    delete files[path];
    files[path.replace('ru_RU', 'de_DE')] = content;
  }
  const odds = { category: 'betting', subcategory: 'odds' };
  files['content/de_DE/articles/first.md'] = article({
    title: 'Der erste Preis',
    slug: 'erster-preis',
    ...odds,
  });
  files[GERMAN] = json(strings);
  return files;
}

test('editions of one language stand side by side, and Arabic is written from right to left', async () => {
  const locales = ['en_US', 'zh-Hans', 'zh-Hant', 'ar'];
  const files = smallSite({ locales });
  for (const locale of ['zh_Hans', 'zh_Hant', 'ar']) {
    for (const [path, content] of Object.entries(files))
      if (path.includes('en_US') && !path.endsWith('third.md'))
        files[path.replace('en_US', locale)] = content;
  }
  for (const path of Object.keys(files)) if (path.includes('ru_RU')) delete files[path];
  const root = makeSite(files);
  await buildSite(root);
  expect(htmlOf(root, 'zh-hans.html')).toContain('<html lang="zh-Hans" data-path');
  const page = htmlOf(root, 'articles/first-price.html');
  expect(page).toMatch(/hrefLang="zh-Hant" href="[^"]*\/zh-hant\/articles\/first-price"/);
  expect(page).toContain('<html lang="en" data-path');
  expect(htmlOf(root, 'ar.html')).toContain('<html lang="ar" dir="rtl" data-path');
  const data = JSON.parse(htmlOf(root, 'page-data/ar/page-data.json'));
  expect(data.result.data).toMatchObject({ language: 'ar', direction: 'rtl' });
  const found = await runArticles(['search', 'price', '--locale', 'ar', '--root', root]);
  expect(found.stdout).toContain(' ← ');
  // A language that the program lacks gets a file with each of its plural forms.
  expect((await runArticles(['locale', 'sl', '--root', root])).code).toBe(0);
  const { search } = JSON.parse(readFileSync(join(root, 'theme/locales/sl.json'), 'utf8'));
  expect(Object.keys(search.results)).toEqual(expect.arrayContaining(['one', 'two', 'few', 'other']));
});

test('overridden strings are on every page, in the menu, the footer and for scripts', async () => {
  const strings = {
    menu: { button: 'Sections' },
    sections: { best: 'Worth <Reading>' },
    article: { copied: 'Done', readingTime: { one: 'a minute' } },
    layout: { copyright: '{title}, since 1999, © {year}' },
  };
  const root = makeSite({ ...smallSite(), [STRINGS]: json(strings) });
  expect((await buildSite(root)).warnings).toEqual([]);
  const home = htmlOf(root, 'index.html');
  expect(home).toContain('Worth &lt;Reading&gt;</h2>');
  expect(home).toContain('</span>Sections</button>');
  expect(home).toContain('Small Paper, since 1999, © 2026');
  expect(htmlOf(root, 'articles/first-price.html')).toContain('<span>a minute</span>');
  expect(htmlOf(root, 'articles/first-price.html')).toContain('data-copied="Done"');
  expect(htmlOf(root, 'ru.html')).not.toContain('Worth');
});

test('a change of the strings gives the files of a clean build', async () => {
  const root = makeSite();
  await buildSite(root);
  for (const files of [{ [STRINGS]: '{"sections":{"best":"Ours"}}' }, { [STRINGS]: null }]) {
    writeFiles(root, files);
    await buildSite(root);
    await expectCleanBuild(root);
  }
});

test.each([
  [
    { menu: { buton: 'x' } },
    'strings.json:3:14: "menu.buton": is not a string of the interface',
    'did you mean "button"?',
  ],
  [{ menu: { button: 7 } }, 'strings.json:3:15: "menu.button": must be text', 'in English it is'],
  [{ menu: 'x' }, 'strings.json:2:11: "menu": must be a map', 'write {button, label, more}'],
  [{ listing: { page: 'Page' } }, '"listing.page": lacks {page}', 'the text has the placeholders {page}'],
  [{ listing: { page: 'Page {nmber} {page}' } }, '"listing.page": has no value for {nmber}', 'use {page}'],
  [
    { listing: { articles: { few: '{count}' } } },
    '"listing.articles.few": is not a plural form',
    'English has the forms one, other',
  ],
  [{ ads: { headings: ['One', 2] } }, '"ads.headings": must be a list of texts', 'such as ["Paid links"]'],
])('a wrong string is an error with its place: %j', async (strings, message, hint) => {
  const root = makeSite({ ...smallSite(), [STRINGS]: json(strings) });
  const { code, stderr } = await runArticles(['check', '--root', root]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
});

test('a language of the site itself has pages, addresses, dates, plurals, search and feeds like any other', async () => {
  const root = makeSite(germanSite());
  const result = await buildSite(root);
  expect(result.warnings).toEqual([]);
  const page = htmlOf(root, 'de/articles/erster-preis.html');
  expect(page).toContain('<html lang="de"');
  expect(page).toContain('10. Januar 2026');
  expect(page).toContain('1 Minute Lesezeit');
  expect(page).toContain('hrefLang="en"');
  expect(page).toContain('property="og:locale" content="de_DE"');
  expect(htmlOf(root, 'articles/first-price.html')).toMatch(/hrefLang="de" lang="de">Deutsch</);
  expect(htmlOf(root, 'sitemap.xml')).toContain('/de/articles/erster-preis');
  expect(htmlOf(root, 'de/404.html')).toContain('Dieser Weg endet am Zaun');
  expect(htmlOf(root, 'page-data/de/404.html/page-data.json')).toContain('Dieser Weg');
  const found = await runArticles(['search', 'preis', '--locale', 'de', '--root', root]);
  expect(found.stdout).toContain('Der erste Preis');
  expect((await runArticles(['check', '--root', root])).code).toBe(0);
});

test('a language that lacks texts is shown with those of the program, a warning names them, and a command adds them', async () => {
  const { menu, navigation: _navigation, $schema: _schema, ...rest } = german();
  const { more: _more, ...half } = menu;
  const root = makeSite(germanSite({ ...rest, menu: half }));
  for (const command of ['build', 'check']) {
    const { code, stderr } = await runArticles([command, '--root', root]);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(
      /de_DE\.json: 3 of the interface's texts are missing, and shown in the words of the program: menu\.more, navigation\.navigated, navigation\.loading\n.*`articles locale de_DE`/,
    );
  }
  const page = htmlOf(root, 'de.html');
  expect(page).toContain(german().layout.skip);
  expect(htmlOf(root, 'page-data/de/page-data.json') + page).toContain(builtInStrings('de_DE').menu.more);
  expect((await runArticles(['locale', 'de-DE', '--root', root])).code).toBe(0);
  expect(JSON.parse(htmlOf(root, `../${GERMAN}`))).toMatchObject({
    ...rest,
    menu: { ...half, more: builtInStrings('de_DE').menu.more },
  });
  expect((await runJson(['build', '--root', root])).warnings).toEqual([]);
});

test('a language that the program lacks too is shown with the English texts that its file lacks', async () => {
  const files = germanSite({});
  const danish = Object.entries(files).map(([path, content]) => [path.replace('de_DE', 'da_DK'), content]);
  const root = makeSite({
    ...Object.fromEntries(danish),
    'site-config.json': smallSite({ locales: ['en_US', 'da_DK'] })['site-config.json'] ?? null,
  });
  const file = join(root, 'theme/locales/da_DK.json');
  const empty = await runArticles(['build', '--root', root]);
  expect(empty.code).toBe(0);
  expect(empty.stderr).toMatch(
    /da_DK\.json: \d{3} of the .* in English: layout\.\w+, (?:[\w.]+, ){9}\d{3} more\n/,
  );
  expect((await runArticles(['locale', 'da-DK', '--root', root])).code).toBe(0);
  const texts = JSON.parse(readFileSync(file, 'utf8'), (name, text: unknown) =>
    typeof text === 'string' && name !== '$schema' ? `${text} på dansk` : text,
  );
  delete texts.menu.more;
  delete texts.listing.articles.one;
  writeFiles(root, { 'theme/locales/da_DK.json': json(texts) });
  const { warnings } = await runJson(['build', '--root', root]);
  expect(warnings).toMatchObject([
    { message: expect.stringMatching(/: menu\.more, listing\.articles\.one$/) },
  ]);
  expect(htmlOf(root, 'da.html')).toContain(`${builtInStrings('en_US').layout.skip} på dansk`);
});

test('a language without its file, and two locales of one edition, are errors of the configuration', async () => {
  const root = makeSite(smallSite({ locales: ['en_US', 'da_DK'] }));
  const missing = await runArticles(['build', '--root', root]);
  expect(missing.stderr).toMatch(
    /site-config\.json:\d+:\d+: the program has no texts in the language of "da_DK"/,
  );
  expect(missing.stderr).toContain('run `articles locale da_DK`');
  writeFiles(root, {
    'site-config.json': smallSite({ locales: ['en_US', 'en'] })['site-config.json'] ?? null,
  });
  const shared = await runArticles(['build', '--root', root]);
  expect(shared.stderr).toContain('two locales are the same edition: both would be at /en');
});
