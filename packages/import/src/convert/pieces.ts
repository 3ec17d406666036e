/** The parts of a converted text, and how they become one text. A part keeps its meaning until the element around it takes it. */
import { joinLines } from './lines.ts';

export type Piece =
  /** Text within a line. `isElement`: it shows an element, so the cell of a table that it stands in does not end within it. */
  | { type: 'inline'; text: string; isElement?: boolean }
  /** Text on lines of its own. `indent` is what stands before it: the indent of a list item, or the marks of a quote. */
  | { type: 'block'; text: string; indent?: string | null }
  /** A tab. A group of tabs takes it. */
  | { type: 'tab'; title: string; text: string; indent?: string | null }
  /** The caption of a figure. */
  | { type: 'caption'; text: string }
  /** The visible line of hidden details. */
  | { type: 'summary'; text: string }
  /** The place of an expression that only its tool can evaluate. */
  | { type: 'gap' };

export const inlinePiece = (text: string): Piece => ({ type: 'inline', text });
export const blockPiece = (text: string): Piece => ({ type: 'block', text });

/** @param name such as `h2` */
export function headingPiece(name: string, words: string): Piece {
  const text = joinLines(words).trim();
  return text === '' ? inlinePiece('') : blockPiece(`${'#'.repeat(Number(name[1]))} ${text}`);
}

/** The text of a part that nothing takes. */
function looseBlock(piece: Exclude<Piece, { type: 'inline' | 'gap' }>): string {
  switch (piece.type) {
    case 'block':
    case 'caption':
      return piece.text;
    case 'tab':
      return [piece.title && `**${piece.title}**`, piece.text.trim()].filter(Boolean).join('\n\n');
    case 'summary':
      return piece.text && `**${piece.text}**`;
  }
}

/** Characters before a block that say how it stands there. */
const LOOK_BACK = 4_400;

/** Joins the parts of a Markdown text. Blocks get the indent of their place. */
export function joinMarkdown(pieces: readonly Piece[]): string {
  // Each block copies what is before it, so it is given no more than it looks at.
  let settled = '';
  let end = '';
  const gaps: number[] = [];
  for (const piece of pieces) {
    if (piece.type === 'inline')
      end += piece.isElement && isInRow(end) ? escapePipes(piece.text) : piece.text;
    else if (piece.type === 'gap') gaps.push(settled.length + end.length);
    else {
      const block = looseBlock(piece).replace(/^\n+/, '').trimEnd();
      if (block === '') continue;
      if (end.length > 2 * LOOK_BACK) {
        const line = end.lastIndexOf('\n', end.length - LOOK_BACK) + 1;
        settled += end.slice(0, line);
        end = end.slice(line);
      }
      end = insert(end, block, 'indent' in piece ? piece.indent : '');
    }
  }
  return gaps.length === 0 ? settled + end : removeEmptied(settled + end, gaps);
}

/** A line of a list or a table that has lost what its label names goes out whole. */
const EMPTIED = /^[ \t]*(?:[-*+]|\d{1,9}[.)])?[ \t]*(?:[^\n.!?]{0,40}:)?[ \t]*[^\p{L}\p{N}\n]*$/u;

function removeEmptied(text: string, gaps: readonly number[]): string {
  let kept = '';
  let at = 0;
  for (const gap of gaps) {
    if (gap < at) continue;
    const start = text.lastIndexOf('\n', gap - 1) + 1;
    const next = text.indexOf('\n', gap);
    const end = next < 0 ? text.length : next + 1;
    const line = text.slice(start, end).trimEnd();
    if (start < at || line.trim() === '' || !EMPTIED.test(line)) continue;
    kept += text.slice(at, start);
    at = end;
  }
  return kept + text.slice(at);
}

/** True if a text ends within the row of a table. */
function isInRow(written: string): boolean {
  const lineStart = written.lastIndexOf('\n') + 1;
  return /^[ \t>]*\|/.test(written.slice(lineStart, lineStart + 200));
}

/** Keeps code from ending the cell that it stands in. */
function escapePipes(text: string): string {
  return text.replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, (span) => span.replace(/(?<!\\)\|/g, '\\|'));
}

/** Appends a block, which is not empty. In the row of a table it stays in its row. */
function insert(written: string, block: string, indent: string | null | undefined): string {
  const lineStart = written.lastIndexOf('\n') + 1;
  if (indent === null && isInRow(written)) return written + inOneLine(block);
  const [marker = ''] =
    indent === null
      ? (/^(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])(?:[ \t]+|$|(?<=>)))+/.exec(written.slice(lineStart)) ?? [])
      : [];
  const isFirst = marker !== '' && lineStart + marker.length === written.length;
  const before = isFirst ? written : withoutEnd(written);
  const prefix = marker === '' ? prefixOf(indent ?? '', before) : marker.replace(/[^>\s]/g, ' ');
  if (isFirst) return `${before}${block.replace(/\n(?=[^\n])/g, `\n${prefix}`)}\n\n`;
  const lines = block.replace(/\n(?=[^\n])/g, `\n${prefix}`);
  const gap = before === '' ? '' : prefix.includes('>') ? `\n${prefix.trimEnd()}\n` : '\n\n';
  return `${before}${gap}${prefix}${lines}\n\n`;
}

/** Writes a block as text of one line, as the cell of a table has it. */
export function inOneLine(block: string): string {
  const text = block
    .replace(
      /^[ \t]*:{3,}(?:[\w-]+\{[^\n]*?\b(?:title|summary|caption)="((?:[^"\\]|\\.)*)"[^\n]*|[^\n]*)$/gm,
      (_all, title: string | undefined) => title ?? '',
    )
    .replace(/^>[ \t]?(?:\[![A-Z]+\])?/gm, '');
  return joinLines(text.trim(), '<br>');
}

/** Removes blank lines and quote marks from the end. Looks only at the last characters, for speed. */
function withoutEnd(text: string): string {
  const kept = text.slice(0, -400);
  return (
    kept +
    text
      .slice(kept.length)
      .replace(/[ \t>]*$/, '')
      .replace(/\n+$/, '')
  );
}

/** The indent of the content of the list item, or the marks of the quote, that contains a block; '' outside of both. */
function prefixOf(indent: string, before: string): string {
  if (indent === '' || indent.includes('>')) return indent;
  for (const line of before.slice(-4000).split('\n').reverse()) {
    const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (line.trim() === '' || own >= indent.length) continue;
    const marker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,4}/.exec(line)?.[0].length ?? 0;
    if (marker > 0) return ' '.repeat(Math.min(marker, indent.length));
    if (own === 0) return '';
  }
  return '';
}

/** A run of text, or a block. */
export interface Block {
  text: string;
  isRun: boolean;
}

/** Joins texts of one line. Of two spaces in a row, one is left. A line break keeps its own. */
function joinRun(texts: readonly string[]): string {
  let last = '';
  const kept = texts.map((text) => {
    const own = /[ \n]/.test(last) && text !== '  \n' ? text.replace(/^ +/, '') : text;
    last = own.at(-1) ?? last;
    return own;
  });
  return kept.join('');
}

/** Divides the parts of an HTML text into blocks: runs of inline text are paragraphs. */
export function blocksOf(pieces: readonly Piece[]): Block[] {
  const blocks: Block[] = [];
  let run: string[] = [];
  const endRun = () => {
    const text = joinRun(run).replace(/^[ \n]+|[ \n]+$/g, '');
    if (text !== '') blocks.push({ text, isRun: true });
    run = [];
  };
  for (const piece of pieces) {
    if (piece.type === 'inline') {
      run.push(piece.text);
      continue;
    }
    if (piece.type === 'gap') continue;
    endRun();
    const text = looseBlock(piece).replace(/^\n+/, '').trimEnd();
    if (text !== '') blocks.push({ text, isRun: false });
  }
  endRun();
  return blocks;
}

/** Joins parts of a line: spaces at their ends stay. Blocks among them make blocks of all. */
export function joinInline(pieces: readonly Piece[]): string {
  if (pieces.some(({ type }) => type !== 'inline')) return joinHtml(pieces);
  return joinRun(pieces.flatMap((piece) => (piece.type === 'inline' ? piece.text : [])));
}

export function joinHtml(pieces: readonly Piece[]): string {
  return blocksOf(pieces)
    .map(({ text }) => text)
    .join('\n\n');
}
