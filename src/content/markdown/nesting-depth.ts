/** Owns texts that are nested more deeply than a stack can follow: parsers call themselves for each level. */
import { createMarkdownRenderer } from './render-markdown.ts';

export const TOO_DEEP = {
  message: 'the text is nested too deeply to be read',
  hint: 'take its quotes, lists or emphasis apart',
};

export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

/** So many characters that may begin a level, in a row, are worth a trial. */
const SUSPECT = 300;
const MARKS = new Set(Array.from('>*_~[+- \t', (mark) => mark.charCodeAt(0)));

/** Looks at one character of `SUSPECT`: no longer run can pass between them. */
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

/** Finds what people and broken programs write before any page is made; what is left is found when it is rendered. */
export function isNestedTooDeeply(markdown: string): boolean {
  if (!isSuspect(markdown)) return false;
  try {
    createMarkdownRenderer()(markdown, {
      rawHtml: false,
      basePath: '',
      labels: { copyCode: '', footnotes: '', backToReference: '', table: '' },
      resolveImage: (url) => ({ url, width: null, height: null, sources: [] }),
    });
    return false;
  } catch (error) {
    if (isOverflow(error)) return true;
    throw error;
  }
}
