/** Decodes character references, and gives the visible text of raw HTML. */
import { decodeHTMLStrict } from 'entities/decode';
import { stripControls } from './measure-text.ts';

/** Matches a character reference after its "&": CommonMark 0.31, section 2.5. */
export const REFERENCE = '(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z][a-zA-Z0-9]*);';
const REFERENCES = new RegExp(`&${REFERENCE}`, 'g');

/** Decodes character references; unknown names stay as they are written. */
export function decodeEntities(text: string): string {
  return text.includes('&')
    ? text.replace(REFERENCES, (reference) => stripControls(decodeHTMLStrict(reference)))
    : text;
}

/** Elements whose contents readers do not see. */
const HIDDEN = 'script|style|iframe|object|template|noscript|svg|math';
const HIDDEN_ELEMENTS = new RegExp(`<(${HIDDEN})\\b[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi');
const HIDDEN_TAG = new RegExp(`^<(/?)(${HIDDEN})\\b`, 'i');
/** Elements that separate the text around them. */
const BLOCK_TAG =
  /<\/?(?:address|article|aside|blockquote|br|caption|d[dlt]|details|div|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b[^<>]*>/gi;

/** The text of raw HTML without comments and hidden elements, with spaces between blocks. */
export function visibleText(html: string): string {
  const text = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(HIDDEN_ELEMENTS, '')
    .replace(BLOCK_TAG, ' ')
    .replace(/<[^<>]*>/g, '');
  return decodeEntities(text);
}

/** The tag of an element whose contents are hidden. */
export function readHiddenTag(html: string): { name: string; closes: boolean } | null {
  const match = HIDDEN_TAG.exec(html);
  return match?.[2] ? { name: match[2].toLowerCase(), closes: match[1] === '/' } : null;
}
