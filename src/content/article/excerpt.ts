/** Owns the description of a text that has none of its own. */
import { textOfTokens } from '../markdown/token-text.ts';
import { readTokens } from '../markdown/tokens.ts';

const LENGTH = 155;
/** Marks of footnotes that stand nowhere. */
const MENTIONS = /\[\^[^\]\s]+\]/g;

/** The first paragraph as plain text, cut at a word at about 155 characters; without paragraphs, the first list or quote. */
export function createExcerpt(markdown: string): string {
  const { blocks } = readTokens(markdown);
  const first = (types: readonly string[]) => {
    for (const block of blocks) {
      if (!types.includes(block.type)) continue;
      const text = textOfTokens([block]).replace(MENTIONS, '').replace(/\s+/g, ' ').trim();
      if (text !== '') return cutAtWord(text, LENGTH);
    }
    return '';
  };
  return first(['paragraph', 'text', 'html']) || first(['list', 'blockquote']);
}

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.lastIndexOf(' ', length);
  // The second pattern is the first half of a character that the cut has gone through.
  const kept = text
    .slice(0, cut > length / 2 ? cut : length)
    .replace(/[\s,;:.–—-]+$/, '')
    .replace(/[\ud800-\udbff]$/, '');
  return `${kept}…`;
}
