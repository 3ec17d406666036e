/** Decodes text files that people write, and converts offsets to line and column. */
import { isUtf8 } from 'node:buffer';
import type { Problem } from '../foundation/errors.ts';

/** Text without a byte order mark, or the place of the first byte that is not UTF-8. */
type Decoded = { ok: true; text: string } | { ok: false; line: number; column: number };

export const NOT_UTF8: Problem = {
  code: 'not-utf8',
  message: 'the file is not UTF-8',
  hint: 'save it as UTF-8',
};

export function decodeUtf8(bytes: Buffer): Decoded {
  if (isUtf8(bytes)) return { ok: true, text: withoutByteOrderMark(bytes.toString('utf8')) };
  let line = 1;
  let start = 0;
  for (
    let end = bytes.indexOf(10);
    end >= 0 && isUtf8(bytes.subarray(start, end));
    end = bytes.indexOf(10, start)
  ) {
    start = end + 1;
    line++;
  }
  const column = bytes.subarray(start).toString('utf8').indexOf('\ufffd') + 1;
  return { ok: false, line, column: Math.max(1, column) };
}

export function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Like `placeAt`, but fast for many offsets of one text. */
export function createPlaceFinder(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let line = 0;
    for (let high = starts.length; line < high; ) {
      const middle = (line + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle + 1;
      else high = middle;
    }
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

/** Line and column of an offset, from 1. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
