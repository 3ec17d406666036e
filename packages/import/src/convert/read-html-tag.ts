/** Reads a tag of HTML or JSX. */
import { matchAt, type ReadTag, voidTag } from './tree.ts';

/** Characters of the longest comment that is recognised. */
const MAX_COMMENT = 20_000;
/** Characters of the longest value in braces that is recognised, and its levels. A single text in quotes may be longer. */
const MAX_BRACES = 5_000;
const MAX_LEVELS = 100;

const NAME = /\/?([A-Za-z][\w.:-]*)?/y;
const ATTRIBUTE = /[\s]+([^\s=/>"'{<]+)(\s*=\s*)?/y;
/** Template code in a value may have quotation marks of its own. */
const CODE = String.raw`\{\{[<%]?[^\n{}]{0,500}?[>%]?\}\}|\{%[^\n{}]{0,500}?%\}`;
/** A character is read in one way only: a second one would double the time with every piece of code. */
const QUOTED = new RegExp(`"((?:${CODE}|(?!${CODE})[^"])*)"|'((?:${CODE}|(?!${CODE})[^'])*)'`, 'y');
const QUOTED_IN_BRACES = /\{\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*\}/y;
const BARE = /[^\s"'=<>`{]+/y;
const END = /\s*(\/?)>/y;

/**
 * Reads `<name a="b" c={d} />`, `</name>`, comments, and the tags of fragments, which have no name.
 * Must be called with ascending offsets of one text.
 */
export function htmlReader(): ReadTag {
  /** The next end of a comment; -1 where there is none. */
  let close = 0;
  return (text, start) => {
    if (!text.startsWith('<!--', start)) return readTag(text, start);
    if (close >= 0 && close < start + 4) close = text.indexOf('-->', start + 4);
    const isComment = close >= 0 && close + 3 <= start + MAX_COMMENT;
    return isComment ? voidTag('html', '!--', start, close + 3) : null;
  };
}

const readTag: ReadTag = (text, start) => {
  if (text[start] !== '<') return null;
  const [opener = '', name = ''] = matchAt(NAME, text, start + 1) ?? [];
  // `<https://…>` is a link.
  if (name.endsWith(':') || /^(?:https?|mailto|ftp):/.test(name)) return null;
  const attributes = new Map<string, string>();
  let at = start + opener.length + 1;
  // Only a fragment of JSX has no name: the first character of `< O(1)` is text.
  if (name === '' && text[at] !== '>') return null;
  for (;;) {
    const end = matchAt(END, text, at);
    if (end) {
      const type = opener.startsWith('/') ? 'close' : end[1] || VOID.has(name) ? 'void' : 'open';
      return { notation: 'html', name, type, attributes, start, end: at + end[0].length };
    }
    // Skips `{...props}` and comments in braces.
    const braces = /^\s*\{/.test(text.slice(at, at + 200)) ? text.indexOf('{', at) : -1;
    if (braces >= 0) {
      const closed = endOfBraces(text, braces);
      if (closed === null) return null;
      at = closed;
      continue;
    }
    const attribute = matchAt(ATTRIBUTE, text, at);
    if (!attribute) return null;
    const [whole, key = '', equals] = attribute;
    at += whole.length;
    let value = '';
    if (equals !== undefined) {
      const read = readValue(text, at);
      if (!read) return null;
      value = read.value;
      at = read.end;
    }
    attributes.set(key.toLowerCase(), value);
  }
};

const VOID = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

function readValue(text: string, at: number): { value: string; end: number } | null {
  const quoted = matchAt(QUOTED, text, at);
  if (quoted) return { value: quoted[1] ?? quoted[2] ?? '', end: at + quoted[0].length };
  const literal = matchAt(QUOTED_IN_BRACES, text, at);
  if (literal) return { value: plainExpression(literal[1] ?? ''), end: at + literal[0].length };
  if (text[at] === '{') {
    const end = endOfBraces(text, at);
    return end === null ? null : { value: plainExpression(text.slice(at + 1, end - 1)), end };
  }
  const bare = matchAt(BARE, text, at);
  return bare && { value: bare[0], end: at + bare[0].length };
}

/** Characters that a backslash and a letter stand for. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '' };

/** Reduces `'a'` to `a` and `require('./a.png').default` to `./a.png`. Other code stays in braces. */
function plainExpression(code: string): string {
  const trimmed = code.trim();
  const required = /^require\(\s*(["'])([^"']+)\1\s*\)(?:\.default)?$/.exec(trimmed);
  if (required) return required[2] ?? '';
  const literal = /^(["'`])((?:(?!\1|\$\{|\\).|\\.)*)\1$/s.exec(trimmed);
  if (literal)
    return (literal[2] ?? '').replace(/\\(.)/gs, (_all, escaped: string) => ESCAPES[escaped] ?? escaped);
  return /^[\w.]+$/.test(trimmed) && /^\d|^(?:true|false)$/.test(trimmed) ? trimmed : `{${trimmed}}`;
}

/** The offset after the brace that closes the one at `at`; null if it is not closed. */
export function endOfBraces(text: string, at: number): number | null {
  let depth = 0;
  let quote = '';
  const limit = Math.min(text.length, at + MAX_BRACES);
  for (let index = at; index < limit; index++) {
    const character = text[index];
    if (quote !== '') {
      if (character === '\\') index++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === '`') quote = character;
    else if (character === '{') {
      if (++depth > MAX_LEVELS) return null;
    } else if (character === '}' && --depth === 0) return index + 1;
  }
  return null;
}
