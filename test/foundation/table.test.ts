/** Tables fit the terminal, and CSV comes back whole and computes nothing. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, formatCsv, formatTable, type TableColumn } from '../../src/foundation/table.ts';

interface Row {
  title: string;
  count: number;
  file: string;
}
const COLUMNS: readonly TableColumn<Row>[] = [
  { title: 'title', cell: ({ title }) => title, least: 6 },
  { title: 'count', cell: ({ count }) => count },
  { title: 'file', cell: ({ file }) => file, least: 5, keepsEnd: true },
];
const ROWS: Row[] = [
  { title: '이스포츠의 7승 3패', count: 7, file: 'content/ko_KR/a.md' },
  { title: 'Odds 🎲 in plain words', count: 1200, file: 'content/en_US/odds.md' },
];

test('without a width every text is whole, and numbers are on the right', () => {
  expect(formatTable(ROWS, COLUMNS, Number.POSITIVE_INFINITY).split('\n')).toEqual([
    'title                   count  file',
    '이스포츠의 7승 3패          7  content/ko_KR/a.md',
    'Odds 🎲 in plain words   1200  content/en_US/odds.md',
  ]);
});

test('a narrow terminal cuts texts, and the start of paths', () => {
  expect(formatTable(ROWS, COLUMNS, 30).split('\n')).toEqual([
    'title       count  file',
    '이스포츠…       7  …ko_KR/a.md',
    'Odds 🎲 i…   1200  …US/odds.md',
  ]);
});

test('no line is wider than the terminal, as long as the columns may be cut', () => {
  const row = fc.record({ title: fc.string({ unit: 'grapheme' }), count: fc.nat(9999), file: fc.string() });
  fc.assert(
    fc.property(fc.array(row), fc.integer({ min: 24, max: 120 }), (rows, width) => {
      for (const line of formatTable(rows, COLUMNS, width).split('\n'))
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test('CSV gives back every text, and a formula as text', () => {
  const row = fc.record({ title: fc.string({ unit: 'grapheme' }), count: fc.nat(), file: fc.string() });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const read: string[][] = parse(formatCsv(rows, COLUMNS), { relax_column_count: false });
      expect(read[0]).toEqual(['title', 'count', 'file']);
      for (const [index, { title, count, file }] of rows.entries()) {
        const [readTitle = '', readCount, readFile = ''] = read[index + 1] ?? [];
        expect([readTitle.replace(/^'/, ''), readCount]).toEqual([title.replace(/^'/, ''), String(count)]);
        expect(readFile.endsWith(file)).toBe(true);
        for (const text of [readTitle, readFile]) expect(text).not.toMatch(/^\s*[=+\-@]/);
      }
    }),
  );
  const formulas = ['=1+1', '+1', '-1', '@sum', '\t=1', '  =cmd|x', '\r=1'];
  const csv = formatCsv(
    formulas.map((title) => ({ title, count: -1, file: 'a,"b"\nc' })),
    COLUMNS,
  );
  expect(parse(csv)[1]).toEqual(["'=1+1", '-1', 'a,"b"\nc']);
  for (const [title] of parse(csv).slice(1)) expect(title).toMatch(/^'/);
});
