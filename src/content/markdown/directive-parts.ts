/** Divides Markdown at its directives: the text between them, and each directive with its body. Linear in the text. */
import {
  type DirectiveLine,
  isDirectiveLine,
  type LineProblem,
  readDirectiveLine,
} from './directive-line.ts';

/** A part of a source; `line` counts its lines from 0. */
export type Part = TextPart | DirectivePart;

interface TextPart {
  line: number;
  text: string;
}

export interface DirectivePart {
  line: number;
  raw: string;
  open: DirectiveLine;
  /** null for a directive without a body. */
  body: string | null;
  problem: LineProblem | null;
}

/** Lines that matter: directives, and what may hold such lines as text. */
const MARKED_LINE = /^(?:::|( {0,3})(`{3,}|~{3,}|<!--|<(script|pre|style|textarea)\b))/gim;

/** @param source lines that end with "\n". Directives are at the start of their lines */
export function divideAtDirectives(source: string): Part[] {
  const parts: Part[] = [];
  /** Containers that are not closed yet, the outer one first. */
  const open: DirectiveLine[] = [];
  /** By the number of their colons, how many of them are open. */
  const counts = new Map<number, number>();
  const count = (colons: number, added: number) => counts.set(colons, (counts.get(colons) ?? 0) + added);
  /** Offset at which the outer container starts. */
  let start = 0;
  let end = 0;
  let line = 0;
  const linesOf = createLineCounter(source);
  const endText = (to: number) => {
    if (to > end) parts.push({ line, text: source.slice(end, to) });
  };
  const push = (from: number, to: number, part: Pick<DirectivePart, 'open' | 'body' | 'problem'>) => {
    endText(from);
    parts.push({ line: linesOf(from), raw: source.slice(from, to), ...part });
    end = to;
    line = linesOf(to);
  };

  for (const at of markedLines(source)) {
    const next = endOfLine(source, at) + 1;
    const read = readDirectiveLine(source.slice(at, next - 1));
    const { name, colons, problem } = read;
    if (name !== '' && colons > 2) {
      if (open.length === 0) start = at;
      open.push(read);
      count(colons, 1);
    } else if (name === '' && problem === null && open.length > 0) {
      // A line that closes nothing is reported within the body.
      if (!counts.get(colons)) continue;
      let closed = open.pop();
      for (; closed && closed.colons !== colons; closed = open.pop()) count(closed.colons, -1);
      count(colons, -1);
      if (open.length > 0 || !closed) continue;
      const body = source.slice(endOfLine(source, start) + 1, at);
      push(start, next, { open: closed, body, problem: closed.problem });
    } else if (open.length === 0) {
      const closesNothing: LineProblem = {
        code: 'directive-syntax',
        message: 'this line closes no directive',
        hint: 'remove it; a closing line has as many colons as the line that opens the directive',
        column: 1,
      };
      push(at, next, { open: read, body: null, problem: problem ?? (name === '' ? closesNothing : null) });
    }
  }
  const [outer] = open;
  if (outer) {
    const colons = ':'.repeat(outer.colons);
    const problem: LineProblem = {
      code: 'directive-syntax',
      message: `the directive "${outer.name}" is not closed`,
      hint: `write ${colons} alone in a line after its content`,
      column: 1,
    };
    const body = source.slice(Math.min(source.length, endOfLine(source, start) + 1));
    push(start, source.length, { open: outer, body, problem: outer.problem ?? problem });
  }
  endText(source.length);
  return parts;
}

/** Offsets of the lines of directives, without those in code, comments and raw elements. */
function* markedLines(source: string): Iterable<number> {
  MARKED_LINE.lastIndex = 0;
  for (let found = MARKED_LINE.exec(source); found; found = MARKED_LINE.exec(source)) {
    const { index } = found;
    const [whole, , mark = '', element] = found;
    let next = index + whole.length;
    if (mark === '') {
      if (isDirectiveLine(source, index)) yield index;
      next = endOfLine(source, index);
    } else if (mark === '<!--') {
      next = endAfter(source, '-->', next);
    } else if (element !== undefined) {
      next = endAfter(source, `</${element.toLowerCase()}`, next);
    } else if (!(mark.startsWith('`') && source.slice(next, endOfLine(source, next)).includes('`'))) {
      const fence = new RegExp(`^ {0,3}${mark.charAt(0)}{${mark.length},}[ \\t]*$`, 'gm');
      fence.lastIndex = endOfLine(source, next);
      next = fence.test(source) ? fence.lastIndex : source.length;
    }
    MARKED_LINE.lastIndex = next;
  }
}

function endAfter(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? source.length : found + mark.length;
}

/** Returns the offset at which the line at `from` ends. */
function endOfLine(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** Returns a function that counts the lines above an offset; offsets must not become smaller. */
function createLineCounter(source: string): (offset: number) => number {
  let lines = 0;
  let counted = 0;
  return (offset) => {
    for (let at = source.indexOf('\n', counted); at >= 0 && at < offset; at = source.indexOf('\n', at + 1)) {
      lines++;
      counted = at + 1;
    }
    return lines;
  };
}
