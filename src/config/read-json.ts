/** Owns JSON files that people write: text → value of a schema, or problems with line and column. */
import type * as z from 'zod';
import type { Problem } from '../foundation/errors.ts';
import { findJsonFault } from './json-syntax.ts';
import { describeIssue, IS_MISSING } from './schema-issues.ts';
import { decodeUtf8, NOT_UTF8 } from './utf8.ts';

export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** @param file path for messages, relative to the root */
export async function parseJsonFile<S extends z.ZodType>(
  file: string,
  bytes: Buffer,
  schema: S,
): Promise<Parsed<z.output<S>>> {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return parseJsonText(file, decoded.text, schema);
  const { line, column } = decoded;
  return { ok: false, problems: [{ file, line, column, ...NOT_UTF8 }] };
}

/** @param file path for messages, relative to the root */
async function parseJsonText<S extends z.ZodType>(
  file: string,
  text: string,
  schema: S,
): Promise<Parsed<z.output<S>>> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, problems: [syntaxProblem(file, text)] };
  }
  const result = schema.safeParse(data);
  if (result.success) return { ok: true, value: result.data };
  const locate = await createLocator(text);
  const problems = result.error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? part.toString() : part));
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        file,
        ...locate([...path, key], true),
        message: `unknown setting "${[...path, key].join('.')}"`,
        hint: 'check its spelling or remove it; editors complete the names through $schema',
      }));
    }
    const words = describeIssue(issue);
    return [
      {
        file,
        ...locate(path, false),
        message: `${path.length ? `"${path.join('.')}"` : 'the file'}: ${words}`,
        hint: words === IS_MISSING ? 'add it' : 'correct the value',
      },
    ];
  });
  return { ok: false, problems };
}

/** JSON is YAML: the `yaml` package knows where each key stands and says what broke the syntax. */
export async function createLocator(text: string) {
  const { isMap, isNode, isScalar, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return (path: readonly (string | number)[], atKey: boolean): { line?: number; column?: number } => {
    for (let length = path.length; length >= 0; length--) {
      const parent = length === 0 ? null : document.getIn(path.slice(0, length - 1), true);
      const last = path[length - 1];
      if (atKey && length === path.length && isMap(parent)) {
        const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
        if (pair && isNode(pair.key) && pair.key.range) return position(lines.linePos(pair.key.range[0]));
      }
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return position(lines.linePos(node.range[0]));
    }
    return {};
  };
}

function position(at: { line: number; col: number }) {
  return { line: at.line, column: at.col };
}

function syntaxProblem(file: string, text: string): Problem {
  const fault = findJsonFault(text) ?? { offset: 0, message: 'it cannot be read' };
  return {
    file,
    ...placeAt(text, fault.offset),
    message: `is not valid JSON: ${fault.message}`,
    hint: 'mend the JSON there: quotes, commas and brackets',
  };
}

function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
