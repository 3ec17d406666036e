/**
 * Divides a value of plain JSON into its shape and its strings. The shape has everything that may select markup
 * (numbers, booleans, null, lengths, SHAPE_FIELDS, empty strings); a view may only show the strings.
 */
import { SHAPE_FIELDS } from '../site/page.ts';

declare const shaped: unique symbol;

export interface Shaped<Value> {
  /** JSON of the value, with a mark in place of each string. */
  shape: string;
  /** The strings, in the order of the marks. */
  strings: readonly string[];
  readonly [shaped]?: Value;
}

/** The mark: never a value of a SHAPE_FIELDS field. It takes one byte, since the shape of each page is hashed. */
const MARK = '$';

/** Divides a value. Undefined fields are left out, as in JSON. */
export function extractStrings<Value>(value: Value): Shaped<Value> {
  const strings: string[] = [];
  let shape = '';
  const describe = (node: unknown, key: string): void => {
    if (typeof node === 'string') {
      if (node === '' || SHAPE_FIELDS.has(key)) shape += JSON.stringify(node);
      else {
        strings.push(node);
        shape += `"${MARK}"`;
      }
    } else if (typeof node !== 'object' || node === null) {
      shape += String(node);
    } else if (Array.isArray(node)) {
      let before = '[';
      for (const item of node) {
        shape += before;
        describe(item, '');
        before = ',';
      }
      shape += before === '[' ? '[]' : ']';
    } else {
      let before = '{"';
      for (const name in node) {
        const child = node[name as keyof typeof node];
        if (child === undefined) continue;
        shape += `${before}${name}":`;
        describe(child, name);
        before = ',"';
      }
      shape += before === '{"' ? '{}' : '}';
    }
  };
  describe(value, '');
  return { shape, strings };
}

/** Restores the value, or makes one of the same shape from other strings. */
export function inflate<Value>({ shape, strings }: Shaped<Value>): Value {
  let index = 0;
  // Works like a JSON reviver in the same order, but many times as fast.
  const fillIn = (node: unknown): unknown => {
    if (node === MARK) return strings[index++];
    if (Array.isArray(node)) for (const [place, item] of node.entries()) node[place] = fillIn(item);
    else if (isRecord(node)) for (const name in node) node[name] = fillIn(node[name]);
    return node;
  };
  // A shape is always the JSON of a Value.
  return fillIn(JSON.parse(shape)) as Value;
}

function isRecord(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null;
}
