/** Shows Markdown as its readers see it, with every character at its place. */

import { PROSE_ATTRIBUTES } from './directive-line.ts';

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

const MARKS = /[*~`]|_+/g;
const WORD_END = /[\p{L}\p{M}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

/** Underscores inside a word are not emphasis. */
function blankMark(mark: string, at: number, text: string): string {
  const end = at + mark.length;
  const isInside =
    mark.startsWith('_') &&
    WORD_END.test(text.slice(Math.max(0, at - 2), at)) &&
    WORD_START.test(text.slice(end, end + 2));
  return isInside ? mark : blank(mark);
}

const PROSE = new RegExp(`(?<=[{\\s](?:${[...PROSE_ATTRIBUTES].join('|')})=")(?:[^"\\\\]|\\\\.)*(?=")`, 'g');

/** Keeps only the texts for readers of a directive's line. */
function blankDirective(line: string): string {
  let shown = '';
  for (const { 0: text, index } of line.matchAll(PROSE))
    shown += blank(line.slice(shown.length, index)) + text;
  return shown + blank(line.slice(shown.length));
}

/** Fences, link targets, directive lines and markup become spaces; a form feed ends a paragraph, a list item or a table cell. */
export function toPlainView(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(?:```|~~~)[^\n]*$/gm, blank)
    .replace(/^[ \t>]*:{2,}(?=[:A-Za-z]|[ \t]*$)[^\n]*/gm, blankDirective)
    .replace(/^[ \t]*>[ \t]*\[![A-Za-z]+\]/gm, blank)
    .replace(/(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\)/g, blank)
    .replace(/^\s{0,3}\[[^\]\n]+\]:[^\n]*$/gm, blank)
    .replace(/https?:\/\/[^\s<>)\]]+/gi, blank)
    .replace(/<!--|-->/g, blank)
    .replace(MARKS, blankMark)
    .replace(/\n(?=[ \t]*(?:\n|[-+>#]|\d{1,3}[.)]\s|\|))/g, '\f')
    .replace(/\|/g, '\f');
}
