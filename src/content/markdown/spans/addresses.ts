/** Reads addresses in the text that have no marks: web addresses, and e-mail addresses. */
import type { Tokens } from 'marked';
import { withoutEscapes } from './brackets.ts';
import { closesAround } from './emphasis.ts';
import type { Scan } from './scan.ts';
import { BLANK, kindsAfter, kindsBefore, PUNCTUATION, TIGHT } from './scripts.ts';

export function createAddress(raw: string, text: string, href: string): Tokens.Link & { autolink: true } {
  const tokens = [{ type: 'text', raw: text, text }];
  return { type: 'link', raw, text, href, autolink: true, title: null, tokens };
}

const PROTOCOL = /(?<![a-z])(?:https?|ftp)$/i;

/** Reads ":" after a protocol. */
export function readProtocol(scan: Scan): boolean {
  const { source, at, textStart } = scan;
  if (!source.startsWith('//', at + 1) || scan.isInAnchor) return false;
  const [protocol] = PROTOCOL.exec(source.slice(Math.max(textStart, at - 6), at)) ?? [];
  return protocol !== undefined && addAddress(scan, at - protocol.length, at + 3, '');
}

/** Reads "www.", which begins a word. */
export function readHost(scan: Scan): boolean {
  const { source, at } = scan;
  if (!/^www\.$/i.test(source.slice(at, at + 4)) || scan.isInAnchor) return false;
  const before = source.charAt(at - 1);
  const kinds = kindsBefore(source, at);
  const isFree =
    (kinds & BLANK) > 0 ||
    '*_~('.includes(before) ||
    (before > '\x7f' && (kinds & (PUNCTUATION | TIGHT)) > 0);
  return isFree && addAddress(scan, at, at + 4, 'http://');
}

function addAddress(scan: Scan, start: number, host: number, prefix: string): boolean {
  const end = endOfAddress(scan, host);
  if (end < 0) return false;
  const raw = scan.source.slice(start, end);
  // No address has a backslash before a mark: programs that write Markdown escape marks there too.
  const text = withoutEscapes(raw);
  return scan.add(createAddress(raw, text, prefix + text), end, start);
}

/** A label in letters like Latin ones ends before those of another script: a particle follows it, or the next word. */
const HOST = /(?:[\p{sc=Latn}\d-]+|[\p{L}\p{M}\p{N}-]+)(?:\.(?:[\p{sc=Latn}\d-]+|[\p{L}\p{M}\p{N}-]+))*\.?/uy;

/** Where an address ends; -1 without a host. */
function endOfAddress(scan: Scan, start: number): number {
  const { source } = scan;
  HOST.lastIndex = start;
  const host = HOST.exec(source)?.[0];
  if (host === undefined) return -1;
  const hostEnd = start + host.length;
  const isWhole = !(source.charCodeAt(hostEnd) < 128);
  return trimAddress(source, start, isWhole ? hostEnd : endOfPath(scan, hostEnd));
}

/** Open parentheses within an address; the next one ends it. */
const MAX_PARENTHESES = 8;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

function endOfPath(scan: Scan, start: number): number {
  const { source } = scan;
  const open: Record<string, number> = { '(': 0, '[': 0 };
  for (let at = start; at < source.length; at++) {
    const character = source.charAt(at);
    if (character > '\x7f') {
      if (endsPath(source, at)) return at;
      continue;
    }
    if (character <= ' ' || '<>`'.includes(character)) return at;
    if ('*~_'.includes(character) && character !== source.charAt(at - 1) && closesAround(scan, at)) return at;
    const opening = PAIRS[character];
    if (character in open) open[character] = (open[character] ?? 0) + 1;
    if ((open['('] ?? 0) > MAX_PARENTHESES) return at;
    if (opening === undefined) continue;
    const count = open[opening] ?? 0;
    if (count > 0) open[opening] = count - 1;
    else if (character === ']' || kindsAfter(source, at + 1) & BLANK || source.charCodeAt(at + 1) > 127)
      return at;
  }
  return source.length;
}

/** Punctuation beyond ASCII is part of no address, nor are signs in the width of ideographs. */
function endsPath(source: string, at: number): boolean {
  return /^[\s\p{P}＋＜＝＞｜～]/u.test(source.slice(at, at + 2));
}

const TRAILING = '?!.,:*_\'"~);\\';

/** The end without punctuation, an unclosed parenthesis with all that follows, and a character reference. */
function trimAddress(source: string, start: number, limit: number): number {
  const unclosed = findUnclosed(source, start, limit);
  let end = unclosed.end;
  let { surplus } = unclosed;
  for (; end > start; end--) {
    const last = source.charAt(end - 1);
    if (!TRAILING.includes(last) || (last === ')' && surplus <= 0)) break;
    if (last === ')') surplus--;
    if (last !== ';') continue;
    const [reference] = /&[a-z\d]+;$/i.exec(source.slice(Math.max(start, end - MAX_REFERENCE), end)) ?? [];
    if (reference !== undefined) end -= reference.length - 1;
  }
  return end;
}

/** Characters of a character reference. */
const MAX_REFERENCE = 40;

/** Where the first parenthesis without a partner opens, and how many close without one before. */
function findUnclosed(source: string, start: number, limit: number): { end: number; surplus: number } {
  const open: number[] = [];
  let surplus = 0;
  for (let at = start; at < limit; at++) {
    const code = source.charCodeAt(at);
    if (code === 40) open.push(at);
    if (code === 41 && open.pop() === undefined) surplus++;
  }
  return { end: open[0] ?? limit, surplus };
}

const LOCAL_PART = /[\w.+-]+$/;
const DOMAIN = /@[\w-]+(?:\.[\w-]*[a-z\d])+(?![\w-])/iy;
const MAIL_PROTOCOL = /(?<![a-z\d])(?:mailto|xmpp):$/i;
const RESOURCE = /\/[a-z\d@.]+/iy;

/** Reads the "@" of an e-mail address. */
export function readMail(scan: Scan): boolean {
  const { source, at, textStart } = scan;
  if (scan.isInAnchor) return false;
  let start = at;
  while (start > textStart && LOCAL_PART.test(source.charAt(start - 1))) start--;
  DOMAIN.lastIndex = at;
  const domain = start < at ? DOMAIN.exec(source)?.[0] : undefined;
  if (domain === undefined) return false;
  const [protocol = ''] = MAIL_PROTOCOL.exec(source.slice(Math.max(textStart, start - 8), start)) ?? [];
  let end = at + domain.length;
  RESOURCE.lastIndex = end;
  if (/^xmpp/i.test(protocol)) end += RESOURCE.exec(source)?.[0].length ?? 0;
  const text = source.slice(start - protocol.length, end);
  return scan.add(
    createAddress(text, text, protocol === '' ? `mailto:${text}` : text),
    end,
    start - protocol.length,
  );
}
