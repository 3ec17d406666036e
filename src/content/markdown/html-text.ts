/** Owns what HTML within a text says to a reader: its character references, and its text without the elements. */
import { decodeHTMLStrict } from 'entities/decode';
import { stripControls } from '../article/measure-text.ts';

/** The references that most texts have; a library knows the two thousand others. */
const NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  copy: '©',
  deg: '°',
  euro: '€',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  minus: '−',
  nbsp: '\u00a0',
  ndash: '–',
  pound: '£',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  shy: '\u00ad',
  times: '×',
  trade: '™',
};

/** Numbers and names as HTML has them, with their semicolon (CommonMark 0.31, section 2.5); any other stays as it is written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z][a-zA-Z0-9]*));/g,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return (Object.hasOwn(NAMES, name) && NAMES[name]) || decodeHTMLStrict(all);
      return decodeCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

function decodeCodePoint(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? stripControls(String.fromCodePoint(code)) : '\ufffd';
}

/** Elements whose contents are not for readers. */
const HIDDEN = 'script|style|iframe|object|template|noscript|svg|math';
const HIDDEN_ELEMENTS = new RegExp(`<(${HIDDEN})\\b[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi');
const HIDDEN_START = new RegExp(`<(?:${HIDDEN})\\b`, 'i');
const HIDDEN_TAG = new RegExp(`^<(/?)(${HIDDEN})\\b`, 'i');
/** Elements that stand apart from the text around them. */
const BLOCK_TAG =
  /<\/?(?:address|article|aside|blockquote|br|caption|d[dlt]|details|div|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b[^<>]*>/gi;

/** The text of raw HTML. Comments, and the contents of scripts and the like, are none; blocks are apart. */
export function visibleText(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(HIDDEN_ELEMENTS, '')
    .replace(BLOCK_TAG, ' ')
    .replace(/<[^<>]*>/g, '');
  return decodeEntities(text);
}

/** Whether a text may hold an element whose contents are not for readers. */
export function mayHide(text: string): boolean {
  return HIDDEN_START.test(text);
}

/** The tag of an element whose contents are not for readers. */
export function readHiddenTag(html: string): { name: string; closes: boolean } | null {
  const match = HIDDEN_TAG.exec(html);
  return match?.[2] ? { name: match[2].toLowerCase(), closes: match[1] === '/' } : null;
}
