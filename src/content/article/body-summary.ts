/** Gives what other pages show of a text: its images, and an excerpt where it has no description. */
import type { Token } from 'marked';
import { decodeEntities } from '../markdown/html-text.ts';
import { safeUrl } from '../markdown/safe-urls.ts';
import { readTokens, textOfTokens, walkTokens } from '../markdown/tokens.ts';

export interface BodySummary {
  description: string;
  /** Targets of Markdown images as the renderer resolves them, without duplicates. */
  images: string[];
}

const LENGTH = 155;
/** References to footnotes that are not defined. */
const MENTIONS = /\[\^[^\]\s]+\]/g;

/** Lexes the text at most once. @param description null where the text has none */
export function summarizeBody(markdown: string, description: string | null): BodySummary {
  const hasImages = markdown.includes('![');
  if (description !== null && !hasImages) return { description, images: [] };
  const { blocks, notes } = readTokens(markdown);
  return {
    description: description ?? detach(createExcerpt(blocks)),
    images: hasImages ? findImages([...blocks, ...notes]) : [],
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
  return first(['paragraph', 'text', 'html']) || first(['list', 'blockquote']);
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
