/** Reads links, images and mentions of footnotes. */
import type { Token } from 'marked';
import type { Scan } from './scan.ts';

const MAX_NAME = 200;

/** Reads "[": a footnote, or a bracket that may open a link or an image. */
export function openBracket(scan: Scan): true {
  const { source, at, context, brackets } = scan;
  if (context.footnotes && source.charAt(at + 1) === '^') {
    const end = scan.find(']', at);
    const name = end < 0 || end - at > MAX_NAME + 2 ? '' : source.slice(at + 2, end);
    if (context.footnotes.has(name))
      return scan.add({ type: 'footnoteMention', raw: source.slice(at, end + 1), name }, end + 1);
  }
  const isImage = at > scan.textStart && source.charAt(at - 1) === '!';
  const outer = brackets.at(-1);
  if (outer) outer.holdsBracket = true;
  scan.addBracket(isImage ? at - 1 : at, at + 1);
  brackets.push({ isImage, at: scan.nextIndex - 1, start: at + 1, holdsBracket: false });
  return true;
}

interface Target {
  href: string;
  title: string | null;
  end: number;
}

/** Reads "]", which completes a link or an image if a target follows or is known. */
export function closeBracket(scan: Scan): boolean {
  const { source, at, brackets } = scan;
  const bracket = brackets.pop();
  if (!bracket) return false;
  const holdsLink = brackets.length < scan.closedBrackets;
  scan.closedBrackets = Math.min(scan.closedBrackets, brackets.length);
  if (holdsLink && !bracket.isImage) return false;
  const text = source.slice(bracket.start, at);
  const target = readTarget(source, at + 1) ?? findReference(scan, bracket.holdsBracket ? null : text);
  if (!target) return false;
  const { isImage } = bracket;
  const raw = source.slice(bracket.start - (isImage ? 2 : 1), target.end);
  const { href, title } = target;
  const isLink = scan.wrap(bracket, target.end, (tokens) =>
    isImage
      ? { type: 'image', raw, href, title, text, tokens }
      : { type: 'link', raw, href, title, text, tokens: withoutLinks(tokens) },
  );
  if (isLink && !isImage) scan.closedBrackets = brackets.length;
  return isLink;
}

/** Addresses in the text of a link are its text. */
function withoutLinks(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token): Token[] => {
    if (token.type === 'link') return token.tokens ?? [];
    if (token.type !== 'image' && 'tokens' in token && token.tokens)
      token.tokens = withoutLinks(token.tokens);
    return [token];
  });
}

const ESCAPED = /\\([!-/:-@[-`{-~])/g;
export const withoutEscapes = (text: string) => (text.includes('\\') ? text.replace(ESCAPED, '$1') : text);

const SPACES = /[ \t]*(?:\n[ \t]*)?/y;
const BRACED = /<((?:[^<>\n\\]|\\.)*)>/y;
const TITLES: Readonly<Record<string, RegExp>> = {
  '"': /"((?:[^"\\]|\\[\s\S])*)"/y,
  "'": /'((?:[^'\\]|\\[\s\S])*)'/y,
  '(': /\(((?:[^()\\]|\\[\s\S])*)\)/y,
};

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

const afterSpaces = (source: string, at: number) => at + (matchAt(SPACES, source, at)?.[0].length ?? 0);

/** The target in parentheses. */
function readTarget(source: string, at: number): Target | null {
  if (source.charAt(at) !== '(') return null;
  const start = afterSpaces(source, at + 1);
  const braced = source.charAt(start) === '<' ? matchAt(BRACED, source, start) : null;
  if (source.charAt(start) === '<' && !braced) return null;
  const targetEnd = braced ? start + braced[0].length : endOfTarget(source, start);
  if (targetEnd < 0) return null;
  const href = withoutEscapes(braced?.[1] ?? source.slice(start, targetEnd));
  const next = afterSpaces(source, targetEnd);
  if (source.charAt(next) === ')') return { href, title: null, end: next + 1 };
  const title = next > targetEnd ? matchAt(TITLES[source.charAt(next)] ?? /$^/y, source, next) : null;
  if (!title) return null;
  const end = afterSpaces(source, next + title[0].length);
  return source.charAt(end) === ')'
    ? { href, title: withoutEscapes(title[1] ?? '') || null, end: end + 1 }
    : null;
}

/** Pairs of parentheses within a target. */
const MAX_PARENTHESES = 32;

/** Where a target without braces ends; -1 if its parentheses are not in pairs. */
function endOfTarget(source: string, start: number): number {
  let depth = 0;
  let at = start;
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code <= 32 || code === 127) break;
    if (code === 92 && source.charCodeAt(at + 1) > 32) at++;
    else if (code === 40 && ++depth > MAX_PARENTHESES) return -1;
    else if (code === 41 && --depth < 0) break;
  }
  return depth > 0 ? -1 : at;
}

const MAX_LABEL = 999;
const LABEL = /\[((?:[^[\]\\]|\\[\s\S]){0,1000})\]/y;

/** The target of a reference. @param text its text where that can be a label */
function findReference({ source, at, context }: Scan, text: string | null): Target | null {
  const [raw = '', written = ''] = matchAt(LABEL, source, at + 1) ?? [];
  const label = written.trim() === '' ? text : written;
  if (label === null || label.length > MAX_LABEL) return null;
  const known = context.links[foldLabel(label)];
  if (!known) return null;
  // Empty brackets belong to the reference, others with nothing but spaces are text.
  const length = written === '' || written.trim() !== '' ? raw.length : 0;
  return { href: known.href, title: known.title || null, end: at + 1 + length };
}

/** The form in which labels are compared. marked folds the labels of definitions in this way. */
export function foldLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}
