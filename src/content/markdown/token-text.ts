/** Gives the text of Markdown tokens that a reader sees, without elements, comments and footnote marks. */
import type { Token } from 'marked';
import { decodeEntities, readHiddenTag, visibleText } from './html-text.ts';
import { stripControls } from './measure-text.ts';

/** @param images whether alternative texts of images count */
export function textOfTokens(tokens: readonly Token[], images = false): string {
  // marked has decoded some references itself.
  return stripControls(joinTexts(tokens, images));
}

function joinTexts(tokens: readonly Token[], images: boolean): string {
  return tokens.map((token) => textOfToken(token, images)).join('');
}

function textOfToken(token: Token, images: boolean): string {
  switch (token.type) {
    case 'html':
      return visibleText(token.text);
    case 'br':
      return ' ';
    case 'image':
      return images ? joinTexts(token.tokens ?? [], images) : '';
    case 'heading':
    case 'code':
    case 'table':
    case 'footnoteDefinition':
    case 'footnoteMention':
      return '';
    case 'list':
      return token.items.map((item: Token) => `${textOfToken(item, images)} `).join('');
    case 'codespan':
    case 'escape':
      return token.text;
    default:
      if ('tokens' in token && token.tokens) return joinTexts(token.tokens, images);
      return 'text' in token ? decodeEntities(token.text) : ' ';
  }
}

/** The tokens without hidden elements, whose inline tags are separate tokens. */
export function dropHidden(tokens: Token[]): Token[] {
  let hidden: string | null = null;
  return tokens.filter((token) => {
    const tag = token.type === 'html' && !token.block ? readHiddenTag(token.raw) : null;
    if (hidden === null && tag && !tag.closes) hidden = tag.name;
    else if (hidden !== null && tag?.closes && tag.name === hidden) hidden = null;
    else return hidden === null;
    return false;
  });
}
