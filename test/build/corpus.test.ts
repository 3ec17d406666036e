import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runArticles, runJson } from '../support/cli.ts';
import { checkMarkup } from '../support/markup.ts';
import { find, findBrokenTargets, readPages, textOf } from '../support/pages.ts';
import { createRandom } from '../support/random.ts';
import { type Files, makeSite, readTree, smallSite } from '../support/site.ts';

/** Posts as other people write them: their front matter, their line ends, their Markdown. */
function createCorpus(count: number, seed: number): { files: Files; titles: Map<string, string> } {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const files: Files = {};
  const titles = new Map<string, string>();
  for (let number = 0; number < count; number++) {
    const title = `${pick(TITLES)} (${number})`;
    const slug = `post-${number}`;
    const lines = [
      `title: ${pick([JSON.stringify, (text: string) => `'${text.replaceAll("'", "''")}'`, (text: string) => `>-\n  ${text}`])(title)}`,
      pick(['', 'layout: post', 'weight: 010', 'type: "post"']),
      `slug: ${slug}`,
      `date: ${pick(DATES)}`,
      pick([
        'author: Ann Reed',
        'author: "Ann Reed"',
        'author: bo-lind',
        'author:   Bo Lind   # the other one',
      ]),
      pick([
        '',
        'draft: false',
        'draft:',
        'image: https://img.example/a b.jpg',
        'image: cover.jpg',
        'updated: 2026-05-01T10:00:00+02:00',
      ]),
      pick([
        '',
        'tags: [a, "b: c", d]',
        'tags:\n  - one\n  - two',
        'params:\n  nested:\n    deep: {a: [1, 2]}',
        'description: "With \\"quotes\\" & <tags>"',
        'description: |\n  Two\n  lines',
      ]),
      pick([
        '',
        'entities: []',
        'entities:\n  - category: betting',
        'entities:\n- category: poker\n  subcategories:\n  - subcategory: hands\n    subsubcategories: [x, y]',
      ]),
    ].filter(Boolean);
    const body = Array.from({ length: 3 + below(12) }, () => pick(BLOCKS)).join('\n\n');
    let text = `---\n${lines.join('\n')}\n---\n${pick(['', '\n', '\n\n'])}${body}\n`;
    if (below(4) === 0) text = text.replaceAll('\n', '\r\n');
    if (below(5) === 0) text = `\uFEFF${text}`;
    files[
      `content/en_US/articles/${pick(['', '2026/', 'a b/', 'ü/'])}${pick(['', '2026-01-02-'])}post-${number}.md`
    ] = text;
    titles.set(slug, title);
  }
  return { files, titles };
}

const TITLES = [
  'Odds: a guide',
  'He said: "no"',
  "It's 50% # not a comment",
  '- not a list',
  '[not] {yaml} & <b>tags</b>',
  '🎲 Emoji 👩‍👩‍👧 and 🇮🇳 flags',
  'Ünïcödé ñ 한국어 Ёлка',
  'A very long title '.repeat(12).trim(),
  '@handle, `code` | pipes',
  'yes',
  '1.10',
  'Back\\slash \\n',
];

const DATES = [
  ...[
    '2026-01-02',
    '"2026-01-02"',
    "'2026-01-02T10:00:00Z'",
    '2026-01-02T10:00:00+05:30',
    '2026-01-02 10:00:00 -0800',
  ],
  ...[
    '2026-01-02T10:00:00.123Z',
    '2026-01-02 10:00:00 +0000',
    '2026-02-28T23:59:59-11:00',
    '2026-01-02 10:00:00 UTC',
  ],
];

const BLOCKS = [
  'A paragraph with *emphasis*, **strength**, ~~none~~ and `code`.',
  '# A first heading in the text',
  '## Same heading',
  '## Same heading',
  '### `code` in *a* heading & more',
  'Setext heading\n--------------',
  '<!-- more -->',
  '<!-- a comment\n\nwith -- an empty line -->',
  '<div class="note">\n<b>Raw</b> block &amp; more\n</div>',
  'Inline <span style="color:red">raw</span> <br/> and <kbd>Ctrl</kbd> <script>alert(1)</script> behind.',
  '| a | b |\n|---|:-:|\n| 1 \\| 2 | `x\\|y` |\n| only one |',
  'a | b\n--|--\n1 | 2',
  '[reference][ref] and [ref] and [collapsed][]\n\n[ref]: https://x.example/a_(b) "Title \'q\'"\n[collapsed]: <https://x.example/a b>',
  'A footnote[^1] and another[^long].\n\n[^1]: Short.\n[^long]: First paragraph.\n\n    Second `paragraph`.\n\n        code in it',
  'A footnote that is missing[^nowhere].',
  '````md\n```js\nlet nested = `x`;\n```\n````',
  '~~~\nfence of tildes, never closed in a list',
  '    indented code\n\n    more <b>of it',
  '```python title="x.py" {1,3}\nprint("<&>")\n```',
  '- one\n- two\n  - three\n\n    paragraph\n    ```\n    code\n    ```\n1. four\n2. five',
  '- [ ] open\n- [x] done',
  '> quote\n> > nested\n>\n> - list\n\nlazy',
  '![image](pic.png "A \\"title\\"") ![remote](https://img.example/a.png?x=1&y=2) ![](empty.png)',
  '<img src="x.png" onerror="alert(1)">',
  'https://x.example/a?b=1&c=2 and www.x.example, me@x.example.',
  '[mail](mailto:a@b.example) [tel](tel:+91) [bad](javascript:alert(1)) [rel](../other) [anchor](#same-heading)',
  `A very long line ${'word & <tag> "quote" 한국어 '.repeat(400)}`,
  'x'.repeat(20_000),
  'Emoji 🎲♠️💰🃏 👩‍👩‍👧 🇮🇳, ZWJ \u200d, NBSP \u00a0, soft\u00adhyphen, RTL \u202eevil\u202c.',
  'Control \u0001 character and a tab\tand \u2028 separators.',
  'Hard  \nbreak\\\nand another',
  '***\n\n---\n\n___',
  '\\*not emphasis\\* &copy; &#169; &nosuch; &',
  '{{ template }} {% liquid %} {{< shortcode >}}',
  'Term\n: definition',
  '$$\\frac{a}{b}$$ and $x_1$',
  '<details>\n<summary>Sum</summary>\n\nHidden *text*.\n\n</details>',
];

describe('a thousand posts with habits of their own', () => {
  const corpus = createCorpus(1000, 7);

  test('build, each with its title, and every link within the site resolves', async () => {
    const files = { ...smallSite({ locales: ['en_US'] }), ...corpus.files };
    const root = makeSite(files);
    const result = await runJson(['build', '--root', root]);
    expect(result.articles).toBe(1004);
    const tree = readTree(join(root, 'dist'));
    const pages = readPages(tree);
    for (const [slug, title] of corpus.titles) {
      const page = pages.find(({ file }) => file === `articles/${slug}.html`);
      expect(page && find(page, 'h1').map(textOf)).toEqual([title]);
    }
    const handlers = pages.flatMap((page) =>
      page.elements.filter(({ attrs }) => attrs.some(({ name }) => name.startsWith('on'))),
    );
    expect(handlers).toEqual([]);
    const scripts = new Set(
      pages.flatMap((page) =>
        find(page, 'script')
          .filter(({ attrs }) => attrs.length === 0)
          .map(textOf),
      ),
    );
    // The two that all pages have, and that of old addresses.
    expect([...scripts].sort()).toEqual([
      expect.stringContaining('dataset.main'),
      expect.stringContaining('dataset.theme'),
      expect.stringContaining('dataset.to'),
    ]);
    // The checker takes its time, so it sees one page in eight.
    const checked = pages.filter(({ file }, index) => index % 8 === 0 && file.startsWith('articles/'));
    expect(checkMarkup(checked.map(({ file }) => join(root, 'dist', file)))).toEqual([]);
    // Posts name pictures and pages that are not there; those are theirs.
    const theirs = /→ (\/images\/|\.\.\/other|#same-heading)/;
    expect(
      findBrokenTargets(pages, tree, 'https://small.example').filter((line) => !theirs.test(line)),
    ).toEqual([]);
  }, 120_000);

  test('or each fault is named with its line', async () => {
    const spoilt = Object.entries(corpus.files).slice(0, 60);
    const faults: [RegExp, string][] = [
      [/date: .*/, 'date: 02.01.2026'],
      [/author: .*/, 'author: Somebody Else'],
      [/slug: .*/, 'slug: Not A Slug'],
      [/title: /, 'title: "unclosed '],
      [/^\uFEFF?---/, '+++'],
    ];
    const expected: string[] = [];
    const files: Files = {};
    for (const [index, [path, text]] of spoilt.entries()) {
      const [pattern, replacement] = faults[index % faults.length] ?? faults[0] ?? [/$/, ''];
      files[path] = String(text).replace(pattern, replacement);
      expected.push(path);
    }
    const root = makeSite({ ...smallSite({ locales: ['en_US'] }), ...files });
    const { code, stderr } = await runArticles(['build', '--all', '--root', root]);
    expect(code).toBe(1);
    const named = new Map(
      [...stderr.matchAll(/^error (.*?\.md):(\d+):(\d+): /gm)].map(([, file = '', line = '']) => [
        file,
        Number(line),
      ]),
    );
    expect([...named.keys()].sort()).toEqual(expected.sort());
    expect([...named.values()].every((line) => line >= 1 && line < 40)).toBe(true);
  });
});
