/** Refuses texts that are too long, or whose page would be too large. Both are counted, so every machine gives the same answer. */
import { NEUTRAL_OPTIONS } from './markdown-options.ts';
import { MAX_HTML, type TextRefusal, TextRefusedError } from './page-size.ts';
import { createMarkdownRenderer } from './render-markdown.ts';

/** Characters. A longer text is a mistake, such as a picture pasted as text. */
const MAX_LENGTH = 2_000_000;
/** Bytes of HTML that one character makes at most, besides the targets of references. */
const MAX_GROWTH = 45;
/** Bytes of HTML that a letter inside a word, or a space, makes at most: a word of a heading also stands in its id and in the contents. */
const PLAIN_GROWTH = 4;

const SPACE = 32;

/** Formats its number when it is needed: that takes milliseconds in each thread. */
const tooLong = (): TextRefusal => ({
  code: 'text-too-complex',
  message: `the text has more than ${MAX_LENGTH.toLocaleString('en')} characters`,
  hint: 'divide it into several articles',
  line: 1,
});

/** Renders the text only where it could exceed the limit. @returns null where the text can be published */
export function findRefusal(markdown: string): TextRefusal | null {
  if (markdown.length > MAX_LENGTH) return tooLong();
  if (!mayExceed(markdown)) return null;
  try {
    createMarkdownRenderer()(markdown, NEUTRAL_OPTIONS);
    return null;
  } catch (error) {
    if (error instanceof TextRefusedError) return error.refusals[0] ?? null;
    throw error;
  }
}

function mayExceed(markdown: string): boolean {
  const longest = markdown.length * MAX_GROWTH + targetsOfReferences(markdown);
  return longest > MAX_HTML && longest - savedByPlain(markdown) > MAX_HTML;
}

/** Only marks and beginnings of words can open an element. */
function savedByPlain(markdown: string): number {
  let plain = 0;
  let wasLetter = false;
  for (let index = 0; index < markdown.length; index++) {
    const code = markdown.charCodeAt(index);
    const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
    if (code === SPACE || (isLetter && wasLetter)) plain++;
    wasLetter = isLetter;
  }
  return plain * (MAX_GROWTH - PLAIN_GROWTH);
}

/** Upper limit of the characters of all reference targets: assumes that each reference has the longest one. */
function targetsOfReferences(markdown: string): number {
  let longest = 0;
  for (const [definition] of markdown.matchAll(/\]:[^\n]*\n?[^\n]*\n?[^\n]*/g))
    longest = Math.max(longest, definition.length);
  return longest === 0 ? 0 : longest * markdown.split(']').length;
}
