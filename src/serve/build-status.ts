/** Owns what a page in the browser is told of the last build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatPlace, type Problem } from '../foundation/errors.ts';

export interface Status {
  /** Name of the last build that succeeded; a page made by another one is out of date. */
  build: string;
  /** What is out of date in a page of the build `from`; null where that is not known. */
  update: Update | null;
  /** What keeps the content from being built; empty where `build` is its latest state. */
  problems: ShownProblem[];
}

export type Update = { from: string } & (
  | { stylesheet: string }
  /** Paths of pages; all others are as they were. */
  | { pages: readonly string[] }
);

export interface ShownProblem {
  /** `file:line:column`, as far as it is known. */
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
    // The file may be gone by now; the place is enough.
    return [];
  }
}

/** The source around, as a terminal shows it. */
export function renderLines({ lines }: ShownProblem): string {
  const width = String(lines.at(-1)?.number ?? '').length;
  return lines
    .map(({ number, text, isHere }) => `  ${isHere ? '>' : ' '} ${String(number).padStart(width)} | ${text}`)
    .join('\n');
}
