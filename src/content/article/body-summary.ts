/** Summarizes a text: its images, its directives, and an excerpt if the article has no description. */
import type { Token } from 'marked';
import { segmenterOf } from '../../locales/words.ts';
import {
  checkDirectives,
  type DirectiveFacts,
  mayHoldDirectives,
  NO_FACTS,
} from '../markdown/check-directives.ts';
import type { Directives } from '../markdown/directive.ts';
import { decodeEntities } from '../markdown/html-text.ts';
import { isAbsoluteUrl, safeUrl } from '../markdown/safe-urls.ts';
import { type ReadBlocks, readBlocks, textOfTokens, walkTokens } from '../markdown/tokens.ts';
import { collapseSpaces, improveType } from '../markdown/typography.ts';

export interface BodySummary {
  description: string;
  /** True if the description is the beginning of the text. */
  isExcerpt: boolean;
  /** Targets of Markdown images within the site, as the renderer resolves them, without duplicates. */
  images: string[];
  directives: DirectiveFacts;
}

const LENGTH = 155;
/** References to footnotes that are not defined. */
const MENTIONS = /\[\^[^\]\s]{1,200}\]/g;

/**
 * Lexes the text at most once.
 * @param description of the front matter; null to take an excerpt
 * @param directives of the program and the site; null to check the syntax only
 * @param typography BCP 47: language whose quotes and dashes an excerpt gets; null for none
 */
export function summarizeBody(
  markdown: string,
  description: string | null,
  directives: Directives | null = null,
  typography: string | null = null,
): BodySummary {
  const isExcerpt = description === null;
  const hasImages = mayHoldImages(markdown);
  if (!hasImages && !mayHoldDirectives(markdown)) {
    const known = description ?? excerptOfStart(markdown, typography);
    if (known !== null) return { description: known, isExcerpt, images: [], directives: NO_FACTS };
  }
  const read = readBlocks(markdown);
  const tokens = [...read.blocks, ...read.notes];
  for (const block of tokens) if (block.raw.includes('![')) read.lexSpans(block);
  return {
    description: description ?? detach(createExcerpt(read, typography)),
    isExcerpt,
    images: hasImages ? findImages(tokens) : [],
    directives: checkDirectives(markdown, tokens, directives),
  };
}

/** Copies a part of a text. V8 would keep the whole text in memory for it. */
export function detach(part: string): string {
  return JSON.parse(JSON.stringify(part));
}

function findImages(tokens: Token[]): string[] {
  const found = new Set<string>();
  walkTokens(tokens, (token) => {
    const target = token.type === 'image' ? safeUrl(decodeEntities(token.href)) : null;
    if (target && !isAbsoluteUrl(target)) found.add(detach(target.normalize('NFC')));
  });
  return [...found];
}

/** An image of another host, such as a badge. */
const REMOTE_IMAGE = /!\[[^[\]\\`<]*\]\(https?:\/\/[^\s()<>\\]*(?: "[^"\n\\]*")?\)/y;

/** False if each image of the text is surely one of another host. */
function mayHoldImages(markdown: string): boolean {
  for (let at = markdown.indexOf('!['); at >= 0; at = markdown.indexOf('![', at + 1)) {
    REMOTE_IMAGE.lastIndex = at;
    if (!REMOTE_IMAGE.test(markdown)) return true;
  }
  return false;
}

/** Numbers of characters to search for the first paragraph. It is nearly always among the first of them. */
const STARTS = [800, 4_000];
/** Brackets whose meaning depends on a definition, which may come later in the text. */
const REFERENCE = /\[\^|\[[^[\]]*\](?!\()/;
/** A line that may define a reference or a footnote, also within a quote or a list. */
const DEFINITION = /^[ \t>*+\-\d.)]*\[(?:[^[\]\\]|\\.)+\]:/m;

/** Takes the excerpt without reading the whole text. @returns null if the rest of the text could change it */
function excerptOfStart(markdown: string, typography: string | null): string | null {
  const hasDefinition = markdown.includes(']:') && DEFINITION.test(markdown);
  for (const length of STARTS) {
    const start = markdown.slice(0, Math.max(0, markdown.lastIndexOf('\n\n', length)));
    if (hasDefinition && REFERENCE.test(start)) return null;
    // The last block may continue.
    const read = readBlocks(start);
    const excerpt = firstText(read, read.blocks.slice(0, -1), PARAGRAPHS, typography);
    if (excerpt !== '') return detach(excerpt);
  }
  return null;
}

const PARAGRAPHS = ['paragraph', 'text', 'html'];

/** The first paragraph as plain text, cut at a word at about 155 characters; without paragraphs, the first list or quote. */
function createExcerpt(read: ReadBlocks, typography: string | null): string {
  return (
    firstText(read, read.blocks, PARAGRAPHS, typography) ||
    firstText(read, read.blocks, ['list', 'blockquote', 'directive', 'definitionList'], typography)
  );
}

/** The first text in blocks of some types; '' where they have none. */
function firstText(
  { lexSpans }: ReadBlocks,
  blocks: readonly Token[],
  types: readonly string[],
  typography: string | null,
): string {
  for (const block of blocks) {
    if (!types.includes(block.type)) continue;
    lexSpans(block);
    if (typography !== null) improveType([block], typography);
    const text = collapseSpaces(textOfTokens([block]).replace(MENTIONS, '')).trim();
    if (text !== '') return cutAtWord(text);
  }
  return '';
}

function cutAtWord(text: string): string {
  if (text.length <= LENGTH) return text;
  const space = text.lastIndexOf(' ', LENGTH);
  // Without spaces, as in Chinese and Thai, the word that the limit divides is left out. A segmenter of any language knows
  // the words of every script.
  const cut =
    space > LENGTH / 2
      ? space
      : (segmenterOf('en')
          .segment(text.slice(0, 2 * LENGTH))
          .containing(LENGTH)?.index ?? LENGTH);
  // The second pattern is half of a surrogate pair.
  const kept = text
    .slice(0, cut > LENGTH / 2 ? cut : LENGTH)
    .replace(/[\s,;:.–—-]+$/, '')
    .replace(/[\ud800-\udbff]$/, '');
  return `${kept}…`;
}
