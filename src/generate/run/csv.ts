/** Owns reading CSV (RFC 4180): comma, semicolon or tab, any line end, quotes, byte order mark. */

/** A row and the line that it starts in, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** What broke the syntax. */
export interface CsvFault {
  line: number;
  message: string;
}

/** Empty lines are left out. The separator is the one that the first line has most of. */
export function parseCsv(input: string): CsvRow[] | CsvFault {
  const text = input.replace(/^\uFEFF/, '');
  const separator = findSeparator(text);
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let cell = '';
  let quoted = false;
  let quoteLine = 0;
  let afterQuote = false;

  const endCell = () => {
    row.cells.push(cell.trim());
    cell = '';
    afterQuote = false;
  };
  const endRow = () => {
    endCell();
    if (row.cells.some((value) => value !== '')) rows.push(row);
    row = { line: line + 1, cells: [] };
  };

  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (quoted) {
      if (character === '"' && text.charAt(index + 1) === '"') {
        cell += '"';
        index++;
      } else if (character === '"') {
        quoted = false;
        afterQuote = true;
      } else {
        cell += character;
        if (character === '\n') line++;
      }
    } else if (character === '"' && cell.trim() === '' && !afterQuote) {
      cell = '';
      quoted = true;
      quoteLine = line;
    } else if (character === separator) {
      endCell();
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text.charAt(index + 1) === '\n') index++;
      endRow();
      line++;
    } else if (afterQuote && character.trim() !== '') {
      return { line, message: `text stands behind a closing quote: "${character}"` };
    } else {
      cell += character;
    }
  }
  if (quoted) return { line: quoteLine, message: 'a quote is opened here and never closed' };
  endRow();
  return rows;
}

function findSeparator(text: string): string {
  const first = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
