/** Takes the passage of a page that shows best why the page was found, with its words marked and the heading above it. */
import type { QueryTerm, TextAnswer, TextResult } from './text-searcher.ts';
import type { Word, Words } from './words.ts';

export interface Passage {
  parts: { text: string; isMatch: boolean }[];
  /** The heading with an id that the passage stands under. */
  heading: { id: string; title: string } | null;
}

interface Block {
  text: string;
  heading: Passage['heading'];
}

/** Characters of a passage, and characters in it before the first match. */
const LENGTH = 220;
const BEFORE = 50;
const MAX_MARKS = 40;
/** Characters between words that stand side by side: a comma and a space. */
const MAX_GAP = 2;

export interface FoundArticle extends TextResult {
  /** null where its page could not be read, or has no text. */
  passage: Passage | null;
}

/** Reads the pages of results for their passages. @param readPage gives the HTML of a URL */
export function addPassages(
  { results, terms }: Pick<TextAnswer, 'results' | 'terms'>,
  words: Words,
  readPage: (url: string) => Promise<string>,
): Promise<FoundArticle[]> {
  return Promise.all(
    results.map(async (result) => {
      const html = await readPage(result.url).catch(() => '');
      return { ...result, passage: findPassage(html, terms, words) };
    }),
  );
}

type Weighted = Pick<QueryTerm, 'term' | 'instead' | 'weight'>;

/**
 * @param html a page of the site
 * @returns the beginning of the text, without a heading, where none of the terms stands in it; null where it has no text
 */
export function findPassage(html: string, terms: readonly Weighted[], { places }: Words): Passage | null {
  const weights = new Map(
    terms.flatMap(({ term, instead, weight }) => [term, ...instead].map((name) => [name, weight])),
  );
  const blocks = readBlocks(html);
  let best: { block: Block; marks: Word[]; score: number } | null = null;
  for (const block of blocks) {
    const matches = [...places(block.text)]
      .filter(({ term }) => weights.has(term))
      .sort((a, b) => a.start - b.start);
    for (const [index, { start }] of matches.entries()) {
      const after = matches.slice(index, index + MAX_MARKS);
      const marks = after.filter(({ end }) => end - start <= LENGTH - BEFORE);
      // A sentence says more than a heading with the same words.
      let score = Math.min(block.text.length, LENGTH) / 1e6;
      for (const term of new Set(marks.map(({ term }) => term))) score += weights.get(term) ?? 0;
      for (const pair of adjacentPairs(marks)) score += weights.get(pair) ?? 0;
      if (!best || score > best.score) best = { block, marks, score };
    }
  }
  if (best) return { heading: best.block.heading, parts: cut(best.block.text, best.marks) };
  // The words may stand in the title or the tags only.
  const [first] = blocks;
  return first ? { heading: null, parts: cut(first.text, []) } : null;
}

/** The pairs of marks side by side, as terms of a query have them. */
function adjacentPairs(marks: readonly Word[]): Set<string> {
  const pairs = marks.slice(1).flatMap(({ start, term }, index) => {
    const before = marks[index];
    return before && start - before.end <= MAX_GAP ? `${before.term} ${term}` : [];
  });
  return new Set(pairs);
}

/** Cuts the passage at spaces, and divides it at its marks, which may overlap. */
function cut(text: string, marks: readonly Word[]): Passage['parts'] {
  const first = marks[0]?.start ?? 0;
  const space = text.indexOf(' ', first - BEFORE);
  const start = first <= BEFORE ? 0 : space >= 0 && space < first ? space + 1 : first - BEFORE;
  const last = text.lastIndexOf(' ', start + LENGTH);
  const end = text.length <= start + LENGTH ? text.length : last > first ? last : start + LENGTH;
  const parts: Passage['parts'] = start > 0 ? [{ text: '… ', isMatch: false }] : [];
  let at = start;
  const add = (until: number, isMatch: boolean) => {
    if (until <= at) return;
    const before = parts.at(-1);
    if (before?.isMatch && isMatch) before.text += text.slice(at, until);
    else parts.push({ text: text.slice(at, until), isMatch });
    at = until;
  };
  for (const mark of marks) {
    add(mark.start, false);
    add(mark.end, true);
  }
  add(end, false);
  if (at < text.length) parts.push({ text: ' …', isMatch: false });
  return parts;
}

const BLOCK_END =
  /<\/?(?:p|li|[uo]l|h[1-6]|t[dhr]|table|blockquote|pre|div|section|figure|figcaption|d[dlt]|details|summary|aside|br|hr)\b[^<>]*>/i;
/** As in what follows, a tag without an end stops at the next one: to look for each end in the whole page would take quadratic time. */
const HEADING = /<h([2-6])\b[^<>]*?\bid="([^"]*)"[^<>]*>((?:(?!<h[1-6]\b)[\s\S])*?)<\/h\1>/gi;
const TITLE = /<h1\b[^<>]*>((?:(?!<h1\b)[\s\S])*?)<\/h1>/;

/** The text of an article ends before its author is introduced. */
const TEXT_END = /<footer class="author-box"|<\/article>/;

/** The blocks of text of an article, or of the whole content where a theme shows articles in another way. */
function readBlocks(html: string): Block[] {
  const start = html.indexOf('<div class="prose">');
  const body = start < 0 ? between(html, '<main', '</main>') : between(html.slice(start), '', TEXT_END);
  const blocks: Block[] = [];
  let heading: Passage['heading'] = null;
  let at = 0;
  const add = (until: number) => {
    for (const part of body.slice(at, until).split(BLOCK_END)) {
      const text = textOf(part);
      if (text !== '') blocks.push({ text, heading });
    }
  };
  for (const { index, 0: whole, 2: id = '', 3: inner = '' } of body.matchAll(HEADING)) {
    add(index);
    heading = { id: decode(id), title: textOf(inner) };
    blocks.push({ text: heading.title, heading });
    at = index + whole.length;
  }
  add(body.length);
  return blocks;
}

/** Title and text of the page of an article in a language; null for other pages. */
export function readArticle(html: string, language: string): { title: string; text: string } | null {
  const isArticle = html.includes(`<html lang="${language}"`) && html.includes('<article');
  const title = textOf(TITLE.exec(html)?.[1] ?? '');
  return isArticle && title !== ''
    ? {
        title,
        text: readBlocks(html)
          .map(({ text }) => text)
          .join(' '),
      }
    : null;
}

function between(html: string, first: string, last: string | RegExp): string {
  const rest = html.slice(Math.max(0, html.indexOf(first)));
  const end = rest.search(last);
  return rest.slice(0, end < 0 ? undefined : end);
}

/** Elements whose text no passage shows: those that browsers hide, and the numbers of footnotes. */
const UNSEEN = /<(script|style|svg)\b[\s\S]*?(?:<\/\1>|$)|<sup\b[^<>]*><a\b(?:(?!<sup\b)[\s\S])*?<\/sup>/gi;

function textOf(html: string): string {
  return decode(html.replace(UNSEEN, '').replace(/<[^<>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '',
  hellip: '…',
  mdash: '—',
  ndash: '–',
};

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
