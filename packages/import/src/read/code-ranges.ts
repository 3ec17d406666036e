/** Finds the code in a Markdown text: fenced and indented blocks, and code spans. Conversions must not change it. */

/** `end` is the offset after the last character. */
export type Range = readonly [start: number, end: number];

const FENCE = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})(.*)$/;

/** A fence that is not closed yet. */
interface OpenFence {
  mark: string;
  start: number;
  isInItem: boolean;
  /** Number of quotes that contain it. */
  quotes: number;
  /** Characters before it. */
  width: number;
}

/** Three more spaces may stand before the end of a fence than before its start. */
function endsFence(prefix: string, width: number): boolean {
  return widthOf(prefix) - width <= 3;
}

const widthOf = (prefix: string) => prefix.replaceAll('\t', '    ').length;

const countQuotes = (prefix: string) => prefix.split('>').length - 1;

/** A fence ends with the list item or the quote that contains it. */
function endsBefore(line: string, { isInItem, quotes }: OpenFence, isAfterBlank: boolean): boolean {
  if (isInItem && isAfterBlank && /^\S/.test(line)) return true;
  return quotes > 0 && countQuotes(/^[ \t>]*/.exec(line)?.[0] ?? '') < quotes;
}

/**
 * Returns the ranges in order, without overlaps.
 * @param hasIndented false for MDX, where an indent of four spaces is not code
 */
export function findCode(markdown: string, hasIndented = true): Range[] {
  const ranges: Range[] = [];
  let open: OpenFence | null = null;
  /** Within the HTML of preformatted text, nothing is Markdown. */
  let isPre = false;
  const lastPre = markdown.search(/<pre\b/i) < 0 ? -1 : markdown.toLowerCase().lastIndexOf('</pre');
  let proseStart = 0;
  let at = 0;
  /** Within a list, an indent of four spaces belongs to the item. */
  let isInList = false;
  let isIndented = false;
  let isAfterBlank = true;
  const endProse = (end: number) => findSpans(markdown, proseStart, end, ranges);
  for (const line of markdown.split('\n')) {
    if (open && endsBefore(line, open, isAfterBlank)) {
      ranges.push([open.start, at - 1]);
      proseStart = at;
      open = null;
    }
    const [, prefix = '', mark = '', rest = ''] = (!isPre && FENCE.exec(line)) || [];
    const end = at + line.length;
    const isBlank = line.trim() === '';
    const wasIndented = isIndented;
    if (!open && at < lastPre) isPre = endsInPre(line, isPre);
    else isPre = false;
    if (!open && !isBlank) {
      const hasIndent = /^(?: {4}| {0,3}\t)/.test(line);
      isIndented = hasIndented && hasIndent && !isInList && !isPre && (isAfterBlank || isIndented);
      if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true;
      else if (/^\S/.test(line) && isAfterBlank) isInList = false;
    }
    isAfterBlank = isBlank;
    if (!open && isIndented) {
      // Blank lines between indented lines belong to the code.
      const before = wasIndented ? ranges.pop() : undefined;
      if (before === undefined && !isBlank) endProse(at);
      if (before) ranges.push([before[0], isBlank ? before[1] : end]);
      else if (!isBlank) ranges.push([at, end]);
      if (!isBlank) proseStart = end;
    } else if (open) {
      if (mark.startsWith(open.mark) && rest.trim() === '' && endsFence(prefix, open.width)) {
        ranges.push([open.start, end]);
        open = null;
        proseStart = end;
      }
    } else if (mark !== '' && !(mark.startsWith('`') && rest.includes('`'))) {
      endProse(at);
      const isInItem = isInList && /^[ \t]{2}/.test(line);
      open = { mark, start: at, isInItem, quotes: countQuotes(prefix), width: widthOf(prefix) };
    }
    at = end + 1;
  }
  if (open) ranges.push([open.start, markdown.length]);
  else endProse(markdown.length);
  return ranges;
}

/** True if an element with preformatted text is open at the end of a line. */
function endsInPre(line: string, wasOpen: boolean): boolean {
  const tags = line.replace(/`[^`]*`/g, '').match(/<\/?pre\b/gi);
  return tags === null ? wasOpen : !tags.at(-1)?.startsWith('</');
}

/** Removes the indent of fences that belong to no list item. MDX has no indented code; Markdown would take them for it. */
export function dedentModules(markdown: string): string {
  if (!/^(?: {4}|\t)[ \t]*(?:```|~~~)/m.test(markdown)) return markdown;
  let isInList = false;
  let isAfterBlank = true;
  let open: { mark: string; indent: string } | null = null;
  return markdown
    .split('\n')
    .map((line) => {
      const [, , mark = '', rest = ''] = FENCE.exec(line) ?? [];
      const indent: string = open?.indent ?? /^[ \t]*/.exec(line)?.[0] ?? '';
      const wasOpen = open !== null;
      if (open !== null) {
        if (mark.startsWith(open.mark) && rest.trim() === '') open = null;
      } else {
        if (/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true;
        else if (isAfterBlank && /^[^\s<]/.test(line)) isInList = false;
        if (mark !== '' && !rest.includes('`')) open = { mark, indent };
      }
      isAfterBlank = line.trim() === '';
      const isFence = wasOpen || open !== null;
      if (!isFence || isInList || !/^(?: {4}|\t)/.test(indent)) return line;
      const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
      return line.slice(Math.min(own, indent.length));
    })
    .join('\n');
}

/** Replaces the matches of a pattern that begin outside of code. A group that takes no part is '', and the offset follows the groups. */
export function replaceOutsideCode(
  markdown: string,
  pattern: RegExp,
  replacement: string | Replacer,
): string {
  if (markdown.search(pattern) < 0) return markdown;
  const codeAt = createRangeTest(findCode(markdown));
  return markdown.replace(pattern, (whole: string, ...rest: (string | number)[]) => {
    const offset = rest.find((item): item is number => typeof item === 'number') ?? 0;
    if (codeAt(offset)) return whole;
    return typeof replacement === 'string'
      ? replacement
      : replacement(whole, ...rest.map((item) => String(item ?? '')));
  });
}

type Replacer = (whole: string, ...groups: string[]) => string;

/** A code span ends at a run of as many backticks as it began with, in the same paragraph. */
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

/** Creates a function that finds the range around an offset. It must be called with ascending offsets. */
export function createRangeTest(ranges: readonly Range[]): (offset: number) => Range | null {
  let index = 0;
  return (offset) => {
    while (index < ranges.length && (ranges[index]?.[1] ?? 0) <= offset) index++;
    const range = ranges[index];
    return range && range[0] <= offset ? range : null;
  };
}

/** More backticks than any run of backticks in the code. */
export function fenceFor(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}
