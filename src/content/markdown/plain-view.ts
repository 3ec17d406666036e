/** Shows Markdown as its readers see it, with every character at its place. */

import { PROSE_ATTRIBUTES } from './directive-line.ts';

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** An underscore within a word is none. */
const MARKS = /[*~`]|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;

const PROSE = new RegExp(`(?<=[{\\s](?:${[...PROSE_ATTRIBUTES].join('|')})=")(?:[^"\\\\]|\\\\.)*(?=")`, 'g');

/** The line of a directive without all but its texts. */
function blankDirective(line: string): string {
  let shown = blank(line);
  for (const { 0: text, index } of line.matchAll(PROSE))
    shown = shown.slice(0, index) + text + shown.slice(index + text.length);
  return shown;
}

/**
 * Code blocks, targets of links, lines of directives and marks become spaces; a form feed ends a paragraph, an item or a cell.
 * @param code `kept` leaves the text of code blocks, which readers see as well
 */
export function toPlainView(markdown: string, code: 'blank' | 'kept' = 'blank'): string {
  return (
    code === 'kept'
      ? markdown.replace(/^ {0,3}(?:```|~~~)[^\n]*$/gm, blank)
      : markdown.replace(/^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1[^\n]*$/gm, blank)
  )
    .replace(/^[ \t>]*:{2,}(?=[:A-Za-z]|[ \t]*$)[^\n]*/gm, blankDirective)
    .replace(/^[ \t]*>[ \t]*\[![A-Za-z]+\]/gm, blank)
    .replace(/(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+"[^"\n]*")?\)/g, blank)
    .replace(/^\s{0,3}\[[^\]\n]+\]:[^\n]*$/gm, blank)
    .replace(/https?:\/\/[^\s<>)\]]+/gi, blank)
    .replace(/<!--|-->/g, blank)
    .replace(MARKS, blank)
    .replace(/\n(?=[ \t]*(?:\n|[-+>#]|\d{1,3}[.)]\s|\|))/g, '\f')
    .replace(/\|/g, '\f');
}
