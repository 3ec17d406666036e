import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { listAnchors } from '../../src/content/markdown/anchors.ts';
import type { MarkdownOptions } from '../../src/content/markdown/markdown-options.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';

const OPTIONS: MarkdownOptions = {
  rawHtml: false,
  typography: null,
  basePath: '',
  contentsDepth: 2,
  labels: { copyCode: 'Copy', footnotes: 'Notes', backToReference: 'Back to', table: 'Table' },
  resolveLink: () => null,
  resolveImage: (url) => ({ url, width: null, height: null, sources: [] }),
};
const render = createMarkdownRenderer();
const html = (markdown: string, options: Partial<MarkdownOptions> = {}) =>
  render(markdown, { ...OPTIONS, ...options }).html;

describe('Markdown', () => {
  test.each([
    ['**b** *i* ~~d~~ `c`', '<p><strong>b</strong> <em>i</em> <del>d</del> <code>c</code></p>\n'],
    ['a < b & c > "d"', '<p>a &lt; b &amp; c &gt; &quot;d&quot;</p>\n'],
    [
      '- one\n  - two\n    1. three\n\n       > four',
      /<ul>\n<li>one\s*<ul>\n<li>two\s*<ol>\n<li><p>three<\/p>\n<blockquote>/,
    ],
    // marked alone throws here.
    [
      '- a\n  > 9. b\n  c',
      /^<ul>\n<li>a\s*<blockquote>\n<ol start="9">\n<li>b\nc<\/li>\n<\/ol>\n<\/blockquote>\n<\/li>\n<\/ul>\n$/,
    ],
    ['- [x] done\n- [ ] open', /☑.*done[\s\S]*☐.*open/],
    [
      '| a | b |\n|:--|--:|\n| 1 | `x\\|y` |',
      /role="group" aria-label="Table" tabindex="0"><table>[\s\S]*<th scope="col" class="align-left">a<\/th>[\s\S]*<td class="align-right"><code>x\|y<\/code>/,
    ],
    [
      '| | a |\n|---|---|\n| **one** | 1 |\n| | 2 |',
      /<td><\/td>\n<th scope="col">a<\/th>[\s\S]*<th scope="row"><strong>one<\/strong><\/th>\n<td>1<\/td>[\s\S]*<td><\/td>\n<td>2<\/td>/,
    ],
    [
      '[a](https://x.example "t")',
      '<p><a href="https://x.example" title="t" rel="external noopener">a</a></p>\n',
    ],
    ['[a](/b "say &quot;x&quot;")', '<p><a href="/b" title="say &quot;x&quot;">a</a></p>\n'],
    ['[a](/?b=1&amp;c=&#50;)', '<p><a href="/?b=1&amp;c=2">a</a></p>\n'],
    [
      '&lt;b&gt; &amp;amp; &#60;i&#62; &copy; &nosuch;',
      '<p>&lt;b&gt; &amp;amp; &lt;i&gt; &copy; &amp;nosuch;</p>\n',
    ],
    ['![*a* &amp; `b`](a.png)', '<p><img src="a.png" alt="a &amp; b" loading="lazy" decoding="async"></p>\n'],
    ['a\u0001b\u0000c\ufffed', '<p>abcd</p>\n'],
    ['[a](/б в)', '<p>[a](/б в)</p>\n'],
    ['[a](</б в>)', '<p><a href="/%D0%B1%20%D0%B2">a</a></p>\n'],
    ['[a](/50%)', '<p><a href="/50%25">a</a></p>\n'],
    ['[a](/%D0%B1)', '<p><a href="/%D0%B1">a</a></p>\n'],
    ['www.x.example', '<p><a href="http://www.x.example" rel="external noopener">www.x.example</a></p>\n'],
    ['<me@x.example>', '<p><a href="mailto:me@x.example">me@x.example</a></p>\n'],
    [
      '![alt "q"](a.png "t")',
      '<p><img src="a.png" alt="alt &quot;q&quot;" title="t" loading="lazy" decoding="async"></p>\n',
    ],
    [
      '```\n<b>&\n```',
      '<div class="code"><button type="button" class="copy" data-copy hidden>Copy</button><pre tabindex="0"><code>&lt;b&gt;&amp;\n</code></pre></div>\n',
    ],
    [
      '```js\nlet a = "<b>";\n```',
      /<code class="language-js"><span class="hljs-keyword">let<\/span> a = <span class="hljs-string">&quot;&lt;b&gt;&quot;<\/span>;/,
    ],
    ['```no-such "x\n<b>\n```', /<code class="language-no-such">&lt;b&gt;/],
    ['~~~md\n```js\nnested\n```\n~~~', /```js\nnested\n```|nested/],
  ])('%j', (markdown, expected) => {
    if (typeof expected === 'string') expect(html(markdown)).toBe(expected);
    else expect(html(markdown)).toMatch(expected);
  });

  test('links within the site get the base path, once', () => {
    const { html: text } = render('[a](/b#c) [d](e) [f](//g.example) [h](#i)', {
      ...OPTIONS,
      basePath: '/p',
    });
    expect(text).toContain('href="/p/b#c"');
    expect(text).toContain('href="e"');
    expect(text).toContain('href="//g.example"');
    expect(text).toContain('href="#i"');
  });

  test('images are resolved: size, formats, no markup from names', () => {
    const resolveImage = () => ({
      url: '/i "x".png',
      width: 3,
      height: 2,
      sources: [{ type: 'image/avif', srcset: '/a.avif 3w' }],
    });
    expect(html('![a](x)', { resolveImage })).toBe(
      '<p><picture><source type="image/avif" srcset="/a.avif 3w" sizes="auto, (min-width: 45rem) 42rem, 100vw"><img src="/i%20%22x%22.png" alt="a" width="3" height="2" loading="lazy" decoding="async"></picture></p>\n',
    );
  });
});

test.each(['&#1;', '&#x0b;', '&#xFFFE;', '&#128;', '&#0;', '`x` &#x1F;'])(
  'no reference brings in what HTML forbids: %s',
  (reference) => {
    const text = `## a ${reference} b\n\n## c\n\nd ${reference} e ![f ${reference}](g.png "h ${reference}")`;
    const { html: rendered, contents } = render(text, OPTIONS);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(rendered + contents).not.toMatch(/[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]/);
  },
);

describe('headings', () => {
  test('have ids, the second level makes the contents', () => {
    const { html: text, contents } = render('## One & *two*\n\n### Sub\n\n## One & two\n\n## Цена', OPTIONS);
    expect(text).toContain('<h2 id="one-two">One &amp; <em>two</em></h2>');
    expect(contents).toBe(
      '<li><a href="#one-two">One &amp; two</a></li><li><a href="#one-two-1">One &amp; two</a></li><li><a href="#цена">Цена</a></li>',
    );
    expect(render('## One\n\n### Two', OPTIONS).contents).toBe('');
  });

  test.each([
    ['# A\n\n## B\n\n## C', 'h2 h3 h3'],
    ['## B\n\n### C\n\n## D', 'h2 h3 h2'],
    ['### A\n\n###### B\n\n###### C\n\n### D', 'h2 h3 h3 h2'],
    ['#### A\n\n## B\n\n### C', 'h2 h2 h3'],
    ['# A\n## B\n### C\n#### D\n##### E\n###### F', 'h2 h3 h4 h5 h6 h7'],
    ['A\n===\n\nB\n---', 'h2 h3'],
    ['> # in a quote\n\n## B', 'h2 h2'],
    ['## B\n\n- # in a list\n\n## C', 'h2 h3 h2'],
  ])('of %j are %s: below the title of the page, none left out', (markdown, levels) => {
    const found = [...html(markdown).matchAll(/<(h\d) id=/g)].map(([, name]) => name);
    expect(found.join(' ')).toBe(levels.replace('h7', 'h6'));
  });

  test('stand in the contents as they are read: no comments, elements, or marks of footnotes', () => {
    const { html: text, contents } = render(
      '## A note[^n]\n\n## The <b>best</b> `<odds>` <!-- ask Raj -->\n\n## **Bold [^n]** ![a *cat*[^n]](c.png)\n\n[^n]: N.',
      OPTIONS,
    );
    expect(contents).toBe(
      '<li><a href="#a-note">A note</a></li><li><a href="#the-best-odds">The best &lt;odds&gt; </a></li><li><a href="#bold-a-cat">Bold  a cat</a></li>',
    );
    expect(text).not.toContain('Raj');
    expect(text).toContain('alt="a cat"');
    // Each mention is counted once.
    expect(text.match(/id="fnref-1[^"]*"/g)).toEqual(['id="fnref-1"', 'id="fnref-1-2"']);
  });

  test('never take an id that footnotes or the page use', () => {
    const text = html('## fn-1\n\n## fnref-1\n\n## content\n\nx[^a]\n\n[^a]: y');
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ['content', 'route-announcer', 'route-notice']) expect(ids).not.toContain(id);
  });
});

describe('footnotes', () => {
  test('stand at the end in order of mention, each with a way back', () => {
    const text = html('A[^b] b[^a] c[^b].\n\n[^a]: Note *a*.\n[^b]: Note b.\n\n    More of b.');
    expect(text).toMatch(
      /<sup class="footnote"><a id="fnref-1" href="#fn-1">1<\/a>[\s\S]*id="fnref-2" href="#fn-2">2[\s\S]*id="fnref-1-2" href="#fn-1">1/,
    );
    expect(text).toMatch(
      /<ol>\n<li id="fn-1"><p>Note b\.<\/p>\n<p>More of b\. <a href="#fnref-1" aria-label="Back to 1">↩<\/a><\/p><\/li>\n<li id="fn-2"><p>Note <em>a<\/em>\./,
    );
  });

  test('without a definition, or without a mention, are text or nothing', () => {
    expect(html('A[^x].')).toBe('<p>A[^x].</p>\n');
    expect(html('A.\n\n[^x]: unused')).toBe('<p>A.</p>\n');
  });

  test('may mention others and themselves', () => {
    const text = html('A[^1].\n\n[^1]: One[^2].\n[^2]: Two[^1][^2].');
    expect(text.match(/<li id="fn-/g)).toHaveLength(2);
  });

  test('of one document are not those of the next', () => {
    html('A[^1].\n\n[^1]: One.');
    expect(html('B[^1].')).toBe('<p>B[^1].</p>\n');
    expect(html('C[^1].\n\n[^1]: Two.')).toContain('Two.');
  });

  test('continue on lines without an indent, up to a blank line or another block', () => {
    const text = html(
      'A[^1] b[^2].\n\n[^1]: One\ncontinues `here`\n- item\n\n[^2]: Two\nand more.\n\nAfter.',
    );
    expect(text).toContain('<p>One\ncontinues <code>here</code> <a');
    expect(text).toContain('<p>Two\nand more. <a');
    expect(text).toMatch(/^<p>A[^\n]*<\/p>\n<ul>\n<li>item<\/li>\n<\/ul>\n<p>After\.<\/p>/);
  });

  test('in code are code', () => {
    expect(html('`[^1]`\n\n```\n[^1]: x\n```\n\nA[^1]\n\n[^1]: y')).toMatch(
      /<code>\[\^1\]<\/code>[\s\S]*\[\^1\]: x/,
    );
  });
});

describe('raw HTML', () => {
  test.each([
    ['a <b>bold</b> c', '<p>a bold c</p>\n'],
    ['<script>alert(1)</script>', ''],
    ['<script>\nalert(1)\n\nalert(2)\n</script>\n\nText', '<p>Text</p>\n'],
    ['<!-- a -->\nText', /^<p>Text<\/p>\n$|^$/],
    ['x <!-- a --> y', '<p>x  y</p>\n'],
    ['<div onclick="x()">Text</div>', '<p>Text</p>\n'],
    ['<style>p{}</style>', ''],
    ['<iframe src="https://x.example">old</iframe>', ''],
    ['&lt;script&gt;', '<p>&lt;script&gt;</p>\n'],
    [
      'a <!DOCTYPE html> or `b` <?php c() ?>',
      '<p>a &lt;!DOCTYPE html&gt; or <code>b</code> &lt;?php c() ?&gt;</p>\n',
    ],
    ['![the tag <!DOCTYPE>](a.png)', /alt="the tag &lt;!DOCTYPE&gt;"/],
  ])('%j is left out, its text stays', (markdown, expected) => {
    if (typeof expected === 'string') expect(html(markdown)).toBe(expected);
    else expect(html(markdown)).toMatch(expected);
  });

  test.each([
    ['50<sup>2</sup>', '<p>50<sup>2</sup></p>\n'],
    [
      'H<sub>2</sub>O and <KBD class="x" onclick="y()">Ctrl</KBD>',
      '<p>H<sub>2</sub>O and <kbd>Ctrl</kbd></p>\n',
    ],
    ['<mark>*very* <b>new</b></mark>', '<p><mark><em>very</em> new</mark></p>\n'],
    ['open <sup>only', '<p>open only</p>\n'],
    ['<sup>a <sub>b</sup> c</sub>', '<p><sup>a b</sup> c</p>\n'],
    ['*a <sup>b* c</sup>', '<p><em>a b</em> c</p>\n'],
    [`${'<sup>'.repeat(9)}x${'</sup>'.repeat(9)}`, /^<p>(<sup>){4}x(<\/sup>){4}<\/p>\n$/],
    ['<p>50<sup>2</sup> <sup>x</p>', '<p>50<sup>2</sup> x</p>\n'],
    ['| a |\n|---|\n| b<sup>2</sup> |', /<td>b<sup>2<\/sup><\/td>/],
  ])(
    '%j keeps superscripts, subscripts, keys and marked text, balanced and without attributes',
    (markdown, expected) => {
      if (typeof expected === 'string') expect(html(markdown)).toBe(expected);
      else expect(html(markdown)).toMatch(expected);
    },
  );

  test('passes where the site trusts it', () => {
    expect(html('<div class="x">a <b>b</b></div>', { rawHtml: true })).toContain(
      '<div class="x">a <b>b</b></div>',
    );
    expect(html('[a](javascript:alert(1))', { rawHtml: true })).not.toContain('javascript');
  });
});

test.each([
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](java&#x73;cript:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](<java\tscript:alert(1)>)',
  '[a]( javascript:alert(1))',
  '[a](vbscript:x)',
  '[a](data:text/html,x)',
  '[a][r]\n\n[r]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml,<svg onload=alert(1)>)',
])('%j leads nowhere', (markdown) => {
  expect(html(markdown)).not.toMatch(/href|src/);
});

const PIECES = [
  ...[
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">',
    '<svg/onload=x>',
    '<b',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '[x](',
    'javascript:alert(1)',
    ')',
    '![',
    '](',
    '"',
    "'",
    '`',
    '```\n',
    '```"><script>\n',
    '<',
    '>',
    '&',
    '&quot;',
    '&#x22;',
    '\n\n',
    '\n',
    ' ',
    '    ',
  ],
  ...[
    '[r]: javascript:x "t"\n',
    '[r]',
    '| a |\n|---|\n',
    '|',
    '> ',
    '- ',
    '## ',
    '[^1]',
    '[^1]: ',
    '[^"><script>]',
    '[^"><script>]: y\n',
    '\\',
    '*',
    '_',
    'text',
    '\u0000',
    '\u2028',
  ],
];

/** All that the renderer itself makes. */
const ELEMENTS = new Set(
  'p strong em del code pre div button span ul ol li blockquote hr br table thead tbody tr th td a img h2 h3 h4 h5 h6 sup section picture source h1'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'href src alt title class id rel type data-copy hidden tabindex role aria-label scope start loading decoding'.split(
    ' ',
  ),
);

test('whatever is written, only elements and attributes of ours come out, and no script address', () => {
  const visit = (node: DefaultTreeAdapterMap['node']): void => {
    if ('tagName' in node) {
      expect(ELEMENTS).toContain(node.tagName);
      for (const { name, value } of node.attrs) {
        expect(ATTRIBUTES).toContain(name);
        if (name === 'href' || name === 'src')
          expect(value).not.toMatch(/^[\s\0]*(javascript|vbscript|data):/i);
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 20 }), (pieces) => {
      visit(parseFragment(html(pieces.join(''))));
    }),
    { numRuns: 3000 },
  );
});

describe('typography', () => {
  test.each([
    [
      'en',
      '"*Well*," he said -- "it\'s \'fine\' in the \'90s..."',
      '“<em>Well</em>,” he said – “it’s ‘fine’ in the ’90s…”',
    ],
    [
      'en',
      '`"a"` [x](/b-- "t") <https://a.example/x--y> 5" 5 km',
      '<code>&quot;a&quot;</code> <a href="/b--" title="t">x</a> <a href="https://a.example/x--y" rel="external noopener">https://a.example/x--y</a> 5&quot; 5\u00a0km',
    ],
    ['en', 'As \\"written\\"', 'As &quot;written&quot;'],
    ['de', '"Er rief \'Halt\'", z. B.', '„Er rief ‚Halt‘“, z.\u00a0B.'],
    ['fr', '"Oui" ! Non: 10:30', '«\u00a0Oui\u00a0»\u202f! Non\u00a0: 10:30'],
    ['ru', '"Да" -- и в доме', '«Да»\u00a0— и\u00a0в\u00a0доме'],
    ['ja', '彼は"東京"と', '彼は「東京」と'],
    ['he', 'צה"ל "שלום"', 'צה&quot;ל ”שלום”'],
    ['ar', 'قال "مرحبا"', 'قال «مرحبا»'],
  ])('%s: %s', (typography, markdown, expected) => {
    expect(html(markdown, { typography })).toBe(`<p>${expected}</p>\n`);
    if (!/[`<\\]/.test(markdown)) expect(html(markdown)).not.toBe(`<p>${expected}</p>\n`);
  });
});

test('emphasis stands beside letters with attached particles, as in Korean', () => {
  expect(html('**강조(x)**를, 그는 **"말"**이라고, **보통** 강조')).toBe(
    '<p><strong>강조(x)</strong>를, 그는 <strong>&quot;말&quot;</strong>이라고, <strong>보통</strong> 강조</p>\n',
  );
  expect(html('a**(b)**c')).toBe('<p>a**(b)**c</p>\n');
});

describe('definition lists', () => {
  test.each([
    [
      'Term\n: One *a*\n: Two\n  more',
      '<dl>\n<dt>Term</dt>\n<dd>One <em>a</em></dd>\n<dd>Two\nmore</dd>\n</dl>\n',
    ],
    ['A\n: 1\n\nB\n: 2', '<dl>\n<dt>A</dt>\n<dd>1</dd>\n<dt>B</dt>\n<dd>2</dd>\n</dl>\n'],
    [': no term', '<p>: no term</p>\n'],
    ['Note: this\nis text', '<p>Note: this\nis text</p>\n'],
  ])('%j', (markdown, expected) => {
    expect(html(markdown)).toBe(expected);
  });
});

describe('code', () => {
  test('has a title, marked lines, a difference and numbers, line by line', () => {
    const code = '```js title="a <b>.js" {2} ins={3} del={4-9} lineNumbers\n`a\nb`\nc\nd\n```';
    const page = html(code);
    expect(page).toContain('<figure class="code"><figcaption>a &lt;b&gt;.js</figcaption>');
    expect(page).toContain(
      '<pre tabindex="0" class="numbered"><code class="language-js"><span class="line"><span class="hljs-string">`a</span>\n</span>',
    );
    expect(page).toContain(
      '<mark class="line"><span class="hljs-string">b`</span>\n</mark><ins class="line">c\n</ins><del class="line">d\n</del></code>',
    );
  });

  test('without them is as it was', () => {
    expect(html('```js {} foo\na\n```')).toContain('<div class="code"><button');
  });
});

describe('ids of headings', () => {
  const ids = (markdown: string, language: string) =>
    Array.from(html(markdown, { language }).matchAll(/ id="([^"]*)"/g), ([, id]) => id);

  test('have the lower case of the language, and the earlier id is an anchor too', () => {
    expect(ids('## İSTANBUL IŞIK\n\n## Iğdır İli\n\n## Kolay\n\n## IŞIK\n\n## IŞIK', 'tr')).toEqual([
      'istanbul-ışık',
      'i̇stanbul-işik',
      'ığdır-ili',
      'iğdır-i̇li',
      'kolay',
      'ışık',
      'işik',
      'ışık-1',
      'işik-1',
    ]);
    expect(ids('## IŞIK', 'en')).toEqual(['işik']);
  });

  test('of dashes are the same in both settings of typography, with those of the source', () => {
    const headings = '## Terms -- and prices\n\n## The --force option\n\n> ## a--b\n\n## 1990--2000';
    const expected = ['terms-and-prices', 'terms----and-prices', 'the-force-option', 'the---force-option'];
    for (const typography of [null, 'en', 'ru'])
      expect([
        typography,
        Array.from(html(headings, { typography }).matchAll(/ id="([^"]*)"/g), ([, id]) => id),
      ]).toEqual([typography, [...expected, 'ab', 'a--b', '19902000', '1990--2000']]);
  });

  test('of any text are those that links to it are checked by, and typography changes none', () => {
    const pieces = [
      'a',
      'I',
      'é',
      '--',
      '---',
      '-',
      ' ',
      '"',
      "'",
      '...',
      '–',
      '«',
      '.',
      '1',
      '&amp;',
      '`--x`',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(text, fc.constantFrom('en', 'tr', 'ru', 'fr', 'ko'), (parts, language) => {
        const heading = `## x${parts.join('')}`;
        const all = (typography: string | null) =>
          Array.from(html(heading, { typography, language }).matchAll(/ id="([^"]*)"/g), ([, id]) => id);
        const known = new Set(listAnchors(heading, { language, rawHtml: false }).ids);
        expect(all(language)).toEqual(all(null));
        expect(all(null).filter((id) => !known.has(id ?? ''))).toEqual([]);
      }),
    );
  });

  test('are unique in any order', () => {
    const words = fc.array(fc.constantFrom('I', 'İ', 'ı', 'i', 'ı-1', 'I 1'), { maxLength: 8 });
    fc.assert(
      fc.property(words, (headings) => {
        const found = ids(headings.map((text) => `## ${text}`).join('\n\n'), 'tr');
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });
});
