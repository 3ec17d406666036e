/** Finds the places of links, images and raw HTML in a Markdown file, for reports. */
import { Marked, type Token } from 'marked';
import { createPlaceFinder, withoutByteOrderMark } from '../../config/utf8.ts';
import { findBody } from '../front-matter/front-matter.ts';
import { emptySections } from './blank-code.ts';
import { isKeptTag } from './inline-elements.ts';
import { lexBlocks } from './lexer.ts';
import { childrenOf, walkTokens } from './tokens.ts';

export interface MarkdownPlace {
  kind: 'link' | 'image' | 'html';
  /** The target as the source spells it, or the raw HTML. */
  target: string;
  /** The text between the brackets. */
  text: string;
  line: number;
  column: number;
}

const DEFINITIONS = /^[ \t>*+\-\d.)]*\[[^\]\n]+\]:.*/gm;

/**
 * @param text a whole file, with or without a byte order mark
 * @param wanted targets as they are spelled; null for all places. Only blocks with one of them are read then
 * @returns places in order
 */
export function findPlaces(text: string, wanted: readonly string[] | null = null): MarkdownPlace[] {
  const holds = (source: string) => wanted === null || wanted.some((target) => source.includes(target));
  const places: MarkdownPlace[] = [];
  // A reference and its definition may be in two sections.
  const isDivided = wanted !== null && !text.match(DEFINITIONS)?.some(holds);
  walkSource(isDivided ? emptySections(text, holds) : text, holds, (token, placeAt) => {
    const found = describe(token);
    if (found) places.push({ ...found, ...placeAt(0) });
  });
  return places;
}

/**
 * Visits the links of a file, and the tokens that hold no others, in order.
 * @param holds tells of the source of a block, and of targets of references, whether the block is read
 * @param visit gets a function that finds the place of an offset in the token's source
 */
export function walkSource(
  text: string,
  holds: (source: string) => boolean,
  visit: (token: Token, placeAt: (offset: number) => { line: number; column: number }) => void,
): void {
  const file = withoutByteOrderMark(text).replace(/\r\n?/g, '\n');
  const start = findBody(file);
  const marked = new Marked({ gfm: true });
  const placeAt = createPlaceFinder(file);
  const find = createFinder(file);
  let offset = start;
  const { blocks, lexSpans } = lexBlocks(file.slice(start), marked.defaults, { readsElements: false });
  // The text of a reference does not spell its target.
  const isDefined = Object.values(blocks.links).some(({ href }) => holds(href ?? ''));
  for (const block of blocks) {
    // Blocks follow each other in the file; a token is searched after the one found before.
    const begin = find([block.raw], offset, file.length)?.at ?? offset;
    const end = begin + block.raw.length;
    let cursor = begin;
    offset = end;
    if (!isDefined && !holds(block.raw)) continue;
    const passed = new Set<Token>();
    walkTokens([block], (token) => {
      for (const tokens of childrenOf(token)) lexSpans(tokens);
      // The alternative text of an image is inside its own token.
      if (token.type === 'image' || passed.has(token))
        for (const inner of ('tokens' in token && token.tokens) || []) passed.add(inner);
      if (passed.has(token)) return;
      if (!isLeaf(token) && token.type !== 'link') return;
      const { raw } = token;
      // Lines of a quote or a list are shorter in the token than in the file.
      const match = find([raw, firstLine(raw)], cursor, end);
      const isWhole = match?.end === (match?.at ?? 0) + raw.length;
      visit(token, (offset) => {
        const at = (match?.at ?? cursor) + (isWhole ? offset : 0);
        const part = isWhole || offset === 0 ? null : find([firstLine(raw.slice(offset))], at, end);
        return placeAt(part?.at ?? at);
      });
      if (match) cursor = isLeaf(token) ? match.end : match.at;
    });
  }
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** Characters before the next token; only a long target has more. */
const NEAR = 1_000;
/** Searches further away: each may read the whole text. */
const MAX_FAR = 100;

/** Returns a function that finds the first of some parts that begins between two offsets; null where none does. */
function createFinder(text: string) {
  let far = 0;
  const search = (parts: readonly string[], from: number, to: number) => {
    for (const part of parts) {
      const index = part.trim() === '' ? -1 : text.slice(from, to + part.length - 1).indexOf(part);
      if (index >= 0) return { at: from + index, end: from + index + part.length };
    }
    return null;
  };
  return (parts: readonly string[], from: number, to: number) => {
    const near = search(parts, from, Math.min(from + NEAR, to));
    if (near || from + NEAR >= to || parts.every((part) => part.trim() === '')) return near;
    return ++far > MAX_FAR ? null : search(parts, from, to);
  };
}

function describe(token: Token): Pick<MarkdownPlace, 'kind' | 'target' | 'text'> | null {
  if (token.type === 'link' || token.type === 'image')
    return { kind: token.type, target: String(token.href), text: String(token.text) };
  return token.type === 'html' && !isKeptTag(token.raw)
    ? { kind: 'html', target: token.raw, text: '' }
    : null;
}

/** True if a token contains no others. */
function isLeaf(token: Token): boolean {
  if (token.type === 'image') return true;
  return !('items' in token || 'rows' in token || ('tokens' in token && token.tokens));
}
