/** Lexes a text for uses that need no HTML, and gives the text of tokens that a reader sees. */
import { Marked, type Token, type Tokens, type TokensList } from 'marked';
import { createFootnoteState, createFootnotes } from './footnotes.ts';
import { decodeEntities, visibleText } from './html-text.ts';
import { isElement, plainElement, plainElements } from './inline-elements.ts';
import { lexBlocks } from './lexer.ts';
import { stripControls } from './measure-text.ts';

const plain = new Marked({ gfm: true });

/** A text whose spans are lexed where they are asked for. */
export interface ReadBlocks {
  /** Blocks that readers see. */
  blocks: TokensList;
  /** The contents of its footnotes. */
  notes: Token[];
  /** Lexes the spans of a block and of the blocks in it. */
  lexSpans(block: Token): void;
}

export function readBlocks(markdown: string): ReadBlocks {
  const footnotes = createFootnoteState();
  const marked = markdown.includes('[^')
    ? new Marked(
        { gfm: true },
        createFootnotes(() => footnotes),
      )
    : plain;
  const { blocks, lexSpans } = lexBlocks(stripControls(markdown), marked.defaults, {
    footnotes: footnotes.definitions,
  });
  const notes = [...footnotes.definitions.values()].flat();
  return {
    blocks,
    notes,
    lexSpans(block) {
      walkTokens([block], (token) => {
        for (const tokens of childrenOf(token)) lexSpans(tokens);
      });
    },
  };
}

/** The lists of spans and blocks in a token. */
export function childrenOf(token: Token): Token[][] {
  if (token.type === 'table') return cellsOf(token).map(({ tokens }) => tokens);
  return 'tokens' in token && token.tokens ? [token.tokens] : [];
}

function cellsOf(token: Token): Tokens.TableCell[] {
  return token.type === 'table' ? [token.header, ...token.rows].flat() : [];
}

/** Calls `visit` for each token and its descendants, the outer ones first. */
export function walkTokens(tokens: Token[], visit: (token: Token) => void): void {
  plain.walkTokens(tokens, visit);
}

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
      return visibleText(plainElements(token.text));
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
    case 'definitionTerm':
    case 'definition':
      return `${joinTexts(token.tokens ?? [], images)} `;
    case 'codespan':
    case 'escape':
      return token.text;
    default:
      if (isElement(token)) return plainElement(token.name, joinTexts(token.tokens, images));
      if ('tokens' in token && token.tokens) return joinTexts(token.tokens, images);
      return 'text' in token ? decodeEntities(token.text) : ' ';
  }
}
