/** The lines that blocks name for editors: those that another reader of Markdown finds, and no other byte of the page. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { attempt } from '../../src/foundation/attempt.ts';
import { markdownTexts } from '../fuzz/grammars.ts';

const render = createMarkdownRenderer();
const FIRST = 7;
const renderLines = (text: string) => render(text, { ...NEUTRAL_OPTIONS, firstLine: FIRST }).html;
const linesIn = (html: string) =>
  Array.from(html.matchAll(/ data-line="(\d+)"/g), ([, line]) => Number(line));

const BLOCKS =
  /^(?:heading|paragraph|bullet_list|ordered_list|blockquote|table)_open$|^(?:fence|code_block|hr|html_block)$/;
const markdownIt = new MarkdownIt({ html: true });
const expectedLines = (text: string) =>
  markdownIt.parse(text, {}).flatMap(({ type, level, map, content }) =>
    // A comment is no part of a page.
    level === 0 && map && BLOCKS.test(type) && !/^\s*<!--/.test(content) ? FIRST + map[0] : [],
  );

const documents = ['docs', 'content', 'examples']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .filter((file) => file.endsWith('.md') && !/node_modules|dist/.test(file))
  .map((file) => ({
    file,
    text: readFileSync(file, 'utf8').replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, ''),
  }))
  // Directives, footnotes and definitions are not those of the other reader.
  .filter(({ text }) => !/^ *::|\[\^|^: /m.test(text));

test('each block of a document names its line, whatever its line ends', () => {
  expect(documents.length).toBeGreaterThan(100);
  for (const { file, text } of documents)
    for (const source of [text, text.replace(/\n/g, '\r\n'), `\n\n${text}`])
      expect(linesIn(renderLines(source)), file).toEqual(expectedLines(source));
});

test('a page without the names is the page of readers', () => {
  fc.assert(
    fc.property(markdownTexts, (text) => {
      const html = attempt(() => render(text, NEUTRAL_OPTIONS).html);
      expect(attempt(() => renderLines(text).replace(/ data-line="\d+"/g, ''))).toBe(html);
    }),
  );
});
