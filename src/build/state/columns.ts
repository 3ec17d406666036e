/** Owns the compact form of many equal records on disk: one column a field, in bytes that are decoded when they are asked for. */
import { isAscii } from 'node:buffer';

/**
 * Text columns hold strings, number columns numbers; json columns any plain JSON, each distinct value once; list columns
 * plain JSON that hardly ever repeats.
 */
export type ColumnKind = 'text' | 'number' | 'json' | 'list';

/** The values of a field. Only rows below `length` may be asked for. */
export interface Column<Value> {
  readonly length: number;
  at(row: number): Value;
}

export type ColumnKinds<Row> = Readonly<Record<keyof Row & string, ColumnKind>>;

export type Columns<Row> = { readonly [Name in keyof Row & string]: Column<Row[Name]> };

/** Fields of rows that have changed since the columns were written, the later ones last. */
export type Changes<Row> = readonly (readonly [row: number, fields: Partial<Row>])[];

export function encodeColumn(values: readonly unknown[], kind: ColumnKind): Uint8Array {
  if (kind === 'number') return new Uint8Array(Float64Array.from(values, Number).buffer);
  if (kind === 'json') return encodeDistinct(values);
  if (kind === 'list') return encodeTexts(values.map((value) => JSON.stringify(value)));
  const texts = values.map(String);
  const encoded = encodeTexts(texts);
  // Half a character has no form in UTF-8, but one in JSON.
  return encoded.includes(REPLACEMENT) ? encodeDistinct(texts) : encoded;
}

const WORD = Uint32Array.BYTES_PER_ELEMENT;
/** The first word of a column says how its rows are kept. */
const TEXTS = 1;
const DISTINCT = 2;
const REPLACEMENT = '\ufffd';
const BETWEEN = '\n';

/** Where the text behind that of each row begins, in bytes, and the texts. */
function encodeTexts(texts: readonly string[]): Buffer {
  // What stands between them keeps the halves of two characters from being read as one.
  const joined = texts.join(BETWEEN);
  const bytes = Buffer.from(joined);
  const lengthOf = bytes.length === joined.length ? (text: string) => text.length : Buffer.byteLength;
  const words = new Uint32Array(1 + texts.length);
  words[0] = TEXTS;
  let start = 0;
  for (const [row, text] of texts.entries()) {
    start += lengthOf(text) + BETWEEN.length;
    words[1 + row] = start;
  }
  return Buffer.concat([new Uint8Array(words.buffer), bytes]);
}

/** The index of each row's value, and the values as JSON. */
function encodeDistinct(values: readonly unknown[]): Buffer {
  // Values of the build before are shared, so most are found without being written as text.
  const byValue = new Map<unknown, number>();
  const byText = new Map<string, number>();
  const distinct: string[] = [];
  const find = (value: unknown) => {
    const known = byValue.get(value);
    if (known !== undefined) return known;
    const text = JSON.stringify(value);
    const index = byText.get(text) ?? distinct.push(text) - 1;
    byText.set(text, index);
    byValue.set(value, index);
    return index;
  };
  const words = new Uint32Array(1 + values.length);
  words[0] = DISTINCT;
  let index = -1;
  for (const [row, value] of values.entries()) {
    if (row === 0 || value !== values[row - 1]) index = find(value);
    words[1 + row] = index;
  }
  return Buffer.concat([new Uint8Array(words.buffer), Buffer.from(`[${distinct.join()}]`)]);
}

/**
 * @param read gives a column's bytes; it is called once, when the column is asked for
 * @throws Error, at that time, where the bytes do not fit the number of rows: a damaged file
 */
export function openColumns<Row>(
  count: number,
  kinds: ColumnKinds<Row>,
  read: (name: keyof Row & string) => Buffer,
  changes: Changes<Row> = [],
): Columns<Row> {
  const names = Object.keys(kinds) as (keyof Row & string)[];
  const columns = {};
  for (const name of names) {
    let column: Column<unknown> | undefined;
    const get = () => (column ??= changeColumn(decodeColumn(read(name), kinds[name], count), name, changes));
    Object.defineProperty(columns, name, { enumerable: true, get });
  }
  // What was encoded as a row's field is decoded as it.
  return columns as Columns<Row>;
}

function changeColumn<Row>(
  column: Column<unknown>,
  name: keyof Row & string,
  changes: Changes<Row>,
): Column<unknown> {
  const changed = new Map<number, unknown>();
  for (const [row, fields] of changes) if (Object.hasOwn(fields, name)) changed.set(row, fields[name]);
  if (changed.size === 0) return column;
  return { length: column.length, at: (row) => (changed.has(row) ? changed.get(row) : column.at(row)) };
}

function decodeColumn(bytes: Buffer, kind: ColumnKind, count: number): Column<unknown> {
  if (kind === 'number') {
    const values = new Float64Array(copyBytes(bytes, count * Float64Array.BYTES_PER_ELEMENT));
    return { length: count, at: (row) => values[row] };
  }
  const words = new Uint32Array(copyBytes(bytes, WORD * (1 + count)));
  const rest = bytes.subarray(words.byteLength);
  const [form] = words;
  if (form === DISTINCT && kind !== 'list') return decodeDistinct(words.subarray(1), rest);
  if (form !== TEXTS || kind === 'json') throw new Error('a column is of another kind');
  const texts = decodeTexts(words.subarray(1), rest);
  return kind === 'text' ? texts : { length: count, at: (row) => JSON.parse(texts.at(row)) };
}

/** Typed arrays begin at multiples of their elements' size, which bytes within a buffer need not do. */
function copyBytes(bytes: Buffer, length: number): ArrayBufferLike {
  if (bytes.length < length) throw new Error('a column is shorter than its table');
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length);
}

/** From so many times as few rows on, texts are parts of one long text, which is made first. */
const WORTH_JOINING = 16;

function decodeTexts(nexts: Uint32Array, bytes: Buffer): Column<string> {
  const startOf = (row: number) => nexts[row - 1] ?? 0;
  const endOf = (row: number) => startOf(row + 1) - BETWEEN.length;
  const { length } = nexts;
  if (length > 0 && endOf(length - 1) !== bytes.length)
    throw new Error('a column ends elsewhere than its last text');
  if (!isAscii(bytes)) return { length, at: (row) => bytes.toString('utf8', startOf(row), endOf(row)) };
  let joined: string | null = null;
  let asked = 0;
  return {
    length,
    at(row) {
      if (joined === null && ++asked > length / WORTH_JOINING) joined = bytes.toString('latin1');
      if (joined === null) return bytes.toString('latin1', startOf(row), endOf(row));
      return joined.slice(startOf(row), endOf(row));
    },
  };
}

function decodeDistinct(indexes: Uint32Array, bytes: Buffer): Column<unknown> {
  const values: unknown[] = JSON.parse(bytes.toString('utf8'));
  return {
    length: indexes.length,
    at(row) {
      const index = indexes[row] ?? values.length;
      if (index >= values.length) throw new Error('a column lacks a value');
      return values[index];
    },
  };
}

/** Records of columns that have the same length. */
export function createRows<Row extends object>(columns: Columns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const [first] = names;
  const count = first ? columns[first].length : 0;
  return selectRows(
    columns,
    Array.from({ length: count }, (_, row) => row),
  );
}

/** Records of some of the rows, in their order. */
export function selectRows<Row extends object>(columns: Columns<Row>, rows: readonly number[]): Row[] {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const fields = names.map((name) => columns[name]);
  const [first] = rows;
  if (first === undefined) return [];
  // Copies of one object share its layout: built up field by field, records take ten times as long.
  const template = Object.fromEntries(names.map((name) => [name, columns[name].at(first)])) as Row;
  return rows.map((row) => {
    const record = { ...template };
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      const field = fields[index];
      if (name && field) record[name] = field.at(row) as Row[typeof name];
    }
    return record;
  });
}
