/** The state of a build is read back as it was, or recognised as damaged. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ColumnKinds, encodeColumn, openTable } from '../../src/build/state/columns.ts';

interface Row {
  text: string;
  number: number;
  shared: unknown;
  own: unknown;
}

const KINDS: ColumnKinds<Row> = { text: 'text', number: 'number', shared: 'json', own: 'list' };

function open(
  rows: readonly Row[],
  changes: [number, Partial<Row>][] = [],
  spoil = (bytes: Buffer) => bytes,
) {
  return openTable<Row>(rows.length, KINDS, (name) => spoil(encode(rows, name)), changes);
}

function encode(rows: readonly Row[], name: string): Buffer {
  const field = name as keyof Row;
  return Buffer.from(
    encodeColumn(
      rows.map((row) => row[field]),
      KINDS[field],
    ),
  );
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('a', 'é', '한', '\ud83c', '\udfb2', '\ufffd', '\0', '"', '\n', '\u007f'),
  }),
);
const anyRow = fc.record<Row>({
  text: anyText,
  number: fc.double({ noNaN: true }),
  shared: fc.constantFrom<unknown>(null, true, '', 'ü', ['a'], { b: [1] }),
  own: fc.jsonValue(),
});

test('any rows come back, whole, some of them, and as they have changed since', () => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(11), fc.record({ text: anyText, number: fc.double({ noNaN: true }) }))),
      (rows, changes) => {
        const json = rows.map((row) => ({ ...row, own: JSON.parse(JSON.stringify(row.own)) }));
        expect(open(rows).rows()).toEqual(json);
        const backwards = json.map((_, row) => row).reverse();
        expect(open(rows).rows(backwards)).toEqual(json.toReversed());
        const within = changes.filter(([row]) => row < rows.length);
        const changed = json.map((row, index) =>
          Object.assign({}, row, ...within.filter(([at]) => at === index).map(([, fields]) => fields)),
        );
        expect(open(rows, within).rows()).toEqual(changed);
      },
    ),
    {
      examples: [
        [[], []],
        // Two halves of a character, side by side.
        [[row('\ud83c'), row('\udfb2')], []],
      ],
    },
  );
});

test('what is cut off or too long is damaged, not other rows', () => {
  const rows = ['one', 'two', 'three'].map(row);
  const cut = (length: number) =>
    open(rows, [], (bytes) => bytes.subarray(0, Math.max(0, bytes.length + length)));
  for (const length of [-1, -4, -9, -1000]) expect(() => cut(length).rows()).toThrow();
  const longer = open(rows, [], (bytes) => Buffer.concat([bytes, Buffer.from('x')]));
  expect(() => longer.column('text')).toThrow();
  expect(() => longer.column('shared')).toThrow();
});

test('a column is read when it is asked for, and once', () => {
  const asked: string[] = [];
  const table = openTable<Row>(1, KINDS, (name) => {
    asked.push(name);
    return encode([row('a')], name);
  });
  expect(asked).toEqual([]);
  expect([table.column('text').at(0), table.column('text').at(0)]).toEqual(['a', 'a']);
  expect(asked).toEqual(['text']);
});

function row(text: string): Row {
  return { text, number: 1, shared: null, own: [text] };
}
