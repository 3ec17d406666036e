/** Reads the marks of emphasis and strike. */
import { Run } from './pair-runs.ts';
import type { Scan } from './scan.ts';
import { BLANK, CLOSING, kindsAfter, kindsBefore, OPENING, PUNCTUATION, TIGHT } from './scripts.ts';

/** Reads a run of "*", "_" or "~". */
export function readMarkRun(scan: Scan): true {
  const { source, at } = scan;
  const mark = source.charAt(at);
  let end = at + 1;
  while (source.charAt(end) === mark) end++;
  const run = createRun(scan, mark, end);
  if (!run) return scan.skipTo(end);
  const open = scan.open.get(mark) ?? 0;
  scan.open.set(
    mark,
    run.closes && open > 0 ? Math.max(0, open - run.length) : open + Number(run.opens) * run.length,
  );
  return scan.add(run, end);
}

/** True if a mark in an address closes emphasis around it. */
export function closesAround(scan: Scan, at: number): boolean {
  const mark = scan.source.charAt(at);
  if ((scan.open.get(mark) ?? 0) === 0) return false;
  let end = at + 1;
  while (scan.source.charAt(end) === mark) end++;
  return createRun(scan, mark, end, at)?.closes ?? false;
}

/** The run of a mark from `at` to `end`; null where it is text. */
function createRun({ source, isRaw, at: next }: Scan, mark: string, end: number, at = next): Run | null {
  const isRange = mark === '~' && end - at === 1;
  if (mark === '~' && end - at > 2) return null;
  // Strike may stand between emphasis and its text.
  let [start, after] = [at, end];
  if (mark !== '~') {
    while (source.charAt(start - 1) === '~') start--;
    while (source.charAt(after) === '~') after++;
  }
  const decide = mark === '_' ? decideWord : isRange ? decideRange : decideTight;
  const { opens, closes } = decide(kindsBefore(source, start), kindsAfter(source, after));
  return opens || closes ? new Run(mark, at, end, opens, closes, isRaw) : null;
}

interface Decision {
  opens: boolean;
  closes: boolean;
}

/** Left-flanking and right-flanking runs of CommonMark. */
function decide(before: number, after: number): Decision {
  return {
    opens: !(after & BLANK) && (!(after & PUNCTUATION) || (before & (BLANK | PUNCTUATION)) > 0),
    closes: !(before & BLANK) && (!(before & PUNCTUATION) || (after & (BLANK | PUNCTUATION)) > 0),
  };
}

/** Stars and double tildes: beside a letter of a script without spaces, punctuation on the other side does not matter. */
function decideTight(before: number, after: number): Decision {
  const isTight = ((before | after) & BLANK) === 0 && ((before | after) & TIGHT) > 0;
  return isTight ? { opens: true, closes: true } : decide(before, after);
}

/** Underscores are text within a word. */
function decideWord(before: number, after: number): Decision {
  const { opens, closes } = decide(before, after);
  return {
    opens: opens && (!closes || (before & PUNCTUATION) > 0),
    closes: closes && (!opens || (after & PUNCTUATION) > 0),
  };
}

/** One tilde is the sign of a range where it could both open and close, and after or before a bracket. */
function decideRange(before: number, after: number): Decision {
  const { opens, closes } = decide(before, after);
  return { opens: opens && !closes && !(before & CLOSING), closes: closes && !opens && !(after & OPENING) };
}
