/** Reads YAML files that people write, with the places of their values. */
import type * as z from 'zod';
import { finding, messageOf, type Place } from '../foundation/errors.ts';
import { findConflictProblem } from './conflict-marks.ts';
import { MAX_DEPTH, type Parsed, parseJsonFile, parseValue } from './read-json.ts';
import { decodeUtf8, NOT_UTF8, withoutByteOrderMark } from './utf8.ts';

export type YamlRead =
  | { ok: true; value: unknown; placeOf(path: readonly PropertyKey[]): Place }
  | { ok: false; message: string; place: Place };

class TooDeep extends Error {
  constructor(readonly offset: number) {
    super(`it is nested deeper than ${MAX_DEPTH} levels`);
  }
}

const REPEATS = 'aliases repeat too much text';
/** Characters that aliases add to a file. */
const MAX_REPEATED = 100_000;

/**
 * A value with aliases may be larger and deeper than its file, and hold itself.
 * @returns what is wrong with it; null for a value that can be written out
 */
export function findYamlExcess(value: unknown, text: string): string | null {
  if (!text.includes('&')) return null;
  const limit = text.length + MAX_REPEATED;
  const open = [{ value, level: 0 }];
  let size = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: part, level } = next;
    size += typeof part === 'string' ? part.length + 1 : 1;
    if (size > limit) return REPEATS;
    if (typeof part !== 'object' || part === null) continue;
    if (level === MAX_DEPTH) return `aliases nest it deeper than ${MAX_DEPTH} levels`;
    for (const inner of Object.values(part)) open.push({ value: inner, level: level + 1 });
  }
  return null;
}

/** @param text without a byte order mark */
export async function readYamlFile(text: string): Promise<YamlRead> {
  const { Composer, isNode, Lexer, LineCounter, Parser } = await import('yaml');
  const lines = new LineCounter();
  const placeAt = (offset: number) => {
    const { line, col: column } = lines.linePos(offset);
    return { line, column };
  };
  const parser = new Parser(lines.addNewLine);
  // The package composes values by recursion, so the levels are counted before it.
  const readTokens = function* () {
    lines.addNewLine(0);
    for (const lexeme of new Lexer().lex(text)) {
      for (const token of parser.next(lexeme)) {
        yield token;
        // The first mistake is enough: a file may have one at each character.
        if (token.type === 'error') return;
      }
      // A document and its value are on the stack too.
      if (parser.stack.length > MAX_DEPTH + 2) throw new TooDeep(parser.offset);
    }
    yield* parser.end();
  };
  const fail = (message: string, place: Place = {}): YamlRead => ({ ok: false, message, place });
  try {
    const composer = new Composer({ lineCounter: lines, prettyErrors: false, logLevel: 'error' });
    const [document, second] = composer.compose(readTokens(), true, text.length);
    if (!document) return fail('it has no document');
    const [error] = document.errors;
    if (error) return fail(error.message, placeAt(error.pos[0]));
    if (second) return fail('it has more than one document', placeAt(second.range[0]));
    const placeOf = (path: readonly PropertyKey[]) => {
      const node: unknown = document.getIn(path, true);
      return placeAt(isNode(node) && node.range ? node.range[0] : 0);
    };
    const value: unknown = document.toJS();
    const excess = findYamlExcess(value, text);
    if (excess !== null) return fail(excess, placeAt(text.indexOf('&')));
    return { ok: true, value, placeOf };
  } catch (error) {
    // The package counts aliases too, before it writes them out; others name nothing.
    if (!(error instanceof TooDeep || error instanceof ReferenceError)) throw error;
    if (error instanceof TooDeep) return fail(error.message, placeAt(error.offset));
    const isExcess = error.message.startsWith('Excessive alias count');
    return fail(isExcess ? REPEATS : messageOf(error));
  }
}

/** Parses a JSON file, or a YAML file by its ending. @param file path for messages, relative to the root */
export async function parseDocument<S extends z.ZodType>(
  file: string,
  bytes: Buffer,
  schema: S,
): Promise<Parsed<z.output<S>>> {
  if (!/\.ya?ml$/i.test(file)) return parseJsonFile(file, bytes, schema);
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    const { line, column } = decoded;
    return { ok: false, problems: [{ file, line, column, ...NOT_UTF8 }] };
  }
  const text = withoutByteOrderMark(decoded.text);
  const conflict = findConflictProblem(file, text);
  if (conflict) return { ok: false, problems: [conflict] };
  const read = await readYamlFile(text);
  if (read.ok) return parseValue(file, schema, read.value, () => read.placeOf);
  const message = `the file is not valid YAML: ${read.message}`;
  const problem = finding('invalid-value', message, 'correct it there', { file, ...read.place });
  return { ok: false, problems: [problem] };
}

export async function writeYaml(value: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0 });
}

/** Fields of front matter, which mean the same in YAML 1.1 and 1.2. Days have no quotes. */
export async function writeFields(fields: object): Promise<string> {
  const { stringify } = await import('yaml');
  const yaml = stringify(fields, { version: '1.1', lineWidth: 0 });
  return yaml.replace(/^(date|updated): "(\d{4}-\d{2}-\d{2})"$/gm, '$1: $2');
}
