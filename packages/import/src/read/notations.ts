/** Reads front matter and data files in YAML, TOML, JSON and JavaScript literals. */
import { messageOf, readYaml, YamlError } from '../core.ts';
import { readLiteral, readModule, readScript } from './literals.ts';
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

/** @param text a whole file, with "\n" as line breaks */
export async function splitFields(text: string): Promise<FieldsAndBody> {
  const front = findFront(text);
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
  // JSON front matter of Hugo: an object at the start of the file, whose last brace is alone on its line.
  const object = /^\{\n[\s\S]*?\n\}[ \t]*(?=\n|$)/.exec(text);
  if (!object) return null;
  const end = Math.min(text.length, object[0].length + 1);
  return { notation: 'json' as const, source: object[0], sourceLine: 1, end };
}

/** Reads a data file by its extension. @returns null if it cannot be read */
export async function readDataFile(file: string, text: string): Promise<Value> {
  if (/\.(?:[cm]?[jt]s|tsx)$/.test(file)) {
    const module = await readScript(text);
    return module && toValue(module.exported ?? module.names);
  }
  const notation = /\.toml$/.test(file) ? 'toml' : /\.json$/.test(file) ? 'json' : 'yaml';
  // The YAML reader accepts only maps, so a list is put under a key.
  const isList = notation === 'yaml' && /^(?:---\n)?(?:[ \t]*(?:#.*)?\n)*-[ \t]/.test(text);
  const source = isList ? `list:\n${text.replace(/^---\n/, '')}` : text.replace(/^---[ \t]*\n/, '');
  const parsed = await parseFields(source, notation);
  if ('problem' in parsed) return null;
  return isList ? (parsed.fields.list ?? null) : (parsed.whole ?? parsed.fields);
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
        // The reader expects the text directly after "---", including the line break.
        return { fields: toValues(readYaml(`\n${source}`)) };
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

function isTomlError(error: unknown): error is Error & { line: number } {
  return error instanceof Error && 'line' in error && typeof error.line === 'number';
}
