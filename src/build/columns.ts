/** Owns the compact form of many equal records on disk: one column a field, each joined into one string. */

/** Text columns hold strings; number columns numbers; json columns any plain JSON, each distinct value once. */
export type ColumnKind = 'text' | 'number' | 'json';

type Column = string | string[] | number[] | { values: string[]; indexes: number[] };
export interface Columns {
  count: number;
  columns: Record<string, Column>;
}

// Not escaped in JSON and hardly ever in text; a column that holds it is kept as a list.
const SEPARATOR = '\u007f';

export type ColumnKinds<Row> = Readonly<Record<keyof Row & string, ColumnKind>>;

export function encodeColumns<Row extends object>(rows: readonly Row[], kinds: ColumnKinds<Row>): Columns {
  const columns: Record<string, Column> = {};
  let name: keyof Row & string;
  for (name in kinds) {
    const values: unknown[] = rows.map((row) => row[name]);
    columns[name] = encodeColumn(values, kinds[name]);
  }
  return { count: rows.length, columns };
}

function encodeColumn(values: unknown[], kind: ColumnKind): Column {
  if (kind === 'number') return values.map(Number);
  if (kind === 'text') {
    const texts = values.map(String);
    return texts.some((text) => text.includes(SEPARATOR)) ? texts : texts.join(SEPARATOR);
  }
  const known = new Map<string, number>();
  const indexes = values.map((value) => {
    const text = JSON.stringify(value);
    const index = known.get(text) ?? known.size;
    known.set(text, index);
    return index;
  });
  return { values: [...known.keys()], indexes };
}

/** @throws Error where the columns do not fit each other: a damaged file */
export function decodeColumns<Row extends object>(data: Columns, kinds: ColumnKinds<Row>): Row[] {
  const names = Object.keys(kinds);
  const columns = names.map((name) => decodeColumn(data.columns[name], data.count));
  return Array.from({ length: data.count }, (_, row) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) record[names[index] ?? ''] = columns[index]?.[row];
    return record as Row;
  });
}

function decodeColumn(column: Column | undefined, count: number): readonly unknown[] {
  const values = readColumn(column, count);
  if (values.length !== count) throw new Error('a column has another length than its table');
  return values;
}

function readColumn(column: Column | undefined, count: number): readonly unknown[] {
  if (typeof column === 'string') return count === 0 ? [] : column.split(SEPARATOR);
  if (Array.isArray(column)) return column;
  if (column === undefined) throw new Error('a column is missing');
  const values: unknown[] = column.values.map((text) => JSON.parse(text));
  return column.indexes.map((index) => values[index]);
}
