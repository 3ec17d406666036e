/** A table of Markdown as cells, so that a row, a column and an alignment are one step each. */
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { treeOf } from './measure.ts';

type Align = '' | 'left' | 'center' | 'right';

interface Table {
  from: number;
  to: number;
  /** The head, and the rows below it. */
  rows: string[][];
  aligns: Align[];
  /** Of the caret, from 0; the head is row 0. */
  row: number;
  column: number;
}

export const TABLE_STEPS = {
  'Row below': addRow,
  'Column after': addColumn,
  Left: (table) => align(table, 'left'),
  Center: (table) => align(table, 'center'),
  Right: (table) => align(table, 'right'),
  'Remove row': removeRow,
  'Remove column': removeColumn,
} as const satisfies Record<string, (table: Table) => Table>;

export type TableStep = keyof typeof TABLE_STEPS;

/** The table at the caret; null without one, and for one in a list or a quote. */
export function findTable(state: EditorState): Table | null {
  const { head } = state.selection.main;
  let node = treeOf(state).resolveInner(head, -1);
  while (node.name !== 'Table' && node.parent) node = node.parent;
  if (node.name !== 'Table' || state.doc.lineAt(node.from).from !== node.from) return null;
  const { from, to } = node;
  const [first = '', marks = '', ...others] = state.sliceDoc(from, to).split('\n');
  const line = state.doc.lineAt(head);
  const at = line.number - state.doc.lineAt(from).number;
  const before = line.text.slice(0, head - line.from).replace(/^\s*\|/, '');
  const rows = [first, ...others].map(splitRow);
  const width = rows[0]?.length ?? 0;
  return {
    from,
    to,
    rows: rows.map((cells) => Array.from({ length: width }, (_, column) => cells[column] ?? '')),
    aligns: Array.from({ length: width }, (_, column) => alignOf(splitRow(marks)[column] ?? '')),
    row: Math.max(0, at - 1),
    column: Math.min(width - 1, splitCells(before).length - 1),
  };
}

const splitCells = (text: string) => text.split(/(?<!\\)\|/);
const splitRow = (line: string) =>
  splitCells(
    line
      .trim()
      .replace(/^\|/, '')
      .replace(/(?<!\\)\|$/, ''),
  ).map((cell) => cell.trim());

const alignOf = (mark: string): Align =>
  mark.endsWith(':') ? (mark.startsWith(':') ? 'center' : 'right') : mark.startsWith(':') ? 'left' : '';

function addRow(table: Table): Table {
  const { rows, row, aligns } = table;
  return {
    ...table,
    rows: rows.toSpliced(
      row + 1,
      0,
      aligns.map(() => ''),
    ),
    row: row + 1,
    column: 0,
  };
}

function addColumn(table: Table): Table {
  const { rows, aligns, column } = table;
  const at = column + 1;
  return {
    ...table,
    rows: rows.map((cells, row) => cells.toSpliced(at, 0, row === 0 ? 'Head' : '')),
    aligns: aligns.toSpliced(at, 0, ''),
    column: at,
  };
}

/** The head stays: a table has one. */
function removeRow(table: Table): Table {
  const { rows, row } = table;
  return row === 0 ? table : { ...table, rows: rows.toSpliced(row, 1), row: Math.min(row, rows.length - 2) };
}

function removeColumn(table: Table): Table {
  const { rows, aligns, column } = table;
  if (aligns.length === 1) return table;
  return {
    ...table,
    rows: rows.map((cells) => cells.toSpliced(column, 1)),
    aligns: aligns.toSpliced(column, 1),
    column: Math.min(column, aligns.length - 2),
  };
}

/** A column that has the alignment already loses it. */
function align(table: Table, to: Align): Table {
  const { aligns, column } = table;
  return { ...table, aligns: aligns.with(column, aligns[column] === to ? '' : to) };
}

/** Characters as they stand below each other, as far as a font of one width can say. */
const widthOf = (text: string) => [...text].length;

/** The Markdown of a table, and the place of the caret in it. */
function writeTable({ rows, aligns, row, column }: Table): { text: string; caret: number } {
  const widths = aligns.map((_, at) => Math.max(3, ...rows.map((cells) => widthOf(cells[at] ?? ''))));
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell))).join(' | ')} |`;
  const marks = aligns.map((one, at) => {
    const [left, right] = [one === 'left' || one === 'center', one === 'right' || one === 'center'];
    const dashes = '-'.repeat((widths[at] ?? 3) - Number(left) - Number(right));
    return (left ? ':' : '') + dashes + (right ? ':' : '');
  });
  const [head = [], ...others] = rows;
  const lines = [write(head), write(marks), ...others.map(write)];
  const line = row === 0 ? 0 : row + 1;
  const before = lines.slice(0, line).join('\n').length + (line === 0 ? 0 : 1);
  const cells = (rows[row] ?? []).slice(0, column);
  const inLine = cells.reduce((sum, cell, at) => {
    return sum + cell.length + Math.max(0, (widths[at] ?? 0) - widthOf(cell)) + 3;
  }, 2);
  return { text: lines.join('\n'), caret: before + inLine };
}

/** The change of a step on the table at the caret; null without a table. */
export function stepOf(state: EditorState, step: TableStep): TransactionSpec | null {
  const table = findTable(state);
  if (!table) return null;
  const { from, to } = table;
  const { text, caret } = writeTable(TABLE_STEPS[step](table));
  return { changes: { from, to, insert: text }, selection: { anchor: from + caret }, userEvent: 'input' };
}

export function changeTable(view: EditorView, step: TableStep): void {
  const change = stepOf(view.state, step);
  if (!change) return;
  view.dispatch({ ...change, scrollIntoView: true });
  view.focus();
}
