/** What documents, sheets and pages put into the clipboard becomes Markdown, and words never become more than words. */
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { escapeHtml } from '../../../src/foundation/escape.ts';
import { convertClipping } from '../src/convert/clipping.ts';
import { unwrapAddress } from '../src/convert/wrapped-addresses.ts';

const markdownOf = (html: string) => convertClipping(html).markdown;

test('Google Docs: the styles of its spans, its lists, and the element around all', () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:700;">A board</span></h2><p dir="ltr"><span style="font-weight:400;font-style:normal;">Some </span><span style="font-weight:700;font-style:italic;">words</span><span>, </span><a href="https://paper.example/odds" style="text-decoration:none;"><span style="text-decoration:underline;">a link</span></a><span> and </span><span style="text-decoration:line-through;">nothing</span><span>.</span></p><br /><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400">One</span></p></li><ul><li aria-level="2"><p><span>Within</span></p></li></ul><li><p><span>Two</span></p></li></ul></b><br class="Apple-interchange-newline">`;
  expect(markdownOf(html)).toBe(
    '## A board\n\nSome ***words***, [a link](https://paper.example/odds) and ~~nothing~~.\n\n- One\n  - Within\n- Two',
  );
});

test('Word: lists are paragraphs with a style, and drawings are no text', () => {
  const item = (level: number, mark: string, words: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>\n`;
  const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p {margin:0} --></style><!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--></head><body lang=EN-US><!--StartFragment--><h1>The <b>price</b><o:p></o:p></h1><p class=MsoNormal>One <b>bold</b> <i>line</i>.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>${item(1, '1.', 'First')}${item(2, '·', 'Within')}${item(1, '2.', 'Second')}<p class=MsoNormal><v:shape id="a"><v:imagedata src="file:///C:/a.png"/></v:shape>After.</p><!--EndFragment--></body></html>`;
  expect(convertClipping(html)).toEqual({
    markdown: '# The price\n\nOne **bold** *line*.\n\n1. First\n   - Within\n2. Second\n\nAfter.',
    pictures: 1,
  });
});

test('Excel and Sheets: cells become a table, and one cell is its words', () => {
  const rows = `<tr height=20><td height=20 style='height:15.0pt'>Crop</td><td>Kilograms</td></tr><tr><td>Kale | leeks</td><td align=right>12</td></tr>`;
  const sheet = `<html><head><style>td {padding:0}</style></head><body><table border=0><!--StartFragment--><col width=64 span=2>${rows}<!--EndFragment--></table></body></html>`;
  expect(markdownOf(sheet)).toBe('| Crop | Kilograms |\n| --- | --: |\n| Kale \\| leeks | 12  |');
  expect(
    markdownOf(`<google-sheets-html-origin><style>td{}</style>${sheet}</google-sheets-html-origin>`),
  ).toContain('| Crop |');
  expect(markdownOf('<table><tr><td>Alone</td></tr></table>')).toBe('');
});

test('a page of the web: no script, frame, picture, form or address of this machine', () => {
  const html = `<div><h3>Title</h3><script>alert(1)</script><p onclick="alert(1)">Words <a href="javascript:alert(1)">here</a> and <a href="file:///etc/passwd">there</a>.</p><iframe src="https://youtu.be/a"></iframe><img src="https://other.example/a.png" alt="A board"><form><button>Send</button></form><pre><code class="language-js">a &lt; b</code></pre><blockquote><p>Said.</p></blockquote></div>`;
  expect(convertClipping(html)).toEqual({
    markdown: '### Title\n\nWords here and there.\n\n```js\na < b\n```\n\n> Said.',
    pictures: 1,
  });
});

test('a link leads to its place, and not to the counter of the program that it was copied from', () => {
  const linkOf = (href: string) => markdownOf(`<p>See <a href="${escapeHtml(href)}">it</a>.</p>`);
  const wrapped = 'https%3A%2F%2Fpaper.example%2Fodds%3Fa%3D1%26b%3D2%23top';
  for (const address of [
    `https://www.google.com/url?q=${wrapped}&sa=D&source=editors&ust=1764590000000000&usg=AOvVaw0`,
    `https://www.google.co.uk/url?sa=t&url=${wrapped}`,
    `https://eur01.safelinks.protection.outlook.com/?url=${wrapped}&data=05%7C02%7C&reserved=0`,
    `https://nam12.safelinks.protection.outlook.com/ap/w-59584e83/?url=${wrapped}&data=05`,
    `https://slack-redir.net/link?url=${wrapped}`,
    `https://l.facebook.com/l.php?u=${wrapped}&h=AT0`,
    `https://www.youtube.com/redirect?event=video_description&q=${wrapped}`,
    // One program within another.
    `https://www.google.com/url?q=${encodeURIComponent(`https://slack-redir.net/link?url=${wrapped}`)}`,
  ])
    expect(linkOf(address)).toBe('See [it](https://paper.example/odds?a=1&b=2#top).');
  expect(linkOf('https://www.google.com/url?q=https://paper.example/c++&sa=D')).toBe(
    'See [it](https://paper.example/c++).',
  );
});

test('an address that holds another one without being a counter stays, and so does one that holds none', () => {
  const kept = [
    'https://www.google.com/search?q=https://paper.example/',
    'https://google.com.evil.example/url?q=https://paper.example/',
    'https://www.google.com/url?q=javascript:alert(1)',
    'https://www.google.com/url',
    'https://paper.example/share?url=https://other.example/',
  ];
  for (const address of kept) expect(unwrapAddress(address)).toBe(address);
  expect(unwrapAddress('/odds')).toBe('/odds');
});

test('what a program has put around an address comes off, whatever the address is', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.nat(3),
      (address, times) => {
        let wrapped = address;
        for (let time = 0; time < times; time++)
          wrapped = `https://www.google.com/url?q=${encodeURIComponent(wrapped)}&sa=D`;
        expect(unwrapAddress(wrapped)).toBe(address);
      },
    ),
    { numRuns: 50 },
  );
});

test('words without form, and the source of a program, stay as they are', () => {
  expect(markdownOf('<p>One.</p><p>Two.</p>')).toBe('');
  expect(
    markdownOf(
      '<meta charset="utf-8"><div style="color: #d4d4d4;font-family: Menlo, monospace;white-space: pre;"><div><span style="font-weight: bold;">const</span> a</div></div>',
    ),
  ).toBe('');
});

test('a text that keeps its lines is no source of a program', () => {
  expect(markdownOf('<div style="white-space: pre-wrap;"><b>Bold</b> words</div>')).toBe('**Bold** words');
});

/** The text and the names of the elements that a reader of CommonMark makes. */
function readBack(markdown: string) {
  const names = new Set<string>();
  let text = '';
  const walk = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if ('value' in node) text += node.value;
    if ('tagName' in node) names.add(node.tagName);
    if ('childNodes' in node) for (const child of node.childNodes) walk(child);
  };
  for (const node of parseFragment(markdownIt({ html: true }).render(markdown)).childNodes) walk(node);
  return { text: text.replace(/\s+/g, ' ').trim(), names: [...names].sort() };
}

test('words that look like code, a directive or a mark stay words', () => {
  const sign = fc.constantFrom(
    ...[
      '<script>',
      '</script>',
      '<img src=x onerror=y>',
      ':::callout',
      ':::',
      '::video{file="a"}',
      '[a](javascript:b)',
      '![a](b)',
    ],
    ...[
      '# ',
      '- ',
      '1. ',
      '> ',
      '`',
      '```',
      '*',
      '**',
      '_',
      '~~',
      '|',
      '&lt;',
      '\\',
      '---',
      '===',
      '[^1]',
      '[^1]: ',
      '$a$',
      '{a=b}',
      'word',
      ' ',
    ],
  );
  fc.assert(
    fc.property(fc.array(sign, { minLength: 1, maxLength: 8 }), (signs) => {
      const words = signs.join('').trim();
      const { markdown } = convertClipping(`<p><b>Bold</b></p><p>${escapeHtml(words)}</p>`);
      expect(markdown).not.toMatch(/^\s*:::/m);
      const { text, names } = readBack(markdown);
      expect(text).toBe(`Bold ${words.replace(/\s+/g, ' ')}`.trim());
      expect(names).toEqual(['p', 'strong']);
    }),
    { numRuns: 300 },
  );
});
