/** Owns where things stand in a Markdown file: links, images, raw HTML. Read only where there is something to report. */
import { Marked, type Token } from 'marked';
import { findBody } from '../content/front-matter.ts';
import { lexMarkdown } from '../content/lexer.ts';

export interface MarkdownPlace {
  kind: 'link' | 'image' | 'html';
  /** Target as written, or the raw HTML. */
  target: string;
  line: number;
  column: number;
}

/** @param text a whole file, with or without a byte order mark. @returns places in order */
export function findPlaces(text: string): MarkdownPlace[] {
  const file = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const start = findBody(file);
  const marked = new Marked({ gfm: true });
  const places: MarkdownPlace[] = [];
  let offset = start;
  for (const block of lexMarkdown(file.slice(start), marked.defaults)) {
    // Blocks follow each other in the file; what stands in one is looked for behind what was found before.
    const begin = Math.max(offset, file.indexOf(block.raw, offset));
    const end = begin + block.raw.length;
    let cursor = begin;
    marked.walkTokens([block], (token) => {
      const found = describe(token);
      if (!found) return;
      const at = file.indexOf(token.raw, cursor);
      if (at >= 0 && at < end) cursor = at;
      places.push({ ...found, ...position(file, cursor) });
      cursor++;
    });
    offset = end;
  }
  return places;
}

function describe(token: Token): Pick<MarkdownPlace, 'kind' | 'target'> | null {
  if (token.type === 'link' || token.type === 'image')
    return { kind: token.type, target: String(token.href) };
  return token.type === 'html' ? { kind: 'html', target: token.raw } : null;
}

function position(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
