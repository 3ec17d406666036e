/** Splits a Markdown file into front matter and body, and finds the places of its fields. */
import { createRequire } from 'node:module';
import type matter from 'gray-matter';
import type { Place } from '../../foundation/errors.ts';
import { parseYaml, readYaml, YamlError } from './yaml-engine.ts';

export interface FrontMatter {
  /** Every scalar is a string or null. */
  data: Readonly<Record<string, unknown>>;
  /** Offset of the first character after the front matter. */
  bodyStart: number;
}

/** An error in the front matter as a whole; `line` and `column` count from 1 in the file. */
export interface FrontMatterError {
  message: string;
  hint: string;
  line: number;
  column: number;
}

/** A line of three hyphens. "^" and "$" would also match at U+2028, which is text to YAML 1.2 and to CommonMark. */
const EDGE = /(?<![^\n])---[ \t]*\r?(?![^\n])/g;

const load = createRequire(import.meta.url);
// Without options, gray-matter caches the text of every file.
const OPTIONS = { language: 'yaml', engines: { yaml: { parse: readYaml } } };

/** Offsets of the end of the fields and of the end of the line that closes them. */
export function findFields(text: string): { end: number; close: number } | FrontMatterError {
  EDGE.lastIndex = 0;
  if (EDGE.exec(text)?.index !== 0) {
    const hint = 'start the file with a line "---", the fields, and another line "---"';
    return { message: 'the file does not start with front matter', hint, line: 1, column: 1 };
  }
  const close = EDGE.exec(text);
  if (!close) {
    const hint = 'end the front matter with a line "---"';
    return { message: 'the front matter is not closed', hint, line: 1, column: 1 };
  }
  return { end: close.index, close: close.index + close[0].length };
}

/** @param text a whole file, without a byte order mark */
export function parseFrontMatter(text: string): FrontMatter | FrontMatterError {
  const fields = findFields(text);
  if (isError(fields)) return fields;
  const readMatter: typeof matter = load('gray-matter');
  try {
    // Bytes, because parts of the text would keep the whole of it in memory.
    const { data } = readMatter(Buffer.from(text.slice(0, fields.close)), OPTIONS);
    return { data, bodyStart: afterLine(text, fields.close) };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { message, hint, line, column } = error;
    return { message, hint, line, column };
  }
}

/** Offset of the first character after the front matter, without reading the fields; 0 where there is none. */
export function findBody(text: string): number {
  const fields = findFields(text);
  return isError(fields) ? 0 : afterLine(text, fields.close);
}

function afterLine(text: string, end: number): number {
  return text[end] === '\n' ? end + 1 : end;
}

export function isError<T extends object>(value: T | FrontMatterError): value is FrontMatterError {
  return 'message' in value;
}

/**
 * The place of a field's value, or of its nearest parent in the file.
 * @param path keys and indexes, such as ['entities', 0, 'category']
 */
export function locateField(text: string, path: readonly PropertyKey[]): Place {
  const file = text.replace(/^\uFEFF/, '');
  const fields = findFields(file);
  if (isError(fields)) return { line: 1, column: 1 };
  const { document, placeAt } = parseYaml(file.slice('---'.length, fields.end));
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
      return placeAt(node.range[0]);
  }
  return { line: 1, column: 1 };
}
