/** Replaces the parts of a text that stand between marks, in time in proportion to the text: a mark whose end is missing is text. */

/** The offset after a part, by the offsets of its mark and of what follows that; null where its end is missing. */
type FindEnd = (start: number, after: number) => number | null;

export interface Part {
  /** Source of a pattern, which ignores case and takes linear time itself. */
  start: string;
  /** Called once for a text. Its function is called with ascending offsets. */
  end(text: string): FindEnd;
  /** What the part becomes. */
  write(part: string): string;
}

/** Where several parts begin at a place, the first one with an end counts. */
export function replaceParts(text: string, parts: readonly Part[]): string {
  const candidates = new RegExp(parts.map(({ start }) => start).join('|'), 'gi');
  const readers = parts.map(({ start, end, write }) => ({
    start: new RegExp(start, 'iy'),
    findEnd: end(text),
    write,
  }));
  let replaced = '';
  let copied = 0;
  for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
    const at = match.index;
    candidates.lastIndex = at + 1;
    for (const { start, findEnd, write } of readers) {
      start.lastIndex = at;
      const end = start.test(text) ? findEnd(at, start.lastIndex) : null;
      if (end === null) continue;
      replaced += text.slice(copied, at) + write(text.slice(at, end));
      copied = end;
      candidates.lastIndex = end;
      break;
    }
  }
  return replaced + text.slice(copied);
}

/** The mark is the whole part. */
export const itself = (): FindEnd => (_start, after) => after;

/** Up to the next end, which no stop precedes. @param close, stop sources of patterns */
export const until =
  (close: string, stop = '(?!)') =>
  (text: string): FindEnd => {
    const pattern = new RegExp(`(?:${close})|(${stop})`, 'gi');
    /** No mark before this offset has an end. */
    let failed = 0;
    return (start, after) => {
      if (start < failed) return null;
      pattern.lastIndex = after;
      const found = pattern.exec(text);
      if (found && found[1] === undefined) return pattern.lastIndex;
      failed = found?.index ?? text.length;
      return null;
    };
  };

/** Starts of code spans. */
export const TICKS = '(?<!`)`+';

/** A code span ends at the next run of as many backticks in its paragraph. */
export function codeSpan(text: string): FindEnd {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const { index, 0: run } of [...text.matchAll(/`+|\n\n/g)].reverse()) {
    if (run === '\n\n') next.clear();
    else {
      const end = next.get(run.length);
      if (end !== undefined) ends.set(index, end);
      next.set(run.length, index + run.length);
    }
  }
  return (start) => ends.get(start) ?? null;
}

/** Levels of braces within each other. */
const MAX_LEVELS = 9;

/** A part in braces, with braces in pairs within. */
export function inBraces(text: string): FindEnd {
  const ends = new Map<number, number>();
  const open: { start: number; levels: number }[] = [];
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    if (brace === '{') open.push({ start: index, levels: 1 });
    else {
      const closed = open.pop();
      if (!closed) continue;
      if (closed.levels <= MAX_LEVELS) ends.set(closed.start, index + 1);
      const outer = open.at(-1);
      if (outer) outer.levels = Math.max(outer.levels, closed.levels + 1);
    }
  }
  return (start) => ends.get(start) ?? null;
}
