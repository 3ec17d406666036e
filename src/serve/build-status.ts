/** Describes the last build for an open page: what is out of date, and problems with the source lines around them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPlace, type Problem } from '../foundation/errors.ts';

export interface Status {
  /** Name of the last build that succeeded; pages of other builds are out of date. */
  build: string;
  /** What is out of date in a page of the build `from`; null where that is not known. */
  update: Update | null;
  /** Empty if `build` shows the content as it is now. */
  problems: ShownProblem[];
}

export type Update = { from: string } & (
  | { stylesheet: string }
  /** Paths of pages; all others are as they were. */
  | { pages: readonly string[] }
);

export interface ShownProblem {
  /** `file:line:column`, or the part of it that is known. */
  place: string;
  message: string;
  hint: string;
  /** The source around it. */
  lines: { number: number; text: string; isHere: boolean }[];
}

const AROUND = 3;
const WIDEST = 200;

/** @param folder that the problem's file is relative to */
export function showProblem(folder: string, problem: Problem): ShownProblem {
  const { message, hint } = problem;
  return { place: formatPlace(problem), message, hint, lines: readLines(folder, problem) };
}

function readLines(folder: string, { file, line }: Problem): ShownProblem['lines'] {
  if (file === undefined || line === undefined) return [];
  try {
    const lines = readFileSync(join(folder, file), 'utf8').split(/\r?\n/);
    const first = Math.max(1, line - AROUND);
    return lines.slice(first - 1, line + AROUND).map((text, index) => ({
      number: first + index,
      text: text.slice(0, WIDEST),
      isHere: first + index === line,
    }));
  } catch {
    // The file may have been removed; the place is enough.
    return [];
  }
}

/** The source lines for a terminal. */
export function renderLines({ lines }: ShownProblem): string {
  const width = String(lines.at(-1)?.number ?? '').length;
  return lines
    .map(({ number, text, isHere }) => `  ${isHere ? '>' : ' '} ${String(number).padStart(width)} | ${text}`)
    .join('\n');
}
