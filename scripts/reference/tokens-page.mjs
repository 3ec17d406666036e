// The reference of theme tokens, from the style sheet that sets them.
import { code, page, sentence, table } from './page-parts.mjs';
import { sinceOf } from './since.mjs';

/** @param css text of tokens.css. @returns `{name, light, dark, korean, text}` for each token */
export function listTokens(css) {
  const blocks = [...css.matchAll(/^ *(:root[^{]*?) \{\n([^}]*)\}/gm)].map(([, selector, body]) => [
    selector,
    new Map(
      [...body.matchAll(/(?:\/\* ([^*]*) \*\/\n)? *(--[\w-]+): ([^;]+);/g)].map(
        ([, text = '', name, value]) => [name, { value: value.replace(/\s+/g, ' '), text }],
      ),
    ),
  ]);
  const find = (selector) => blocks.find(([own]) => own === selector)?.[1] ?? new Map();
  const [light, dark, korean] = [':root', ':root[data-theme="dark"]', ':root:lang(ko)'].map(find);
  return [...light].map(([name, { value, text }]) => ({
    name,
    light: value,
    dark: dark.get(name)?.value ?? '',
    korean: korean.get(name)?.value ?? '',
    text,
  }));
}

/** @param css text of tokens.css. @returns the page as Markdown */
export function describeTokens(css) {
  const tokens = listTokens(css);
  const isColor = ({ dark }) => dark !== '';
  return page('Theme Tokens', [
    'The custom properties of the built-in style. `theme/tokens.css` sets those that a site changes, as [Theme](../theme.md#tokens) shows.',
    '## Colours',
    table(
      ['Token', 'Light', 'Dark', 'Since', 'Description'],
      tokens
        .filter(isColor)
        .map(({ name, light, dark, text }) => [...row(name, light), code(dark), ...end(name, text)]),
    ),
    '## Type, space and widths',
    table(
      ['Token', 'Default', 'Since', 'Description'],
      tokens
        .filter((token) => !isColor(token))
        .map(({ name, light, text }) => [...row(name, light), ...end(name, text)]),
    ),
    '## In Korean',
    'Pages in Korean have other values of these:',
    table(
      ['Token', 'Default'],
      tokens.filter(({ korean }) => korean !== '').map(({ name, korean }) => row(name, korean)),
    ),
  ]);
}

const row = (name, value) => [code(name), code(value)];
const end = (name, text) => [sinceOf(`theme tokens: ${name}`), sentence(text)];
