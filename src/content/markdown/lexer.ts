/**
 * Lexes Markdown to the tokens of marked in time proportional to the length of the text. Blocks are marked's, whose rules are
 * skipped where they cannot match; `spans/` reads the spans.
 */
import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { readDefinitions } from './definition-lists.ts';
import type { LineProblem } from './directive-line.ts';
import { type DirectivePart, divideAtDirectives } from './directive-parts.ts';
import type { AlertToken, DirectiveToken } from './directive-tokens.ts';
import { readSpans } from './spans/read-spans.ts';
import type { SpanContext } from './spans/scan.ts';

/** What spans depend on besides the definitions of references. */
export type LexOptions = Partial<Omit<SpanContext, 'links'>>;

/** Tokens of a whole document. @param options of a Marked instance, extensions included */
export function lexMarkdown(markdown: string, options: MarkedOptions, reading: LexOptions = {}): TokensList {
  return createLexer(options, reading).lex(markdown);
}

/** The blocks of a document. Their spans are lexed where they are asked for, since that takes half of the time. */
export interface LexedBlocks {
  blocks: TokensList;
  /** Lexes the spans of one text, once. @param tokens of the block or cell that has the text */
  lexSpans(tokens: Token[]): void;
}

export function lexBlocks(markdown: string, options: MarkedOptions, reading: LexOptions = {}): LexedBlocks {
  const lexer = createLexer(options, reading);
  const sources = new Map<Token[], string>();
  lexer.pendingSpans = sources;
  const blocks = lexer.lex(markdown);
  lexer.pendingSpans = null;
  return {
    blocks,
    lexSpans(tokens) {
      const source = sources.get(tokens);
      if (source === undefined) return;
      sources.delete(tokens);
      lexer.inlineTokens(source, tokens);
    },
  };
}

function createLexer(options: MarkedOptions, reading: LexOptions): GuardedLexer {
  const tokenizer = new GuardedTokenizer(options);
  const lexer = new GuardedLexer({ ...options, tokenizer });
  lexer.reading = { footnotes: null, readsElements: true, ...reading };
  return lexer;
}

/** Where the blocks that are being lexed begin in the document. */
interface Place {
  /** From 1. */
  line: number;
  /** True outside of lists and quotes: then line numbers are line numbers of the document. */
  isExact: boolean;
  /** Number of directives around. */
  depth: number;
}

/** Directives within directives; deeper ones are a mistake. */
const MAX_DEPTH = 8;
/** Quotes and lists within each other. Deeper ones are shown as text. */
const MAX_LEVELS = 100;
/** Characters of quotes and lists within others, which are read again on each level. Ordinary texts have a few times their length. */
const MAX_NESTED = 20_000_000;

class GuardedLexer extends Lexer {
  /** Takes the sources of spans that are not lexed now; null to lex all. */
  pendingSpans: Map<Token[], string> | null = null;
  reading: Omit<SpanContext, 'links'> = { footnotes: null, readsElements: true };
  #place: Place = { line: 1, isExact: true, depth: 0 };
  #blockLevel = 0;
  #nested = 0;
  /** The next line of the blocks that are being lexed that may be an underline, or ends every paragraph: where it begins, from their end. */
  #nextLine: { rest: number; mayUnderline: boolean } | null = null;

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isClipped = false): Token[] {
    if (!source.includes('::')) return this.#readBlocks(source, tokens, isClipped);
    const place = this.#place;
    const { top } = this.state;
    for (const part of divideAtDirectives(source)) {
      const line = place.line + part.line;
      if ('text' in part) {
        this.state.top = top;
        this.#place = { line, isExact: false, depth: place.depth };
        this.#readBlocks(part.text, tokens, isClipped && part.line === 0);
      } else tokens.push(this.#readDirective(part, { ...place, line }));
    }
    this.#place = place;
    return tokens;
  }

  #readBlocks(source: string, tokens: Token[], isClipped: boolean): Token[] {
    this.#nested += source.length;
    if (this.#blockLevel > MAX_LEVELS || this.#nested > MAX_NESTED) {
      const text = source.trim();
      const tokenOfText: Tokens.Text = { type: 'text', raw: text, text, escaped: false };
      tokens.push({ type: 'paragraph', raw: source, text, tokens: [tokenOfText] });
      return tokens;
    }
    this.#blockLevel++;
    const start = tokens.length;
    const nextLine = this.#nextLine;
    this.#nextLine = null;
    super.blockTokens(source, tokens, isClipped);
    this.#nextLine = nextLine;
    if (source.includes('\n: ')) readDefinitions(tokens, start, (text) => this.inline(text));
    this.#blockLevel--;
    return tokens;
  }

  #readDirective(
    { raw, open, body, problem }: DirectivePart,
    { line, isExact, depth }: Place,
  ): DirectiveToken {
    const { name, attributes } = open;
    const tokens: Token[] = [];
    const isTooDeep = depth >= MAX_DEPTH;
    if (body !== null && !isTooDeep) {
      this.#place = { line: line + 1, isExact, depth: depth + 1 };
      this.state.top = true;
      this.blockTokens(body, tokens);
    }
    const tooDeep: LineProblem = {
      code: 'directive-syntax',
      message: 'directives are nested too deeply',
      hint: 'use fewer levels',
      column: 1,
    };
    return {
      type: 'directive',
      raw,
      name,
      attributes,
      hasBody: body !== null,
      problem: isTooDeep ? tooDeep : problem,
      line,
      isExact,
      tokens,
    };
  }

  /** A heading is underlined by a line of "=" or "-" before the paragraph ends. Asked for each block, and looked up once. @param source from a block on */
  underlineMayFollow(source: string): boolean {
    if (this.#nextLine === null || this.#nextLine.rest >= source.length)
      this.#nextLine = findUnderline(source);
    return this.#nextLine.mayUnderline;
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (this.pendingSpans) {
      this.pendingSpans.set(tokens, source);
      return tokens;
    }
    // An empty cell of a table has no token.
    if (source === '') return tokens;
    for (const token of readSpans(source, { ...this.reading, links: this.tokens.links })) tokens.push(token);
    return tokens;
  }
}

const SPACE = 32;
const TAB = 9;

class GuardedTokenizer extends Tokenizer {}

/** The rule, skipped where `mayMatch` excludes it. */
const guard = <Rest extends unknown[], T>(
  rule: (this: Tokenizer, source: string, ...rest: Rest) => T,
  mayMatch: (source: string) => boolean,
) =>
  // A method, because marked calls it on the tokenizer.
  function (this: Tokenizer, source: string, ...rest: Rest) {
    return mayMatch(source) ? rule.call(this, source, ...rest) : undefined;
  };

/** Up to three spaces may precede a block. */
const startsBlock = (characters: string) => (source: string) =>
  source.charCodeAt(0) === SPACE || characters.includes(source.charAt(0));

const QUOTE = /^ {0,3}>/;

const rules = Tokenizer.prototype;
Object.assign(GuardedTokenizer.prototype, {
  code: guard(rules.code, (source) => source.charCodeAt(0) === SPACE || source.charCodeAt(0) === TAB),
  fences: guard(rules.fences, startsBlock('`~')),
  heading: guard(rules.heading, startsBlock('#')),
  hr: guard(rules.hr, startsBlock('*-_')),
  blockquote: guard(readQuote, (source) => QUOTE.test(source)),
  list: guard(rules.list, startsBlock('*+-0123456789')),
  html: guard(rules.html, startsBlock('<')),
  def: guard(rules.def, startsBlock('[')),
  table: guard(readTable, delimiterRowMayFollow),
  lheading: readUnderlined,
  paragraph: readParagraph,
} satisfies Partial<Tokenizer>);

const ALERT = /^ {0,3}>[ \t]?\[!([A-Za-z]+)\][ \t]*(?:\n|$)/;

/** A quote, or the alert that it is. */
function readQuote(this: Tokenizer, source: string): Tokens.Blockquote | AlertToken | undefined {
  const [first, alert] = ALERT.exec(source) ?? [];
  const { state } = this.lexer;
  const read = (text: string) => {
    const { lastToken } = state;
    // marked reads a list at the end of a quote again, as if it followed the token before the quote.
    delete state.lastToken;
    const quote = rules.blockquote.call(this, clipQuote(text));
    if (lastToken) state.lastToken = lastToken;
    return quote;
  };
  if (first === undefined || alert === undefined) return read(source);
  const rest = source.slice(first.length);
  const quote = QUOTE.test(rest) ? read(rest) : undefined;
  const { raw, text, tokens } = quote ?? { raw: '', text: '', tokens: [] };
  return { type: 'blockquote', raw: first + raw, text, tokens, alert };
}

/** Groups of lines without ">" in one quote. marked reads the rest of the quote again for each; after so many a new quote begins. */
const MAX_LAZY = 100;

function clipQuote(source: string): string {
  let groups = 0;
  let wasLazy = false;
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    end = source.indexOf('\n', start);
    const line = source.slice(start, end < 0 ? source.length : end);
    if (line.trim() === '') break;
    const isLazy = !QUOTE.test(line);
    if (wasLazy && !isLazy && ++groups > MAX_LAZY) return source.slice(0, start);
    wasLazy = isLazy;
  }
  return source;
}

/** A table's second line begins with a pipe, a colon or a hyphen. */
function delimiterRowMayFollow(source: string): boolean {
  const newline = source.indexOf('\n');
  if (newline < 0) return false;
  for (let index = newline + 1; index < source.length; index++) {
    const code = source.charCodeAt(index);
    if (code !== SPACE && code !== TAB) return code === 124 || code === 45 || code === 58;
  }
  return false;
}

/** marked would read all rows first, also for a line that starts no table. */
function readTable(this: Tokenizer, source: string): Tokens.Table | undefined {
  return startsTable(this, source) && !isMostlyEmpty(source) ? rules.table.call(this, source) : undefined;
}

/** The first two lines decide whether it is a table. */
function startsTable(tokenizer: Tokenizer, source: string): boolean {
  const end = source.indexOf('\n', source.indexOf('\n') + 1);
  const { inlineQueue } = tokenizer.lexer;
  const queued = inlineQueue.length;
  const table = rules.table.call(tokenizer, end < 0 ? source : source.slice(0, end));
  inlineQueue.length = queued;
  return table !== undefined;
}

function readUnderlined(this: Tokenizer, source: string): Tokens.Heading | undefined {
  const { lexer } = this;
  return lexer instanceof GuardedLexer && !lexer.underlineMayFollow(source)
    ? undefined
    : rules.lheading.call(this, source);
}

const PARAGRAPH = Lexer.rules.block.normal.paragraph;
const DELIMITER_ROW = /\n {0,3}(?=[^\n]*[|:])\|? *:?-+:? *(?:\| *:?-+:? *)*\|? *(?=\n|$)/g;

/** A paragraph, up to the first of its lines that begins a table. */
function readParagraph(this: Tokenizer, source: string): Tokens.Paragraph | undefined {
  const [whole] = PARAGRAPH.exec(source) ?? [];
  if (whole === undefined) return undefined;
  const raw = whole.slice(0, findTable(this, source, whole.length));
  const text = raw.endsWith('\n') ? raw.slice(0, -1) : raw;
  return { type: 'paragraph', raw, text, tokens: this.lexer.inline(text) };
}

/** Where the first table after the first line begins; `limit` if that is further away. */
function findTable(tokenizer: Tokenizer, source: string, limit: number): number {
  const lineEnd = source.indexOf('\n', limit + 1);
  for (const { index } of source.slice(0, lineEnd < 0 ? source.length : lineEnd).matchAll(DELIMITER_ROW)) {
    const start = source.lastIndexOf('\n', index - 1) + 1;
    if (start > 0 && start < limit && startsTable(tokenizer, source.slice(start))) return start;
  }
  return limit;
}

/** Missing cells that are filled in: short rows below many columns would make a page of any size. */
const MAX_MISSING = 10_000;

/** True if most cells of a table would be missing ones. */
function isMostlyEmpty(source: string): boolean {
  const end = source.search(/\n[ \t]*(?:\n|$)/);
  const [header = '', , ...rows] = source.slice(0, end < 0 ? source.length : end).split('\n');
  const count = (line: string) => line.split('|').length;
  const written = rows.reduce((sum, row) => sum + count(row), 0);
  return count(header) * rows.length - written > MAX_MISSING;
}

const UNDERLINE = / {0,3}(?:=+|-+)[ \t]*(?:\n|$)/y;

/** The first line after another one that is an underline, is empty, or begins a quote. */
function findUnderline(source: string): { rest: number; mayUnderline: boolean } {
  for (let newline = source.indexOf('\n'); newline >= 0; newline = source.indexOf('\n', newline + 1)) {
    const start = newline + 1;
    let index = start;
    while (source.charCodeAt(index) === SPACE) index++;
    const character = source.charAt(index);
    UNDERLINE.lastIndex = start;
    const mayUnderline = (character === '=' || character === '-') && UNDERLINE.test(source);
    const isQuote = character === '>' && index - start < 4;
    if (mayUnderline || isQuote || character === '' || character === '\n')
      return { rest: source.length - start, mayUnderline };
  }
  return { rest: 0, mayUnderline: false };
}
