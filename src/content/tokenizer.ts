/** Owns the guards before marked's rules: one look at the first characters instead of an expression that must fail. */
import type { TokenizerObject } from 'marked';

/** Answering false lets marked's own rule decide; undefined means that the rule cannot match here. */
type Verdict = false | undefined;

const BACKTICK = 96;
const TILDE = 126;
const SPACE = 32;
const TAB = 9;
const NEWLINE = 10;

/** The tokens are those of an unguarded marked; test/content/tokenizer.test.ts holds it. */
export function guardedTokenizer(): TokenizerObject {
  const startsWith = (...characters: number[]) => {
    const allowed = new Set(characters);
    return (source: string): Verdict => (allowed.has(source.charCodeAt(0)) ? false : undefined);
  };
  const codes = (text: string) => [...text].map((character) => character.charCodeAt(0));
  // Up to three spaces may stand before a block.
  const blockStart = (text: string) => startsWith(SPACE, ...codes(text));

  return {
    space: startsWith(NEWLINE, SPACE, TAB),
    code: startsWith(SPACE, TAB),
    fences: startsWith(SPACE, BACKTICK, TILDE),
    heading: blockStart('#'),
    hr: blockStart('*-_'),
    blockquote: blockStart('>'),
    list: blockStart('*+-0123456789'),
    html: blockStart('<'),
    def: blockStart('['),
    table: (source) => (tableMayStart(source) ? false : undefined),
    lheading: (source) => (underlineMayFollow(source) ? false : undefined),
    escape: startsWith(...codes('\\')),
    tag: startsWith(...codes('<')),
    link: startsWith(...codes('[!')),
    reflink: startsWith(...codes('[!')),
    emStrong: startsWith(...codes('*_')),
    codespan: startsWith(BACKTICK),
    br: startsWith(SPACE, ...codes('\\')),
    del: startsWith(TILDE),
    autolink: startsWith(...codes('<')),
    url: (source) => (urlMayStart(source) ? false : undefined),
  };
}

/** A table's second line holds only pipes, colons, hyphens and blanks. */
function tableMayStart(source: string): boolean {
  const newline = source.indexOf('\n');
  if (newline < 0) return false;
  for (let index = newline + 1; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code === 124 || code === 45 || code === 58) return true;
    if (code !== SPACE && code !== TAB) return false;
  }
  return false;
}

/** A heading is underlined by a line of "=" or "-" somewhere before the paragraph ends. */
function underlineMayFollow(source: string): boolean {
  return /\n {0,3}[=-]/.test(firstParagraph(source));
}

function firstParagraph(source: string): string {
  const end = source.indexOf('\n\n');
  return end < 0 ? source : source.slice(0, end + 1);
}

/** Bare links start with a protocol or "www."; e-mail addresses hold an "@" before the next blank. */
function urlMayStart(source: string): boolean {
  const first = source.charCodeAt(0) | 32;
  if (first === 104 || first === 102 || first === 119) return true;
  for (let index = 0; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code === 64) return true;
    if (code <= SPACE) return false;
  }
  return false;
}
