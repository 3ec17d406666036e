/** Reads front matter and data files in YAML, TOML, JSON and JavaScript literals. */
import { messageOf, readYaml, YamlError } from '../core.ts';
import { type Imported, readLiteral, readModule, readScript } from './literals.ts';
import { isMap, toValue, toValues, type Value, type Values } from './values.ts';

/** A text file, divided into its front matter and its body. */
export interface FieldsAndBody {
  fields: Values;
  body: string;
  /** Line on which the body begins, from 1. */
  bodyLine: number;
  /** The reason why the front matter cannot be read; null if it can. */
  problem: { line: number; message: string } | null;
}

type Notation = 'yaml' | 'toml' | 'json' | 'javascript';

const NOTATIONS: Readonly<Record<string, Notation>> = {
  '': 'yaml',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  json: 'json',
  js: 'javascript',
  javascript: 'javascript',
};

/** Characters of YAML, as in the front matter of an article. */
const MAX_YAML = 200_000;

/**
 * @param text a whole file, with "\n" as line breaks
 * @param header for a tool that reads `Title: One` above the text without a mark before it: what ends it
 */
export async function splitFields(text: string, header?: 'blank line' | 'mark'): Promise<FieldsAndBody> {
  const front = findFront(text) ?? (header === 'mark' ? await findHeader(text) : null);
  if (!front && header === 'blank line') return splitHeader(text);
  if (!front) return { fields: {}, body: text, bodyLine: 1, problem: null };
  const { notation, source, sourceLine, end } = front;
  const body = text.slice(end);
  const bodyLine = text.slice(0, end).split('\n').length;
  const parsed = await parseFields(source, notation);
  if ('problem' in parsed) {
    const line = sourceLine + parsed.line - 1;
    return { fields: {}, body, bodyLine, problem: { line, message: parsed.problem } };
  }
  return { fields: parsed.fields, body, bodyLine, problem: null };
}

/** YAML with a mark below it only. Other texts may begin with words, a colon and a rule. */
async function findHeader(text: string) {
  const [head = ''] =
    /^(?=[A-Za-z][\w-]*:)(?:(?!-{3,}[ \t]*\n)[^\n]*\n)+(?=-{3,}[ \t]*\n)/.exec(`${text}\n`) ?? [];
  if (head === '' || 'problem' in (await parseFields(head, 'yaml'))) return null;
  const end = text.indexOf('\n', head.length) + 1 || text.length;
  return { notation: 'yaml' as const, source: head, sourceLine: 1, end };
}

function splitHeader(text: string): FieldsAndBody {
  const [head = ''] = /^(?:[A-Za-z][\w-]*:[ \t].*\n(?:[ \t]+\S.*\n)*)+(?:[ \t]*\n|$)/.exec(`${text}\n`) ?? [];
  const fields: Record<string, string> = {};
  for (const [, name = '', value = ''] of head.matchAll(/^([A-Za-z][\w-]*):[ \t](.*(?:\n[ \t]+\S.*)*)/gm))
    fields[name.toLowerCase()] = value
      .split('\n')
      .map((line) => line.trim())
      .join(' ');
  return { fields, body: text.slice(head.length), bodyLine: head.split('\n').length, problem: null };
}

function findFront(text: string) {
  const open = /^(---|\+\+\+)[ \t]*([a-z]*)[ \t]*\n/.exec(text);
  if (open) {
    const [line, mark = '', name = ''] = open;
    const notation = mark === '+++' ? 'toml' : NOTATIONS[name];
    if (!notation) return null;
    const close = new RegExp(`^${mark.replaceAll('+', '\\+')}[ \\t]*$`, 'm');
    const found = close.exec(text.slice(line.length));
    if (!found) return null;
    const source = text.slice(line.length, line.length + found.index);
    const after = line.length + found.index + found[0].length;
    return { notation, source, sourceLine: 2, end: Math.min(text.length, after + 1) };
  }
  // JSON front matter of Hugo. Other texts may begin with a brace too.
  const end = /^\{(?:\n|[ \t]*")/.test(text) ? endOfObject(text) : 0;
  const [after] = /^[ \t]*(?:\n|$)/.exec(text.slice(end)) ?? [];
  if (end === 0 || after === undefined) return null;
  return { notation: 'json' as const, source: text.slice(0, end), sourceLine: 1, end: end + after.length };
}

/** Where the object at the start of a text ends; 0 where it does not. */
function endOfObject(text: string): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '{') depth++;
    else if (!isQuoted && character === '}' && --depth === 0) return at + 1;
  }
  return 0;
}

/** Reads a data file by its extension. @returns null if it cannot be read */
export async function readDataFile(file: string, text: string): Promise<Value> {
  return (await parseDataFile(file, text)).value;
}

export interface ParsedData {
  value: Value;
  problem: { line: number; message: string } | null;
}

/** @param imported values of the files that a script imports */
export async function parseDataFile(file: string, text: string, imported?: Imported): Promise<ParsedData> {
  if (/\.py$/.test(file)) return { value: readAssignments(text), problem: null };
  if (/\.(?:[cm]?[jt]sx?)$/.test(file)) {
    const module = await readScript(text, imported);
    if (!module) return { value: null, problem: { line: 1, message: 'it is not valid JavaScript' } };
    return { value: toValue(module.exported ?? module.names), problem: null };
  }
  const notation = /\.toml$/.test(file) ? 'toml' : /\.json$/.test(file) ? 'json' : 'yaml';
  // The YAML reader accepts only maps, so a list is put under a key.
  const isList = notation === 'yaml' && /^(?:---\n)?(?:[ \t]*(?:#.*)?\n)*-[ \t]/.test(text);
  const source = isList ? `list:\n${text.replace(/^---\n/, '')}` : text.replace(/^---[ \t]*\n/, '');
  const parsed = await parseFields(source, notation);
  if ('problem' in parsed)
    return {
      value: null,
      problem: { line: parsed.line, message: parsed.problem.replace(/^front matter/, 'it has text') },
    };
  return { value: isList ? (parsed.fields.list ?? null) : (parsed.whole ?? parsed.fields), problem: null };
}

type Parsed = { fields: Values; whole?: Value } | { problem: string; line: number };

async function parseFields(source: string, notation: Notation): Promise<Parsed> {
  try {
    switch (notation) {
      case 'yaml':
        if (source.length > MAX_YAML)
          return {
            problem: `front matter with more than ${MAX_YAML.toLocaleString('en')} characters`,
            line: 1,
          };
        return { fields: await readAnyYaml(source) };
      case 'toml': {
        const { parse } = await import('smol-toml');
        return { fields: toValues(parse(source)) };
      }
      case 'json': {
        const whole = toValue(JSON.parse(source));
        return { fields: isMap(whole) ? whole : {}, whole };
      }
      case 'javascript': {
        const literal = await readLiteral(source.trim());
        if (literal !== undefined) return { fields: toValues(literal) };
        const module = await readModule(source);
        if (!module) return { problem: 'front matter that is not valid JavaScript', line: 1 };
        return { fields: toValues(module.exported ?? module.names) };
      }
    }
  } catch (error) {
    // Line 1 of the YAML reader is the opening "---".
    if (error instanceof YamlError) return { problem: error.message, line: error.line - 1 };
    if (error instanceof SyntaxError || error instanceof RangeError || isTomlError(error))
      return {
        problem: `front matter that is not valid ${notation.toUpperCase()}: ${messageOf(error).split('\n')[0]}`,
        line: isTomlError(error) ? error.line : 1,
      };
    throw error;
  }
}

/** Reads YAML as the tools do, also with keys that are there twice (the last one counts) and tags that are not known. */
async function readAnyYaml(source: string): Promise<Values> {
  try {
    // The reader expects the text directly after "---", including the line break.
    return toValues(readYaml(`\n${source}`));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { isScalar, parseDocument, visit } = await import('yaml');
    const document = parseDocument(source, { uniqueKeys: false, schema: 'failsafe', logLevel: 'silent' });
    if (document.errors.length > 0) throw error;
    visit(document, {
      Scalar(_key, node) {
        if (isScalar(node) && node.type === 'PLAIN' && /^(?:~|null|Null|NULL|)$/.test(String(node.value)))
          node.value = null;
      },
    });
    const values: unknown = document.toJS();
    if (typeof values !== 'object' || values === null || Array.isArray(values)) throw error;
    return toValues(values);
  }
}

/** `NAME = 'value'` in Python. */
function readAssignments(code: string): Value {
  const found = [
    ...code.matchAll(
      /^([A-Z_][A-Z_0-9]*)[ \t]*=[ \t]*(?:[ru]?(["'])(.*?)\2|(True|False|\d+))[ \t]*(?:#.*)?$/gm,
    ),
  ];
  return Object.fromEntries(found.map(([, name = '', , text, bare = '']) => [name, text ?? bare]));
}

function isTomlError(error: unknown): error is Error & { line: number } {
  return error instanceof Error && 'line' in error && typeof error.line === 'number';
}
