/** A Markdown twin says what the page says. Marked reads what `toMarkdown` wrote; the two share no code. */
import fc from 'fast-check';
import { Marked, type Token } from 'marked';
import { expect, test } from 'vitest';
import { toMarkdown } from '../../src/content/markdown/to-markdown.ts';
import { escapeHtml } from '../../src/foundation/escape.ts';

const BASE = 'https://site.example/a';
const marked = new Marked({ gfm: true });

/** The words that a reader of HTML sees. */
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

function typesOf(markdown: string): string[] {
  const types: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token: Token) => void types.push(token.type));
  return types;
}

const pieces = fc.constantFrom(
  ...['#', '##', '-', '+', '*', '_', '~', '~~', '~~~', '`', '```', '>', '|', '=', '===', '---', '1.', '2)'],
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
    '<b>',
    '<script>',
    '</p>',
    '[^1]',
    '[x]: y',
  ],
  ...['a', 'word', 'R&D', ':', '::', ' ', ' ', ' '],
);
const texts = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => `w${parts.join('')}w`);
const starts = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => `${parts.join('')} w`);
const SHAPES: ((text: string) => string)[] = [
  (text) => `<p>${text}</p>`,
  (text) => `<p>first<br>${text}</p>`,
  (text) => `<h2>${text}</h2>`,
  (text) => `<ul><li>${text}</li><li>b</li></ul>`,
  (text) => `<blockquote><p>${text}</p></blockquote>`,
  (text) => `<p>a <strong>w${text}w</strong> b</p>`,
  (text) => `<p>${text}<a href="/x">c</a></p>`,
  (text) => `<pre><code class="language-js">${text}\n</code></pre>`,
];

test('the twin has the words of the page, and no HTML', () => {
  fc.assert(
    fc.property(fc.oneof(texts, starts), fc.nat({ max: SHAPES.length - 1 }), (text, shape) => {
      const html = SHAPES[shape]?.(escapeHtml(text)) ?? '';
      const markdown = toMarkdown(`${html}<p>end</p>`, BASE);
      const shown = String(marked.parse(markdown));
      expect(wordsOf(shown), markdown).toBe(wordsOf(`${html} <p>end</p>`));
      expect(typesOf(markdown)).not.toContain('html');
    }),
    { numRuns: 2_000 },
  );
});

test('the language of a block of code is that of its element, not of its words', () => {
  const block = (attribute: string) =>
    toMarkdown(`<pre><code${attribute}>language-evil\n</code></pre>`, BASE);
  expect(block('')).toBe('```\nlanguage-evil\n```');
  expect(block(' class="language-c++"')).toBe('```c++\nlanguage-evil\n```');
});
