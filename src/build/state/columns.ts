/** Encodes many records of one kind as one column of bytes for each field, and decodes the columns that are asked for. */
import { isAscii } from 'node:buffer';
import type { FieldColumn, Table } from './build-state.ts';

/** `json` stores each distinct value of plain JSON once; `list` is for plain JSON that rarely repeats. */
export type ColumnKind = 'text' | 'number' | 'json' | 'list';

export type ColumnKinds<Row> = Readonly<Record<keyof Row & string, ColumnKind>>;

/** Fields of rows that have changed since the columns were written, in the order of the changes. */
export type RowChanges<Row> = readonly (readonly [row: number, fields: Partial<Row>])[];

export function encodeColumn(values: readonly unknown[], kind: ColumnKind): Uint8Array {
  if (kind === 'number') return new Uint8Array(Float64Array.from(values, Number).buffer);
  if (kind === 'json') return encodeDistinct(values);
  if (kind === 'list') return encodeTexts(values.map((value) => JSON.stringify(value)));
  const texts = values.map(String);
  const encoded = encodeTexts(texts);
  // JSON can hold half a surrogate pair, but UTF-8 cannot.
  return encoded.includes(REPLACEMENT) ? encodeDistinct(texts) : encoded;
}

const WORD = Uint32Array.BYTES_PER_ELEMENT;
/** The first word of a column gives its encoding. */
const TEXTS = 1;
const DISTINCT = 2;
const REPLACEMENT = '\ufffd';
const BETWEEN = '\n';

/** Layout: the byte offset of the end of each text, then the texts. */
function encodeTexts(texts: readonly string[]): Buffer {
  // Without a separator two halves of a surrogate pair in neighbouring rows would become one character.
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

/** Layout: the index of the value of each row, then the distinct values as JSON. */
function encodeDistinct(values: readonly unknown[]): Buffer {
  // Most values are shared objects, which the first map finds without serializing them.
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
 * Opens a table whose columns are decoded when they are asked for.
 * @param read returns the bytes of a column
 */
export function openTable<Row extends object>(
  length: number,
  kinds: ColumnKinds<Row>,
  read: (name: string) => Buffer,
  changes: RowChanges<Row> = [],
): Table<Row> {
  const names = Object.keys(kinds) as (keyof Row & string)[];
  const opened = new Map<string, FieldColumn<unknown>>();
  const decode = (name: keyof Row & string) =>
    changeColumn(decodeColumn(read(name), kinds[name], length), name, changes);
  const open = (name: keyof Row & string) => {
    const column = opened.get(name) ?? decode(name);
    opened.set(name, column);
    return column;
  };
  return {
    length,
    // A column holds what was encoded from the field of its name.
    column: (name) => open(name) as FieldColumn<Row[typeof name]>,
    rows(indexes) {
      const list = indexes ?? Array.from({ length }, (_, row) => row);
      const [first] = list;
      if (first === undefined) return [];
      const fields = names.map((name) => ({ name, at: (indexes ? open : decode)(name).at }));
      // Copies of one object share its hidden class. Building each record field by field takes ten times as long.
      const template = Object.fromEntries(fields.map(({ name, at }) => [name, at(first)])) as Row;
      return list.map((row) => {
        const record = { ...template };
        for (const { name, at } of fields) record[name] = at(row) as Row[typeof name];
        return record;
      });
    },
  };
}

function changeColumn<Row>(
  column: FieldColumn<unknown>,
  name: keyof Row & string,
  changes: RowChanges<Row>,
): FieldColumn<unknown> {
  const changed = new Map<number, unknown>();
  for (const [row, fields] of changes) if (Object.hasOwn(fields, name)) changed.set(row, fields[name]);
  if (changed.size === 0) return column;
  return { length: column.length, at: (row) => (changed.has(row) ? changed.get(row) : column.at(row)) };
}

function decodeColumn(bytes: Buffer, kind: ColumnKind, count: number): FieldColumn<unknown> {
  if (kind === 'number') {
    const values = new Float64Array(copyBytes(bytes, count * Float64Array.BYTES_PER_ELEMENT));
    return { length: count, at: (row) => values[row] };
  }
  const words = new Uint32Array(copyBytes(bytes, WORD * (1 + count)));
  const rest = bytes.subarray(words.byteLength);
  const [form] = words;
  if (form === DISTINCT && kind !== 'list') return decodeDistinct(words.subarray(1), rest);
  if (form !== TEXTS || kind === 'json') throw new Error('the encoding of a column is not that of its kind');
  const texts = decodeTexts(words.subarray(1), rest);
  return kind === 'text' ? texts : { length: count, at: (row) => JSON.parse(texts.at(row)) };
}

/** Copies the bytes, since typed arrays need an aligned start, which a part of a buffer may not have. */
function copyBytes(bytes: Buffer, length: number): ArrayBufferLike {
  if (bytes.length < length) throw new Error('a column is shorter than its table');
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length);
}

/** When more than one row in this many is asked for, the whole column is decoded as one text. */
const WORTH_JOINING = 16;

function decodeTexts(nexts: Uint32Array, bytes: Buffer): FieldColumn<string> {
  const startOf = (row: number) => nexts[row - 1] ?? 0;
  const endOf = (row: number) => startOf(row + 1) - BETWEEN.length;
  const { length } = nexts;
  if (length > 0 && endOf(length - 1) !== bytes.length)
    throw new Error('the texts of a column do not fill it');
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

function decodeDistinct(indexes: Uint32Array, bytes: Buffer): FieldColumn<unknown> {
  const values: unknown[] = JSON.parse(bytes.toString('utf8'));
  return {
    length: indexes.length,
    at(row) {
      const index = indexes[row] ?? values.length;
      if (index >= values.length) throw new Error('a value of a column is missing');
      return values[index];
    },
  };
}
