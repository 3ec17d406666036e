/**
 * Lexes plain inline Markdown fast: text with emphasis, code spans and links that are neither nested nor adjacent.
 * Everything else is left to marked.
 */
import type { Token, Tokens } from 'marked';

/** Everything that an inline rule of marked could begin or end with; "://", "www." and "@" make bare links. */
const SPECIAL = /[\\<`*_[\]~@]|!\[|&#|:\/\/|[wW]{3}\.|(?<! ) {2,}\n/g;

const SPACE = 32;
const OPEN_PARENTHESIS = 40;
const ASTERISK = 42;
const OPEN_BRACKET = 91;
const BACKTICK = 96;

const WORD_ENDS = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/su;
const PLAIN_TARGET = /^[\w/:.#?=%+,;-]+$/;

/** @returns null where the source contains anything else */
export function readPlainInline(source: string, escaped: boolean): Token[] | null {
  const tokens: Token[] = [];
  let start = 0;
  SPECIAL.lastIndex = 0;
  for (let found = SPECIAL.exec(source); found; found = SPECIAL.exec(source)) {
    const index = found.index;
    const token = readSpan(source, index, escaped);
    if (token === null) return null;
    if (index > start) tokens.push(textToken(source.slice(start, index), escaped));
    tokens.push(token);
    start = index + token.raw.length;
    SPECIAL.lastIndex = start;
  }
  if (start < source.length) tokens.push(textToken(start === 0 ? source : source.slice(start), escaped));
  return tokens;
}

function textToken(text: string, escaped: boolean): Tokens.Text {
  return { type: 'text', raw: text, text, escaped };
}

function readSpan(source: string, index: number, escaped: boolean): Token | null {
  const code = source.charCodeAt(index);
  if (code === ASTERISK) return readEmphasis(source, index, escaped);
  if (code === BACKTICK) return readCodeSpan(source, index);
  return code === OPEN_BRACKET ? readLink(source, index, escaped) : null;
}

function readCodeSpan(source: string, index: number): Tokens.Codespan | null {
  const end = source.indexOf('`', index + 1);
  if (end < index + 2 || source.charCodeAt(end + 1) === BACKTICK) return null;
  const text = source.slice(index + 1, end);
  if (text.charCodeAt(0) === SPACE || text.includes('\n')) return null;
  return { type: 'codespan', raw: source.slice(index, end + 1), text };
}

/** One or two asterisks on each side of words. */
function readEmphasis(source: string, index: number, escaped: boolean): Tokens.Em | Tokens.Strong | null {
  const width = source.charCodeAt(index + 1) === ASTERISK ? 2 : 1;
  const end = source.indexOf('*', index + width);
  if (end < 0) return null;
  const after = end + width;
  if (width === 2 && source.charCodeAt(end + 1) !== ASTERISK) return null;
  if (source.charCodeAt(after) === ASTERISK) return null;
  const text = source.slice(index + width, end);
  if (!WORD_ENDS.test(text) || isSpecial(text)) return null;
  const raw = source.slice(index, after);
  return { type: width === 2 ? 'strong' : 'em', raw, text, tokens: [textToken(text, escaped)] };
}

function readLink(source: string, index: number, escaped: boolean): Tokens.Link | null {
  const middle = source.indexOf(']', index + 1);
  if (middle < index + 2 || source.charCodeAt(middle + 1) !== OPEN_PARENTHESIS) return null;
  const end = source.indexOf(')', middle + 2);
  const href = source.slice(middle + 2, end);
  if (end < 0 || !PLAIN_TARGET.test(href)) return null;
  const text = source.slice(index + 1, middle);
  if (isSpecial(text)) return null;
  const raw = source.slice(index, end + 1);
  return { type: 'link', raw, href, title: null, text, tokens: [textToken(text, escaped)] };
}

function isSpecial(text: string): boolean {
  SPECIAL.lastIndex = 0;
  return SPECIAL.test(text);
}
