/**
 * The committed ledger, content/generated.jsonl: one line for each attempt at an article. Any machine with a clone knows
 * from it what was written or refused and what it cost. Two branches merge it line by line.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { findConflictProblem, MERGE_MARK } from '../../config/conflict-marks.ts';
import type { Problem } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { createUnreadable } from '../../foundation/stored-version.ts';
import { diskError } from './journal.ts';
import { type LedgerLine, lineSchema, OUTCOMES } from './ledger-line.ts';

const LEDGER_FILE = 'content/generated.jsonl';

/** @param onDamaged called with every line that cannot be read */
export function readLedger(root: string, onDamaged: (problem: Problem) => void): LedgerLine[] {
  const path = join(root, LEDGER_FILE);
  if (!existsSync(path)) return [];
  const whole = readRegularFile(path).toString();
  const conflict = findConflictProblem(LEDGER_FILE, whole);
  if (conflict) onDamaged(conflict);
  const texts = whole.split('\n').map((line) => (conflict && MERGE_MARK.test(line) ? '' : line));
  const seen = new Set<string>();
  return texts.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const value = parseJson(text);
    const { data } = lineSchema.safeParse(value);
    if (data) {
      // Two machines that had one journal wrote the same line.
      const isTwice = data.entry !== undefined && seen.has(formatLine(data));
      seen.add(formatLine(data));
      return isTwice ? [] : [data];
    }
    const cure = 'restore it from version control, or delete it: what it names is then asked again';
    const place = { file: LEDGER_FILE, line: index + 1, column: 1 };
    onDamaged(createUnreadable(newerSchema.safeParse(value).success, 'this line of the ledger', cure, place));
    return [];
  });
}

/** A whole line with an outcome that this version does not know. */
const newerSchema = lineSchema.loose().extend({
  outcome: z.string().refine((name) => !OUTCOMES.some((known) => known === name)),
});

export function appendLedger(root: string, lines: readonly LedgerLine[]): void {
  if (lines.length === 0) return;
  const path = join(root, LEDGER_FILE);
  try {
    // A process that was killed while it wrote leaves a line without an end.
    const isCut = existsSync(path) && !/(^|\n)$/.test(readRegularFile(path).toString().slice(-1));
    const text = lines.map((line) => `${formatLine(line)}\n`).join('');
    appendFileSync(path, `${isCut ? '\n' : ''}${text}`, { flush: true });
  } catch (error) {
    throw diskError(path, error);
  }
}

/** The schema orders the fields, so equal lines are equal texts. */
export const formatLine = (line: LedgerLine): string => JSON.stringify(lineSchema.parse(line));

/** Branches that were merged may have put them in another order. */
const inTime = (lines: readonly LedgerLine[]): LedgerLine[] =>
  [...lines].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));

/** The id of a run begins with its second, and goes on at random. */
const startOf = (run: string) => run.slice(0, '20261130-031802'.length);

/** True if a run began in an earlier second than another one. */
export const isOlderRun = (run: string, other: string): boolean => startOf(run) < startOf(other);

/**
 * What has become of each subject in each locale: the last line of the newest run that has it. A run that is older was given up
 * with `--new`, or settles a batch that nobody waits for.
 * @returns by locale and id, with a space between
 */
export function newestLines(lines: readonly LedgerLine[]): ReadonlyMap<string, LedgerLine> {
  const ordered = inTime(lines).sort((a, b) =>
    isOlderRun(a.run, b.run) ? -1 : isOlderRun(b.run, a.run) ? 1 : 0,
  );
  return new Map(ordered.map((line) => [`${line.locale} ${line.id}`, line]));
}
