/** Takes code out of Markdown, for searches in the rest of a text. */

const FENCED = String.raw`^ {0,3}(?<fence>\x60{3}|~~~)[\s\S]*?(?:^ {0,3}\k<fence>[^\n]*$|(?![\s\S]))`;
/** A longer span is not known as code: each of many runs of ticks would be searched to the end of its line. */
const SPAN = '(?<!`)(?<ticks>`+)(?!`)[^\\n]{0,1000}?(?<!`)\\k<ticks>(?!`)';
const FENCES = new RegExp(FENCED, 'gm');
const CODE = new RegExp(`${FENCED}|${SPAN}`, 'gm');

/** Without fenced blocks. */
export function dropFences(markdown: string): string {
  return markdown.replace(FENCES, '');
}

/** Without fenced blocks, and spans within a line. */
export function dropCode(markdown: string): string {
  return markdown.replace(CODE, '');
}

/** A fence at any depth of a list or quote, also on the line of the item. One that is not closed extends to the end. */
const NESTED = String.raw`^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?<fence>\x60{3,}(?!\x60)|~{3,}(?!~))[^\n]*\n(?:[\s\S]*?^[ \t>]*\k<fence>[\x60~]*[ \t]*$|[\s\S]*$(?![\s\S]))`;
const ANY_CODE = new RegExp(`${NESTED}|${SPAN}`, 'gm');

/** With spaces in their place, so that offsets and lines stay. */
export function blankCode(markdown: string): string {
  return markdown.replace(ANY_CODE, (text) => text.replace(/[^\n]/g, ' '));
}

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})(.*)/s;

/** Returns the mark of the fence that is open after a line; '' if none is. @param open the mark that is open before it */
export function fenceAfter(open: string, line: string): string {
  const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
  if (open === '') return mark;
  return mark.startsWith(open) && info.trim() === '' ? '' : open;
}

/** Where the first block of code in a language names it, from 1; null where no block does. */
export function findLanguage(markdown: string, language: string): { line: number; column: number } | null {
  let open = '';
  for (const [index, line] of markdown.split(/\r\n?|\n/).entries()) {
    const [, , info = ''] = open === '' ? (FENCE.exec(line) ?? []) : [];
    if (/^\s*([\w+#.-]+)/.exec(info)?.[1] === language)
      return { line: index + 1, column: line.length - info.trimStart().length + 1 };
    open = fenceAfter(open, line);
  }
  return null;
}

const FENCE_OR_HEADING = /^(?: {0,3}(`{3}|~{3})|#{1,6}[ \t])/gm;

/** Empties the lines of sections that do not hold what is searched for, so that they need not be read. */
export function emptySections(markdown: string, holds: (section: string) => boolean): string {
  // A comment may go on below what looks like a heading.
  for (const [comment] of markdown.matchAll(/<!--[\s\S]*?(?:-->|$)/g))
    if (comment.includes('\n#')) return markdown;
  let [result, start] = ['', 0];
  let fence: string | null = null;
  const end = (at: number) => {
    const section = markdown.slice(start, at);
    result += start === 0 || holds(section) ? section : section.replace(/[^\n]+/g, '');
    start = at;
  };
  for (const { 1: marks, index } of markdown.matchAll(FENCE_OR_HEADING)) {
    if (marks === undefined) {
      if (fence === null) end(index);
    } else if (fence === null) fence = marks;
    else if (marks === fence) fence = null;
  }
  end(markdown.length);
  return result;
}
