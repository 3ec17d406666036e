/**
 * Reads the spans of a text in one scan, and gives the tokens of marked: CommonMark 0.31 and GFM, with rules for scripts without
 * spaces. Each character is read a bounded number of times, so every text takes linear time.
 */
import type { Token, Tokens } from 'marked';
import { decodeEntities } from '../html-text.ts';
import { readHost, readMail, readProtocol } from './addresses.ts';
import { closeBracket, openBracket } from './brackets.ts';
import { readMarkRun } from './emphasis.ts';
import { createText } from './pair-runs.ts';
import { Scan, type SpanContext } from './scan.ts';
import { readAngle } from './tags.ts';

/** By the character with which a span, or the end of one, begins: returns false where that is text. */
const READERS: Readonly<Record<string, (scan: Scan) => boolean>> = {
  '\\': readEscape,
  '\n': readBreak,
  '`': readCode,
  '*': readMarkRun,
  _: readMarkRun,
  '~': readMarkRun,
  '[': openBracket,
  ']': closeBracket,
  '<': readAngle,
  '&': readReference,
  ':': readProtocol,
  '@': readMail,
  w: readHost,
  W: readHost,
};

const byCode = Array.from({ length: 128 }, (_, code) => READERS[String.fromCharCode(code)] ?? null);

/** One character at which a span may begin. "]" and ":" without another mark are text. */
const MAY_HOLD = /[\\`*_~[<@]|&#|:\/\/|www\.| {2}\n|[\u2e80-\uffff] ?\n/i;

export function readSpans(source: string, context: SpanContext): Token[] {
  if (!MAY_HOLD.test(source)) return [createText(source, 0, source.length, false)];
  const scan = new Scan(source, context);
  const { length } = source;
  while (scan.at < length) {
    const code = source.charCodeAt(scan.at);
    const read = code < 128 ? byCode[code] : null;
    if (!read?.(scan)) scan.at++;
  }
  return scan.end();
}

const ESCAPABLE = /[!-/:-@[-`{-~]/;

function readEscape(scan: Scan): boolean {
  const { source, at } = scan;
  const next = source.charAt(at + 1);
  if (next === '\n') return addBreak(scan, at, at + 2);
  return ESCAPABLE.test(next) && scan.add({ type: 'escape', raw: `\\${next}`, text: next }, at + 2);
}

/** Letters and punctuation of Chinese and Japanese, which have no spaces between words. */
const WIDE = /[\u2e80-\u303e\u3041-\u312f\u3190-\u33ff\u3400-\ua4cf\uf900-\ufaff\uff01-\uff9f]/;

/** Han letters beyond the first 65,536 characters begin or end with these. */
const RARE_HAN = /[\ud840-\ud88d][\udc00-\udfff]/;

function isWide(source: string, at: number): boolean {
  return WIDE.test(source.charAt(at)) || RARE_HAN.test(source.slice(Math.max(0, at - 1), at + 2));
}

/** Reads a line end: a break after two spaces, and no space between Chinese or Japanese lines. */
function readBreak(scan: Scan): boolean {
  const { source, at, textStart } = scan;
  let start = at;
  while (start > textStart && source.charCodeAt(start - 1) === 32) start--;
  if (at - start > 1) return addBreak(scan, start, at + 1);
  let end = at + 1;
  while (source.charCodeAt(end) === 32) end++;
  if (!isWide(source, start - 1) || !isWide(source, end)) return false;
  return scan.add({ type: 'text', raw: source.slice(start, end), text: '', escaped: scan.isRaw }, end, start);
}

/** Adds a hard break, unless nothing follows it. */
function addBreak(scan: Scan, start: number, lineStart: number): boolean {
  const { source } = scan;
  let end = lineStart;
  while (source.charCodeAt(end) === 32 || source.charCodeAt(end) === 9) end++;
  return end < source.length && scan.add({ type: 'br', raw: source.slice(start, end) }, end, start);
}

/** Reads code, and a formula, which is code between dollar signs. */
function readCode(scan: Scan): boolean {
  const { source, at } = scan;
  let start = at + 1;
  while (source.charCodeAt(start) === 96) start++;
  const length = start - at;
  const end = scan.findBackticks(length, start);
  if (end < 0) return scan.skipTo(start);
  const inner = source.slice(start, end).replaceAll('\n', ' ');
  const isPadded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
  const text = isPadded ? inner.slice(1, -1) : inner;
  const next = end + length;
  const isFormula =
    scan.context.readsElements &&
    at > scan.textStart &&
    source.charAt(at - 1) === '$' &&
    source.charAt(next) === '$';
  if (isFormula)
    return scan.add({ type: 'math', raw: source.slice(at - 1, next + 1), text }, next + 1, at - 1);
  return scan.add({ type: 'codespan', raw: source.slice(at, next), text } satisfies Tokens.Codespan, next);
}

const NUMERIC = /&#(?:x[\da-f]{1,6}|\d{1,7});/iy;

/** Reads a numeric reference: its character is text, never a mark. Names stay, because they are only characters in HTML too. */
function readReference(scan: Scan): boolean {
  NUMERIC.lastIndex = scan.at;
  const [raw] = (!scan.isRaw && NUMERIC.exec(scan.source)) || [];
  if (raw === undefined) return false;
  return scan.add({ type: 'escape', raw, text: decodeEntities(raw) }, scan.at + raw.length);
}
