/**
 * Owns how a value of plain JSON is taken apart into its shape and its strings. The shape names all that may steer a
 * view (numbers, booleans, null, lengths, SHAPE_FIELDS, empty strings); the strings are what a view may only show.
 */
import { SHAPE_FIELDS } from '../site/page.ts';

declare const shaped: unique symbol;

export interface Shaped<Value> {
  /** JSON of the value, with a mark for each of the strings. */
  shape: string;
  /** In order of the marks. */
  strings: readonly string[];
  readonly [shaped]?: Value;
}

const MARK = '\uE000';

/** Fields that are undefined are left out, as in JSON. */
export function takeApart<Value>(value: Value): Shaped<Value> {
  const strings: string[] = [];
  const describe = (node: unknown, key: string): string => {
    if (typeof node === 'string') {
      if (node === '') return '""';
      if (SHAPE_FIELDS.has(key)) return JSON.stringify(node);
      strings.push(node);
      return '"\uE000"';
    }
    if (typeof node !== 'object' || node === null) return String(node);
    let shape = '';
    if (Array.isArray(node)) {
      for (const item of node) shape += shape === '' ? describe(item, '') : `,${describe(item, '')}`;
      return `[${shape}]`;
    }
    for (const name in node) {
      const child = node[name as keyof typeof node];
      if (child !== undefined) shape += `${shape === '' ? '' : ','}"${name}":${describe(child, name)}`;
    }
    return `{${shape}}`;
  };
  return { shape: describe(value, ''), strings };
}

/** The value again, or one of the same shape with other strings. */
export function putTogether<Value>({ shape, strings }: Shaped<Value>): Value {
  let index = 0;
  // A reviver sees strings in the order in which they are written.
  return JSON.parse(shape, (_key, node: unknown) => (node === MARK ? strings[index++] : node));
}
