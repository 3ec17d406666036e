/** Lexes Markdown to the same tokens as marked, but faster: plain text has a fast path, and guards skip rules that cannot match. */
import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens, type TokensList } from 'marked';
import { readPlainBlocks } from './plain-blocks.ts';
import { readPlainInline } from './plain-inline.ts';

/** Tokens of a whole document. @param options of a Marked instance, extensions included */
export function lexMarkdown(markdown: string, options: MarkedOptions): TokensList {
  return new GuardedLexer({ ...options, tokenizer: new GuardedTokenizer(options) }).lex(markdown);
}

/** Without one of these in a run of text, no inline rule can match in it. */
const INLINE = /[\\<![`*~_@]|https?|ftp|(?<![^\s*_~(])www\.| {2,}\n|mailto:|xmpp:/gi;

class GuardedLexer extends Lexer {
  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], isClipped = false): Token[] {
    // Nested blocks are lexed in another state.
    if (tokens !== this.tokens || this.options.extensions) {
      return super.blockTokens(source, tokens, isClipped);
    }
    readPlainBlocks(source, tokens, this, (part, into) => super.blockTokens(part, into));
    return tokens;
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    // In the text of a link there is no other link.
    const isFree = !this.state.inLink && !this.options.extensions;
    const plain = isFree ? readPlainInline(source, this.state.inRawBlock) : null;
    if (!plain) return super.inlineTokens(source, tokens);
    tokens.push(...plain);
    return tokens;
  }
}

const NEWLINE = 10;
const SPACE = 32;
const TAB = 9;
const BACKTICK = 96;
const TILDE = 126;

/**
 * Only rules whose first characters are fixed are guarded. `paragraph`, `emStrong` and `del` stay as they are: the
 * lexer has a faster path for marked's own versions.
 */
class GuardedTokenizer extends Tokenizer {
  override code(source: string): Tokens.Code | undefined {
    return isBlank(source) ? super.code(source) : undefined;
  }

  override fences(source: string): Tokens.Code | undefined {
    return startsBlock(source, '`~') ? super.fences(source) : undefined;
  }

  override heading(source: string): Tokens.Heading | undefined {
    return startsBlock(source, '#') ? super.heading(source) : undefined;
  }

  override hr(source: string): Tokens.Hr | undefined {
    return startsBlock(source, '*-_') ? super.hr(source) : undefined;
  }

  override blockquote(source: string): Tokens.Blockquote | undefined {
    return startsBlock(source, '>') ? super.blockquote(source) : undefined;
  }

  override list(source: string): Tokens.List | undefined {
    return startsBlock(source, '*+-0123456789') ? super.list(source) : undefined;
  }

  override html(source: string): Tokens.HTML | undefined {
    return startsBlock(source, '<') ? super.html(source) : undefined;
  }

  override def(source: string): Tokens.Def | undefined {
    return startsBlock(source, '[') ? super.def(source) : undefined;
  }

  override table(source: string): Tokens.Table | undefined {
    return delimiterRowMayFollow(source) && !isMostlyEmpty(source) ? super.table(source) : undefined;
  }

  override lheading(source: string): Tokens.Heading | undefined {
    return underlineMayFollow(source) ? super.lheading(source) : undefined;
  }

  override tag(source: string): Tokens.Tag | undefined {
    return source.startsWith('<') ? super.tag(source) : undefined;
  }

  override link(source: string): Tokens.Link | Tokens.Image | undefined {
    return startsLink(source) ? super.link(source) : undefined;
  }

  override reflink(
    source: string,
    links: Tokenizer['lexer']['tokens']['links'],
  ): ReturnType<Tokenizer['reflink']> {
    return startsLink(source) ? super.reflink(source, links) : undefined;
  }

  override autolink(source: string): Tokens.Link | undefined {
    return source.startsWith('<') ? super.autolink(source) : undefined;
  }

  override url(source: string): Tokens.Link | undefined {
    return urlMayStart(source) ? super.url(source) : undefined;
  }

  /** Text up to the next special character; the lexer joins adjacent texts. */
  override inlineText(source: string): Tokens.Text | undefined {
    const first = source.charCodeAt(0);
    // Runs of these are taken as one.
    if (first === BACKTICK || first === TILDE) return super.inlineText(source);
    INLINE.lastIndex = 1;
    const end = INLINE.exec(source)?.index ?? source.length;
    const raw = source.slice(0, end);
    // An address may begin anywhere before its "@", and "&#65;" is decoded.
    if (addressMayFollow(source, end) || raw.includes('&#')) return super.inlineText(source);
    return { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock };
  }
}

function isBlank(source: string): boolean {
  const code = source.charCodeAt(0);
  return code === SPACE || code === TAB;
}

/** Up to three spaces may precede a block. */
function startsBlock(source: string, characters: string): boolean {
  return source.charCodeAt(0) === SPACE || characters.includes(source.charAt(0));
}

function startsLink(source: string): boolean {
  return source.startsWith('[') || source.startsWith('![');
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

/** Missing cells that are filled in: short rows below many columns would make a page of any size. */
const MAX_MISSING = 10_000;

/** Whether most cells of a table would be missing ones. */
function isMostlyEmpty(source: string): boolean {
  const end = source.search(/\n[ \t]*(?:\n|$)/);
  const [header = '', , ...rows] = source.slice(0, end < 0 ? source.length : end).split('\n');
  const count = (line: string) => line.split('|').length;
  const written = rows.reduce((sum, row) => sum + count(row), 0);
  return count(header) * rows.length - written > MAX_MISSING;
}

/** A heading is underlined by a line of "=" or "-" before the paragraph ends. */
function underlineMayFollow(source: string): boolean {
  for (let newline = source.indexOf('\n'); newline >= 0; newline = source.indexOf('\n', newline + 1)) {
    let index = newline + 1;
    while (source.charCodeAt(index) === SPACE) index++;
    const code = source.charCodeAt(index);
    if (code === 61 || code === 45) return true;
    if (code === NEWLINE || Number.isNaN(code)) return false;
  }
  return false;
}

/** Bare links start with a protocol or "www."; e-mail addresses with the characters allowed before "@". */
function urlMayStart(source: string): boolean {
  return /^[hfw]/i.test(source) || addressMayFollow(source, 0);
}

/** Whether an address, or the part before its "@", continues at `index`. */
function addressMayFollow(source: string, index: number): boolean {
  ADDRESS.lastIndex = index;
  return ADDRESS.test(source);
}

const ADDRESS = /mailto:|xmpp:|[a-z0-9.!#$%&'*+/=?^_`{|}~-]*@/iy;
