/** Reads CSV files that people write. */

import { type ErrorCode, UserError } from '../foundation/errors.ts';
import { findConflictProblem } from './conflict-marks.ts';

/**
 * Parses the rows that are not empty, with their line numbers. The first line shows which separator the file uses.
 * @throws UserError with the code, for a quote that does not fit
 */
export async function parseCsv(file: string, input: string, code: ErrorCode) {
  const conflict = findConflictProblem(file, input);
  if (conflict) throw new UserError(conflict);
  const { CsvError, parse } = await import('csv-parse/sync');
  // csv-parse counts a CRLF within quotes as two lines.
  const text = input.replace(/\r\n?/g, '\n');
  const lines = text.split('\n');
  const head = (lines[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const [delimiter = ','] = [',', ';', '\t'].sort((a, b) => head.split(b).length - head.split(a).length);
  const rows: { line: number; cells: string[]; raw: string }[] = [];
  let end = 0;
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (cells: string[], info) => {
        end = info.lines;
        const line = end - cells.join('').split('\n').length + 1;
        if (cells.some((cell) => cell.trim() !== ''))
          rows.push({ line, cells: cells.map((cell) => cell.trim()), raw: lines[line - 1] ?? '' });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED';
    // The row with the open quote is the one after the last complete row. It extends to the end of the file.
    const opened = lines.findIndex((line, index) => index >= end && line.trim() !== '') + 1;
    const message = isOpen ? 'a quote in this row is never closed' : 'there is text after a closing quote';
    const hint = 'write a quote within quotes twice';
    throw new UserError({
      file,
      line: isOpen ? opened : Number(error.lines),
      code,
      message,
      hint,
    });
  }
}
