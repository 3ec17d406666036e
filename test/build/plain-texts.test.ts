/** Titles and descriptions are texts, whatever signs they have: `llms.txt`, twins and feeds show them to readers as they are. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HtmlRenderer, Parser } from 'commonmark';
import fc from 'fast-check';
import { parseFeed } from 'feedsmith';
import MarkdownIt from 'markdown-it';
import { defaultTreeAdapter, parseFragment } from 'parse5';
import { beforeAll, expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import { article, readTree, smallSite, writeFiles } from '../support/site.ts';

const signs = fc.constantFrom(
  ...[
    '#',
    '##',
    '-',
    '+',
    '*',
    '**',
    '_',
    '~~',
    '`',
    '>',
    '|',
    '=',
    '1.',
    '[',
    ']',
    '(',
    ')',
    '!',
    '\\',
    '^',
    '[^1]',
    '[x]: y',
  ],
  ...[
    '&lt;',
    '&amp;lt;',
    '&copy',
    '&',
    'R&D',
    '<b>',
    '<script>alert(1)</script>',
    '</p>',
    '<!--',
    ']]>',
    '"',
    "'",
    '{',
    '$',

    '한',
    '”',
    'C#',
    '://',
    ' ',
    ' ',
    'a',
    'word',
  ],
);
const texts = fc
  .array(signs, { minLength: 1, maxLength: 7 })
  .map((parts) => `${parts.join('')} ok`.replace(/\s+/g, ' ').trim());
/** As many as `llms.txt` lists of a category. */
const COUNT = 45;
const [titles = [], notes = []] = [1, 2].map((seed) => fc.sample(texts, { numRuns: COUNT, seed }));

const markdownIt = new MarkdownIt({ html: true });
const commonMark = { parser: new Parser(), renderer: new HtmlRenderer() };

type Node = Parameters<typeof defaultTreeAdapter.getParentNode>[0];

/** The text of HTML, and of each element of a name. */
function readHtml(html: string, name = '') {
  const found: string[] = [];
  const elements = new Set<string>();
  const visit = (node: Node): string => {
    if (defaultTreeAdapter.isTextNode(node)) return node.value;
    if (defaultTreeAdapter.isElementNode(node)) elements.add(node.tagName);
    const text = 'childNodes' in node ? node.childNodes.map(visit).join('') : '';
    if (defaultTreeAdapter.isElementNode(node) && node.tagName === name) found.push(text);
    return text;
  };
  return { text: visit(parseFragment(html)), found, elements: [...elements] };
}

const files = smallSite({
  locales: ['en_US'],
  agents: { markdown: true },
  title: 'A <b>*paper*</b> &amp;lt; #',
  description: '<i>Words</i> & [more](x) #',
});
for (const [index, title] of titles.entries())
  files[`content/en_US/articles/text-${index}.md`] = article({
    title,
    slug: `text-${index}`,
    category: 'betting',
    date: `2026-01-${10 + (index % 20)}`,
    more: `description: ${JSON.stringify(notes[index])}`,
    body: 'Text.',
  });

/** One build for all tests. */
let tree: ReadonlyMap<string, string> = new Map();
beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'articles-texts-'));
  writeFiles(root, files);
  await buildSite(root);
  tree = new Map([...readTree(join(root, 'dist'))].map(([path, bytes]) => [path, String(bytes)]));
  rmSync(root, { recursive: true });
});
const read = (path: string) => tree.get(path) ?? '';

test('llms.txt has each title and description as it is, and no HTML', () => {
  const text = read('llms.txt');
  for (const html of [markdownIt.render(text), commonMark.renderer.render(commonMark.parser.parse(text))]) {
    const { elements } = readHtml(html);
    expect(elements.filter((name) => !/^(h1|h2|p|blockquote|ul|li|a)$/.test(name))).toEqual([]);
    expect(readHtml(html, 'h1').found).toEqual(['A <b>*paper*</b> &amp;lt; #']);
    expect(readHtml(html, 'blockquote').found.map((quote) => quote.trim())).toEqual([
      '<i>Words</i> & [more](x) #',
    ]);
    const items = readHtml(html, 'li').found;
    for (const [index, title] of titles.entries()) expect(items).toContain(`${title}: ${notes[index]}`);
  }
});

test('the twin of an article begins with its title', () => {
  for (const [index, title] of titles.entries()) {
    const twin = read(`articles/text-${index}.md`).replace(/^---\n[\s\S]*?\n---\n/, '');
    for (const html of [markdownIt.render(twin), commonMark.renderer.render(commonMark.parser.parse(twin))])
      expect(readHtml(html, 'h1').found).toEqual([title]);
  }
});

test('feeds have each title and description as it is; a description of RSS is HTML with nothing but text', () => {
  const sorted = (items: readonly { title?: unknown; summary?: unknown }[]) => {
    const own = items.filter(({ title }) => titles.includes(String(title)));
    return own.map(({ title, summary }) => `${title}: ${summary}`).sort();
  };
  const rss = parseFeed(read('rss.xml'));
  const atom = parseFeed(read('feed.xml'));
  const jsonFeed = JSON.parse(read('feed.json'));
  if (rss.format !== 'rss' || atom.format !== 'atom') throw new Error('a feed of another format');
  const asText = (html: string | undefined) => {
    const { text, elements } = readHtml(html ?? '');
    expect(elements).toEqual([]);
    return text;
  };
  const found = {
    rss: sorted(
      (rss.feed.items ?? []).map(({ title, description }) => ({ title, summary: asText(description) })),
    ),
    atom: sorted(
      (atom.feed.entries ?? []).map(({ title, summary }) => ({
        title: title?.value,
        summary: summary?.value,
      })),
    ),
    json: sorted(jsonFeed.items),
  };
  expect(found.rss.length).toBeGreaterThan(10);
  expect(found).toEqual({ rss: found.json, atom: found.json, json: found.json });
  const wanted = new Set(titles.map((title, index) => `${title}: ${notes[index]}`));
  for (const line of found.json) expect(wanted).toContain(line);
});
