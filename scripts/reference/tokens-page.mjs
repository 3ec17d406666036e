// The reference of theme tokens, from the style sheet that sets them.
import { code, list, page, sentence } from './page-parts.mjs';
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
    list(
      tokens
        .filter(isColor)
        .map(({ name, light, dark, text }) =>
          entry(name, [`light ${code(light)}`, `dark ${code(dark)}`], text),
        ),
    ),
    '## Type, space and widths',
    list(
      tokens
        .filter((token) => !isColor(token))
        .map(({ name, light, text }) => entry(name, [`default ${code(light)}`], text)),
    ),
    '## In Korean',
    'Pages in Korean have other values of these:',
    list(
      tokens
        .filter(({ korean }) => korean !== '')
        .map(({ name, korean }) => ({ name, facts: [code(korean)], text: '' })),
    ),
  ]);
}

const entry = (name, values, text) => ({
  name,
  facts: [...values, `since ${sinceOf(`theme tokens: ${name}`)}`],
  text: sentence(text),
});
