/**
 * Lexes plain blocks fast: headings, paragraphs, fenced code, and tight lists of one-line items and of such lists, at
 * the start of their lines. marked reads everything else, up to the next plain block.
 */
import type { Lexer, Token, Tokens } from 'marked';

/** marked's own lexer, for a part of the source that ends with a blank line or with the document. */
type ReadBlocks = (source: string, tokens: Token[]) => void;

/** After blank lines these begin a block at the start of a line, and end the block before it. */
const NEXT_BLOCK = /(?<!\n)\n\n+(?=[#A-Za-z"'(“‘«\u00c0-\u1fff\u3041-\ud7ff])/g;
/** A block with one of these may continue after a blank line: fenced code, raw HTML, titles of link definitions. */
const GOES_ON = /```|~~~|\]:|<(?:script|pre|style|textarea|[!?])/i;

const HEADING = /(#{1,6}) ([^\n\u2028\u2029]*[^\s#])(?=\n|$)/y;
const ITEM = /([*+-]|\d{1,9}[.)]) ([^\s][^\n]*)/y;
const LIST_MARKER = /\d{1,9}[.)](?=[ \t\n]|$)/y;
/** First characters of lines that may be more than text: white space, marks of blocks, digits. */
const MARKED = /[\s#>|:=+\-<*_`~[\d]/;

/** Lists within lists. marked reads deeper ones. */
const MAX_LEVELS = 10;

const NEWLINE = 10;
const HASH = 35;

/** @param source with "\n" for line ends */
export function readPlainBlocks(source: string, tokens: Token[], lexer: Lexer, readBlocks: ReadBlocks): void {
  let position = 0;
  while (position < source.length) {
    const blank = skipNewlines(source, position);
    const mark = source.charCodeAt(blank);
    if (blank > position && mark !== 32 && mark !== 9) {
      tokens.push({ type: 'space', raw: source.slice(position, blank) });
      position = blank;
      continue;
    }
    const token = readBlock(source, position, lexer);
    if (token) {
      tokens.push(token);
      position += token.raw.length;
      const next = skipNewlines(source, position);
      const code = source.charCodeAt(next);
      if (code !== 32 && code !== 9) {
        if (next - position === 1) token.raw += '\n';
        else if (next > position) tokens.push({ type: 'space', raw: source.slice(position, next) });
        position = next;
        continue;
      }
    }
    const end = findEnd(source, position);
    readBlocks(source.slice(position, end), tokens);
    position = end;
  }
}

/** The end of the part that marked must read as a whole. */
function findEnd(source: string, position: number): number {
  NEXT_BLOCK.lastIndex = position;
  const end = NEXT_BLOCK.test(source) ? NEXT_BLOCK.lastIndex : source.length;
  return GOES_ON.test(source.slice(position, end)) ? source.length : end;
}

function readBlock(source: string, position: number, lexer: Lexer): Token | null {
  if (source.charCodeAt(position) === HASH) return readHeading(source, position, lexer);
  if (source.startsWith('```', position) || source.startsWith('~~~', position)) {
    return lexer.options.tokenizer?.fences(source.slice(position)) ?? null;
  }
  return startsText(source, position)
    ? readParagraph(source, position, lexer)
    : readList(source, position, lexer);
}

function readHeading(source: string, position: number, lexer: Lexer): Tokens.Heading | null {
  HEADING.lastIndex = position;
  const match = HEADING.exec(source);
  if (!match) return null;
  const [raw, marks = '', title = ''] = match;
  const text = title.trim();
  return { type: 'heading', raw, depth: marks.length, text, tokens: lexer.inline(text) };
}

function readParagraph(source: string, position: number, lexer: Lexer): Tokens.Paragraph | null {
  let end = endOfLine(source, position);
  while (end + 1 < source.length && source.charCodeAt(end + 1) !== NEWLINE) {
    if (!startsText(source, end + 1)) return null;
    end = endOfLine(source, end + 1);
  }
  const text = source.slice(position, end);
  // A link definition may begin like a text.
  if (text.includes(']:')) return null;
  return { type: 'paragraph', raw: text, text, tokens: lexer.inline(text) };
}

/** A list whose items are one line each, with no blank line between them; an item may hold another such list. */
function readList(source: string, position: number, lexer: Lexer, level = 1): Tokens.List | null {
  if (level > MAX_LEVELS) return null;
  const found: { raw: string; marker: string; text: string; inner: string }[] = [];
  let end = position;
  do {
    const start = end === position ? position : end + 1;
    ITEM.lastIndex = start;
    const match = ITEM.exec(source);
    if (match) {
      const [raw, marker = '', text = ''] = match;
      const isSame = found.length === 0 || marker.at(-1) === found[0]?.marker.at(-1);
      // A box such as [x] begins a task, "]:" ends the label of a definition.
      const isText =
        startsText(source, ITEM.lastIndex - text.length) && !/^\[.\]/.test(text) && !/\]:|\s$/.test(text);
      if (!isSame || !isText) return null;
      found.push({ raw, marker, text, inner: '' });
      end = ITEM.lastIndex;
    } else {
      const item = found.at(-1);
      const width = item ? item.marker.length + 1 : 0;
      if (!item || !source.startsWith(' '.repeat(width), start)) return null;
      end = endOfLine(source, start);
      const line = source.slice(start + width, end);
      if (line.trim() === '') return null;
      item.raw += `\n${source.slice(start, end)}`;
      item.inner += item.inner === '' ? line : `\n${line}`;
    }
  } while (end + 1 < source.length && source.charCodeAt(end + 1) !== NEWLINE);
  const next = skipNewlines(source, end);
  if (next < source.length && source.charCodeAt(next) !== HASH && !startsText(source, next)) return null;

  const items: Tokens.ListItem[] = [];
  for (const [index, { raw, text, inner }] of found.entries()) {
    const item: Tokens.ListItem = {
      type: 'list_item',
      raw: index === found.length - 1 ? raw : `${raw}\n`,
      task: false,
      loose: false,
      text: inner === '' ? text : `${text}\n${inner}`,
      tokens: [{ type: 'text', raw: inner === '' ? text : `${text}\n`, text, tokens: lexer.inline(text) }],
    };
    if (inner !== '') {
      // A numbered list may follow a text directly only if it begins with 1.
      const list = /^(?:[*+-]|1[.)]) /.test(inner) ? readList(inner, 0, lexer, level + 1) : null;
      if (list?.raw.length !== inner.length) return null;
      item.tokens.push(list);
    }
    items.push(item);
  }
  const number = Number.parseInt(found[0]?.marker ?? '', 10);
  const ordered = !Number.isNaN(number);
  return {
    type: 'list',
    raw: source.slice(position, end),
    ordered,
    start: ordered ? number : '',
    loose: false,
    items,
  };
}

/** True if the line is the text of a paragraph, at its start and within it. */
function startsText(source: string, position: number): boolean {
  const first = source.charAt(position);
  if (!MARKED.test(first)) return true;
  const second = source.charAt(position + 1);
  if (first === '*' || first === '_') {
    // Emphasis, unless it is a list's mark or a line.
    const inner = second === first ? source.charAt(position + 2) : second;
    return inner !== '' && inner !== first && !/\s/.test(inner);
  }
  if (first === '`') return !source.startsWith('```', position);
  if (first === '[') return true;
  LIST_MARKER.lastIndex = position;
  return first >= '0' && first <= '9' && !LIST_MARKER.test(source);
}

function skipNewlines(source: string, position: number): number {
  let end = position;
  while (source.charCodeAt(end) === NEWLINE) end++;
  return end;
}

function endOfLine(source: string, position: number): number {
  const end = source.indexOf('\n', position);
  return end < 0 ? source.length : end;
}
