/** Finds the code of a Markdown text, which no conversion may change: fenced and indented blocks, and code spans. */

/** Offsets of the first character and after the last. */
export type Range = readonly [start: number, end: number];

const FENCE = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})(.*)$/;

/**
 * In order, without overlaps.
 * @param hasIndented whether four blanks make a block: MDX has no such code
 */
export function findCode(markdown: string, hasIndented = true): Range[] {
  const ranges: Range[] = [];
  let open: { mark: string; start: number } | null = null;
  let proseStart = 0;
  let at = 0;
  /** Below an item of a list, four blanks are those of the item. */
  let isInList = false;
  let isIndented = false;
  let isAfterBlank = true;
  const endProse = (end: number) => findSpans(markdown, proseStart, end, ranges);
  for (const line of markdown.split('\n')) {
    const [, mark = '', rest = ''] = FENCE.exec(line) ?? [];
    const end = at + line.length;
    const isBlank = line.trim() === '';
    if (!open && !isBlank) {
      const hasIndent = /^(?: {4}| {0,3}\t)/.test(line);
      isIndented = hasIndented && hasIndent && !isInList && (isAfterBlank || isIndented);
      if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true;
      else if (/^\S/.test(line) && isAfterBlank) isInList = false;
    }
    isAfterBlank = isBlank;
    if (!open && isIndented) {
      if (!isBlank) {
        endProse(at);
        ranges.push([at, end]);
        proseStart = end;
      }
    } else if (open) {
      if (mark.startsWith(open.mark) && rest.trim() === '') {
        ranges.push([open.start, end]);
        open = null;
        proseStart = end;
      }
    } else if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) {
      endProse(at);
      open = { mark, start: at };
    }
    at = end + 1;
  }
  if (open) ranges.push([open.start, markdown.length]);
  else endProse(markdown.length);
  return ranges;
}

/** A code span ends with as many backticks as it begins with, before the paragraph ends. */
function findSpans(markdown: string, start: number, end: number, ranges: Range[]): void {
  const prose = markdown.slice(start, end);
  if (!prose.includes('`')) return;
  const runs = [...prose.matchAll(/\\`|`+|\n[ \t]*\n/g)].filter(([run]) => run !== '\\`');
  for (let first = 0; first < runs.length; first++) {
    const opener = runs[first];
    if (!opener?.[0].startsWith('`')) continue;
    for (let next = first + 1; next < runs.length; next++) {
      const closer = runs[next];
      if (!closer || closer[0].startsWith('\n')) break;
      if (closer[0].length !== opener[0].length) continue;
      ranges.push([start + opener.index, start + closer.index + closer[0].length]);
      first = next;
      break;
    }
  }
}

/** Returns whether an offset is in one of the ranges; offsets have to be asked in ascending order. */
export function createRangeTest(ranges: readonly Range[]): (offset: number) => Range | null {
  let index = 0;
  return (offset) => {
    while (index < ranges.length && (ranges[index]?.[1] ?? 0) <= offset) index++;
    const range = ranges[index];
    return range && range[0] <= offset ? range : null;
  };
}
