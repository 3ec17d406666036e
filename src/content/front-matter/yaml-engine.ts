/** Reads the YAML of front matter: the plain reader first, the `yaml` package for all that it leaves. */
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { MAX_DEPTH } from '../../config/read-json.ts';
import { readPlainYaml } from './plain-yaml.ts';

const load = createRequire(import.meta.url);

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
  return readPlainYaml(text.slice(text.indexOf('\n') + 1)) ?? readFullYaml(text);
}

/** The document with the place of each offset. @param text as for `readYaml` */
export function parseYaml(text: string) {
  const { LineCounter, parseDocument }: typeof Yaml = load('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    // Strings, lists and maps only; null is a field that is left out.
    schema: 'failsafe',
    customTags: ['null'],
    resolveKnownTags: false,
    stringKeys: true,
  });
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col + (line === 1 ? '---'.length : 0) };
  };
  return { document, placeAt };
}

const QUOTES = 'put a value that contains ": " or "#", or starts with a quote, in quotes';

/** The package's codes whose own message assumes the YAML specification. */
const MESSAGES: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a value contains ": "',
  DUPLICATE_KEY: 'a field appears twice',
  MULTILINE_IMPLICIT_KEY: 'a line is not of the form "field: value"',
  MULTIPLE_DOCS: 'it contains a line that starts with "---"',
  NON_STRING_KEY: 'the name of a field is not text',
  RESOURCE_EXHAUSTION: 'it is nested too deeply',
};

const HINTS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'keep one of the two',
  RESOURCE_EXHAUSTION: 'use fewer levels of lists and maps',
};

/** As `readYaml`, always by the package. */
export function readFullYaml(source: string): Record<string, unknown> {
  // The line end that belongs to a "\r" at the end.
  const text = `${source}\n`;
  const { isCollection, isMap, visit }: typeof Yaml = load('yaml');
  const { document, placeAt } = parseYaml(text);
  const fail = (offset: number, message: string, hint: string): never => {
    const { line, column } = placeAt(offset);
    throw new YamlError(`the front matter is not valid YAML: ${message}`, hint, line, column);
  };
  // A tag that is unknown is a warning to the package.
  const error = document.errors[0] ?? document.warnings[0];
  if (error) {
    const [offset] = error.pos;
    fail(offset, MESSAGES[error.code] ?? error.message, HINTS[error.code] ?? quoteHint(text, offset));
  }
  visit(document, {
    Alias: (_key, alias) => {
      if (!alias.resolve(document)) fail(alias.range?.[0] ?? 0, `unknown alias "*${alias.source}"`, QUOTES);
    },
    Collection: (_key, collection, parents) => {
      if (parents.filter(isCollection).length < MAX_DEPTH) return;
      fail(collection.range?.[0] ?? 0, MESSAGES.RESOURCE_EXHAUSTION ?? '', HINTS.RESOURCE_EXHAUSTION ?? '');
    },
  });
  if (document.contents === null) return {};
  const start = text.search(/\S/);
  if (!isMap(document.contents))
    fail(start, 'it is not a list of fields', 'write each field as `name: value`');
  const data: Record<string, unknown> = document.toJS({ maxAliasCount: -1 });
  if (countValues(data, text.length) > text.length)
    fail(start, 'aliases repeat more text than the file contains', 'write the values out');
  return data;
}

/** Shows the line with its value in quotes, where that corrects it. */
function quoteHint(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [, field, value = ''] = /^[ -]*([\w-]+): +([^"'[{].*: .*)/.exec(text.slice(start)) ?? [];
  return field ? `put the value in quotes: \`${field}: ${JSON.stringify(value.trim())}\`` : QUOTES;
}

/** Values within a value; those of an alias count each time. Stops soon after `limit`. */
function countValues(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    if (count > limit) break;
    count += countValues(inner, limit - count);
  }
  return count;
}
