/** Prints rows: as a table that fits the width of a terminal, and as CSV. */

export interface TableColumn<Row> {
  title: string;
  cell: (row: Row) => string | number;
  /** Smallest width to which the column may be cut, in terminal columns. Default: it is never cut. */
  least?: number;
  /** Cuts the start of the text instead of its end, as for paths. */
  keepsEnd?: boolean;
  /** Right-aligns texts, as columns of numbers are. */
  alignsEnd?: boolean;
}

const GAP = '  ';

/**
 * Prints the titles and one line for each row. Columns of numbers are right-aligned.
 * @param width columns of the terminal; wide columns are cut until the lines fit. Infinity cuts nothing
 */
export function formatTable<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  width: number,
): string {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const texts = cells.map((line) => line.map((cell) => oneLine(String(cell))));
  const alignsEnd = columns.map(
    (column, index) => column.alignsEnd ?? cells.some((line) => typeof line[index] === 'number'),
  );
  const natural = columns.map(({ title }, index) =>
    // A call may have fewer arguments than a table has rows.
    texts.reduce((width, line) => Math.max(width, displayWidth(line[index] ?? '')), displayWidth(title)),
  );
  const widths = fitWidths(
    natural,
    columns.map(({ least }) => least),
    width - GAP.length * (columns.length - 1),
  );
  const print = (line: readonly string[]) =>
    line
      .map((text, index) => {
        const cut = cutText(text, widths[index] ?? 0, columns[index]?.keepsEnd === true);
        const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(cut)));
        return alignsEnd[index] ? space + cut : cut + space;
      })
      .join(GAP)
      .trimEnd();
  return [columns.map(({ title }) => title), ...texts].map(print).join('\n');
}

/** Narrows the widest column that may be cut, again and again, until all columns fit or none can be cut further. */
function fitWidths(
  natural: readonly number[],
  least: readonly (number | undefined)[],
  room: number,
): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      const isCuttable = width > (least[index] ?? width);
      if (isCuttable && width > (widths[widest] ?? 0)) widest = index;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess--;
  }
  return widths;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cutText(text: string, width: number, keepsEnd: boolean): string {
  if (displayWidth(text) <= width) return text;
  const segments = [...GRAPHEMES.segment(text)].map(({ segment }) => segment);
  let kept = '';
  let used = 0;
  for (const segment of keepsEnd ? segments.reverse() : segments) {
    used += graphemeWidth(segment);
    if (used > width - 1) break;
    kept = keepsEnd ? segment + kept : kept + segment;
  }
  return keepsEnd ? `…${kept.trimStart()}` : `${kept.trimEnd()}…`;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Emoji and East Asian characters, which take two terminal columns. */
const WIDE =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const PLAIN = /^[ -~\u00a0-\u02ff\u0400-\u04ff]*$/;

function graphemeWidth(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : /^[\p{Cf}\p{Mn}]+$/u.test(grapheme) ? 0 : 1;
}

/** The number of terminal columns that the text takes. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** CSV (RFC 4180) with a header line and "\n" line ends. An apostrophe keeps spreadsheets from computing texts such as "=1". */
export function formatCsv<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return lines.map((line) => line.map(csvCell).join(',')).join('\n');
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^\s*[=+\-@]|^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
