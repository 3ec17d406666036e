/** Splits a Markdown file into front matter and body, and finds the places of its fields. */
import { createRequire } from 'node:module';
import type matter from 'gray-matter';
import { describeConflict, findConflict } from '../../config/conflict-marks.ts';
import { placeAt } from '../../config/utf8.ts';
import type { Place, Problem } from '../../foundation/errors.ts';
import { parseYaml, readYaml, YamlError } from './yaml-engine.ts';

export interface FrontMatter {
  /** Every scalar is a string or null. */
  data: Readonly<Record<string, unknown>>;
  /** Offset of the first character after the front matter. */
  bodyStart: number;
}

/** An error in the front matter as a whole; `line` and `column` count from 1 in the file. */
export interface FrontMatterError extends Problem {
  line: number;
  column: number;
}

/** A whole line of three hyphens. */
const EDGE = /---[ \t]*\r?(?:\n|$)/y;

const load = createRequire(import.meta.url);
// Without options, gray-matter caches the text of every file.
const OPTIONS = { language: 'yaml', engines: { yaml: { parse: readYaml } } };

/** Offsets of the line that closes the fields, and of the first character after it. */
export function findFields(text: string): { end: number; bodyStart: number } | FrontMatterError {
  EDGE.lastIndex = 0;
  if (!EDGE.test(text)) {
    const hint = 'start the file with a line "---", the fields, and another line "---"';
    return {
      code: 'missing-front-matter',
      message: 'the file does not start with front matter',
      hint,
      line: 1,
      column: 1,
    };
  }
  for (let at = text.indexOf('\n---'); at >= 0; at = text.indexOf('\n---', at + 1)) {
    EDGE.lastIndex = at + 1;
    if (EDGE.test(text)) return { end: at + 1, bodyStart: EDGE.lastIndex };
  }
  const hint = 'end the front matter with a line "---"';
  return {
    code: 'invalid-front-matter',
    message: 'the front matter is not closed',
    hint,
    line: 1,
    column: 1,
  };
}

/** @param text a whole file, without a byte order mark */
export function parseFrontMatter(text: string): FrontMatter | FrontMatterError {
  const conflict = findConflict(text);
  if (conflict !== null) return { ...describeConflict({}), ...placeAt(text, conflict) };
  const fields = findFields(text);
  if (isError(fields)) return fields;
  const { bodyStart } = fields;
  const front = text.slice(0, bodyStart);
  try {
    return { data: readFields(front), bodyStart };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { message, hint, line, column } = error;
    return { code: 'invalid-front-matter', message, hint, line, column };
  }
}

/** Characters. */
const MAX_LENGTH = 200_000;
/** gray-matter reads a run of blank lines again for each of its lines. */
const BLANKS = /\s{1000}/;

function readFields(front: string): FrontMatter['data'] {
  if (front.length > MAX_LENGTH) {
    const message = `the front matter has more than ${MAX_LENGTH.toLocaleString('en')} characters`;
    throw new YamlError(message, 'move a part of it into the text', 1, 1);
  }
  const blanks = front.search(BLANKS);
  if (blanks >= 0)
    throw new YamlError('1,000 blanks in a row', 'remove them', front.slice(0, blanks).split('\n').length, 1);
  const readMatter: typeof matter = load('gray-matter');
  // Bytes, because parts of the text would keep the whole of it in memory.
  return readMatter({ content: Buffer.from(front) }, OPTIONS).data;
}

/** Offset of the first character after the front matter, without reading the fields; 0 where there is none. */
export function findBody(text: string): number {
  const fields = findFields(text);
  return isError(fields) ? 0 : fields.bodyStart;
}

export function isError<T extends object>(value: T | FrontMatterError): value is FrontMatterError {
  return 'message' in value;
}

/**
 * Reads the front matter once, and finds the places of its fields.
 * @returns a function of a path, keys and indexes such as ['entities', 0, 'category']: the place of the value, or of its
 *   nearest parent in the file
 */
export function createFieldLocator(text: string): (path: readonly PropertyKey[]) => Place {
  const file = text.replace(/^\uFEFF/, '');
  const fields = findFields(file);
  if (isError(fields)) return () => ({ line: 1, column: 1 });
  const { document, placeAt } = parseYaml(file.slice('---'.length, fields.end));
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
        return placeAt(node.range[0]);
    }
    return { line: 1, column: 1 };
  };
}
