/** `articles check` on sites in several languages: links that leave the language, and translations that stand elsewhere. */
import { expect, test } from 'vitest';
import { check } from '../../src/check/run-check.ts';
import { formatPlace, type Problem } from '../../src/foundation/errors.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { article, type Files, makeSite, smallSite } from '../support/site.ts';

const odds = { category: 'betting', subcategory: 'odds' };
const RU = 'content/ru_RU/articles/second.md';
const russian = (body: string): Files => ({
  [RU]: article({ title: 'Второй взгляд', slug: 'vzglyad', date: '2026-02-01', ...odds, body }),
});

const TEXT = article({
  ...{ title: 'A second look', slug: 'second-look', author: 'Bo Lind', date: '2026-02-01', ...odds },
});

async function warnings(files: Files, config: object = {}): Promise<readonly Problem[]> {
  const root = makeSite({ ...smallSite({ shortName: 'two', ...config }), ...files });
  const options = { root, drafts: false, future: false, reporter: createSilentReporter() };
  const found = await check(options);
  expect(found.errors).toEqual([]);
  return found.warnings;
}

const show = (problem: Problem) => `${formatPlace(problem)}: ${problem.message}`;

test('a link to another language is named with the page of its own', async () => {
  const found = await warnings(
    russian(`[Цена](/articles/first-price), [файл](../../en_US/articles/first.md), [часть](/articles/first-price#a-part-of-it),
[адрес](https://small.example/articles/first-price), [авторы](/authors) и [по имени][1].

[1]: /betting/odds
`),
  );
  const own = (written: string, own: string) =>
    `"${written}" leads to the page in English, and this language has it at ${own}`;
  expect(found.map(show)).toEqual([
    `${RU}:11:1: ${own('/articles/first-price', '/ru/articles/pervaya-tsena')}`,
    `${RU}:11:32: ${own('../../en_US/articles/first.md', '/ru/articles/pervaya-tsena')}`,
    `${RU}:11:71: ${own('/articles/first-price#a-part-of-it', '/ru/articles/pervaya-tsena')}`,
    `${RU}:12:1: ${own('https://small.example/articles/first-price', '/ru/articles/pervaya-tsena')}`,
    `${RU}:12:54: ${own('/authors', '/ru/authors')}`,
    `${RU}:12:75: ${own('/betting/odds', '/ru/betting/odds')}`,
  ]);
  expect(found.map(({ fix }) => fix?.new)).toEqual([
    '/ru/articles/pervaya-tsena',
    '/ru/articles/pervaya-tsena',
    // Its headings have other names.
    undefined,
    '/ru/articles/pervaya-tsena',
    '/ru/authors',
    '/ru/betting/odds',
  ]);
});

test('a link that means the other language is silent', async () => {
  const body = `[На английском](/articles/second-look), [Цена (по-английски)](/articles/first-price),
[The first price, in English](/articles/first-price), [цена, EN](/articles/first-price), [улица](/articles/third-street)
<a href="/articles/first-price" hreflang="en">цена</a> [своя](/ru/articles/pervaya-tsena)
<https://small.example/> [small.example](https://small.example)`;
  expect((await warnings(russian(body), { markdown: { rawHtml: true } })).map(show)).toEqual([]);
});

test('a link of the menu with one address for all languages is named with what leads each to its own', async () => {
  const links = (url: unknown) => ({
    menu: [{ list: 'categories' }, { title: 'A', links: [{ title: 'Authors', url }] }],
  });
  const found = await warnings({}, { navigation: links('/authors') });
  expect(found.map(({ file, hint }) => [file, hint])).toEqual([
    ['site-config.json', expect.stringContaining('{"page": "…"}')],
  ]);
  expect(found[0]?.message).toContain('this language has it at /ru/authors');
  for (const url of [{ en_US: '/authors', ru_RU: '/ru/authors' }, '/feed.xml', 'https://a.example'])
    expect(await warnings({}, { navigation: links(url) })).toEqual([]);
});

test('dates of one day are shown with their times', async () => {
  const at = (time: string) => ({
    'content/en_US/articles/first.md': article({
      ...{ title: 'The first price', slug: 'first-price', ...odds },
      more: `updated: ${time}`,
    }),
  });
  const hint = 'bring the translation up to date, then set its "updated"';
  const late = await warnings(at('2026-01-10T14:00:00+05:30'));
  expect(late.map(({ message, hint }) => [message, hint])).toEqual([
    [
      'the original (content/en_US/articles/first.md) changed on 2026-01-10 14:00, but the translation on 2026-01-10 00:00',
      `${hint} to a later day, or to 2026-01-10T14:00:00+05:30`,
    ],
  ]);
  expect(
    (await warnings(at('2026-01-11T14:00:00+05:30'))).map(({ message, hint }) => [message, hint]),
  ).toEqual([
    [
      'the original (content/en_US/articles/first.md) changed on 2026-01-11, but the translation on 2026-01-10',
      hint,
    ],
  ]);
});

test('a translation that does not stand where its original does is named', async () => {
  const ru = (path: string, slug: string, body?: string): Files => ({
    [`content/ru_RU/articles/${path}.md`]: article({ title: 'Т', slug, ...odds, ...(body && { body }) }),
  });
  // In another folder, and under the address of the original.
  const found = await warnings({ ...ru('poker/second', 'vzglyad'), ...ru('tretya', 'third-street') });
  expect(found.map(show)).toEqual([
    'content/ru_RU/articles/poker/second.md: no original has the path poker/second.md, so this is no translation of content/en_US/articles/second.md',
    'content/ru_RU/articles/tretya.md: no original has the path tretya.md, so this is no translation of content/en_US/articles/poker/third.md',
  ]);
  expect(found[1]?.hint).toContain('content/ru_RU/articles/poker/third.md');
  // Two texts of one language, and names that tell nothing.
  expect(await warnings({ ...ru('poker/index', 'a'), ...ru('2026', 'b') })).toEqual([]);
  expect((await warnings({ 'content/ru_RU/articles/second.md': TEXT })).map(show)).toEqual([
    'content/ru_RU/articles/second.md: the file is the same as content/en_US/articles/second.md, so readers of Russian get its text in English',
  ]);
});
