/** Tests what programs that read a site get: Markdown twins, llms.txt, rights, the account in the fediverse. */
import { expect, test } from 'vitest';
import { toMarkdown } from '../../src/content/markdown/to-markdown.ts';
import { buildTree } from '../support/build.ts';
import { article, json, smallSite } from '../support/site.ts';

const FIRST = 'content/en_US/articles/first.md';
const LICENSE = 'https://creativecommons.org/licenses/by/4.0/';
const odds = { category: 'betting', subcategory: 'odds' };

test('every text has a Markdown twin that says what its page says, and only such pages name one', async () => {
  const text =
    'A **bold** claim, with [a link](/articles/nowhere) and `code`[^1].\n\n| a | b |\n|---|--:|\n| 1 | 2 \\| 3 |\n\n1. one\n   - nested\n\n> [!NOTE]\n> Look.\n\n[^1]: The source.';
  const files = await buildTree({
    ...smallSite({ agents: { markdown: true } }),
    [FIRST]: article({ title: 'First "price"', slug: 'first-price', ...odds, body: text }),
    'content/ads.json': json({
      sapeNewUrl: '',
      sapeLinks: { '/articles/first-price': ['<a href="https://paid.example/">Paid</a>'] },
    }),
  });
  const twin = files.get('articles/first-price.md') ?? '';
  expect(twin).toMatch(/^---\ntitle: "First \\"price\\""\n/);
  expect(twin).toContain('url: "https://small.example/articles/first-price"\n');
  expect(twin).toMatch(/author: ".+"\npublished: "\d{4}-/);
  expect(twin).toContain(
    '# First "price"\n\nA **bold** claim, with [a link](https://small.example/articles/nowhere) and `code`',
  );
  expect(twin).toContain('| a | b |\n| --- | --- |\n| 1 | 2 \\| 3 |');
  expect(twin).toContain('1. one\n   - nested');
  expect(twin).toContain('and `code`[^1].');
  expect(twin).toContain('[^1]: The source.\n');
  expect(twin).toMatch(/\n---\n\n\*\*.+\*\*\n\n\[Paid\]\(https:\/\/paid\.example\/\)\n$/);
  const link = '<link data-page-head="" rel="alternate" type="text/markdown" href="https://small.example/';
  for (const [path, html] of files) {
    if (!path.endsWith('.html')) continue;
    const named = html.split(link)[1]?.split('"')[0];
    expect(named === undefined || files.has(named), `${path} names ${named}`).toBe(true);
  }
  expect(files.get('articles/first-price.html')).toContain(`${link}articles/first-price.md"`);
  expect(files.get('index.html')).not.toContain('text/markdown');
  const list = files.get('llms.txt') ?? '';
  expect(list).toMatch(/^# .+\n\n> .+\n/);
  expect(list.match(/articles\/first-price\.md/g)).toHaveLength(1);
  for (const [, url = ''] of list.matchAll(/\]\(https:\/\/small\.example\/([^)]+)\)/g))
    expect(files.has(decodeURI(url))).toBe(true);
});

test('a site that asks for none of it has none of it', async () => {
  const files = await buildTree(smallSite());
  expect([...files.keys()].filter((path) => /\.md$|llms|license|tdmrep/.test(path))).toEqual([]);
  expect(files.get('index.html')).not.toMatch(/speculationrules|fediverse|rel="license"/);
  expect(files.get('robots.txt')).not.toContain('Content-Signal');
});

test('the rights are the same wherever programs look for them', async () => {
  const rights = { search: true, train: false, license: LICENSE };
  const files = await buildTree(smallSite({ rights, fediverse: '@desk@social.example' }));
  expect(files.get('robots.txt')).toMatch(
    /^User-agent: \*\nContent-Signal: search=yes, ai-train=no\nAllow: \/\n/,
  );
  expect(files.get('license.xml')).toContain('<permits type="usage">search</permits>');
  expect(files.get('license.xml')).toContain('<prohibits type="usage">ai-train</prohibits>');
  expect(JSON.parse(files.get('.well-known/tdmrep.json') ?? '')).toEqual([
    { location: '/', 'tdm-reservation': 1, 'tdm-policy': LICENSE },
  ]);
  const page = files.get('articles/first-price.html') ?? '';
  expect(page).toContain('DMI-PROHIBITED-AIMLTRAINING');
  expect(page).toContain('rel="license" type="application/rsl+xml" href="/license.xml"');
  expect(page).toContain('name="fediverse:creator" content="@desk@social.example"');
});

test('speculation rules are within the policy of each page', async () => {
  const files = await buildTree(smallSite({ features: { speculationRules: true }, basePath: '/blog' }));
  const page = files.get('articles/first-price.html') ?? '';
  const rules = /<script type="speculationrules">(.*)<\/script>/.exec(page)?.[1] ?? '';
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(rules))).toString('base64');
  expect(page).toMatch(new RegExp(`script-src [^;]*'sha256-${digest.replace(/[+/]/g, '\\$&')}'`));
  expect(JSON.parse(rules).prefetch[0].where.and[0]).toEqual({ href_matches: '/blog/*' });
});

test.each([
  ['<p>a * b <em>c</em> [d]</p>', 'a \\* b *c* \\[d\\]'],
  ['<pre><code class="language-js">let a = `x`;\n</code></pre>', '```js\nlet a = `x`;\n```'],
  ['<p><img src="/a b.png" alt="A"></p><script>evil()</script>', '![A](https://x.example/a%20b.png)'],
  ['<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>', '- a\n  - b\n\n- c\n\n  d'],
  ['<details><summary>More</summary><p>Text</p></details>', '**More**\n\nText'],
])('the Markdown of %s', (html, markdown) => {
  expect(toMarkdown(html, 'https://x.example/page')).toBe(markdown);
});
