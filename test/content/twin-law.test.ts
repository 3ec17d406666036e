/**
 * A Markdown twin says what the page says. The readers of twins are not those that the program uses: commonmark.js reads the
 * twins without tables and deleted text, markdown-it reads all of them.
 */
import { HtmlRenderer, Parser } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { defaultTreeAdapter, parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { TextRefusedError } from '../../src/content/markdown/page-size.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { findRefusal } from '../../src/content/markdown/text-limits.ts';
import { toMarkdown } from '../../src/content/markdown/to-markdown.ts';
import { attempt } from '../../src/foundation/attempt.ts';
import { escapeHtml } from '../../src/foundation/escape.ts';
import { markdownTexts } from '../fuzz/grammars.ts';

const BASE = 'https://site.example/a';
const markdownIt = new MarkdownIt({ html: true });
const commonMark = { parser: new Parser(), renderer: new HtmlRenderer() };

/** Neither has footnotes: a note is an item of a list for them, and a mention of it is its number in brackets. */
const withoutNotes = (twin: string) =>
  twin.replace(/^((?:> | {2,})*)\[\^(\d+)\]: /gm, '$1$2. ').replace(/(?<!\\)\[\^(\d+)\]/g, '\\[$1\\]');

/** HTML that each reader makes of a twin. */
function readingsOf(twin: string): string[] {
  const whole = markdownIt.render(twin);
  const isPlain = !/<(?:table|s)>/.test(whole);
  return isPlain ? [whole, commonMark.renderer.render(commonMark.parser.parse(twin))] : [whole];
}

type Node = Parameters<typeof defaultTreeAdapter.getParentNode>[0];
const BLOCK =
  /^(?:address|article|aside|blockquote|d[dlt]|details|div|fig.*|h[1-6r]|li|ol|p|pre|section|summary|t[dhr]|table|ul)$/;
const SILENT = /^(?:button|script|style|svg|template)$/;

interface Outline {
  /** Each block of text with the blocks around it, such as "ul li: words". Headings, quotes, items and cells count. */
  blocks: string[];
  /** Language and text of each block of code. */
  code: string[];
  /** Text and target of each link and picture. */
  targets: string[];
}

/** What HTML says. */
function outlineOf(html: string): Outline {
  const outline: Outline = { blocks: [], code: [], targets: [] };
  let words = '';
  let around: string[] = [];
  const end = () => {
    const shown = words.replace(/\s+/g, ' ').trim();
    if (shown !== '') outline.blocks.push(`${around.join(' ')}: ${shown}`);
    words = '';
  };
  const visit = (node: Node) => {
    if (defaultTreeAdapter.isTextNode(node)) words += node.value;
    if (!defaultTreeAdapter.isElementNode(node)) return;
    const { tagName: name, childNodes, attrs } = node;
    const attribute = (wanted: string) => attrs.find((one) => one.name === wanted)?.value ?? '';
    if (SILENT.test(name) || /^#fnref/.test(attribute('href'))) return;
    if (name === 'br') words += ' ';
    if (name === 'img')
      outline.targets.push(`${attribute('alt').replace(/\s+/g, ' ').trim()} ${absolute(attribute('src'))}`);
    if (name === 'pre') {
      end();
      const [code] = childNodes.filter(
        (child) => defaultTreeAdapter.isElementNode(child) && child.tagName === 'code',
      );
      const language =
        code && 'attrs' in code
          ? (/language-(\S+)/.exec(code.attrs.find(({ name: key }) => key === 'class')?.value ?? '')?.[1] ??
            '')
          : '';
      outline.code.push(
        `${language}: ${textOf(code ?? node)
          .replace(/[ \t]*$/gm, '')
          .replace(/\n$/, '')}`,
      );
      return;
    }
    const isBlock = BLOCK.test(name);
    if (isBlock) end();
    const outer = around;
    if (/^(?:h[1-6]|blockquote|ul|ol|li|t[dh])$/.test(name))
      around = [...around, name === 'th' ? 'td' : name];
    const link = words.length;
    const isMention = attribute('href').startsWith('#fn-');
    if (isMention) words += '[';
    for (const child of childNodes) visit(child);
    if (isMention) words += ']';
    if (name === 'a' && attribute('href') !== '' && !isMention) {
      const text = words.slice(link).replace(/\s+/g, ' ').trim();
      if (text !== '') outline.targets.push(`${text} ${absolute(attribute('href'))}`);
    }
    if (isBlock) end();
    around = outer;
  };
  for (const node of parseFragment(html).childNodes) visit(node);
  end();
  return outline;
}

/** Readers write the same address in several ways. */
function absolute(url: string): string {
  const whole = url.startsWith('#') || !URL.canParse(url, BASE) ? url : new URL(url, BASE).href;
  return attempt(() => decodeURIComponent(whole)) ?? whole;
}

const textOf = (node: Node): string =>
  defaultTreeAdapter.isTextNode(node)
    ? node.value
    : 'childNodes' in node
      ? node.childNodes.map(textOf).join('')
      : '';

/** The words alone, where the blocks of a page have no equal in Markdown. */
const wordsOf = ({ blocks }: Outline) =>
  blocks.map((block) => block.slice(block.indexOf(': ') + 2)).join(' ');

function typesOf(markdown: string): string[] {
  const types: string[] = [];
  const collect = (tokens: ReturnType<typeof markdownIt.parse>) => {
    for (const { type, children } of tokens) {
      types.push(type);
      collect(children ?? []);
    }
  };
  collect(markdownIt.parse(markdown, {}));
  return types;
}

function expectSame(html: string): void {
  const twin = toMarkdown(html, BASE);
  const said = outlineOf(html);
  for (const reading of readingsOf(twin)) expect(outlineOf(reading), twin).toEqual(said);
  expect(
    typesOf(twin).filter((type) => type.startsWith('html')),
    twin,
  ).toEqual([]);
}

const signs = fc.constantFrom(
  ...[
    '#',
    '##',
    '-',
    '+',
    '*',
    '_',
    '~',
    '~~',
    '~~~',
    '`',
    '```',
    '>',
    '|',
    '|---|',
    '---|---',
    ':-:',
    '=',
    '===',
    '---',
    '1.',
    '2)',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '!',
    '\\',
    '&lt;',
    '&amp;lt;',
    '&#60;',
    '&',
    'amp;',
    '<b>',
    '<script>',
    '</p>',
    '[^1]',
    '[x]: y',
    '<!--',
    '{',
    '"',
    '“',
    '”',
    '。',
    '한',
    '😀',
    '$',
  ],
  ...['a', 'word', 'R&D', 'C#', ':', '::', '.', ' ', ' ', ' '],
);
const text = fc.array(signs, { minLength: 1, maxLength: 6 }).map((parts) => escapeHtml(parts.join('')));
const plain = fc.oneof(text, fc.constantFrom('word', ' word ', '. word'));

/** Words and marks within a line, also such as touch each other. */
const spans: fc.Arbitrary<string> = fc.letrec<{ span: string; spans: string }>((tie) => ({
  spans: fc
    .array(tie('span'), { minLength: 1, maxLength: 4, depthIdentifier: 'spans' })
    .map((list) => list.join('')),
  span: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'spans' },
    plain,
    fc
      .tuple(fc.constantFrom('strong', 'em', 'del', 'b', 'i', 's', 'span', 'kbd'), tie('spans'))
      .map(([name, inner]) => `<${name}>${inner}</${name}>`),
    text.map((inner) => `<code>${inner}</code>`),
    fc.constantFrom('<br>', '<img src="/a.png" alt="*a* [b] &amp;lt;">', '<img src="a b(c).png" alt="">'),
  ),
})).spans;
const target = fc.constantFrom(
  '/x',
  '#a b',
  'https://a.example/b_(c)?d=1&amp;copy;=2',
  'mailto:a@b.example',
  '/a*b_c_d',
  'http://[ x',
  '/한',
);
const linked = fc
  .tuple(spans, target, fc.constantFrom('link', '**', '*a* [b]', '“x”'), spans)
  .map(([before, href, inner, after]) => `${before}<a href="${href}">${inner}</a>${after}`);
const line = fc.oneof(spans, linked);

const blocks: fc.Arbitrary<string> = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc
    .array(tie('block'), { minLength: 1, maxLength: 3, depthIdentifier: 'block' })
    .map((list) => list.join('\n')),
  block: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'block' },
    line.map((inner) => `<p>${inner}</p>`),
    fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, inner]) => `<h${level}>${inner}</h${level}>`),
    tie('blocks').map((inner) => `<blockquote>\n${inner}</blockquote>`),
    fc
      .tuple(
        fc.constantFrom('ul', 'ol', 'ol start="7"'),
        fc.array(fc.oneof(tie('blocks'), line), { minLength: 1, maxLength: 3 }),
      )
      .map(
        ([open, items]) =>
          `<${open}>\n${items.map((item) => `<li>${item}</li>`).join('\n')}</${open.slice(0, 2)}>`,
      ),
    fc
      .tuple(fc.constantFrom('', 'js', 'c++', 'math'), fc.array(text, { maxLength: 3 }))
      .map(
        ([language, lines]) =>
          `<pre><code${language && ` class="language-${language}"`}>${lines.join('\n')}\n</code></pre>`,
      ),
    fc.constant('<hr>'),
    fc
      .array(fc.tuple(spans, spans), { minLength: 2, maxLength: 3 })
      .map(
        (rows) =>
          `<table><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>`,
      ),
  ),
})).blocks;

const RUNS = Number(process.env.TWIN_RUNS ?? 1_000);

test('each block, code and target of a page is in its twin, and no HTML', () => {
  fc.assert(fc.property(blocks, expectSame), { numRuns: RUNS });
});

const render = createMarkdownRenderer();

test('the twin of a rendered text has its words in their order, and no HTML', () => {
  fc.assert(
    fc.property(markdownTexts, (markdown) => {
      if (findRefusal(markdown)) return;
      let html = '';
      try {
        ({ html } = render(markdown, NEUTRAL_OPTIONS));
      } catch (error) {
        if (error instanceof TextRefusedError) return;
        throw error;
      }
      // In code, the mark of a footnote is text.
      if (/<code[^>]*>[^<]*\[\^\d/.test(html)) return;
      const twin = withoutNotes(toMarkdown(html, BASE));
      for (const reading of readingsOf(twin))
        expect(wordsOf(outlineOf(reading)), twin).toBe(wordsOf(outlineOf(html)));
      expect(
        typesOf(twin).filter((type) => type.startsWith('html')),
        twin,
      ).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

test('the language of a block of code is that of its element, not of its words', () => {
  const block = (attribute: string) =>
    toMarkdown(`<pre><code${attribute}>language-evil\n</code></pre>`, BASE);
  expect(block('')).toBe('```\nlanguage-evil\n```');
  expect(block(' class="language-c++"')).toBe('```c++\nlanguage-evil\n```');
});
