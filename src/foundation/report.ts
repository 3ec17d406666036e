/** Prints everything that a command prints: for people to stderr, for programs to stdout. */
import { relative, resolve } from 'node:path';
import type { CommandResult, Failure } from '../results/command-results.ts';
import { formatPlace, formatProblem, type Place, type Problem } from './errors.ts';

/** A step of long work: a live line on a terminal; elsewhere a line every ten seconds, and one when the step ends. */
export interface Phase {
  /** Sets the number of finished units, and optionally the note after it. */
  update(done: number, note?: string): void;
  /** Ends the phase; `note` replaces the count. */
  end(note?: string): void;
}

/** A result; an error with what was done before it; or only the error. */
export type Printed = CommandResult | (Partial<CommandResult> & Failure) | string;

export interface Reporter {
  readonly json: boolean;
  /** True if a line can be updated in place. */
  readonly live: boolean;
  /** Width of the terminal in columns; Infinity without a terminal. */
  readonly width: number;
  /** A line for people. Not shown with --quiet. */
  info(line: string): void;
  warn(problem: Problem): void;
  error(problem: Problem): void;
  /** Prints warnings. Warnings that differ only in their places become one entry, except with `all`. */
  warnings(problems: readonly Problem[]): void;
  /** Prints errors, grouped in the same way. */
  errors(problems: readonly Problem[]): void;
  /**
   * @param total number of units, if it is known
   * @param before units that an earlier run finished: excluded from this run's rate
   */
  phase(name: string, total?: number, before?: number): Phase;
  /**
   * Prints the result of the command: one JSON object on stdout with --json, else `text` on stderr.
   * @param value as docs/reference/json.md has it; a string is printed as it is: it is JSON already
   * @param isGood false for a result that is no success; successes are green
   */
  result(value: Printed, text: string, isGood?: boolean): void;
  /** Prints the product of a command, such as a tree or search results, on stdout. Prints nothing with --json. */
  output(text: string): void;
}

export interface ReportOptions {
  json: boolean;
  quiet: boolean;
  /** True to show every problem of a group (--all). */
  all?: boolean;
  stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  /** Colours are used on a terminal unless NO_COLOR is set. A job of GitHub gets annotations. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the site, for the paths of annotations. */
  root?: string;
  /** Which command prints, and of which version: the first fields of its JSON. */
  head?: { kind: string; version: string };
}

/** Milliseconds between two lines of a long step, such as in the log of continuous integration. */
const LOG_EVERY = 10_000;

/** Places shown for a group of equal problems. */
const SHOWN_PLACES = 3;

export function createReporter(options: ReportOptions): Reporter {
  const { json, quiet, all = false, stdout, stderr, environment, root = '', head } = options;
  const terminal = stderr.isTTY === true && environment.TERM !== 'dumb';
  const live = terminal && !environment.CI && !quiet;
  const colour = terminal && !environment.NO_COLOR;
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  const showLinks = (text: string) =>
    colour ? text.replace(/https?:\/\/[!-~]+/g, '\u001b[4m$&\u001b[24m') : text;
  const clear = live ? '\r\u001b[2K' : '';
  let open = false;
  /** What was warned of, until the result names it. */
  let warned: Problem[] = [];
  let isDone = false;

  const line = (text: string) => {
    stderr.write(`${open ? clear : ''}${text}\n`);
    open = false;
  };
  /** Updates the line of a step, or writes a new line where the terminal cannot update lines. */
  const draw = (text: string) => {
    if (!live) return line(text);
    stderr.write(`${clear}${text.slice(0, (stderr.columns || 80) - 1)}`);
    open = true;
  };
  const show = (label: string, problems: ProblemGroup) => {
    const [what, hint] = describeGroup(problems);
    line(`${label} ${what}\n  ${paint(36, '→')} ${hint}`);
  };
  const workspace = environment.GITHUB_ACTIONS === 'true' ? (environment.GITHUB_WORKSPACE ?? '') : null;
  const annotate = (level: 'warning' | 'error', problems: ProblemGroup) => {
    if (workspace === null) return;
    for (const problem of problems.slice(0, SHOWN_PLACES))
      line(formatAnnotation(level, problem, relative(workspace, resolve(root, problem.file ?? ''))));
  };
  const group = (problems: readonly Problem[]): ProblemGroup[] => {
    const distinct = [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()];
    return all ? distinct.map((problem) => [problem]) : groupProblems(distinct);
  };
  const warnOf = (problems: ProblemGroup) => {
    if (json && !isDone) warned.push(...problems);
    if (quiet) return;
    show(paint(33, 'warning'), problems);
    annotate('warning', problems);
  };
  const errorOf = (problems: ProblemGroup) => {
    show(paint(31, 'error'), problems);
    annotate('error', problems);
  };
  const headOf = (value: object) => (head ? { ...head, warnings: warned, ...value } : value);
  return {
    json,
    live,
    width: stdout.isTTY === true && stdout.columns ? stdout.columns : Number.POSITIVE_INFINITY,
    info: (text) => {
      if (!quiet) line(plain(text));
    },
    warn: (problem) => warnOf([problem]),
    error: (problem) => errorOf([problem]),
    warnings: (problems) => group(problems).forEach(warnOf),
    errors: (problems) => group(problems).forEach(errorOf),
    phase(name, total, before = 0) {
      const started = performance.now();
      let drawn = started;
      let count = before;
      const of = total === undefined ? '' : ` of ${total}`;
      const progress = (note?: string) => {
        drawn = performance.now();
        const left = total === undefined ? undefined : total - count;
        const speed = describeSpeed(count - before, left, drawn - started);
        draw(plain(`${name}: ${count}${of}${speed}${note ? `, ${note}` : ''}`));
      };
      if (live) progress();
      return {
        update(done, note) {
          count = done;
          if (!quiet && performance.now() - drawn >= (live ? 80 : LOG_EVERY)) progress(note);
        },
        end(note) {
          const spent = formatDuration(performance.now() - started);
          const what = note ?? (count > 0 ? `${count}${of}` : 'done');
          if (!quiet) line(`${name}: ${plain(what)} ${paint(90, `(${spent})`)}`);
        },
      };
    },
    result(value, text, isGood = true) {
      if (json) {
        const whole = typeof value === 'string' ? value : JSON.stringify(headOf(value));
        stdout.write(`${whole}\n`);
        isDone = true;
        warned = [];
      } else if (!quiet && text) {
        const [first = '', ...rest] = plain(text).split('\n');
        line([isGood ? paint(32, first) : first, ...rest].map(showLinks).join('\n'));
      }
    },
    output(text) {
      if (!json) stdout.write(plain(text.endsWith('\n') ? text : `${text}\n`));
    },
  };
}

/** The command by which a job of GitHub shows a problem at its line. @param path from the folder of the repository */
function formatAnnotation(
  level: 'warning' | 'error',
  { file, line, column, code, message, hint }: Problem,
  path: string,
): string {
  const inLine = (text: string) =>
    plain(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const quote = (text: string) => inLine(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const place = file === undefined ? [] : [`file=${quote(path)}`, `line=${line ?? 1}`, `col=${column ?? 1}`];
  return `::${level} ${[...place, `title=${code}`].join(',')}::${inLine(`${message}\n${hint}`)}`;
}

/** @returns what is wrong and where, and the hint */
function describeGroup([problem, ...others]: ProblemGroup): [what: string, hint: string] {
  const showPlace = (place: Place) => plain(formatPlace(place)).replaceAll('\n', '\\n');
  // Indented, so that text quoted from a file cannot pass for a line of output.
  const message = plain(problem.message).replaceAll('\n', '\n  ');
  const place = showPlace(problem);
  const places = [problem, ...others.slice(0, SHOWN_PLACES - 1)].map(showPlace).join(', ');
  const rest = others.length + 1 - SHOWN_PLACES;
  const what =
    others.length === 0
      ? `${place ? `${place}: ` : ''}${message}`
      : `${message}, ${others.length + 1} times: ${places}${rest > 0 ? ` and ${rest} more (--all shows all)` : ''}`;
  return [what, plain(problem.hint)];
}

/** Problems with the same message and hint. */
type ProblemGroup = readonly [Problem, ...Problem[]];

/** Largest number of equal problems that are printed one by one. */
const MAX_SINGLE = 3;

/** Groups problems that differ only in their places. A group keeps the position of its first problem. */
function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, [Problem, ...Problem[]]>();
  const keyOf = ({ message, hint }: Problem) => JSON.stringify([message, hint]);
  for (const problem of problems) {
    const group = groups.get(keyOf(problem));
    if (group) group.push(problem);
    else groups.set(keyOf(problem), [problem]);
  }
  return problems.flatMap((problem): ProblemGroup[] => {
    const group = groups.get(keyOf(problem));
    if (!group || group.length <= MAX_SINGLE) return [[problem]];
    return group[0] === problem ? [group] : [];
  });
}

/** Returns `, 120/s, 3 s left`, or as much of it as is known. @param ms since the start */
function describeSpeed(done: number, left: number | undefined, ms: number): string {
  const rate = (done * 1000) / ms;
  if (ms < 200 || done === 0) return '';
  const speed = rate >= 1 ? `, ${Math.round(rate)}/s` : `, ${(rate * 60).toFixed(1)}/min`;
  if (left === undefined || ms < 1000 || left <= 0) return speed;
  const seconds = Math.ceil(left / rate);
  return `${speed}, ${seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`} left`;
}

/** Escapes control and direction characters as `\u{1b}`: titles and file names may contain anything. */
function plain(text: string): string {
  return text.replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

/** A reporter that prints nothing, for callers that read the returned value. */
export function createSilentReporter(): Reporter {
  const nowhere = { write: () => undefined };
  return createReporter({ json: false, quiet: true, stdout: nowhere, stderr: nowhere, environment: {} });
}

const PLURALS = new Intl.PluralRules('en');

/** Maximum number of characters that a message names. */
const MAX_CHARACTERS = 10;

/** "美 中", or the first ten and the number of the others. */
export function formatCharacters(characters: ReadonlySet<string>): string {
  const named = [...characters].slice(0, MAX_CHARACTERS).join(' ');
  const others = characters.size - MAX_CHARACTERS;
  return others > 0 ? `${named} and ${others} more` : named;
}

/** `1 file`, `2 files`: a number with its noun. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${PLURALS.select(count) === 'one' ? noun : plural}`;
}

/** `850 ms`, `3.2 s`, `2 min 5 s`. @param ms milliseconds */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** `912 B`, `1.4 kB`, `23.0 MB`: decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}
