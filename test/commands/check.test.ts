/** `articles check` finds every problem at its place, reports nothing on sites without one, and writes no output. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { check as checkSite } from '../../src/check/run-check.ts';
import { formatPlace, type Problem } from '../../src/foundation/errors.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import type { CheckResult } from '../../src/results/site-results.ts';
import { measureTitle } from '../../src/site/text-width.ts';
import { runArticles } from '../support/program.ts';
import { article, type Files, json, makeSite, SAMPLES, smallSite } from '../support/site.ts';

const FILE = 'content/en_US/articles/first.md';
const HEAD = '---\ntitle: The first price\nslug: first-price\nauthor: Ann Reed\ndate: 2026-01-10\n';
/** The body begins in line 7. */
const withBody = (body: string): Files => ({ [FILE]: `${HEAD}---\n${body}\n` });

async function check(files: Files, config: object = {}, { drafts = false } = {}) {
  const root = makeSite({ ...smallSite({ locales: ['en_US'], ...config }), ...files });
  return { root, ...(await checkSite({ root, drafts, future: false, reporter: createSilentReporter() })) };
}

const show = (problem: Problem) => `${formatPlace(problem)}: ${problem.message}`;

describe('links', () => {
  test.each<[string, string, string]>([
    [
      'to no page',
      'One\n\nTwo [link](/nowhere).',
      `${FILE}:9:5: "/nowhere" is neither a page nor a file of the site`,
    ],
    ['to no page of the folder', '[x](other)', `${FILE}:7:1: "other" is neither a page`],
    [
      'within the page to no heading',
      '## Here\n\n[x](#there)',
      `${FILE}:9:1: "#there" leads to no heading of this page`,
    ],
    [
      'to no heading of another page',
      '[x](/articles/second-look#there)',
      'leads to no heading of /articles/second-look',
    ],
    ['with the ending of the file', '[x](/articles/second-look.html)', 'is another spelling of a page'],
    ['with a slash behind', '[x](/authors/)', 'is another spelling of a page'],
    ['to the address that the site will have', '[x](https://small.example/nowhere)', 'is neither a page'],
    ['by reference', 'A [x][ref].\n\n[ref]: /nowhere', `${FILE}:7:3: "/nowhere"`],
    ['behind the same in code', 'T `[x](/nowhere)` and [x](/nowhere)', `${FILE}:7:23: "/nowhere"`],
    ['over two lines of a quotation', '> a\n> b [long\n> text](/nowhere)', `${FILE}:8:5: "/nowhere"`],
    ['in a list in a quotation', '> - one\n> - two [x](/nowhere)', `${FILE}:8:9: "/nowhere"`],
    [
      'behind an image whose words come again',
      '![odds](https://i.example/a.png) first\na [x](/nowhere) here\nthen odds again',
      `${FILE}:8:3: "/nowhere"`,
    ],
    ['that are badly encoded', '[x](/%zz)', `${FILE}:7:1: "/%zz" is neither a page`],
    ['to an image that is missing', 'A\n![Chart](missing.png)', `${FILE}:8:1: "missing.png" is neither`],
  ])('%s', async (_name, body, expected) => {
    const { errors } = await check(withBody(body));
    expect(errors.map(show).join('\n')).toContain(expected);
    expect(errors).toHaveLength(1);
  });

  it('are reported at each place, once a file', async () => {
    const { errors } = await check(withBody('[a](/nowhere)\n\n[b](/nowhere) [c](/elsewhere)'));
    expect(errors.map(({ line, column }) => [line, column])).toEqual([
      [7, 1],
      [9, 1],
      [9, 15],
    ]);
  });

  it('that are sound are silent', async () => {
    const body = `## A heading, twice

[a](#a-heading-twice) [b](/articles/second-look#a-part-of-it) [c](/) [d](/betting/odds?x=1) [e](/articles/old-street)
[f](https://elsewhere.example/x#y) [g](mailto:a@b.example) [h](/feed.xml) [i](/sitemap.xml) [j](/proof.pdf)
[k](second-look) [l](/authors/ann-reed#top) [m](/sitemap) [n][1] text[^1].

[1]: /privacy-policy
[^1]: A note.`;
    const { errors, warnings } = await check({ ...withBody(body), 'public/proof.pdf': 'x' });
    expect([...errors, ...warnings].map(show)).toEqual([]);
  });

  it('are followed below a base path', async () => {
    const sound = await check(withBody('[a](/authors) [b](#part)\n\n## Part'), { basePath: '/blog' });
    expect(sound.errors.map(show)).toEqual([]);
    const broken = await check(withBody('[a](../../authors)'), { basePath: '/blog' });
    expect(broken.errors.map(show).join()).toContain('leads out of /blog');
  });

  it('of info pages are followed too', async () => {
    const info = 'content/en_US/info/terms.md';
    const { errors } = await check({ [info]: '---\ntitle: Terms\n---\n[x](/nowhere)\n' });
    expect(errors.map(formatPlace)).toEqual([`${info}:4:1`]);
  });

  it.each([
    [
      'that the article lacks',
      HEAD.replace('author: Ann Reed\n', ''),
      [`${FILE}:1:1: `, `${FILE}:6:1: "/nowhere"`],
    ],
    ['with a wrong value', HEAD.replace('2026-01-10', 'soon'), [`${FILE}:5:7: `, `${FILE}:7:1: "/nowhere"`]],
    ['that is no YAML', HEAD.replace('The first', '"The" first'), [`${FILE}:2:`, `${FILE}:7:1: "/nowhere"`]],
    ['with an unknown category', `${HEAD}category: none\n`, [`${FILE}:6:`, `${FILE}:8:1: "/nowhere"`]],
  ])('are reported beside a field %s', async (_name, head, expected) => {
    const { errors } = await check({ [FILE]: `${head}---\n[x](/nowhere) [y](/articles/second-look)\n` });
    expect(errors.map(show)).toEqual(expected.map((part) => expect.stringContaining(part)));
    const draft = await check({ [FILE]: `${head}draft: true\n---\n[x](/nowhere)\n` });
    expect(draft.errors.map(show).join('\n')).not.toContain('/nowhere');
  });

  it('name the front matter for a cover that is missing', async () => {
    const { errors } = await check({ [FILE]: `${HEAD}image: gone.jpg\n---\nText.\n` });
    expect(errors.map(show)).toEqual([`${FILE}:6:8: "gone.jpg" is neither a page nor a file of the site`]);
  });
});

describe('texts', () => {
  it('warns of images without words', async () => {
    const { warnings } = await check(
      withBody('Text\n\n![](https://images.example/a.png)\n![ ](https://images.example/b.png)'),
    );
    expect(warnings.map(formatPlace)).toEqual([`${FILE}:9:1`, `${FILE}:10:1`]);
    expect(warnings[0]?.message).toContain('no alternative text');
  });

  it('warns of images that are shown as text, because their name has a space', async () => {
    const body = 'Text\n\n![A plate](IMG 1234.JPG) `![x](a b.png)` ![z](https://i.example/f.png "g h")';
    const { warnings } = await check(withBody(body));
    expect(warnings.map(show)).toEqual([
      `${FILE}:9:1: the image of IMG 1234.JPG is shown as text: Markdown takes no target with a space`,
    ]);
  });

  it('finds each image without words, whatever stands around it', async () => {
    const body =
      'T <b>x</b>\n\n![y](https://i.example/a.png) ![](https://i.example/a.png)\n\n![](https://i.example/a.png)';
    const { warnings } = await check(withBody(body), { markdown: { rawHtml: true } });
    expect(warnings.map(formatPlace)).toEqual([`${FILE}:9:31`, `${FILE}:11:1`]);
  });

  it('warns of links that no page may have', async () => {
    const { warnings } = await check(withBody('A [js](javascript:alert(1)) and `[x](javascript:y)`.'));
    expect(warnings.map(formatPlace)).toEqual([`${FILE}:7:3`]);
    expect(warnings[0]?.message).toContain('is left out; its text stays');
  });

  it('warns of raw HTML that is left out, and of nothing that only looks like it', async () => {
    const { warnings } = await check(withBody('Text\n\nSome <b>bold</b> words\n\n<div>x</div>'));
    expect(warnings.map(formatPlace)).toEqual([`${FILE}:9:6`]);
    expect(warnings[0]?.message).toContain('<b>');
    const looks = '`<b>` and <https://x.example> and 1 < 2\n\n```html\n<div>\n```\n\n<!-- a comment -->';
    expect((await check(withBody(looks))).warnings).toEqual([]);
    expect((await check(withBody('a <b>b</b>'), { markdown: { rawHtml: true } })).warnings).toEqual([]);
  });
});

it('finds broken links beside broken articles, and leaves links to those alone', async () => {
  const { errors } = await check({
    'content/en_US/articles/second.md': article({ title: 'Second', slug: 'second-look', author: 'Nobody' }),
    'content/en_US/articles/third.md': '---\ntitle: Third\nslug: third\ndate: never\nauthor: Nobody\n---\n',
    [FILE]: `${HEAD}---\n[a](/articles/second-look) [b](/articles/third) [c](/nowhere)\n`,
  });
  expect(errors.map(show)).toEqual([
    expect.stringContaining(`${FILE}:7:49: "/nowhere"`),
    expect.stringContaining('second.md:3:9: unknown author "Nobody"'),
    expect.stringContaining('third.md:4:7: date: "never" is not a date'),
    expect.stringContaining('third.md:5:9: unknown author "Nobody"'),
  ]);
});

describe('search results', () => {
  it('warns of titles that are cut off and descriptions that are too long', async () => {
    const title =
      'A very long title that goes on and on, although everything has been said in its first half';
    const { warnings } = await check({
      [FILE]: `${HEAD.replace('The first price', title)}description: ${'word '.repeat(40)}\n---\nText.\n`,
    });
    expect(warnings.map(formatPlace)).toEqual([`${FILE}:2:8`, `${FILE}:6:14`]);
    expect(warnings[0]?.message).toMatch(/about 7\d\d px/);
    expect(warnings[1]?.message).toContain('199 characters');
  });

  it('warns of a page without a description, and of an update that lies ahead', async () => {
    expect((await check(withBody('```\ncode\n```'))).warnings.map(show)).toEqual([
      expect.stringContaining('the page has no description'),
    ]);
    const late = await check({ [FILE]: `${HEAD}updated: 2999-01-01\n---\nText.\n` });
    expect(late.warnings.map(show)).toEqual([`${FILE}:6:10: updated is in the future`]);
  });

  it('does not ask to shorten what was cut from the text', async () => {
    expect((await check(withBody('word '.repeat(200)))).warnings).toEqual([]);
  });

  it('finds the place in the data of a category, an author and a page', async () => {
    const long = 'x'.repeat(80);
    const site = smallSite({ locales: ['en_US'] });
    const edit = (path: string, change: (data: ReturnType<typeof JSON.parse>) => void) => {
      const data = JSON.parse(String(site[path]));
      change(data);
      return { [path]: json(data) };
    };
    const { warnings } = await check({
      ...edit('content/en_US/categories.json', (tree) => {
        tree.betting.title = long;
      }),
      ...edit('content/en_US/authors.json', (authors) => {
        authors[1].meta_title = long;
      }),
      ...edit('content/en_US/seo.json', (seo) => {
        seo.terms.description = 'y'.repeat(160);
      }),
    });
    expect(warnings.map(({ file }) => file)).toEqual([
      'content/en_US/authors.json',
      'content/en_US/categories.json',
      'content/en_US/seo.json',
    ]);
    expect(warnings.every(({ line }) => (line ?? 0) > 1)).toBe(true);
  });

  // Widths of the same texts in Arial of 20 px.
  test.each([
    ['Bankroll Management', 185],
    ['iiiiiiiiii', 44],
    ['WWWWWWWWWW', 189],
    ['Управление банком', 180],
    ['베팅 전략', 80],
  ])('%s is about %i px wide', (text, width) => {
    expect(Math.abs(measureTitle(text) - width)).toBeLessThan(width * 0.12);
  });
});

describe('paid links', () => {
  const ads = (value: object): Files => ({ 'content/ads.json': json(value) });

  test.each<[string, object, string]>([
    [
      'a path of no page',
      { sapeLinks: { '/nowhere': ['<a href="https://a.example">a</a>'] } },
      'no page has the path "/nowhere"',
    ],
    [
      'a link that is not closed',
      { sapeLinks: { '/authors': ['<a href="https://a.example">a'] } },
      '<a> is not closed',
    ],
    ['an end without a start', { sapeNewUrl: '<p>a</b></p>' }, '</b> closes nothing'],
    ['tags that cross', { sapeNewUrl: '<b><i>a</b></i>' }, '</b> closes nothing'],
    ['an attribute that is not closed', { sapeNewUrl: '<a href="https://a.example>a</a>' }, 'eof in tag'],
    [
      'a link in a link',
      { sapeNewUrl: '<a href="https://a.example">a <a href="https://b.example">b</a></a>' },
      'inside another link',
    ],
    [
      'a link that runs a script',
      { sapeNewUrl: '<a href="javascript:alert(1)">a</a>' },
      'not a URL that is safe for readers',
    ],
    ['a link to no page of the site', { sapeNewUrl: '<a href="/nowhere">a</a>' }, 'is neither a page'],
  ])('%s', async (_name, value, expected) => {
    const { errors } = await check(ads(value));
    expect(errors.map(show).join('\n')).toContain(expected);
    expect(errors).toHaveLength(1);
    expect(formatPlace(errors[0] ?? expect.fail())).toMatch(/^content\/ads\.json:\d+:\d+$/);
  });

  it.each<[string, object, string]>([
    ['an alias', { sapeLinks: { '/articles/old-street': ['<b>x</b>'] } }, 'shows no paid links'],
    ['a page of an error', { sapeLinks: { '/404': ['<b>x</b>'] } }, 'shows no paid links'],
  ])('%s', async (_name, value, expected) => {
    const { errors, warnings } = await check(ads(value));
    expect([...errors, ...warnings].map(show)).toEqual([expect.stringContaining(expected)]);
  });

  it('have the same problems under the documented names', async () => {
    const { errors, warnings } = await check({
      'content/paid-links.json': json({ everyPage: '<p>a</b></p>', paidLinks: { '/nowhere': ['<b>x</b>'] } }),
      'content/en_US/strings.json': json({ ads: { headings: ['Partner Links'] } }),
    });
    expect(errors.map(show)).toEqual([
      expect.stringMatching(/^content\/paid-links\.json:2:16: .*closes nothing/),
      expect.stringMatching(/^content\/paid-links\.json:4:17: no page has the path/),
    ]);
    expect(warnings.map(show)).toEqual([
      'content/en_US/strings.json:4:7: "Partner Links" above paid links does not say that they are paid',
    ]);
  });

  it('are read from one file', async () => {
    const { errors } = await check({ ...ads({}), 'content/paid-links.json': json({}) });
    expect(errors.map(show)).toEqual(['content/ads.json: is not read beside content/paid-links.json']);
  });

  it('take the check code of an exchange, a comment, without a word', async () => {
    const { errors, warnings } = await check(ads({ sapeNewUrl: '<!--a1b2c3-->', sapeLinks: {} }));
    expect([...errors, ...warnings].map(show)).toEqual([]);
  });

  it('have a label by the words that the rules of their languages name', async () => {
    const labels = { en_US: 'Sponsored', ru_RU: 'Спонсор' };
    const files = Object.entries(labels).map(([locale, label]) => [
      `content/${locale}/strings.json`,
      json({ ads: { label } }),
    ]);
    const { warnings } = await check({
      ...ads({ sapeNewUrl: '<a href="https://a.example">a</a>' }),
      ...Object.fromEntries(files),
    });
    expect(warnings.map(show).join('\n')).toContain('"Sponsored" above paid links');
  });

  it('that hold together are silent', async () => {
    const html =
      '<p>One &amp; two<br><a href="https://a.example/?a=1&amp;b=2" target=_blank>a</a><ul><li>x<li>y</ul>';
    const { errors, warnings } = await check(
      ads({ sapeNewUrl: html, sapeLinks: { '/': [html], '/authors/': [html] } }),
    );
    expect([...errors, ...warnings].map(show)).toEqual([]);
  });
});

it('compares translations with their originals', async () => {
  const ru = 'content/ru_RU/articles/first.md';
  const odds = { category: 'betting', subcategory: 'odds' };
  const files = {
    [FILE]: article({ title: 'The first price', slug: 'first-price', more: 'updated: 2026-05-01', ...odds }),
    [ru]: article({ title: 'Первая цена', slug: 'pervaya', category: 'poker', subcategory: 'hands' }),
  };
  const { warnings } = await check(files, { locales: ['en_US', 'ru_RU'] });
  expect(warnings.map(show)).toEqual([
    `${ru}:4:7: the original (${FILE}) changed on 2026-05-01, but the translation on 2026-01-10`,
    `${ru}:7:3: the translation is in poker/hands, but its original (${FILE}) is in betting/odds`,
  ]);
});

describe('the whole', () => {
  it('reports all errors of the build at once, with their places', async () => {
    const { errors } = await check({
      [FILE]: `${HEAD.replace('2026-01-10', 'soon')}---\nText.\n`,
      'content/en_US/articles/second.md': article({ title: 'B', slug: 'third-street', author: 'Nobody' }),
    });
    expect(errors.map(formatPlace)).toEqual([
      `${FILE}:5:7`,
      'content/en_US/articles/second.md:3:9',
      // The slug of another article.
      'content/en_US/articles/second.md:5:7',
    ]);
  });

  it('writes no output', async () => {
    const { root } = await check({});
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  it('looks at drafts when it is told to', async () => {
    const draft = {
      'content/en_US/articles/draft.md': article({
        title: 'D',
        slug: 'd',
        more: 'draft: true',
        body: '[x](/nowhere)',
      }),
    };
    expect((await check(draft)).errors).toHaveLength(0);
    expect((await check(draft, {}, { drafts: true })).errors).toHaveLength(1);
  });

  it('ends with 1 for an error, and speaks to people on stderr', async () => {
    const root = makeSite({ ...smallSite({ locales: ['en_US'] }), ...withBody('[x](/nowhere)') });
    const { code, stdout, stderr } = await runArticles(['check', '--root', root]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`error ${FILE}:7:1: "/nowhere"`);
    expect(stderr).toContain('1 error, 0 warnings in 4 articles');
  });

  it('ends with 0 for warnings alone, and prints one object with --json', async () => {
    const root = makeSite({ ...smallSite({ locales: ['en_US'] }), ...withBody('A <b>tag</b>') });
    const { code, stdout } = await runArticles(['check', '--root', root, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ errors: [], warnings: [{ file: FILE, line: 7, column: 3 }] });
  });

  test.each(SAMPLES.filter((root) => root !== 'examples/docs'))('finds no problem in %s', async (root) => {
    // The specification of the sample publication names headings of paid links, of which some are vague.
    const isSpecified = ({ code }: Problem) => root === '.' && code === 'vague-label';
    const { code, stdout } = await runArticles(['check', '--root', resolve(root), '--json']);
    const { errors, warnings }: CheckResult = JSON.parse(stdout);
    expect([...errors, ...warnings.filter((problem) => !isSpecified(problem))].map(show)).toEqual([]);
    expect(code).toBe(0);
  });
});

test('warns of a sum that does not compute, with its place', async () => {
  const { warnings } = await check(
    withBody('Two plus two.\n\nThe price is 300 ÷ 1,500 = 25% of it, and 2 + 2 = 4.'),
  );
  expect(warnings.map(show)).toContain(`${FILE}:9:14: "300 ÷ 1,500 = 25%" does not compute: it is 20%`);
  expect(warnings.filter(({ message }) => message.includes('compute'))).toHaveLength(1);
});

test.each([
  ['code', 'The message is `300 ÷ 1,500 = 25%`.\n\n```\n300 ÷ 1,500 = 25%\n```'],
  [
    'a share of something else',
    'Loading 10,000 articles took 262 ms, not 186 ms. A build takes 5.6 s, so this is 1 to 2 %.',
  ],
])('warns of no sum in %s', async (_, body) => {
  const { warnings } = await check(withBody(body));
  expect(warnings.map(show)).toEqual([]);
});
