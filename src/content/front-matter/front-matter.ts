/** Owns the split of a Markdown file into front matter and text, and the places of its fields. */
import { createRequire } from 'node:module';
import type matter from 'gray-matter';
import type Yaml from 'js-yaml';
import type { Place } from '../../foundation/errors.ts';
import { readPlainYaml } from './plain-yaml.ts';

export interface FrontMatter {
  /** Every scalar is the string that stands in the file, so "1.10", "no" and dates keep their form, or null. */
  data: Readonly<Record<string, unknown>>;
  /** Offset of the first character of the text behind the front matter. */
  bodyStart: number;
}

/** A fault in the front matter as a whole; `line` and `column` count from 1 in the file. */
export interface FrontMatterFault {
  message: string;
  hint: string;
  line: number;
  column: number;
}

/** A line of its own. "^" and "$" would also match at U+2028, which is text to YAML 1.2 and to CommonMark. */
const EDGE = /(?<![^\n])---[ \t]*\r?(?![^\n])/g;

/** YAML 1.2, section 10.2.1.1. */
const NULL = /^(?:~|null|Null|NULL)?$/;

const load = createRequire(import.meta.url);

/** Offsets of the front matter's fields, and of the end of the line that closes it; the fault where a line is missing. */
export function findFields(text: string): { start: number; end: number; close: number } | FrontMatterFault {
  EDGE.lastIndex = 0;
  const open = EDGE.exec(text);
  if (open?.index !== 0) {
    const hint = 'start the file with a line "---", the fields, and another line "---"';
    return { message: 'the file does not start with front matter', hint, line: 1, column: 1 };
  }
  const close = EDGE.exec(text);
  if (!close) {
    const hint = 'end the front matter with a line "---"';
    return { message: 'the front matter is not closed', hint, line: 1, column: 1 };
  }
  return { start: open[0].length + 1, end: close.index, close: close.index + close[0].length };
}

/** @param text a whole file, without a byte order mark */
export function parseFrontMatter(text: string): FrontMatter | FrontMatterFault {
  const fields = findFields(text);
  if (isFault(fields)) return fields;
  const { start, end, close } = fields;
  const bodyStart = behindLine(text, close);
  // A string of its own: values are parts of it, and would keep the whole text in memory.
  const head: string = JSON.parse(JSON.stringify(text.slice(0, close)));
  const plain = readPlainYaml(head.slice(start, Math.max(start, end - 1)));
  if (plain) return { data: plain, bodyStart };
  // Most files never need them.
  const readHead: typeof matter = load('gray-matter');
  const yaml: typeof Yaml = load('js-yaml');
  // The failsafe schema knows strings, lists and maps only; a null is a field that is left out.
  const none = new yaml.Type('tag:yaml.org,2002:null', {
    kind: 'scalar',
    resolve: (value: unknown) => value === null || NULL.test(String(value)),
    construct: () => null,
  });
  const schema = yaml.FAILSAFE_SCHEMA.extend({ implicit: [none] });
  const parse = (fields: string): object =>
    asRecord(yaml.load(fields, { schema }), fields, yaml.YAMLException);
  try {
    const { data } = readHead(head, { engines: { yaml: { parse } }, language: 'yaml' });
    return { data, bodyStart };
  } catch (error) {
    if (error instanceof yaml.YAMLException) {
      const hint = 'mend the YAML there; put a value that holds ": ", "#" or starts with a quote in quotes';
      const { line, column } = error.mark;
      return {
        message: `the front matter is not YAML: ${error.reason}`,
        hint,
        line: line + 1,
        column: column + 1,
      };
    }
    throw error;
  }
}

/** Offset of the first character of the text, without reading the fields; 0 where there is no front matter. */
export function findBody(text: string): number {
  const fields = findFields(text);
  return isFault(fields) ? 0 : behindLine(text, fields.close);
}

function behindLine(text: string, end: number): number {
  return text[end] === '\n' ? end + 1 : end;
}

export function isFault<T extends object>(value: T | FrontMatterFault): value is FrontMatterFault {
  return 'message' in value;
}

/**
 * The place of a field's value, or of its nearest parent that stands in the file.
 * @param path keys and indexes, such as ['entities', 0, 'category']
 */
export async function locateField(text: string, path: readonly PropertyKey[]): Promise<Place> {
  const { isNode, LineCounter, parseDocument } = await import('yaml');
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const fields = findFields(text.slice(start));
  if (isFault(fields)) return { line: 1, column: 1 };
  const lines = new LineCounter();
  // Behind the "---" of line 1, so lines of the document are lines of the file.
  const document = parseDocument(text.slice(start + 3, start + fields.end), {
    lineCounter: lines,
    schema: 'failsafe',
  });
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    const { line, col } = lines.linePos(node.range[0]);
    return { line, column: col + (line === 1 ? 3 : 0) };
  }
  return { line: 1, column: 1 };
}

/** @param fields what the value was read from: each value in it takes a character at least */
function asRecord(value: unknown, fields: string, Fault: typeof Yaml.YAMLException): object {
  const place = { line: 1, column: 0, name: '', position: 0, buffer: '', snippet: '' };
  if (countValues(value, fields.length) > fields.length)
    throw new Fault('aliases repeat more than is written', place);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value === undefined || value === null) return {};
  throw new Fault('it is not a map of fields', place);
}

/** Values within a value, those of aliases as often as they stand there; not much further than `most`. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    if (count > most) break;
    count += countValues(inner, most - count);
  }
  return count;
}
