/** Detects texts whose nesting overflows the stack of a recursive parser. */
import { createMarkdownRenderer, NEUTRAL_OPTIONS } from './render-markdown.ts';

export const TOO_DEEP = {
  message: 'the text is nested too deeply to be read',
  hint: 'nest quotes, lists and emphasis less deeply',
};

export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

/** A run of this many characters that may begin a level is worth a trial. */
const SUSPECT = 300;
const MARKS = new Set(Array.from('>*_~[+- \t', (mark) => mark.charCodeAt(0)));

/** Tests every `SUSPECT`th character: no longer run fits between two of them. */
function isSuspect(markdown: string): boolean {
  const isMark = (index: number) => MARKS.has(markdown.charCodeAt(index));
  for (let index = SUSPECT - 1; index < markdown.length; index += SUSPECT) {
    if (!isMark(index)) continue;
    let start = index;
    while (isMark(start - 1)) start--;
    while (isMark(index + 1)) index++;
    if (index - start >= SUSPECT - 1) return true;
  }
  return false;
}

/** Finds the usual cases before any page is made; the others are found when they are rendered. */
export function isNestedTooDeeply(markdown: string): boolean {
  if (!isSuspect(markdown)) return false;
  try {
    createMarkdownRenderer()(markdown, NEUTRAL_OPTIONS);
    return false;
  } catch (error) {
    if (isOverflow(error)) return true;
    throw error;
  }
}
