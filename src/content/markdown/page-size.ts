/** Counts the HTML that a text makes, and refuses the text beyond a limit: references, tables and code can repeat a few characters. */
import type { Problem } from '../../foundation/errors.ts';

/** A reason to refuse a text, and the line that it is about. */
export interface TextRefusal extends Problem {
  /** From 1. */
  line: number;
  /** The words that it is about, where their line is not known. */
  words?: string;
}

/** Thrown where a text is refused while it is rendered. */
export class TextRefusedError extends Error {
  constructor(readonly refusals: readonly TextRefusal[]) {
    super(refusals.map(({ message }) => message).join('; '));
  }
}

export const refuseText = (refusal: TextRefusal) => new TextRefusedError([refusal]);

/** Bytes of the HTML of one text. */
export const MAX_HTML = 7_000_000;

/** Formats its number when it is needed: that takes milliseconds in each thread. */
function createTooLarge(): TextRefusedError {
  return refuseText({
    code: 'text-too-complex',
    message: `the text makes a page of more than ${MAX_HTML.toLocaleString('en')} bytes`,
    hint: 'shorten what repeats, such as a long address that many references use, or divide the text into several articles',
    line: 1,
  });
}

/** @returns a function that counts parts of a page and returns them. It throws TextRefusedError once they surely exceed the limit */
export function createPageCounter(): (html: string) => string {
  let characters = 0;
  return (html) => {
    characters += html.length;
    if (characters > MAX_HTML) throw createTooLarge();
    return html;
  };
}

/** @throws TextRefusedError for a page that exceeds the limit */
export function checkPageSize(html: string): void {
  // No character takes more than three bytes.
  if (html.length * 3 > MAX_HTML && Buffer.byteLength(html) > MAX_HTML) throw createTooLarge();
}
