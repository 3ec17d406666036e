/** Reads what a reader gets from HTML: its words, its blocks of code, its links and its pictures. */
import { Parser } from 'htmlparser2';

export interface ReadPage {
  words: string[];
  /** Texts of blocks of code, without the line break at the end. */
  code: string[];
  links: string[];
  images: string[];
  /** Text outside of code. */
  prose: string;
}

/** Elements whose text no reader sees. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'button', 'head']);
const CELL = /^t[dh]$/;
const INLINE = /^(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u|wbr)$/;

/** Code in the cell of a table counts as words: Markdown has no blocks there. @param within reads only elements with this class; '' for the whole text */
export function readPage(html: string, within = ''): ReadPage {
  const page: ReadPage = { words: [], code: [], links: [], images: [], prose: '' };
  // Number of open elements of the text.
  const base = within === '' ? 1 : 0;
  let depth = base;
  let hidden = 0;
  let block: string | null = null;
  let spans = 0;
  let cells = 0;
  const all: string[] = [];
  const prose: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const isText = within !== '' && ` ${attributes.class ?? ''} `.includes(` ${within} `);
      if (depth > 0 || isText) depth++;
      if (HIDDEN.has(name)) hidden++;
      if (depth === 0 || hidden > 0) return;
      if (CELL.test(name)) cells++;
      if (name === 'pre' && cells === 0) block = '';
      if (name === 'br' && block !== null) block += '\n';
      if (name === 'code') spans++;
      if (!INLINE.test(name)) {
        all.push(' ');
        prose.push(' ');
      }
      if (name === 'a' && attributes.href) page.links.push(attributes.href);
      if (name === 'img' && attributes.src) page.images.push(attributes.src);
    },
    ontext(text) {
      if (depth === 0 || hidden > 0) return;
      all.push(text);
      if (block !== null) block += text;
      else if (spans === 0) prose.push(text);
    },
    onclosetag(name) {
      if (HIDDEN.has(name)) hidden--;
      if (CELL.test(name)) cells = Math.max(0, cells - 1);
      if (name === 'code') spans = Math.max(0, spans - 1);
      if (name === 'pre' && block !== null) {
        page.code.push(trimCode(block));
        block = null;
      }
      if (!INLINE.test(name)) {
        all.push(' ');
        prose.push(' ');
      }
      depth = Math.max(base, depth - 1);
    },
  });
  parser.end(html);
  page.words = wordsOf(all.join(''));
  page.prose = prose.join('');
  return page;
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

/** Code without the blank lines around it. Markdown shows a tab in a list item as four spaces. */
export function trimCode(code: string): string {
  return code.replaceAll('\t', '    ').replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}
