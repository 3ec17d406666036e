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

const TOKEN = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|light-dark\(|[(),]/g;

function lower(css: string): string {
  let result = '';
  let end = 0;
  for (const { 0: token, index } of css.matchAll(TOKEN)) {
    if (token !== 'light-dark(' || index < end) continue;
    const start = index + token.length;
    const values = readArguments(css, start);
    if (values.length !== 2) continue;
    const [light = '', dark = ''] = values;
    result += `${css.slice(end, index)}var(--articles-light,${lower(light)}) var(--articles-dark,${lower(dark)})`;
    end = start + light.length + dark.length + 2;
  }
  return result + css.slice(end);
}

/** Returns the arguments of a function as they stand there. @param start behind its opening parenthesis */
function readArguments(css: string, start: number): string[] {
  const values: string[] = [];
  let from = start;
  let depth = 0;
  for (const { 0: token, index = 0 } of css.slice(start).matchAll(TOKEN)) {
    const at = start + index;
    if (token.endsWith('(')) depth++;
    else if (token === ')' && depth-- === 0) return [...values, css.slice(from, at)];
    else if (token === ',' && depth === 0) {
      values.push(css.slice(from, at));
      from = at + 1;
    }
  }
  return [];
}
