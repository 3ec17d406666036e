/** Prints everything that a command prints: for people to stderr, for programs to stdout. */
import { resolve } from 'node:path';
import type { CommandResult, FailureResult } from '../results/command-results.ts';
import { formatPlace, type Place, type Problem } from './errors.ts';
import { groupProblems, type ProblemGroup } from './group-problems.ts';
import { knowsLinks, linkToFile } from './hyperlinks.ts';

/** A phase of long work: a live line on a terminal, one plain line at its end elsewhere. */
export interface Phase {
  /** Sets the number of finished units, and optionally the note after it. */
  update(done: number, note?: string): void;
  /** Ends the phase; `note` replaces the count. */
  end(note?: string): void;
}

export interface Reporter {
  readonly json: boolean;
  /** Whether a line can be updated in place. */
  readonly live: boolean;
  /** Columns of the terminal that shows the output; Infinity where there is none. */
  readonly width: number;
  /** A line for people. Not shown with --quiet. */
  info(line: string): void;
  warn(problem: Problem): void;
  error(problem: Problem): void;
  /** As `warn` for each; problems that differ in their places only are one, unless all are asked for. */
  warnings(problems: readonly Problem[]): void;
  /** As `error` for each, grouped in the same way. */
  errors(problems: readonly Problem[]): void;
  /** @param total number of units, if it is known. */
  /** @param before how many of the total an earlier run has done: they took no time of this one */
  phase(name: string, total?: number, before?: number): Phase;
  /** The result of the command: one JSON object on stdout with --json, else `text` on stderr. @param value a string is JSON already */
  result(value: CommandResult | FailureResult | string, text: string): void;
  /** The product of a command (a tree, a prompt, search results), to stdout. Nothing with --json. */
  output(text: string): void;
}

export interface ReportOptions {
  json: boolean;
  quiet: boolean;
  /** Whether to show every one of several equal problems. */
  all?: boolean;
  /** Files of problems are relative to it. Default: the current folder. */
  root?: string;
  stdout: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean; columns?: number };
  /** Colours are used on a terminal unless NO_COLOR is set. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** Places of equal problems that are named. */
const SHOWN_PLACES = 3;

export function createReporter(options: ReportOptions): Reporter {
  const { json, quiet, all = false, root = '', stdout, stderr, environment } = options;
  const terminal = stderr.isTTY === true && environment.TERM !== 'dumb' && !environment.CI;
  const live = terminal && !quiet;
  const colour = stderr.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  const linked = stderr.isTTY === true && knowsLinks(environment);
  const clear = live ? '\r\u001b[2K' : '';
  let open = false;

  const line = (text: string) => {
    stderr.write(`${open ? clear : ''}${text}\n`);
    open = false;
  };
  const showPlace = (place: Place) => {
    const text = plain(formatPlace(place)).replaceAll('\n', '\\n');
    return linked && place.file !== undefined ? linkToFile(resolve(root, place.file), text) : text;
  };
  const problemLines = (label: string, [problem, ...others]: ProblemGroup) => {
    // Content of a file must not look like another line of output.
    const message = plain(problem.message).replaceAll('\n', '\n  ');
    const place = showPlace(problem);
    const places = [problem, ...others.slice(0, SHOWN_PLACES - 1)].map(showPlace).join(', ');
    const rest = others.length + 1 - SHOWN_PLACES;
    const text =
      others.length === 0
        ? `${place ? `${place}: ` : ''}${message}`
        : `${message}, ${others.length + 1} times: ${places}${rest > 0 ? ` and ${rest} more (--all shows all)` : ''}`;
    line(`${label} ${text}\n  ${paint(36, '→')} ${plain(problem.hint)}`);
  };
  const group = (problems: readonly Problem[]): ProblemGroup[] =>
    all ? problems.map((problem) => [problem]) : groupProblems(problems);
  const warnOf = (problems: ProblemGroup) => {
    if (!quiet) problemLines(paint(33, 'warning'), problems);
  };
  const errorOf = (problems: ProblemGroup) => problemLines(paint(31, 'error'), problems);

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
      let drawn = 0;
      let count = before;
      const of = total === undefined ? '' : ` of ${total}`;
      const draw = (note?: string) => {
        drawn = performance.now();
        const left = total === undefined ? undefined : total - count;
        const speed = describeSpeed(count - before, left, drawn - started);
        const text = plain(`${name}: ${count}${of}${speed}${note ? `, ${note}` : ''}`);
        stderr.write(`${clear}${text.slice(0, (stderr.columns || 80) - 1)}`);
        open = true;
      };
      if (live) draw();
      return {
        update(done, note) {
          count = done;
          if (live && performance.now() - drawn >= 80) draw(note);
        },
        end(note) {
          const spent = formatDuration(performance.now() - started);
          const what = note ?? (count > 0 ? `${count}${of}` : 'done');
          if (!quiet) line(`${name}: ${plain(what)} ${paint(90, `(${spent})`)}`);
        },
      };
    },
    result(value, text) {
      if (json) stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
      else if (!quiet && text) line(plain(text));
    },
    output(text) {
      if (!json) stdout.write(plain(text.endsWith('\n') ? text : `${text}\n`));
    },
  };
}

/** `, 120/s, 3 s left`, or a part of it. @param ms since the start */
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
