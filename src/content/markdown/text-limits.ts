/** Refuses texts that cannot be rendered: nested deeper than the stack, or slow beyond any use. */
import type { Failure } from '../../foundation/errors.ts';
import { createTimeLimit, TimeLimitError } from '../../foundation/time-limit.ts';
import { createMarkdownRenderer, NEUTRAL_OPTIONS } from './render-markdown.ts';

/** What is wrong with a text, and in which of its lines. */
export interface TextRefusal extends Failure {
  /** From 1. */
  line: number;
}

/** Milliseconds that one text may take. Ordinary texts of a megabyte take a tenth of it. */
const MAX_TIME = 700;
/** Characters; a longer text is a mistake, such as a picture pasted as text. */
const MAX_LENGTH = 2_000_000;
/** Characters. No shorter text takes longer than `MAX_TIME`, whatever it holds. */
const SHORT = 8_000;
/** Characters from which on a text is tried whatever it holds. */
const LONG = 32_000;

const TOO_DEEP: Failure = {
  code: 'text-too-complex',
  message: 'the text is nested too deeply',
  hint: 'use fewer levels of quotes, lists or emphasis',
};
const TOO_SLOW: Failure = {
  code: 'text-too-complex',
  message: `the text takes longer than ${MAX_TIME} ms to render`,
  hint: 'look for a long run of the same marks, brackets or blanks, or divide the text into several articles',
};
const TOO_LONG: Failure = {
  code: 'text-too-complex',
  message: `the text has more than ${MAX_LENGTH.toLocaleString('en')} characters`,
  hint: 'divide it into several articles',
};

/** Thrown where a text is refused while it is rendered. */
export class TextRefusedError extends Error {
  readonly refusal: TextRefusal;
  constructor(refusal: TextRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Renders what looks dangerous once, before any page is made. Ordinary texts cost one look at their characters.
 * @returns null where the text can be rendered
 */
export function findRefusal(markdown: string): TextRefusal | null {
  if (markdown.length > MAX_LENGTH) return { ...TOO_LONG, line: 1 };
  if (!isSuspect(markdown)) return null;
  try {
    tryText(markdown, MAX_TIME);
    return null;
  } catch (error) {
    if (!(error instanceof TextRefusedError)) throw error;
    return { ...error.refusal, line: findSlowLine(markdown) };
  }
}

function tryText(markdown: string, milliseconds: number): void {
  limitWork(markdown, () => createMarkdownRenderer()(markdown, NEUTRAL_OPTIONS), milliseconds);
}

const runWithin = createTimeLimit();

/**
 * Runs work with a text. Short texts are not timed, as that would take longer than to render them.
 * @throws TextRefusedError where it takes too long or overflows the stack
 */
export function limitWork<T>(markdown: string, work: () => T, milliseconds = MAX_TIME): T {
  try {
    return markdown.length <= SHORT ? work() : runWithin(milliseconds, work);
  } catch (error) {
    if (error instanceof TimeLimitError) throw new TextRefusedError({ ...TOO_SLOW, line: 1 });
    if (error instanceof RangeError && error.message.includes('call stack'))
      throw new TextRefusedError({ ...TOO_DEEP, line: 1 });
    throw error;
  }
}

/** Characters of a window in which marks are counted. */
const WINDOW = 2_000;
/** Share of a window that is neither letter, digit nor a single space; prose has 0.05, tables and code up to 0.4. */
const MAX_MARKS = 0.45;
/** So many marks in a row may nest deeper than the stack. */
const MAX_RUN = 300;

function isSuspect(markdown: string): boolean {
  return markdown.length > LONG || hasLongRun(markdown) || (markdown.length > SHORT && isDense(markdown));
}

/** Whether marks and blanks follow each other for `MAX_RUN`. One character of so many is looked at: no run passes between. */
function hasLongRun(markdown: string): boolean {
  for (let index = MAX_RUN - 1; index < markdown.length; index += MAX_RUN) {
    if (isText(markdown.charCodeAt(index))) continue;
    let start = index;
    while (start > 0 && !isText(markdown.charCodeAt(start - 1))) start--;
    while (index + 1 < markdown.length && !isText(markdown.charCodeAt(index + 1))) index++;
    if (index - start >= MAX_RUN - 1) return true;
  }
  return false;
}

function isDense(markdown: string): boolean {
  let marks = 0;
  let before = 0;
  for (let index = 0; index < markdown.length; index++) {
    if (index % WINDOW === 0) marks = 0;
    const code = markdown.charCodeAt(index);
    if (!isText(code) && (code !== SPACE || before === SPACE)) marks++;
    if (marks > WINDOW * MAX_MARKS) return true;
    before = code;
  }
  return false;
}

const SPACE = 32;

/** Letters, digits and everything beyond ASCII. */
function isText(code: number): boolean {
  return (
    code > 127 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
  );
}

/** Line of the first large part that is refused by itself; 1 where only the whole is. */
function findSlowLine(markdown: string): number {
  const parts = [...markdown.matchAll(/(?:[^\n]+(?:\n|$))+/g)]
    .filter(([text]) => text.length > SHORT)
    .sort(([a], [b]) => b.length - a.length);
  for (const { 0: text, index } of parts.slice(0, 3)) {
    try {
      tryText(text, MAX_TIME / 10);
    } catch {
      return markdown.slice(0, index).split('\n').length;
    }
  }
  return 1;
}
