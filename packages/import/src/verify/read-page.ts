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
  const reader = new PageReader(within);
  new HtmlParser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.text(text),
    onclosetag: (name) => reader.close(name),
  }).end(html);
  return reader.end();
}

class PageReader {
  readonly #page: ReadPage = {
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
  readonly #within: string;
  /** Number of open elements of the text, and the least. */
  #depth: number;
  readonly #base: number;
  #hidden = 0;
  #spans = 0;
  #isMark = false;
  readonly #sups: number[] = [];
  readonly #tables: OpenTable[] = [];
  /** Texts that are being collected; of cells, the innermost last. */
  readonly #cells: string[] = [];
  #block: string | null = null;
  #heading: string | null = null;
  #link: { href: string; text: string } | null = null;
  readonly #all: string[] = [];
  readonly #prose: string[] = [];

  constructor(within: string) {
    this.#within = within;
    this.#base = within === '' ? 1 : 0;
    this.#depth = this.#base;
  }

  open(name: string, attributes: Record<string, string>): void {
    const isText = this.#within !== '' && ` ${attributes.class ?? ''} `.includes(` ${this.#within} `);
    if (this.#depth > 0 || isText) this.#depth++;
    if (HIDDEN.has(name)) this.#hidden++;
    if (this.#depth === 0 || this.#hidden > 0) return;
    if (name === 'table') this.#tables.push({ rows: [], spanned: new Set(), column: 0 });
    if (name === 'tr') openRow(this.#tables.at(-1));
    if (CELL.test(name)) {
      openCell(this.#tables.at(-1), attributes);
      this.#cells.push('');
    }
    // A verse is a text with line breaks.
    if (name === 'pre' && this.#cells.length === 0 && !/wp-block-verse/.test(attributes.class ?? ''))
      this.#block = '';
    if (name === 'br' && this.#block !== null) this.#block += '\n';
    if (name === 'code') this.#spans++;
    if (name === 'sup') this.#sups.push(this.#depth);
    if (!INLINE.test(name)) this.#separate();
    if (/^h[1-6]$/.test(name)) this.#heading = '';
    if (name === 'li') this.#page.items++;
    if (name === 'a' && attributes.href) {
      this.#isMark = this.#sups.length > 0 && attributes.href.startsWith('#');
      if (this.#isMark) this.#page.footnotes++;
      else this.#link = { href: attributes.href, text: '' };
    }
    if (name === 'img' && attributes.src)
      this.#page.images.push({ src: attributes.src, alt: attributes.alt ?? '' });
  }

  text(text: string): void {
    if (this.#depth === 0 || this.#hidden > 0 || this.#isMark) return;
    this.#all.push(text);
    if (this.#cells.length > 0) this.#cells[this.#cells.length - 1] += text;
    if (this.#heading !== null) this.#heading += text;
    if (this.#link) this.#link.text += text;
    if (this.#block !== null) this.#block += text;
    else if (this.#spans === 0) this.#prose.push(text);
  }

  close(name: string): void {
    if (HIDDEN.has(name)) this.#hidden--;
    if (name === 'code') this.#spans = Math.max(0, this.#spans - 1);
    if (name === 'sup') this.#sups.pop();
    if (name === 'a') {
      if (this.#link) this.#page.links.push({ ...this.#link, text: plainWords(this.#link.text) });
      this.#link = null;
      this.#isMark = false;
    }
    if (CELL.test(name) && this.#cells.length > 0) closeCell(this.#tables.at(-1), this.#cells.pop() ?? '');
    if (name === 'table') {
      const table = this.#tables.pop();
      if (table && this.#hidden === 0 && this.#depth > 0) this.#page.tables.push(table.rows);
    }
    if (/^h[1-6]$/.test(name) && this.#heading !== null) {
      this.#page.headings.push(plainWords(this.#heading));
      this.#heading = null;
    }
    if (name === 'pre' && this.#block !== null) {
      this.#page.code.push(trimCode(this.#block));
      this.#block = null;
    }
    if (!INLINE.test(name)) this.#separate();
    this.#depth = Math.max(this.#base, this.#depth - 1);
  }

  end(): ReadPage {
    return { ...this.#page, words: wordsOf(this.#all.join('')), prose: this.#prose.join('') };
  }

  #separate(): void {
    this.#all.push(' ');
    this.#prose.push(' ');
    if (this.#cells.length > 0) this.#cells[this.#cells.length - 1] += ' ';
    if (this.#heading !== null) this.#heading += ' ';
  }
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

/** Letters of scripts that write no spaces between words. */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
/** Each letter of such a script is a word: a line break in a paragraph divides no words there. */
const WORD = new RegExp(String.raw`${UNSPACED}\p{M}*|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}])+`, 'gu');

/** Words in lower case. Compatible forms are equal, so that "²" is "2". */
function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
}

/** A text as its words, to compare texts by. */
export const plainWords = (text: string) => wordsOf(text).join(' ');

/** Code without the blank lines around it. Markdown shows a tab in a list item as four spaces. */
export function trimCode(code: string): string {
  return code
    .replaceAll('\t', '    ')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
