/** Makes the tree of an HTML text. Shortcodes and blocks of WordPress are elements of the same tree. */
import { countEach, createPlaceFinder, decodeEntities, HtmlParser } from '../core.ts';
import { type ElementNode, LITERAL, type Notation, parseArguments, type TreeNode } from './tree.ts';

/** Elements that are nested more deeply have no content: it belongs to the ones around them. */
const MAX_DEPTH = 100;

/** Comments of WordPress that stand between blocks. Any other one may stand within a sentence. */
const BETWEEN_BLOCKS = /^\s*(?:\/?wp:|more\b|nextpage\b)/;

type OpenNode = Omit<ElementNode, 'children'> & { children: TreeNode[] };

/** @param isWordPress true to read shortcodes and blocks, and blank lines as the ends of paragraphs */
export function parseHtml(html: string, isWordPress = false): TreeNode[] {
  const builder = createBuilder();
  const placeOf = createPlaceFinder(html);
  const hasBlocks = /<!--\s*wp:/.test(html);
  const closers = isWordPress ? countClosers(html) : new Map<string, number>();
  /** Offset of the part of the text that the parser reads, less the characters that it has read before. */
  let shift = 0;
  let text = '';
  /** Brackets that stand for themselves, since they are written as entities. */
  let literal = new Set<number>();
  let start = 0;
  const endText = () => {
    if (text === '') return;
    const line = placeOf(Math.min(html.length, start)).line - 1;
    const isPlain = !isWordPress || builder.isIn(/^(?:pre|code|script|style|textarea)$/);
    if (isPlain) builder.text(text);
    else addShortcodes(text, { builder, literal, line, closers, isAutomatic: !hasBlocks });
    text = '';
    literal = new Set();
  };
  const parser = new HtmlParser(
    {
      onopentag(name, attributes) {
        endText();
        builder.open(
          'html',
          name,
          new Map(Object.entries(attributes)),
          placeOf(Math.min(html.length, parser.startIndex + shift)).line - 1,
        );
      },
      onclosetag(name) {
        endText();
        builder.close('html', name);
      },
      ontext(part) {
        if (text === '') start = parser.startIndex + shift;
        if (part === '[' && parser.endIndex > parser.startIndex) literal.add(text.length);
        text += part;
      },
      oncomment(comment) {
        endText();
        const [, name, json = ''] = /^\s*wp:([a-z][\w/-]*)\s*(?:(\{[\s\S]*\})\s*)?\/\s*$/.exec(comment) ?? [];
        if (name && isWordPress)
          builder.add(
            'wordpress',
            `wp:${name}`,
            new Map([['json', json]]),
            placeOf(Math.min(html.length, parser.startIndex + shift)).line - 1,
          );
        else if (isWordPress && BETWEEN_BLOCKS.test(comment)) builder.boundary();
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true },
  );
  let at = 0;
  for (const { name, rest, code, start, end } of isWordPress ? verbatimShortcodes(html) : []) {
    parser.write(html.slice(at, start));
    endText();
    builder.open('wordpress', name, parseArguments(rest), placeOf(start).line - 1);
    builder.code(decodeEntities(code));
    builder.close('wordpress', name);
    at = end;
    shift += end - start;
  }
  parser.write(html.slice(at));
  parser.end();
  endText();
  return builder.nodes;
}

type Builder = ReturnType<typeof createBuilder>;

function createBuilder() {
  const nodes: TreeNode[] = [];
  const open: OpenNode[] = [];
  /** Elements that are nested too deeply to be a part of the tree. */
  let ignored = 0;
  const parent = () => open.at(-1)?.children ?? nodes;
  const element = (
    notation: Notation,
    name: string,
    attributes: ElementNode['attributes'],
    line: number,
  ) => ({
    type: 'element' as const,
    notation,
    name,
    attributes,
    source: null,
    raw: '',
    line,
    indent: '',
    isAlone: false,
  });
  return {
    nodes,
    isIn: (names: RegExp) => open.some(({ name }) => names.test(name)),
    text(text: string) {
      if (text !== '') parent().push({ type: 'words', text });
    },
    code: (text: string) => parent().push({ type: 'code', text }),
    /** Adds an element without content. */
    add(notation: Notation, name: string, attributes: ElementNode['attributes'], line: number) {
      parent().push({ ...element(notation, name, attributes, line), children: null });
    },
    /** Ends a paragraph. */
    boundary() {
      parent().push({ ...element('html', 'p', new Map(), 0), children: [] });
    },
    open(notation: Notation, name: string, attributes: ElementNode['attributes'], line: number) {
      if (open.length >= MAX_DEPTH) {
        ignored++;
        return;
      }
      const node = { ...element(notation, name, attributes, line), children: [] };
      parent().push(node);
      open.push(node);
    },
    close(notation: Notation, name: string) {
      if (ignored > 0 && notation === 'html') {
        ignored--;
        return;
      }
      const at = open.findLastIndex((node) => node.notation === notation && node.name === name);
      if (at >= 0) open.length = at;
    },
  };
}

/** `[name a="b"]`, `[/name]`, and `[[name]]`, which shows `[name]`. */
const SHORTCODE =
  /\[(\[?)(\/?)([a-zA-Z][\w-]*)(?![\w-])((?:[^\]/"']|\/(?!\])|"[^"\]]*"|'[^'\]]*'){0,2000})(\/?)\](\]?)/g;

const countClosers = (html: string) =>
  countEach(Array.from(html.matchAll(/\[\/([a-zA-Z][\w-]*)\]/g), ([, name = '']) => name.toLowerCase()));

interface WordPressText {
  builder: Builder;
  literal: ReadonlySet<number>;
  line: number;
  closers: Map<string, number>;
  /** True if blank lines end paragraphs. */
  isAutomatic: boolean;
}

function addShortcodes(text: string, context: WordPressText): void {
  const { builder, literal, line, closers, isAutomatic } = context;
  let at = 0;
  let counted = 0;
  let lines = line;
  const addText = (part: string) => (isAutomatic ? addParagraphs(part, builder) : builder.text(part));
  for (const match of text.matchAll(SHORTCODE)) {
    const [whole, escaped, close, word = '', rest = '', , closeEscaped] = match;
    if (match.index < at || literal.has(match.index)) continue;
    lines += text.slice(counted, match.index).split('\n').length - 1;
    counted = match.index;
    const name = word.toLowerCase();
    const isEscaped = escaped && closeEscaped;
    const hasCloser = !close && (closers.get(name) ?? 0) > 0;
    const isTag = close || hasCloser || isShortcodeName(name, rest);
    if (!isEscaped && !isTag) continue;
    addText(text.slice(at, match.index));
    at = match.index + whole.length;
    if (isEscaped) builder.text(whole.slice(1, -1));
    else if (close) {
      closers.set(name, (closers.get(name) ?? 0) - 1);
      builder.close('wordpress', name);
    } else if (hasCloser) builder.open('wordpress', name, parseArguments(rest), lines);
    else builder.add('wordpress', name, parseArguments(rest), lines);
  }
  addText(text.slice(at));
}

/** Elements in which WordPress makes no paragraphs of lines. */
const NO_PARAGRAPHS =
  /^(?:p|li|d[td]|t[dhr]|table|tbody|thead|ul|ol|dl|h[1-6]|figcaption|caption|summary|embed|youtube|vimeo|tweet|gist)$/;
/** Addresses that become players where nothing else is on their line. */
const PLAYER = /^https?:\/\/(?:www\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\/\S+$/;

function addParagraphs(text: string, builder: Builder): void {
  if (builder.isIn(NO_PARAGRAPHS)) {
    builder.text(text);
    return;
  }
  for (const [index, paragraph] of text.split(/\n[ \t]*\n\s*/).entries()) {
    if (index > 0) builder.boundary();
    for (const [row, line] of paragraph.split('\n').entries()) {
      if (PLAYER.test(line.trim())) {
        builder.boundary();
        builder.add('html', 'iframe', new Map([['src', line.trim()]]), 0);
        builder.boundary();
        continue;
      }
      if (row > 0) builder.add('html', 'br', LITERAL, 0);
      builder.text(line);
    }
  }
}

/** Finds the shortcodes of code, whose text is no HTML. */
function* verbatimShortcodes(html: string) {
  const opener = /\[(code|sourcecode|highlight)(?![\w-])((?:\s[^\]]{0,2000})?)\]/gi;
  const unclosed = new Set<string>();
  for (let match = opener.exec(html); match; match = opener.exec(html)) {
    const [, written = '', rest = ''] = match;
    const name = written.toLowerCase();
    if (unclosed.has(name)) continue;
    const closer = new RegExp(`\\[/${name}\\]`, 'gi');
    closer.lastIndex = opener.lastIndex;
    const found = closer.exec(html);
    if (!found) {
      unclosed.add(name);
      continue;
    }
    const code = html.slice(opener.lastIndex, found.index);
    opener.lastIndex = closer.lastIndex;
    yield { name, rest, code, start: match.index, end: closer.lastIndex };
  }
}

const KNOWN =
  /^(?:caption|wp_caption|gallery|embed|youtube|youtube_sc|vimeo|tweet|gist|video|audio|more|nextpage|thirstylink)$/;

/** Keeps a bare name in brackets, as texts about WordPress contain it. */
function isShortcodeName(name: string, rest: string): boolean {
  if (/^(?:more|nextpage|gallery)$/.test(name)) return true;
  return rest.trim() === '' ? /[_-]/.test(name) : KNOWN.test(name) || /=/.test(rest) || /[_-]/.test(name);
}
