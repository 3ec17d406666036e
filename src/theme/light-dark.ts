/**
 * Writes `light-dark(a, b)` of a style sheet for engines that do not know it. They keep such a value in a custom property
 * and refuse each use of it, so that a page would lose its colours.
 */

/** One of them is empty and the other invalid, and `var` puts its second value in place of an invalid one. */
const SWITCH =
  ':root{--articles-light:initial;--articles-dark: }' +
  '@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--articles-light: ;--articles-dark:initial}}' +
  ':root[data-theme=dark]{--articles-light: ;--articles-dark:initial}';

/** @param css a valid style sheet without comments */
export function lowerLightDark(css: string): string {
  const lowered = lower(css);
  return lowered === css ? css : SWITCH + lowered;
}

const SWITCHED = 'light-dark(';
const TOKEN = /"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[\s\S]|[^'\\])*'?|light-dark\(|[(),]/g;

function lower(css: string): string {
  const open: { at: number; isSwitch: boolean; commas: number[] }[] = [];
  const edits: { at: number; length: number; text: string }[] = [];
  for (const { 0: token, index: at } of css.matchAll(TOKEN)) {
    if (token.endsWith('(')) open.push({ at, isSwitch: token === SWITCHED, commas: [] });
    else if (token === ',') open.at(-1)?.commas.push(at);
    else if (token === ')') {
      const { at: start = 0, isSwitch = false, commas = [] } = open.pop() ?? {};
      const [comma, more] = commas;
      if (!isSwitch || comma === undefined || more !== undefined) continue;
      edits.push({ at: start, length: SWITCHED.length, text: 'var(--articles-light,' });
      edits.push({ at: comma, length: 1, text: ') var(--articles-dark,' });
    }
  }
  let result = '';
  let end = 0;
  for (const { at, length, text } of edits.sort((a, b) => a.at - b.at)) {
    result += css.slice(end, at) + text;
    end = at + length;
  }
  return result + css.slice(end);
}
