/** Reads what a reader gets from HTML: words, code, links, pictures, headings, items of lists, and the cells of tables. */
import { HtmlParser } from '../core.ts';

export interface ReadPage {
  words: string[];
  /** Texts of blocks of code, without the line break at the end. */
  code: string[];
  links: { href: string; text: string }[];
  images: { src: string; alt: string }[];
  headings: string[];
  /** Number of items of lists. */
  items: number;
  /** Each table as its rows of cells. A cell that spans others is followed by empty ones. */
  tables: string[][][];
  /** Number of marks that lead to footnotes. */
  footnotes: number;
  /** Text outside of code. */
  prose: string;
}

/** Elements whose text no reader sees. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'button', 'head']);
const CELL = /^t[dh]$/;
const INLINE = /^(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u|wbr)$/;

interface OpenTable {
  rows: string[][];
  /** Columns that cells of earlier rows reach into, by row and column. */
  spanned: Set<string>;
  column: number;
}

/** Code in the cell of a table counts as words: Markdown has no blocks there. @param within reads only elements with this class; '' for the whole text */
export function readPage(html: string, within = ''): ReadPage {
  const page: ReadPage = {
    words: [],
    code: [],
    links: [],
    images: [],
    headings: [],
    items: 0,
    tables: [],
    footnotes: 0,
    prose: '',
  };
  // Number of open elements of the text.
  const base = within === '' ? 1 : 0;
  let depth = base;
  let hidden = 0;
  let block: string | null = null;
  let spans = 0;
  let isMark = false;
  const sups: number[] = [];
  const tables: OpenTable[] = [];
  /** Texts that are being collected, the innermost last. */
  const cells: string[] = [];
  let heading: string | null = null;
  let link: { href: string; text: string } | null = null;
  const all: string[] = [];
  const prose: string[] = [];
  const separate = () => {
    all.push(' ');
    prose.push(' ');
    if (cells.length > 0) cells[cells.length - 1] += ' ';
    if (heading !== null) heading += ' ';
  };
  const parser = new HtmlParser({
    onopentag(name, attributes) {
      const isText = within !== '' && ` ${attributes.class ?? ''} `.includes(` ${within} `);
      if (depth > 0 || isText) depth++;
      if (HIDDEN.has(name)) hidden++;
      if (depth === 0 || hidden > 0) return;
      if (name === 'table') tables.push({ rows: [], spanned: new Set(), column: 0 });
      if (name === 'tr') openRow(tables.at(-1));
      if (CELL.test(name)) {
        openCell(tables.at(-1), attributes);
        cells.push('');
      }
      // A verse is a text with line breaks.
      if (name === 'pre' && cells.length === 0 && !/wp-block-verse/.test(attributes.class ?? '')) block = '';
      if (name === 'br' && block !== null) block += '\n';
      if (name === 'code') spans++;
      if (name === 'sup') sups.push(depth);
      if (!INLINE.test(name)) separate();
      if (/^h[1-6]$/.test(name)) heading = '';
      if (name === 'li') page.items++;
      if (name === 'a' && attributes.href) {
        isMark = sups.length > 0 && attributes.href.startsWith('#');
        if (isMark) page.footnotes++;
        else link = { href: attributes.href, text: '' };
      }
      if (name === 'img' && attributes.src)
        page.images.push({ src: attributes.src, alt: attributes.alt ?? '' });
    },
    ontext(text) {
      if (depth === 0 || hidden > 0 || isMark) return;
      all.push(text);
      if (cells.length > 0) cells[cells.length - 1] += text;
      if (heading !== null) heading += text;
      if (link) link.text += text;
      if (block !== null) block += text;
      else if (spans === 0) prose.push(text);
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--;
      if (name === 'code') spans = Math.max(0, spans - 1);
      if (name === 'sup') sups.pop();
      if (name === 'a') {
        if (link) page.links.push({ ...link, text: plainWords(link.text) });
        link = null;
        isMark = false;
      }
      if (CELL.test(name) && cells.length > 0) closeCell(tables.at(-1), cells.pop() ?? '');
      if (name === 'table') {
        const table = tables.pop();
        if (table && hidden === 0 && depth > 0) page.tables.push(table.rows);
      }
      if (/^h[1-6]$/.test(name) && heading !== null) {
        page.headings.push(plainWords(heading));
        heading = null;
      }
      if (name === 'pre' && block !== null) {
        page.code.push(trimCode(block));
        block = null;
      }
      if (!INLINE.test(name)) separate();
      depth = Math.max(base, depth - 1);
    },
  });
  parser.end(html);
  page.words = wordsOf(all.join(''));
  page.prose = prose.join('');
  return page;
}

function openRow(table: OpenTable | undefined): void {
  if (!table) return;
  table.rows.push([]);
  table.column = 0;
}

function openCell(table: OpenTable | undefined, { colspan, rowspan }: Record<string, string>): void {
  const row = table?.rows.length ?? 0;
  if (!table || row === 0) return;
  while (table.spanned.has(`${row} ${table.column}`)) {
    table.rows.at(-1)?.push('');
    table.column++;
  }
  const span = (value: string | undefined) => Math.min(100, Math.max(1, Math.trunc(Number(value)) || 1));
  for (let down = 0; down < span(rowspan); down++)
    for (let right = 0; right < span(colspan); right++)
      if (down + right > 0) table.spanned.add(`${row + down} ${table.column + right}`);
}

function closeCell(table: OpenTable | undefined, text: string): void {
  table?.rows.at(-1)?.push(plainWords(text));
  if (table) table.column++;
}

/** Words in lower case. Compatible forms are equal, so that "²" is "2". */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

const plainWords = (text: string) => wordsOf(text).join(' ');

/** Code without the blank lines around it. Markdown shows a tab in a list item as four spaces. */
export function trimCode(code: string): string {
  return code
    .replaceAll('\t', '    ')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
