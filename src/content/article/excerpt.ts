/** Makes the description of an article that has none. */
import { textOfTokens } from '../markdown/token-text.ts';
import { readTokens } from '../markdown/tokens.ts';

const LENGTH = 155;
/** References to footnotes that are not defined. */
const MENTIONS = /\[\^[^\]\s]+\]/g;

/** The first paragraph as plain text, cut at a word at about 155 characters; without paragraphs, the first list or quote. */
export function createExcerpt(markdown: string): string {
  const { blocks } = readTokens(markdown);
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
