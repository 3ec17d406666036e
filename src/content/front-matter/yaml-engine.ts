/** Reads the YAML of front matter with js-yaml, and finds the places of its values with the `yaml` package. */
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { MAX_DEPTH } from '../../config/read-json.ts';
import { findYamlExcess } from '../../config/read-yaml.ts';
import { attempt } from '../../foundation/attempt.ts';

const load = createRequire(import.meta.url);

interface Mark {
  line: number;
  column: number;
  position: number;
}

/** The part of js-yaml that is used. */
interface JsYaml {
  load(text: string, options: { schema: object; maxDepth: number }): unknown;
  FAILSAFE_SCHEMA: { extend(added: { implicit: readonly object[] }): object };
  YAMLException: new () => Error & { reason: string; mark?: Mark };
  types: { null: object };
}

let reader: { yaml: JsYaml; schema: object } | null = null;

function openReader() {
  if (reader) return reader;
  const yaml: JsYaml = load('js-yaml');
  // Texts, lists and maps only; null is a field that is left out.
  reader = { yaml, schema: yaml.FAILSAFE_SCHEMA.extend({ implicit: [yaml.types.null] }) };
  return reader;
}

/** The front matter breaks a rule of YAML; `line` and `column` count from 1 in the file. */
export class YamlError extends Error {
  constructor(
    message: string,
    readonly hint: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/**
 * Every scalar is the string in the file, so "1.10", "no" and dates keep their form, or null.
 * @param text what follows the opening "---": its first line is the file's
 * @throws YamlError
 */
export function readYaml(text: string): Record<string, unknown> {
  const data = loadFields(text);
  if (data === null || data === undefined) return {};
  const start = text.search(/\S/);
  const lookalike = isMap(data) ? null : findLookalike(text);
  if (lookalike) throw lookalike;
  if (!isMap(data))
    throw errorAt(text, start, 'it is not a list of fields', 'write each field as `name: value`');
  const excess = findYamlExcess(data, text);
  if (excess !== null) throw errorAt(text, start, excess, 'write the values out');
  // js-yaml makes texts of lists that are names of fields.
  const wrong =
    COMPLEX_KEY.test(text) && parseYaml(text).document.errors.find(({ code }) => code === 'NON_STRING_KEY');
  if (wrong) throw errorAt(text, wrong.pos[0], 'the name of a field is not text', QUOTES);
  return data;
}

const COMPLEX_KEY = /^[ -]*(?:\?[ \n]|[[{])|[[{,] *[[{?]/m;

/** A quoted value without its closing quote on the same line. */
const OPEN_QUOTE = /^([ -]*[\w-]+: +)(["'])(?:(?!\2).)*$/m;

function loadFields(text: string): unknown {
  const { yaml, schema } = openReader();
  try {
    // A scalar counts as a level there.
    return yaml.load(text, { schema, maxDepth: MAX_DEPTH + 1 });
  } catch (error) {
    if (!(error instanceof yaml.YAMLException)) throw error;
    const [{ length } = '', before = ''] = OPEN_QUOTE.exec(text) ?? [];
    const isCure =
      length > 0 &&
      attempt(() => yaml.load(text.replace(OPEN_QUOTE, '$&$2'), { schema, maxDepth: MAX_DEPTH + 1 }));
    if (isCure) {
      const at = text.search(OPEN_QUOTE) + before.length;
      throw errorAt(text, at, 'a quote is not closed', 'close it at the end of the value');
    }
    const lookalike = findLookalike(text);
    if (lookalike) throw lookalike;
    const { reason, mark } = error;
    const found = mark?.position ?? text.search(/^(?:---|\.\.\.)/m);
    const position = Math.max(0, Math.min(found, text.trimEnd().length - 1));
    const { message, hint } = describeReason(reason, text.charAt(position));
    throw errorAt(text, position, message, hint ?? quoteHint(text, position));
  }
}

/** The colon of Chinese and Japanese keyboards, and spaces that YAML does not read as spaces, such as Option+Space on a Mac. */
const LOOKALIKE = /^([ -]*[\w-]+) ?(?:(：)\s*|:([\u00a0\u2000-\u200b\u202f\u3000])\s*)/gm;

/** The error of a text that is valid with a colon and a space in place of characters that look like them; null for others. */
function findLookalike(text: string): YamlError | null {
  const [first] = text.matchAll(LOOKALIKE);
  if (!first) return null;
  const { yaml, schema } = openReader();
  const cured = attempt(() =>
    yaml.load(text.replace(LOOKALIKE, '$1: '), { schema, maxDepth: MAX_DEPTH + 1 }),
  );
  if (!isMap(cured)) return null;
  const { 1: name = '', 2: colon, 3: space = '', index } = first;
  const at = index + name.length;
  if (colon)
    return errorAt(text, at, `the colon after "${name.trim()}" is a full-width one`, 'write ": " there');
  const number = space.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return errorAt(
    text,
    at + 1,
    `the space after "${name.trim()}:" is U+${number}`,
    'write an ordinary space there',
  );
}

function isMap(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

function errorAt(text: string, offset: number, message: string, hint: string): YamlError {
  const line = text.slice(0, offset).split('\n').length;
  const column = offset - text.lastIndexOf('\n', offset - 1) + (line === 1 ? '---'.length : 0);
  return new YamlError(`the front matter is not valid YAML: ${message}`, hint, line, column);
}

/** The document with the place of each offset. @param text as for `readYaml`, which must have read it */
export function parseYaml(text: string) {
  const { LineCounter, parseDocument, visit }: typeof Yaml = load('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    schema: 'failsafe',
    customTags: ['null'],
    resolveKnownTags: false,
    stringKeys: true,
    // js-yaml has found them; here each key would be compared with all others.
    uniqueKeys: false,
  });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col + (line === 1 ? '---'.length : 0) };
  };
  const visitScalars = (each: (scalar: Yaml.Scalar) => void) =>
    visit(document, { Scalar: (_key, scalar) => each(scalar) });
  return { document, placeAt, visitScalars };
}

const QUOTES = 'put a value that contains ": " or "#", or starts with a quote, in quotes';

/** Says the reasons of js-yaml that assume the YAML specification in plain words. @param at the character at the place of the error */
function describeReason(reason: string, at: string): { message: string; hint?: string } {
  if (reason.startsWith('duplicated mapping key'))
    return { message: 'a field appears twice', hint: 'keep one of the two' };
  if (reason.startsWith('tab characters'))
    return { message: 'a tab is not allowed there', hint: 'write spaces in its place' };
  if (reason.startsWith('nesting exceeded'))
    return { message: 'it is nested too deeply', hint: 'use fewer levels of lists and maps' };
  const alias = /^unidentified alias "(.*)"$/s.exec(reason)?.[1];
  if (alias !== undefined) return { message: `unknown alias "*${alias}"`, hint: QUOTES };
  if (reason.startsWith('expected a single document'))
    return { message: 'it contains a line that starts with "---"' };
  if (reason.includes('multiline key')) return { message: 'a line is not of the form "field: value"' };
  if (!reason.startsWith('bad indentation of a mapping entry')) return { message: reason };
  if (at === ':') return { message: 'a value contains ": "' };
  return {
    message: /[\w"']/.test(at) ? 'the indentation of this line does not fit' : `a value begins with "${at}"`,
  };
}

/** Shows the line with its value in quotes, where that corrects it. */
function quoteHint(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [, field, value = ''] = /^[ -]*([\w-]+): +([^"'[{\n].*: .*)/.exec(text.slice(start)) ?? [];
  return field ? `put the value in quotes: \`${field}: ${JSON.stringify(value.trim())}\`` : QUOTES;
}
