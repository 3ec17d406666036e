/** Owns texts that are nested more deeply than a stack can follow: parsers call themselves for each level. */
import { createMarkdownRenderer } from './markdown.ts';

export const TOO_DEEP = {
  message: 'the text is nested too deeply to be read',
  hint: 'take its quotes, lists or emphasis apart',
};

export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

/** So many marks in a row that it is worth a trial. */
const SUSPECT = /(?:[>*_~[+-][ \t]?){300}/;

/** Finds what people and broken programs write before any page is made; what is left is found when it is rendered. */
export function isNestedTooDeeply(markdown: string): boolean {
  if (!SUSPECT.test(markdown)) return false;
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
