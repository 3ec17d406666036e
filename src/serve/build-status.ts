/** Tells open pages about the last build: which pages are out of date, and problems with the source lines around them. */
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Finding, Problem } from '../foundation/errors.ts';
import type { Reporter } from '../foundation/report.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import type { Handler } from './server.ts';

export interface Status {
  /** Name of the last build that succeeded. Pages of other builds are out of date. */
  build: string;
  /** The difference to the build `from`; null if it is not known, so that every page reloads. */
  update: Update | null;
  /** Empty if `build` is a build of the present sources. */
  problems: ShownProblem[];
  /** Warnings of the last build. The page stays visible beside them. */
  warnings: ShownProblem[];
}

export type Update = { from: string } & LiveChange;

/** The URL of a new style sheet, or the paths of the pages that have changed. */
export type LiveChange = { stylesheet: string } | { pages: readonly string[] };

export interface ShownProblem extends Problem {
  /** The source lines around it, with their numbers. `>` marks the line of the problem. */
  lines: readonly string[];
}

/** Errors of types in the theme, and of the last build. */
export type ProblemKind = 'types' | 'build';

export interface StatusBoard {
  events: Events;
  status(): Status;
  /** All problems and warnings, without their lines. */
  findings(): Finding[];
  /**
   * Replaces the problems of one kind, and reports them in the terminal.
   * @param folder that their files are relative to
   */
  setProblems(kind: ProblemKind, folder: string, problems: readonly Problem[]): void;
  /** Replaces the warnings, which `sendBuild` sends. */
  setWarnings(folder: string, warnings: readonly Problem[]): void;
  has(kind: ProblemKind): boolean;
  /** Sends the problems to open pages. The build is the same. */
  sendProblems(): void;
  /** Sends that there is a new build. @param change what differs from the last one; null where that is not known */
  sendBuild(change: LiveChange | null): void;
}

export function createStatusBoard(reporter: Reporter): StatusBoard {
  // The start time makes pages of an earlier run out of date too.
  const run = Date.now().toString(36);
  let count = 0;
  let status: Status = { build: `${run}-0`, update: null, problems: [], warnings: [] };
  const events = createEvents(status);
  const problems: Record<ProblemKind, ShownProblem[]> = { types: [], build: [] };
  let warned: readonly Problem[] = [];
  const send = (next: Partial<Status>) => {
    status = { ...status, update: null, problems: Object.values(problems).flat(), ...next };
    events.send(status);
  };
  return {
    events,
    status: () => status,
    findings: () => [
      ...Object.values(problems)
        .flat()
        .map(({ lines: _, ...problem }) => problem),
      ...warned.map((problem): Finding => ({ ...problem, severity: 'warning' })),
    ],
    setProblems(kind, folder, found) {
      problems[kind] = found.map((problem) => {
        const lines = readLines(folder, problem);
        reporter.error(problem);
        if (lines.length > 0) reporter.info(lines.map((line) => `  ${line}`).join('\n'));
        return { ...problem, lines };
      });
    },
    setWarnings(folder, found) {
      warned = found;
      const warnings = found.slice(0, MAX_WARNINGS);
      status = {
        ...status,
        warnings: warnings.map((problem) => ({ ...problem, lines: readLines(folder, problem) })),
      };
    },
    has: (kind) => problems[kind].length > 0,
    sendProblems: () => send({}),
    sendBuild(change) {
      const from = status.build;
      count++;
      // A page that is open before the first build may be of any earlier build.
      send({ build: `${run}-${count}`, update: change && count > 1 ? { from, ...change } : null });
    },
  };
}

export const EVENTS_PATH = '/__events';

interface Events {
  handler: Handler;
  close(): void;
}

/** Sends events to all open pages, and the last event to a page that connects (server-sent events). */
function createEvents(first: object): Events & { send(value: object): void } {
  const open = new Set<ServerResponse>();
  let last = JSON.stringify(first);
  // Proxies and browsers close a connection that sends nothing for a long time.
  const pulse = setInterval(() => {
    for (const response of open) response.write(':\n\n');
  }, 20_000).unref();

  return {
    handler(request, response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(`retry: 500\ndata: ${last}\n\n`);
      open.add(response);
      request.on('close', () => open.delete(response));
    },
    send(value) {
      last = JSON.stringify(value);
      for (const response of open) response.write(`data: ${last}\n\n`);
    },
    close() {
      clearInterval(pulse);
      for (const response of open) response.end();
    },
  };
}

/** More would not be read in a corner of a page. The terminal has them all. */
const MAX_WARNINGS = 20;

const AROUND = 3;
const WIDEST = 200;

/** @param folder that the file of the problem is relative to */
function readLines(folder: string, { file, line }: Problem): string[] {
  if (file === undefined || line === undefined) return [];
  try {
    const first = Math.max(1, line - AROUND);
    const shown = readRegularFile(join(folder, file))
      .toString()
      .split(/\r?\n/)
      .slice(first - 1, line + AROUND);
    const width = String(first + shown.length - 1).length;
    return shown.map((text, index) => {
      const number = String(first + index).padStart(width);
      return `${first + index === line ? '>' : ' '} ${number} | ${text.slice(0, WIDEST)}`;
    });
  } catch {
    // The file may have been removed. Its place is enough.
    return [];
  }
}
