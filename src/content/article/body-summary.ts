/** Gives what the site must know of a text: its images and directives, and an excerpt where it has no description. */
import type { Token } from 'marked';
import {
  checkDirectives,
  type DirectiveFacts,
  mayHoldDirectives,
  NO_FACTS,
} from '../markdown/check-directives.ts';
import type { Directives } from '../markdown/directive.ts';
import { decodeEntities } from '../markdown/html-text.ts';
import { safeUrl } from '../markdown/safe-urls.ts';
import { readTokens, textOfTokens, walkTokens } from '../markdown/tokens.ts';

export interface BodySummary {
  description: string;
  /** Targets of Markdown images as the renderer resolves them, without duplicates. */
  images: string[];
  directives: DirectiveFacts;
}

const LENGTH = 155;
/** References to footnotes that are not defined. */
const MENTIONS = /\[\^[^\]\s]+\]/g;

/**
 * Lexes the text at most once.
 * @param description null where the text has none
 * @param directives those that exist; null to check their syntax only
 */
export function summarizeBody(
  markdown: string,
  description: string | null,
  directives: Directives | null = null,
): BodySummary {
  const hasImages = markdown.includes('![');
  if (description !== null && !hasImages && !mayHoldDirectives(markdown))
    return { description, images: [], directives: NO_FACTS };
  const { blocks, notes } = readTokens(markdown);
  const tokens = [...blocks, ...notes];
  return {
    description: description ?? detach(createExcerpt(blocks)),
    images: hasImages ? findImages(tokens) : [],
    directives: checkDirectives(markdown, tokens, directives),
  };
}

/** Copies a part of a text, which would keep the whole text in memory. */
export function detach(part: string): string {
  return JSON.parse(JSON.stringify(part));
}

function findImages(tokens: Token[]): string[] {
  const found = new Set<string>();
  walkTokens(tokens, (token) => {
    const target = token.type === 'image' ? safeUrl(decodeEntities(token.href)) : null;
    if (target) found.add(detach(target));
  });
  return [...found];
}

/** The first paragraph as plain text, cut at a word at about 155 characters; without paragraphs, the first list or quote. */
function createExcerpt(blocks: readonly Token[]): string {
  const first = (types: readonly string[]) => {
    for (const block of blocks) {
      if (!types.includes(block.type)) continue;
      const text = textOfTokens([block]).replace(MENTIONS, '').replace(/\s+/g, ' ').trim();
      if (text !== '') return cutAtWord(text);
    }
    return '';
  };
  return first(['paragraph', 'text', 'html']) || first(['list', 'blockquote', 'directive']);
}

function cutAtWord(text: string): string {
  if (text.length <= LENGTH) return text;
  const cut = text.lastIndexOf(' ', LENGTH);
  // The second pattern is half of a surrogate pair.
  const kept = text
    .slice(0, cut > LENGTH / 2 ? cut : LENGTH)
    .replace(/[\s,;:.–—-]+$/, '')
    .replace(/[\ud800-\udbff]$/, '');
  return `${kept}…`;
}
