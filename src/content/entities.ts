/** Owns what HTML within a text says to a reader: its character references, and its text without the elements. */

import { stripControls } from './text.ts';

/** The references that texts have; any other stays as it is written. */
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

/** Numbers, and the names that texts have. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|([a-z]+));/g,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return (Object.hasOwn(NAMES, name) && NAMES[name]) || all;
      return decodeCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

function decodeCodePoint(code: number): string {
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? stripControls(String.fromCodePoint(code)) : '\ufffd';
}

/** The text of raw HTML. Comments, and the contents of scripts and the like, are none. */
export function visibleText(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style|iframe|object|template|noscript|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<[^>]*>/g, '');
  return decodeEntities(text);
}
