/** Owns the description of a text that has none of its own. */
import { Marked, type Token } from 'marked';
import { decodeEntities, visibleText } from './entities.ts';
import { lexMarkdown } from './lexer.ts';
import { stripControls } from './text.ts';

const LENGTH = 155;
const MARKDOWN = new Marked({ gfm: true }).defaults;

/** The first paragraph as plain text, cut at a word at about 155 characters; without paragraphs, the first list or quote. */
export function createExcerpt(markdown: string): string {
  const blocks = lexMarkdown(stripControls(markdown), MARKDOWN);
  const first = (types: readonly string[]) => {
    for (const block of blocks) {
      if (!types.includes(block.type) || /^\[\^[^\]\s]+\]:/.test(block.raw)) continue;
      const text = textOf([block]).replace(/\s+/g, ' ').trim();
      if (text !== '') return cutAtWord(text, LENGTH);
    }
    return '';
  };
  return first(['paragraph', 'text', 'html']) || first(['list', 'blockquote']);
}

/** Marks of footnotes are no words of the text. */
const MENTIONS = /\[\^[^\]\s]+\]/g;

function textOf(tokens: readonly Token[]): string {
  return tokens.map(textOfToken).join('');
}

function textOfToken(token: Token): string {
  switch (token.type) {
    case 'html':
      return token.block ? visibleText(token.text) : '';
    case 'br':
      return ' ';
    case 'image':
    case 'heading':
    case 'code':
    case 'table':
      return '';
    case 'list':
      return token.items.map((item: Token) => `${textOfToken(item)} `).join('');
    case 'codespan':
    case 'escape':
      return token.text;
    default:
      if ('tokens' in token && token.tokens) return textOf(token.tokens);
      return 'text' in token ? decodeEntities(token.text).replace(MENTIONS, '') : ' ';
  }
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
