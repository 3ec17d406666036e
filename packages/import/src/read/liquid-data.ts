/**
 * Evaluates the Liquid of texts that show data files: `assign`, `for`, `if` and `{{ … }}` over `site.data`. What it does not
 * know stays as it is written, and the converter leaves it out with a note.
 */
import { posix } from 'node:path';
import { createRangeTest, findCode, type Range } from './code-ranges.ts';
import { findRaw } from './fill-values.ts';
import { readDataFile } from './notations.ts';
import type { SourceFolder } from './source-folder.ts';
import { isMap, type Value, type Values } from './values.ts';

/** Tags that one text evaluates, and characters that it becomes. Loops within loops could make any number. */
const MAX_STEPS = 20_000;
const MAX_TEXT = 400_000;

/** The data files of a folder: `_data/team/core.yml` is `team.core`. */
export async function readData(source: SourceFolder, folder: string): Promise<Values> {
  const data: { [name: string]: Value } = {};
  for (const file of source.files) {
    const [, path = '', name = ''] = /^(.*?)([^/]+)\.(?:ya?ml|json)$/.exec(file) ?? [];
    const text = name !== '' && file.startsWith(`${folder}/`) ? source.text(file) : null;
    if (text === null) continue;
    let place = data;
    for (const part of posix.relative(folder, path).split('/').filter(Boolean)) {
      const inner = place[part];
      const next = isMap(inner) ? inner : {};
      place[part] = next;
      place = next;
    }
    place[name] = await readDataFile(file, text);
  }
  return data;
}

type Scope = ReadonlyMap<string, Value>;
interface Tag {
  /** `{{` for an output. */
  name: string;
  code: string;
  start: number;
  end: number;
}

const TAG =
  /\{%-?\s*(assign|for|endfor|if|unless|elsif|else|endif|endunless)\b((?:[^%]|%(?!\})){0,500}?)-?%\}|\{\{-?((?:[^}]|\}(?!\})){0,500}?)-?\}\}/g;
const ENDS: Readonly<Record<string, string>> = { for: 'endfor', if: 'endif', unless: 'endunless' };

export function evaluateLiquid(text: string, data: Values): string {
  if (!/\{[{%][^%}]{0,300}\bsite\.data\b/.test(text)) return text;
  const codeAt = createRangeTest(findCode(text));
  const rawAt = createRangeTest(findRaw(text));
  const tags = [...text.matchAll(TAG)].flatMap(({ index, 0: whole, 1: name = '{{', 2: code, 3: output }) =>
    codeAt(index) || rawAt(index)
      ? []
      : { name, code: (code ?? output ?? '').trim(), start: index, end: index + whole.length },
  );
  const scope = new Map<string, Value>([['site', { data: { ...data } }]]);
  const evaluator = new Evaluator(text, tags);
  const evaluated = evaluator.run(0, tags.length, [0, text.length], scope);
  return evaluator.isEndless || evaluated.length > MAX_TEXT ? text : evaluated;
}

class Evaluator {
  readonly #text: string;
  readonly #tags: readonly Tag[];
  readonly #blocks: ReadonlyMap<number, Block>;
  #steps = 0;

  constructor(text: string, tags: readonly Tag[]) {
    this.#text = text;
    this.#tags = tags;
    this.#blocks = pairBlocks(tags);
  }

  /** True for a text that would take too long. */
  get isEndless(): boolean {
    return this.#steps > MAX_STEPS;
  }

  run(from: number, to: number, [start, end]: Range, scope: Map<string, Value>): string {
    let written = '';
    let at = start;
    for (let index = from; index < to; index++) {
      if (++this.#steps > MAX_STEPS) return '';
      const tag = this.#tags[index];
      if (!tag) continue;
      const close = this.#blocks.get(index)?.end ?? null;
      const closer = this.#tags[close ?? index] ?? tag;
      written += this.#text.slice(at, tag.start);
      const shown = close === null ? evaluateTag(tag, scope) : this.#block(index, close, scope);
      written += shown ?? this.#text.slice(tag.start, closer.end);
      at = closer.end;
      index = close ?? index;
    }
    return written + this.#text.slice(at, end);
  }

  /** @returns null for a block that stays */
  #block(open: number, close: number, scope: Map<string, Value>): string | null {
    const [opener, closer] = [this.#tags[open], this.#tags[close]];
    if (!opener || !closer) return null;
    if (opener.name === 'for') {
      const [, name = '', code = ''] = /^(\w+)\s+in\s+([\w.[\]'"-]+)$/.exec(opener.code) ?? [];
      const list = lookUp(code, scope);
      const items = Array.isArray(list) ? list : isMap(list) ? Object.entries(list) : null;
      const bodies = items?.map((item) =>
        this.run(open + 1, close, [opener.end, closer.start], new Map([...scope, [name, item]])),
      );
      // Liquid that still names the item would be evaluated without it.
      const isKnown = bodies && !new RegExp(String.raw`\{[{%][^{}]*\b${name}\b`).test(bodies.join(''));
      return isKnown ? bodies.join('') : null;
    }
    const condition = truthOf(opener.code, scope);
    const [other, ...more] = this.#blocks.get(open)?.others ?? [];
    const divider = other === undefined ? null : this.#tags[other];
    if (condition === null || more.length > 0 || divider?.name === 'elsif') return null;
    if (condition === (opener.name === 'if'))
      return this.run(open + 1, other ?? close, [opener.end, (divider ?? closer).start], scope);
    return divider && other !== undefined
      ? this.run(other + 1, close, [divider.end, closer.start], scope)
      : '';
  }
}

interface Block {
  end: number;
  /** Its `else` and `elsif`. */
  others: number[];
}

/** Blocks that are nested more deeply stay as they are written. */
const MAX_DEPTH = 50;

/** The blocks by the indexes of their first tags, in linear time. */
function pairBlocks(tags: readonly Tag[]): Map<number, Block> {
  const blocks = new Map<number, Block>();
  const open: { index: number; name: string; others: number[] }[] = [];
  for (const [index, { name }] of tags.entries()) {
    const last = open.at(-1);
    if (name in ENDS) open.push({ index, name, others: [] });
    else if (last && /^els/.test(name)) last.others.push(index);
    else if (last && ENDS[last.name] === name) {
      open.pop();
      if (open.length < MAX_DEPTH) blocks.set(last.index, { end: index, others: last.others });
    }
  }
  return blocks;
}

/** @returns null for a tag that stays */
function evaluateTag({ name, code }: Tag, scope: Map<string, Value>): string | null {
  if (name === 'assign') {
    const [, variable = '', expression = ''] = /^([\w-]+)\s*=\s*([\s\S]+)$/.exec(code) ?? [];
    const value = evaluate(expression, scope);
    if (value === undefined) scope.delete(variable);
    else scope.set(variable, value);
    return value === undefined ? null : '';
  }
  const value = name === '{{' ? evaluate(code, scope) : undefined;
  return typeof value === 'string' ? value : value === null ? '' : null;
}

/** The value of `a.b | filter: "c"`; undefined if it is not known. */
function evaluate(expression: string, scope: Scope): Value | undefined {
  const [path = '', ...filters] = expression.split('|').map((part) => part.trim());
  let value = lookUp(path, scope);
  for (const filter of filters) {
    const [, name = '', rest = ''] = /^(\w+)\s*:?\s*([\s\S]*)$/.exec(filter) ?? [];
    const values = rest === '' ? [] : rest.split(/\s*,\s*/).map((code) => lookUp(code, scope));
    const [first, second] = values;
    if (value === undefined || values.includes(undefined)) return undefined;
    value = filterOf(name, value, typeof first === 'string' ? first : '', second ?? null);
  }
  return value;
}

function filterOf(name: string, value: Value, argument: string, second: Value): Value | undefined {
  if (Array.isArray(value))
    switch (name) {
      case 'where':
        return value.filter((item) => isMap(item) && item[argument] === second);
      case 'first':
        return value[0] ?? null;
      case 'last':
        return value.at(-1) ?? null;
      case 'reverse':
        return value.toReversed();
      case 'size':
        return String(value.length);
      case 'join':
        return value.map((item) => (typeof item === 'string' ? item : '')).join(argument || ' ');
      default:
        return undefined;
    }
  if (name === 'default') return value === null || value === '' ? argument : value;
  if (typeof value !== 'string') return undefined;
  return { downcase: value.toLowerCase(), upcase: value.toUpperCase(), strip: value.trim() }[name];
}

/** A text in quotes, a number, or a path in the scope; null for a part that a value lacks, undefined for an unknown name. */
function lookUp(code: string, scope: Scope): Value | undefined {
  const [, , quoted] = /^(["'])(.*)\1$/.exec(code) ?? [];
  if (quoted !== undefined) return quoted;
  if (/^\d+$/.test(code)) return code;
  const [name = '', ...parts] = code.replace(/\[["']?([\w-]+)["']?\]/g, '.$1').split('.');
  // Other values of the site are filled in elsewhere.
  if (name === 'site' && parts[0] !== 'data') return undefined;
  let value = scope.get(name);
  for (const part of parts) {
    if (value === undefined) return undefined;
    if (Array.isArray(value))
      value = /^\d+$/.test(part) ? (value[Number(part)] ?? null) : filterOf(part, value, '', null);
    else value = isMap(value) && Object.hasOwn(value, part) ? (value[part] ?? null) : null;
  }
  return value;
}

/** null for a condition that is not known. */
function truthOf(code: string, scope: Scope): boolean | null {
  const [, left = '', sign, right = ''] = /^(\S+)(?:\s*(==|!=)\s*(\S[\s\S]*))?$/.exec(code) ?? [];
  const value = lookUp(left, scope);
  if (value === undefined) return null;
  if (sign === undefined) return value !== null && value !== 'false';
  const other = lookUp(right.trim(), scope);
  return other === undefined ? null : (value === other) === (sign === '==');
}
