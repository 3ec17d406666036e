/** Finds the marks that a merge of Git leaves where two changes meet: `<<<<<<<`, `=======` and `>>>>>>>`. */
import { finding, type Problem } from '../foundation/errors.ts';

/** A line that a merge has added. */
export const MERGE_MARK = /^(?:<{7}|\|{7}|={7}|>{7})(?: |\r?$)/;

/** A fence of Markdown. Code may show the marks. */
const FENCE = /^ {0,3}(?:```|~~~)/;

/** @returns the offset of the first mark; null if the text has none outside code */
export function findConflict(text: string): number | null {
  if (!text.includes('<<<<<<<')) return null;
  let [at, start, isCode, isDivided] = [0, -1, false, false];
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (start < 0 && !isCode && /^<{7}(?: |\r?$)/.test(line)) start = at;
    else if (start >= 0 && /^={7}\r?$/.test(line)) isDivided = true;
    else if (isDivided && /^>{7}(?: |\r?$)/.test(line)) return start;
    at += line.length + 1;
  }
  return null;
}

/** @param file path relative to the root. @returns the problem of a file with such marks, and its place; null without them */
export function findConflictProblem(file: string, text: string): Problem | null {
  const at = findConflict(text);
  if (at === null) return null;
  return describeConflict({ file, line: text.slice(0, at).split('\n').length, column: 1 });
}

export function describeConflict<P extends object>(place: P) {
  return finding(
    'conflict-marks',
    'Git could not merge two changes here, and its marks are in the file',
    'keep the lines that belong there, and delete those that begin with <<<<<<<, ======= and >>>>>>>',
    place,
  );
}
