/** The three shapes of what a command reports: problems, findings in texts, and notes. Each has a place. */
import { isAbsolute } from 'node:path';
import type { ErrorCode } from './error-codes.ts';
import { showPath } from './paths.ts';
import type { GatedCode } from './problem-gates.ts';

export type { ErrorCode };

/** A place in a file; lines and columns count from 1. `file` is relative to the root. */
export interface Place {
  file?: string;
  line?: number;
  column?: number;
}

/** Something that the user can correct. `message` says what is wrong and why; `hint` says what to do. Each is one line. */
export interface Problem<Code extends string = ErrorCode> extends Place {
  /** For programs; docs/reference/errors.md explains it. */
  code: Code;
  message: string;
  hint: string;
  /** `old` stands on the line of the problem, at its column or after it; `new` corrects it. A problem that people must decide has no fix. */
  fix?: { old: string; new: string };
}

/** A problem in a text or a data file. `field` may name the place until the line is looked up. */
export interface Finding<Code extends string = ErrorCode> extends Problem<Code> {
  /** Absent if it is an error. */
  severity?: 'warning';
  /** Path of the value in the file, such as ['entities', 0, 'category'], if line and column are not known. */
  field?: readonly PropertyKey[];
}

/** Something that the user may want to know, with nothing to correct. */
export interface Note extends Place {
  file: string;
  message: string;
  /** Distinguishes notes with the same message. */
  detail?: string;
}

/** Creates a finding. One that may be a warning has a row in PROBLEM_GATES. */
export function finding(
  code: GatedCode,
  message: string,
  hint: string,
  place?: Place & Pick<Finding, 'field'>,
  severity?: 'warning',
): Finding;
export function finding(
  code: ErrorCode,
  message: string,
  hint: string,
  place?: Place & Pick<Finding, 'field'>,
): Finding;
export function finding(
  code: ErrorCode,
  message: string,
  hint: string,
  place: Place & Pick<Finding, 'field'> = {},
  severity?: 'warning',
): Finding {
  return { ...place, code, message, hint, ...(severity && { severity }) };
}

/** Turns the place in a text into the place in its file, where the text begins below `linesAbove` lines. */
export function placeInFile<P extends Problem>(problem: P, file: string, linesAbove = 0): P {
  const { line = 1, column = 1 } = problem;
  return { ...problem, file, line: linesAbove + line, column };
}

/** Thrown for everything that the user can correct (exit code 1). Any other error is an internal error (exit code 2). */
export class UserError extends Error {
  readonly problems: readonly Problem[];
  /** The command's result up to the error; printed with --json. */
  readonly result: object | undefined;

  constructor(problems: Problem | readonly Problem[], result?: object) {
    const list = 'message' in problems ? [problems] : problems;
    super(list.map((problem) => formatProblem(problem)).join('\n'));
    this.name = 'UserError';
    this.problems = list.map(shorten);
    this.result = result;
  }
}

/** Errors that pass by themselves: the same command works later (exit code 3). */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  'in-use',
  'used-up-time',
  'unknown-batch',
  'silent-model-server',
  'busy-model-server',
  'locked-target',
  'lost-lock',
  'changing-target',
  'unreachable',
  'failing-server',
]);

export const passes = ({ code }: Problem): boolean => PASSING.has(code);

/** Maximum characters of a message: messages quote names from content, which have any length. */
const MAX_MESSAGE = 1_000;

function shorten({ severity: _list, field: _place, ...problem }: Finding): Problem {
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
    error: (problem: Finding) => void errors.push(shorten(problem)),
    warn: (problem: Finding) => void warnings.push(shorten(problem)),
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

/** True if an error of Node's file system or network has one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Thrown for a file that the system would open, and a site may not have. */
export class FileRefusal extends Error {
  readonly path: string;
  readonly problem: Problem;

  constructor(path: string, problem: Problem) {
    super(problem.message);
    this.path = path;
    this.problem = problem;
  }
}

/** Errors of the file system that the user can correct, by Node's code. */
const REFUSALS: Readonly<Record<string, readonly [code: ErrorCode, message: string, hint: string]>> = {
  EACCES: ['permission-denied', 'permission denied', 'change the permissions, or choose another place'],
  EDQUOT: ['full-disk', 'your disk quota is used up', 'free some space and run the same command again'],
  EFBIG: [
    'file-too-large',
    'the file is larger than the system allows',
    'raise the limit of the system (ulimit -f)',
  ],
  EEXIST: ['file-in-place-of-folder', 'something else is in place of a new file or folder', 'move it away'],
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
  ENXIO: ['special-file', 'a socket or a device is in place of a file', 'replace it with a file'],
  EPERM: [
    'permission-denied',
    'the system does not allow this',
    'change the permissions, or choose another place',
  ],
  EROFS: [
    'read-only-disk',
    'the disk is read-only',
    'choose another place; ARTICLES_CACHE names a folder for what builds keep, and --out one for the output',
  ],
};

/** Describes an error of the file system; null for any other error. @param file shown instead of the error's path */
export function refusalOf(error: unknown, file?: string): Problem | null {
  if (error instanceof FileRefusal) return { file: file ?? error.path, ...error.problem };
  if (!(error instanceof Error) || !('code' in error)) return null;
  const refusal = REFUSALS[String(error.code)];
  if (!refusal) return null;
  const place = file ?? ('path' in error && typeof error.path === 'string' ? error.path : undefined);
  const [code, message, hint] = refusal;
  return { ...(place !== undefined && { file: place }), code, message, hint };
}

/** The problems of an error, with files relative to the root; null for an internal error. */
export function problemsOf(error: unknown, root: string): Problem[] | null {
  const refusal = refusalOf(error);
  const problems = error instanceof UserError ? error.problems : refusal && [refusal];
  if (!problems) return null;
  return problems.map((problem) => {
    const { file: path, hint } = problem;
    if (path === undefined || !isAbsolute(path)) return problem;
    const file = showPath(root, path);
    const isCache = refusal !== null && /^\.articles(?:\/cache|$)/.test(file.replaceAll('\\', '/'));
    return {
      ...problem,
      file,
      hint: isCache ? `${hint}: ARTICLES_CACHE names it for what builds keep` : hint,
    };
  });
}
