// The reference of interface strings, from the JSON schema of a language.
import { code, list, page } from './page-parts.mjs';
import { sinceOf } from './since.mjs';

/** @param schema JSON schema of a complete language. @returns the page as Markdown */
export function describeStrings({ properties }) {
  const sections = Object.entries(properties).filter(([name]) => name !== '$schema');
  return page('Interface Strings', [
    'The texts of the interface. `content/{locale}/strings.json` overrides those that it names; `theme/locales/{locale}.json` has all of them for a language that the program lacks. `{name}` is a place that the page fills: a text keeps the places of the English one. A text that counts has a form for each plural of the language.',
    ...sections.flatMap(([name, section]) => [
      `## ${name}`,
      list(
        listTexts(section, name).map(([path, example]) => ({
          name: path,
          facts: [`since ${sinceOf(`interface strings: ${path}`)}`],
          text: showText(example),
        })),
      ),
    ]),
  ]);
}

function listTexts({ properties, examples }, path) {
  if (examples) return [[path, examples[0]]];
  return Object.entries(properties).flatMap(([name, inner]) => listTexts(inner, `${path}.${name}`));
}

function showText(example) {
  if (typeof example === 'string') return code(example);
  if (Array.isArray(example)) return example.map(code).join(', ');
  return Object.entries(example)
    .map(([form, text]) => `${form}: ${code(text)}`)
    .join(', ');
}
