/** The errors that users see: a problem says what is wrong, where, and what to do. */

import { isAbsolute } from 'node:path';
import type { CommandResult } from '../results/command-results.ts';
import type { ErrorCode } from './error-catalogue.ts';
import { showPath } from './paths.ts';

export type { ErrorCode };

/** A place in a file; lines and columns count from 1. `file` is relative to the root. */
export interface Place {
  file?: string;
  line?: number;
  column?: number;
}

/** What is wrong. `message` says what and why, `hint` what to do; both are one line. */
export interface Failure {
  /** For programs, and to look up in docs/reference/errors.md. */
  code: ErrorCode;
  message: string;
  hint: string;
}

/** Something that the user can fix. */
export interface Problem extends Place, Failure {
  /** A warning that is an error in a strict build. */
  strict?: true;
}

/** Thrown for everything that the user can fix (exit code 1). Any other error is an internal error (exit code 2). */
export class UserError extends Error {
  readonly problems: readonly Problem[];
  /** What was done before the error: part of the result with --json. */
  readonly result: CommandResult | undefined;

  constructor(problems: Problem | readonly Problem[], result?: CommandResult) {
    const list = 'message' in problems ? [problems] : problems;
    super(list.map((problem) => formatProblem(problem)).join('\n'));
    this.name = 'UserError';
    this.problems = list.map(shorten);
    this.result = result;
  }
}

/** Characters. A message quotes names from content, which may hold anything. */
const MAX_MESSAGE = 1_000;

function shorten(problem: Problem): Problem {
  const { message } = problem;
  return message.length > MAX_MESSAGE
    ? { ...problem, message: `${message.slice(0, MAX_MESSAGE)}…` }
    : problem;
}

export type Problems = ReturnType<typeof createProblems>;

/** Collects the problems of a whole run, so that all of them are shown together. */
export function createProblems() {
  const errors: Problem[] = [];
  const warnings: Problem[] = [];
  return {
    errors,
    warnings,
    error: (problem: Problem) => void errors.push(shorten(problem)),
    warn: (problem: Problem) => void warnings.push(shorten(problem)),
    /** @throws UserError with all collected errors, ordered by file and line, if there are any */
    throwIfAny() {
      if (errors.length > 0) throw new UserError(sortProblems(errors));
    },
  };
}

/** Orders by file, line and column; problems without a file come first. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return problems.toSorted(
    (a, b) =>
      compareText(a.file ?? '', b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0) ||
      compareText(a.message, b.message),
  );
}

/** `file:line:column`, without the parts that are unknown; '' without a file. */
export function formatPlace(place: Place): string {
  const parts = place.file === undefined ? [] : [place.file, place.line, place.line && place.column];
  return parts.filter((part) => part !== undefined).join(':');
}

/** Two lines: `place: message`, then the hint. */
export function formatProblem(problem: Problem): string {
  const place = formatPlace(problem);
  return `${place ? `${place}: ` : ''}${problem.message}\n  → ${problem.hint}`;
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error has one of these codes, as the errors of Node's file system and network do. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Errors of the file system that the user can fix: what is wrong and what to do. */
const REFUSALS: Readonly<Record<string, readonly [code: ErrorCode, message: string, hint: string]>> = {
  EACCES: ['permission-denied', 'permission denied', 'change the permissions, or choose another place'],
  EDQUOT: ['full-disk', 'your disk quota is used up', 'free some space and run the same command again'],
  EFBIG: [
    'file-too-large',
    'the file is larger than the system allows',
    'raise the limit of the system (ulimit -f)',
  ],
  EISDIR: ['folder-in-place-of-file', 'there is a folder in place of a file', 'move the folder away'],
  ELOOP: ['symbolic-link', 'symbolic links form a loop', 'correct the links'],
  EMFILE: ['too-many-open-files', 'too many files are open', 'raise the limit of the system (ulimit -n)'],
  ENAMETOOLONG: ['name-too-long', 'the name is too long for the file system', 'shorten it'],
  ENOSPC: ['full-disk', 'no space left on the disk', 'free some space and run the same command again'],
  ENOTDIR: [
    'file-in-place-of-folder',
    'there is a file in place of a folder',
    'move the file away, or choose another place',
  ],
  EPERM: [
    'permission-denied',
    'the system does not allow this',
    'change the permissions, or choose another place',
  ],
  EROFS: ['read-only-disk', 'the disk is read-only', 'choose another place'],
};

/** An error of the file system as a problem; null for any other error. @param file shown instead of the error's path */
export function refusalOf(error: unknown, file?: string): Problem | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const refusal = REFUSALS[String(error.code)];
  if (!refusal) return null;
  const place = file ?? ('path' in error && typeof error.path === 'string' ? error.path : undefined);
  const [code, message, hint] = refusal;
  return { ...(place !== undefined && { file: place }), code, message, hint };
}

/** The problems of an error that the user can fix, with files relative to the root; null for an internal error. */
export function problemsOf(error: unknown, root: string): Problem[] | null {
  const refusal = refusalOf(error);
  const problems = error instanceof UserError ? error.problems : refusal && [refusal];
  if (!problems) return null;
  return problems.map((problem) => {
    const { file } = problem;
    return file !== undefined && isAbsolute(file) ? { ...problem, file: showPath(root, file) } : problem;
  });
}
