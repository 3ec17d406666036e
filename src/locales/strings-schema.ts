/** The JSON schema of files with interface strings, for editors. Such a file overrides some strings, or adds a language. */
import { strings as en_US } from './en_US.ts';
import { isNode, type Node, placesOf } from './merge-strings.ts';

/** A part of a JSON schema. */
type Schema = Record<string, unknown>;

const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** No text is required: the program has those that a file lacks. */
export function stringsJsonSchema(): Schema {
  return describeMap(en_US);
}

function describeMap(english: Node): Schema {
  const names = Object.keys(english);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, describeNode(english[name])])),
    additionalProperties: false,
  };
}

function describeNode(english: unknown): Schema {
  if (typeof english === 'string') return { ...describeText(english, true), examples: [english] };
  if (Array.isArray(english)) {
    return { type: 'array', items: { type: 'string', pattern: '\\S' }, minItems: 1, examples: [english] };
  }
  const node = isNode(english) ? english : {};
  return typeof node.other === 'string' ? describePlural(node, node.other) : describeMap(node);
}

/** Each language has some of these forms, and always `other`. */
function describePlural(english: Node, other: string): Schema {
  return {
    description: 'A text for each plural form of the language.',
    type: 'object',
    properties: Object.fromEntries(PLURAL_FORMS.map((form) => [form, describeText(other, form === 'other')])),
    additionalProperties: false,
    examples: [english],
  };
}

/** @param whole true if the text needs every placeholder of the English text */
function describeText(english: string, whole: boolean): Schema {
  const places = [...new Set(placesOf(english))];
  const needed = whole ? places.map((name) => `(?=[\\s\\S]*\\{${name}\\})`).join('') : '';
  const known = places.map((name) => `${name}\\}`).join('|');
  const other = known === '' ? '' : `(?!${known})`;
  return {
    description: `In English: ${english}`,
    type: 'string',
    pattern: `^(?=[\\s\\S]*\\S)${needed}(?![\\s\\S]*\\{${other}\\w+\\})`,
  };
}
