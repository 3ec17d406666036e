/** Blanks code, which checks of prose do not read, and finds where fences end. */

/** Fences at any depth of a list or quote, then code in a line. A fence that is not closed extends to the end. */
const CODE =
  /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?^[ \t>]*\1[`~]*[ \t]*$|[\s\S]*$(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)/gm;

/** Replaces code by spaces, so that all other characters keep their places. */
export function blankCode(text: string): string {
  return text.replace(CODE, (code) => code.replace(/[^\n]/g, ' '));
}

/** A fence begins at any depth of a list or quote, also on the line of the item. */
const FENCE = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})(.*)/s;

/** Returns the mark of the fence that is open after a line; '' if none is. @param open the mark that is open before it */
export function fenceAfter(open: string, line: string): string {
  const [, mark = '', info = ''] = FENCE.exec(line) ?? [];
  if (open === '') return mark;
  return mark.startsWith(open) && info.trim() === '' ? '' : open;
}
