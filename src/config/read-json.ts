/** Parses JSON files that people write: returns the value of a schema, or every problem with line and column. */
import type { Node, ParseError } from 'jsonc-parser';
import * as z from 'zod';
import { finding, type Place, type Problem } from '../foundation/errors.ts';
import { findConflictProblem } from './conflict-marks.ts';
import { codeOfIssue, describeIssue, hintOfIssue } from './schema-issues.ts';
import { createPlaceFinder, decodeUtf8, NOT_UTF8, placeAt, withoutByteOrderMark } from './utf8.ts';

export type Locate = (path: readonly PropertyKey[], atKey?: boolean) => Place;
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** @param file path for messages, relative to the root */
export async function parseJsonFile<S extends z.ZodType>(
  file: string,
  bytes: Buffer,
  schema: S,
): Promise<Parsed<z.output<S>>> {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    const { line, column } = decoded;
    return { ok: false, problems: [{ file, line, column, ...NOT_UTF8 }] };
  }
  const { text } = decoded;
  const deep = findDeep(text);
  if (deep !== null) {
    const message = `nested deeper than ${MAX_DEPTH} levels`;
    const hint = 'use fewer levels of brackets there';
    return {
      ok: false,
      problems: [finding('nested-too-deeply', message, hint, { file, ...placeAt(text, deep) })],
    };
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return {
      ok: false,
      problems: [findConflictProblem(file, text) ?? (await findSyntaxProblem(file, text))],
    };
  }
  return parseValue(file, schema, data, () => createLocator(text));
}

/** @param createLocate makes the function that finds the place of a value; with `atKey` the place of its name */
export async function parseValue<S extends z.ZodType>(
  file: string,
  schema: S,
  data: unknown,
  createLocate: () => Promise<Locate> | Locate,
): Promise<Parsed<z.output<S>>> {
  // A file is read once, and the code that Zod makes of an object's schema pays off after many readings.
  const result = schema.safeParse(data, { jitless: true });
  if (result.success) return { ok: true, value: result.data };
  const locate = await createLocate();
  const problems = result.error.issues.flatMap((issue): Problem[] => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? part.toString() : part));
    const name = path.length > 0 ? `"${path.join('.')}"` : 'the file';
    if (issue.code === 'unrecognized_keys') {
      const allowed = allowedKeys(schema, path);
      const hint = allowed ? `allowed fields: ${allowed.join(', ')}` : 'check the spelling or remove it';
      return issue.keys.map((key) => {
        const field = [...path, key];
        const message = `unknown field "${field.join('.')}"`;
        return finding('unknown-field', message, hint, { file, ...locate(field, true) });
      });
    }
    const message = `${name}: ${describeIssue(issue)}`;
    return [finding(codeOfIssue(issue), message, hintOfIssue(issue), { file, ...locate(path) })];
  });
  return { ok: false, problems };
}

/** Removes `$schema`, which names the JSON schema for editors and is not data. */
export function withoutSchemaName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$schema' in value)) return value;
  const { $schema, ...data } = value;
  return typeof $schema === 'string' ? data : value;
}

/** Maximum nesting of JSON and of front matter. No real file needs ten levels. */
export const MAX_DEPTH = 100;

/** Offset of the first bracket deeper than `MAX_DEPTH`; null if there is none. */
function findDeep(text: string): number | null {
  let depth = 0;
  // The pattern matches whole strings too, so a bracket inside a string does not count. One without an end is read once.
  for (const { 0: found, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[[{]|[\]}]/gs)) {
    if (found === '[' || found === '{') depth++;
    else if (found === ']' || found === '}') depth--;
    if (depth > MAX_DEPTH) return index;
  }
  return null;
}

/**
 * Parses a file to find the places of its values.
 * @returns a function that returns the place of a value, or of its nearest parent in the file; with `atKey` the place of its
 *   name
 */
export async function createLocator(source: string) {
  const { findNodeAtLocation, parseTree } = await import('jsonc-parser');
  const text = withoutByteOrderMark(source);
  const root = findDeep(text) === null ? parseTree(text) : undefined;
  const placeOf = createPlaceFinder(text);
  return (path: readonly PropertyKey[], atKey = false): Place => {
    const names = path.filter((part) => typeof part !== 'symbol');
    for (let length = names.length; root && length >= 0; length--) {
      const value: Node | undefined = findNodeAtLocation(root, names.slice(0, length));
      const node = atKey && length === names.length ? (value?.parent?.children?.[0] ?? value) : value;
      if (node) return placeOf(node.offset);
    }
    return {};
  };
}

const EXPECTED: Readonly<Record<string, string>> = {
  CloseBraceExpected: '"}"',
  CloseBracketExpected: '"]"',
  ColonExpected: '":"',
  CommaExpected: '"," or the closing bracket',
  EndOfFileExpected: 'the end of the file',
  PropertyNameExpected: 'a name in double quotes',
};
const WRONG: Readonly<Record<string, string>> = {
  InvalidCharacter: 'a control character in a string',
  InvalidCommentToken: 'comments are not allowed',
  InvalidEscapeCharacter: 'an unknown escape sequence after "\\"',
  InvalidUnicode: '"\\u" needs four hexadecimal digits',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfNumber: 'a number is incomplete',
  UnexpectedEndOfString: 'a string has no closing quote',
};

/** Describes the first syntax error. The message of `JSON.parse` differs between versions of Node. */
async function findSyntaxProblem(file: string, text: string): Promise<Problem> {
  const { parseTree, printParseErrorCode } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [first] = errors.sort((a, b) => a.offset - b.offset);
  const code = first ? printParseErrorCode(first.error) : '';
  const { offset, length } = first ?? { offset: 0, length: 1 };
  const token = text.slice(offset, offset + Math.max(1, length));
  const found = token.trim() === '' ? 'the end of the file' : `\`${token.slice(0, 40)}\``;
  return {
    file,
    ...placeAt(text, offset),
    code: 'invalid-json',
    message: `not valid JSON: ${WRONG[code] ?? `expected ${EXPECTED[code] ?? 'a value'}, found ${found}`}`,
    hint: 'correct the quotes, commas and brackets there',
  };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The names that a schema accepts at a path; null if it accepts any name. */
function allowedKeys(schema: z.ZodType, path: readonly (string | number)[]): string[] | null {
  let node: boolean | JsonSchema | undefined = z.toJSONSchema(schema, { unrepresentable: 'any' });
  for (const part of path) {
    if (typeof node !== 'object') return null;
    const { properties, additionalProperties, items }: JsonSchema = node;
    node = properties?.[part] ?? additionalProperties ?? (Array.isArray(items) ? undefined : items);
  }
  const names = Object.keys((typeof node === 'object' && node.properties) || {});
  return names.length > 0 ? names.filter((name) => !name.startsWith('$')) : null;
}
