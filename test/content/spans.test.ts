/**
 * The reader of spans against the specification of CommonMark and two other parsers: commonmark.js, and markdown-it with the rules
 * for Chinese, Japanese and Korean of markdown-it-cjk-friendly.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Node as CommonmarkNode, HtmlRenderer, Parser as ReferenceParser } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import { Marked, Parser, type Token, type Tokens } from 'marked';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { decodeEntities } from '../../src/content/markdown/html-text.ts';
import { lexMarkdown } from '../../src/content/markdown/lexer.ts';
import { readSpans } from '../../src/content/markdown/spans/read-spans.ts';
import { textOfTokens } from '../../src/content/markdown/tokens.ts';
import { escapeHtml } from '../../src/foundation/escape.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

/** The elements and texts of HTML, with spaces as a browser shows them. */
function shown(html: string): string {
  const write = (nodes: readonly Node[]): string =>
    nodes
      .map((node) => {
        if ('value' in node) return `“${node.value.replace(/\s+/g, ' ')}”`;
        if (!('tagName' in node)) return '';
        const attributes = node.attrs
          .map(({ name, value }) => ` ${name}=${decode(value).replace(/\s+/g, ' ').trim()}`)
          .sort();
        return `<${node.tagName}${attributes.join('')}>${write(node.childNodes)}</>`;
      })
      .join('');
  return write(parseFragment(html).childNodes)
    .replaceAll('”“', '')
    .replace(/ ?“ ?| ?” ?/g, (quotes) => quotes.trim())
    .replaceAll('“”', '');
}

function decode(value: string): string {
  try {
    return decodeURI(value);
  } catch {
    return value;
  }
}

/** The text of a picture is our own. */
const renderer = {
  image: ({ href, title, tokens }: Tokens.Image) =>
    `<img src="${escapeHtml(decodeEntities(href))}" alt="${escapeHtml(textOfTokens(tokens, true))}"${title ? ` title="${escapeHtml(title)}"` : ''}>`,
};
const { defaults } = new Marked({ gfm: true, renderer });
const links = { r: { href: '/ref', title: null } };
const spansOf = (text: string) => readSpans(text, { links, footnotes: null, readsElements: false });
const htmlOf = (tokens: Token[]) => `<p>${Parser.parseInline(tokens, defaults)}</p>\n`;

describe('the specification of CommonMark', () => {
  const { tests }: { tests: { number: number; markdown: string; html: string }[] } = createRequire(
    import.meta.url,
  )('commonmark-spec');
  /** GFM makes links of bare addresses, which CommonMark leaves as text. */
  const BARE_ADDRESSES = [602, 608, 611, 612];

  test('all examples but those of bare addresses', () => {
    expect(tests).toHaveLength(652);
    expect(tests.filter(isWrong).map(({ number }) => number)).toEqual(BARE_ADDRESSES);
  });
});

/** Whether the page differs from that of an example, which writes tabs as arrows. */
function isWrong({ markdown, html }: { markdown: string; html: string }): boolean {
  const tokens = lexMarkdown(markdown.replaceAll('→', '\t'), defaults, { readsElements: false });
  return shown(Parser.parse(tokens, defaults)) !== shown(html.replaceAll('→', '\t'));
}

test('all examples of what GFM adds, but that of forbidden tags: a site leaves out all tags, or none', () => {
  const [, ...parts] = readFileSync(join(import.meta.dirname, 'gfm-examples.txt'), 'utf8').split(/^=== /m);
  const examples = parts.map((part) => {
    const [, name = '', markdown = '', html = ''] = /^(.*)\n([\s\S]*?)^---\n([\s\S]*)$/m.exec(part) ?? [];
    return { name, markdown, html };
  });
  expect(examples).toHaveLength(24);
  expect(examples.filter(isWrong).map(({ name }) => name)).toEqual(['653 tagfilter']);
});

const MARKS = [
  '*',
  '**',
  '***',
  '_',
  '__',
  '___',
  '`',
  '``',
  '[',
  ']',
  '](/u)',
  '![',
  '](u "t")',
  '](<u v>)',
  '[r]',
];
const PIECES = [
  ...MARKS,
  ...[
    '(',
    ')',
    '<a>',
    '</a>',
    '<http://x.y>',
    '<!-- c -->',
    '<b c="d">',
    '<',
    '\\',
    '\\*',
    '&amp;',
    '&#42;',
    '&copy;',
  ],
  ...[
    '[r][]',
    '[t][r]',
    'a',
    'b c',
    ' ',
    '  \n',
    '\\\n',
    '\n',
    '.',
    '!',
    '"',
    '-',
    'é',
    '“',
    '€',
    "'",
    ':',
    '@',
  ],
];
const TIGHT_PIECES = [
  ...['*', '**', '***', '~~', '_', '__', '`c`', '[l](/u)', '<http://x.y>', '\\*', ' ', '\n'],
  ...[
    '가',
    '나다',
    '각',
    '中',
    'の',
    'ア',
    'ｱ',
    '\u{20000}',
    '。',
    '、',
    '（',
    '）',
    '「',
    '」',
    '：',
    '～',
    'ー',
    '・',
    '·',
    '⼀',
    '㋀',
    '₩',
  ],
  ...['a', 'b c', '1', 'é', '.', '(', ')', '"', '“', '”', '!', '+', '€', '😀'],
];

const texts = (pieces: readonly string[]) =>
  fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 16 })
    .map((parts) => `x${parts.join('')}x`)
    // A line that begins a block is not a matter of spans.
    .filter((text) => !/\n\s*(?:\n|[-*_=>#+<]|`{3}|~{3}|\[r\]:)/.test(text));

const runs = { numRuns: Number(process.env.LAW_RUNS ?? 4000) };

/** Bare addresses, also of e-mail, are links here. */
const ADDRESS = /\\<http|[\w.+-]@[\w-]+\.[\w-]/;

/** commonmark.js puts addresses into links, which the specification forbids, and quotes no tag in the text of a picture. */
function isByTheRules(document: CommonmarkNode): boolean {
  const walker = document.walker();
  const around: CommonmarkNode['type'][] = [];
  for (let event = walker.next(); event; event = walker.next()) {
    const { type, isContainer } = event.node;
    if (event.entering && type === 'link' && around.includes('link')) return false;
    if (type === 'html_inline' && around.includes('image')) return false;
    if (isContainer) event.entering ? around.push(type) : around.pop();
  }
  return true;
}

test('spans are those of commonmark.js', () => {
  const [parser, renderer] = [new ReferenceParser(), new HtmlRenderer()];
  fc.assert(
    fc.property(texts(PIECES), (text) => {
      // Brackets around a space are no label, so what stands before them is a link (cmark agrees).
      fc.pre(!ADDRESS.test(text) && !/\]\[\s+\]/.test(text));
      const document = parser.parse(`${text}\n\n[r]: /ref`);
      fc.pre(isByTheRules(document));
      const expected = renderer.render(document);
      expect(shown(htmlOf(spansOf(text)))).toBe(shown(expected));
    }),
    runs,
  );
});

test('emphasis beside Chinese, Japanese and Korean letters is that of markdown-it-cjk-friendly', () => {
  const reference = new MarkdownIt({ html: true }).use(cjkFriendly);
  fc.assert(
    fc.property(texts(TIGHT_PIECES), (text) => {
      // As in GFM, strike may stand between emphasis and its text, and three tildes are text.
      fc.pre(!/~~[*_]|[*_]~~|~~~/.test(text));
      // No space stands between Chinese or Japanese lines.
      const wide = '[𠀀アの中。、（）「」：～ー・⼀㋀ｱ]';
      const expected = reference
        .render(text)
        .replaceAll('<s>', '<del>')
        .replaceAll('</s>', '</del>')
        .replace(new RegExp(`(?<=${wide}) ?\\n ?(?=${wide})`, 'gu'), '');
      expect(shown(htmlOf(spansOf(text)))).toBe(shown(expected));
    }),
    runs,
  );
});

/** Where markdown-it and the specification differ, or commonmark.js differs from it too. */
const ITS_OWN = [
  /** It shows tags in the text of a picture as they are written. */
  /!\[[\s\S]*<[\s\S]*\]/,
  /** It puts addresses into links. */
  /\[[\s\S]*<http[\s\S]*\]/,
  /** A link around a picture with a link in its text is one, and a picture there loses references of characters. */
  /!\[[\s\S]*\[/,
  /** It takes a comment after a bracket without a partner for text, if another "<!" follows. */
  /\[[\s\S]*<!--[\s\S]*<!/,
  /** It reads the text of links and pictures as if nothing stood around it, which decides about marks. */
  /!\[[*_]|[*_]\]/,
  /** What follows a reference: brackets around a space, code or another bracket are no label; a target that is none is text. */
  /\]\[\s+\]|\]\[[^\]]*[[`]|\[r\]\(/,
];

test('spans are those of markdown-it', () => {
  const reference = new MarkdownIt({ html: true });
  fc.assert(
    fc.property(texts(PIECES), (text) => {
      fc.pre(!ADDRESS.test(text) && !ITS_OWN.some((pattern) => pattern.test(text)));
      const expected = reference.render(`${text}\n\n[r]: /ref`);
      expect(shown(htmlOf(spansOf(text)))).toBe(shown(expected));
    }),
    runs,
  );
});

test.each([
  ['9~10시, 오후 2~3시', '9~10시, 오후 2~3시'],
  ['3月~5月、7月~9月', '3月~5月、7月~9月'],
  ['10:00~12:00、13:00~17:00', '10:00~12:00、13:00~17:00'],
  ['H~2~O', 'H~2~O'],
  ['(1)~(3), (5)~가', '(1)~(3), (5)~가'],
  ['~gone~, ~~gone~~', '<del>gone</del>, <del>gone</del>'],
  ['(~취소~)', '(<del>취소</del>)'],
  ['~~취소.~~입니다', '<del>취소.</del>입니다'],
  ['참고~ 좋아요~', '참고~ 좋아요~'],
  ['**สวัสดี(x)**ครับ', '<strong>สวัสดี(x)</strong>ครับ'],
  ['**ສະບາຍ(x)**ດີ', '<strong>ສະບາຍ(x)</strong>ດີ'],
  ['**សួស្តី(x)**បាទ', '<strong>សួស្តី(x)</strong>បាទ'],
  ['**မင်္ဂလာ(x)**ပါ', '<strong>မင်္ဂလာ(x)</strong>ပါ'],
  ['가격은 3*(2+1)*이다', '가격은 3*(2+1)*이다'],
  ['a**~~b~~**c', 'a<strong><del>b</del></strong>c'],
])('%s', (text, expected) => {
  expect(htmlOf(spansOf(text))).toBe(`<p>${expected}</p>\n`);
});

test.each([
  ['这是第一行文字\n这是第二行文字。', '这是第一行文字这是第二行文字。'],
  ['日本語の、\nカナ', '日本語の、カナ'],
  ['한국어\n문장', '한국어\n문장'],
  ['中文\nword', '中文\nword'],
])('the line end in %j', (text, expected) => {
  expect(htmlOf(spansOf(text))).toBe(`<p>${expected}</p>\n`);
});

/** [text, address in it, and its target where that differs] */
const ADDRESSES: readonly (readonly [string, string, string?])[] = [
  ['“https://example.com/a”', 'https://example.com/a'],
  ['«https://example.com/b»', 'https://example.com/b'],
  ['https://example.com/a…', 'https://example.com/a'],
  ['https://example.com/a—b', 'https://example.com/a'],
  ['（https://example.com/a）', 'https://example.com/a'],
  ['请访问https://example.com/a，然后点击', 'https://example.com/a'],
  ['https://example.com/a、b', 'https://example.com/a'],
  ['(https://example.com/a)를', 'https://example.com/a'],
  ['https://example.com를', 'https://example.com'],
  ['www.example.com입니다', 'www.example.com', 'http://www.example.com'],
  ['https://пример.рф/путь', 'https://пример.рф/путь'],
  ['http://例え.jp/', 'http://例え.jp/'],
  ['https://ko.wikipedia.org/wiki/한국어', 'https://ko.wikipedia.org/wiki/한국어'],
  ['(https://example.com/a_(b))', 'https://example.com/a_(b)'],
  [
    'www.example.com/search?q=(a))+ok',
    'www.example.com/search?q=(a))+ok',
    'http://www.example.com/search?q=(a))+ok',
  ],
  ['https://example.com/a&amp;.', 'https://example.com/a'],
  ['[https://example.com/a]', 'https://example.com/a'],
  ['**https://example.com/a**를', 'https://example.com/a'],
  ['https://example.com/**/a', 'https://example.com/**/a'],
  ['foo@example.com입니다', 'foo@example.com', 'mailto:foo@example.com'],
  ['mailto:a@b.example,', 'mailto:a@b.example'],
  ['https://example.com/a\\_b\\#c\\', 'https://example.com/a_b#c'],
];

const addresses = ADDRESSES.map(([text, address, target = address]) => ({ text, address, target }));

test.each(addresses)('an address in $text', ({ text, address, target }) => {
  const found = [...htmlOf(spansOf(text)).matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)];
  expect(found.map(([, href = '', written = '']) => [decode(href), written])).toEqual([[target, address]]);
});
