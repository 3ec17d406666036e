/** Lexes a text for uses that need no HTML. */
import { Marked, type Token, type TokensList } from 'marked';
import { createFootnoteState, createFootnotes } from './footnotes.ts';
import { mayHide } from './html-text.ts';
import { lexMarkdown } from './lexer.ts';
import { stripControls } from './measure-text.ts';
import { dropHidden } from './token-text.ts';

const plain = new Marked({ gfm: true });

/** The blocks of a text that readers see, and the contents of its footnotes. */
export function readTokens(markdown: string): { blocks: TokensList; notes: Token[] } {
  const footnotes = createFootnoteState();
  const marked = markdown.includes('[^')
    ? new Marked(
        { gfm: true },
        createFootnotes(() => footnotes),
      )
    : plain;
  const blocks = lexMarkdown(stripControls(markdown), marked.defaults);
  const notes = [...footnotes.definitions.values()].flat();
  hideElements(markdown, [...blocks, ...notes]);
  return { blocks, notes };
}

/** Removes elements whose contents are hidden. @param tokens of the text `markdown` */
export function hideElements(markdown: string, tokens: Token[]): void {
  if (!mayHide(markdown)) return;
  walkTokens(tokens, (token) => {
    if ('tokens' in token && token.tokens) token.tokens = dropHidden(token.tokens);
    if (token.type === 'table')
      for (const cell of [token.header, ...token.rows].flat()) cell.tokens = dropHidden(cell.tokens);
  });
}

/** Calls `visit` for each token and its descendants, the outer ones first. */
export function walkTokens(tokens: Token[], visit: (token: Token) => void): void {
  plain.walkTokens(tokens, visit);
}
