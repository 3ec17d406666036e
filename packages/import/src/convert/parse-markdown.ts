/** Makes the tree of a Markdown text with the elements of a tool: finds tokens in one pass, and pairs the tags. */
import { createPlaceFinder } from '../core.ts';
import type { Syntax } from '../imported-site.ts';
import { createRangeTest, findCode, type Range } from '../read/code-ranges.ts';
import { isCalloutType } from './directive-text.ts';
import { htmlReader } from './read-html-tag.ts';
import { readHint, readPythonBlock } from './read-python-blocks.ts';
import {
  HUGO_READERS,
  liquidReader,
  readAdmonition,
  readAttributes,
  readBraces,
  readHeadingMark,
  readKramdown,
  readTemplate,
  readVue,
  TERA_READERS,
  takeRawTags,
} from './read-tags.ts';
import { readTargets, type TargetToken } from './read-targets.ts';
import {
  type ElementNode,
  LITERAL,
  type ReadTag,
  type Tag,
  type TreeNode,
  tagReader,
  voidTag,
} from './tree.ts';

/** Elements that are nested more deeply have no content: it follows them. */
const MAX_DEPTH = 100;
/** Levels of blocks that are read as a whole, each as a text of its own. Deeper ones stay as they are written. */
const MAX_BLOCKS = 10;

interface Code {
  type: 'code';
  start: number;
  end: number;
}
type Token = Tag | TargetToken | Code;

/** @param line number of the text's first line, from 0. @param levels of blocks around it */
export function parseMarkdown(source: string, syntax: Syntax, line = 0, levels = 0): TreeNode[] {
  const { text, literal } = syntax === 'liquid' ? takeRawTags(source) : { text: source, literal: [] };
  const tokens = tokenize(text, syntax, literal);
  return buildTree(text, tokens, line, levels);
}

/** Finds the code, the targets and the tags of a text, in order and without overlaps. */
function tokenize(text: string, syntax: Syntax, literal: readonly Range[]): Token[] {
  const { starts, lines, tags: known } = READERS[syntax];
  const tags = [...known, htmlReader(), ...(syntax === 'liquid' ? [liquidReader(literal)] : [])];
  const ranges = codeOf(text, syntax, literal);
  const codeAt = createRangeTest(ranges);
  const literalAt = createRangeTest(literal);
  const readTarget = readTargets(text);
  const blocks = syntax === 'liquid' ? kramdownTags(text, ranges) : [];
  const planned = new Map(blocks.map((token) => [token.start, token.end]));
  const tokens: Token[] = [
    ...blocks,
    ...ranges.map(([start, end]) => ({ type: 'code' as const, start, end })),
  ];
  const pattern = new RegExp(starts, 'gm');
  let at = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = match.index + (LINE_START.exec(match[0])?.[0].length ?? 0);
    const code = codeAt(start);
    const known = planned.get(start);
    if (code) at = code[1];
    else if (known !== undefined && known > start) at = known;
    else if (text[start] === '\\' && !text.startsWith('{', start + 1))
      at = start + (text[start + 1] === '\n' ? 1 : 2);
    else {
      const isLineStart = match.index === 0 || text[match.index - 1] === '\n';
      const isLiteral = text[start] === '{' && literalAt(start) !== null;
      const token =
        (isLineStart ? first(lines, text, start) : null) ??
        readTarget(start) ??
        (isLiteral ? null : first(tags, text, start));
      if (token && token.start >= at) {
        tokens.push(token);
        at = token.end;
      } else at = start;
    }
    pattern.lastIndex = Math.max(at, match.index + 1, at === start ? start + 1 : 0);
  }
  return tokens.sort((a, b) => a.start - b.start || rank(a) - rank(b));
}

/** Of tags at one place, an end comes first. */
const rank = (token: Token) => (token.type === 'close' ? 0 : token.type === 'open' ? 1 : 2);

function first(readers: readonly ReadTag[], text: string, at: number): Tag | null {
  for (const read of readers) {
    const tag = read(text, at);
    if (tag) return tag;
  }
  return null;
}

/** The code of a text. The content of Liquid's blocks of code is none of its own. */
function codeOf(text: string, syntax: Syntax, literal: readonly Range[]): Range[] {
  const hasIndented = syntax !== 'mdx' && syntax !== 'docusaurus';
  const ranges = findCode(text, hasIndented);
  if (syntax !== 'liquid' || !/\{%-?\s*(?:highlight|codeblock|code|comment|mermaid)/.test(text))
    return ranges;
  const codeAt = createRangeTest(ranges);
  const literalAt = createRangeTest(literal);
  const readLiquid = liquidReader(literal);
  let plain = '';
  let copied = 0;
  for (let at = text.indexOf('{%'); at >= 0; at = text.indexOf('{%', Math.max(copied, at + 2))) {
    if (codeAt(at) || literalAt(at)) continue;
    const tag = readLiquid(text, at);
    if (!tag?.content) continue;
    plain += text.slice(copied, at) + text.slice(at, tag.end).replace(/[^\n]/g, 'x');
    copied = tag.end;
  }
  return copied === 0 ? ranges : findCode(plain + text.slice(copied), hasIndented);
}

/** The content of a block that is read as a whole: code, or the lines below its first one. */
function readContent(
  { source, isCode }: NonNullable<Tag['content']>,
  line: number,
  levels: number,
): Pick<ElementNode, 'source' | 'children'> {
  const children: TreeNode[] = isCode
    ? [{ type: 'code', text: source }]
    : levels < MAX_BLOCKS
      ? parseMarkdown(source, 'markdown', line + 1, levels + 1)
      : [{ type: 'markdown', text: source }];
  return { source, children };
}

/** Pairs the tags and nests what is between them. */
function buildTree(text: string, tokens: readonly Token[], firstLine: number, levels: number): TreeNode[] {
  const ends = pairTags(tokens);
  const placeOf = createPlaceFinder(text);
  const lineOf = (offset: number) => firstLine + placeOf(offset).line - 1;
  const build = (from: number, to: number, start: number, end: number, depth: number): TreeNode[] => {
    const nodes: TreeNode[] = [];
    let at = start;
    const addText = (until: number) => {
      if (until > at) nodes.push({ type: 'markdown', text: text.slice(at, until) });
    };
    for (let index = from; index < to; index++) {
      const token = tokens[index];
      if (!token || token.start < at) continue;
      addText(token.start);
      at = token.end;
      if (token.type === 'code') nodes.push({ type: 'code', text: text.slice(token.start, token.end) });
      else if (token.type === 'target') {
        const { kind, form, target } = token;
        nodes.push({ type: 'target', kind, form, target, line: lineOf(token.start) });
      } else if (token.type !== 'close') {
        const close = depth < MAX_DEPTH ? ends.get(index) : undefined;
        const closer = close === undefined ? undefined : tokens[close];
        at = closer?.end ?? token.end;
        const { notation, name, attributes, content } = token;
        nodes.push({
          type: 'element',
          notation,
          name,
          attributes,
          raw: text.slice(token.start, at),
          line: lineOf(token.start),
          ...placeIn(text, token.start, at),
          ...(content
            ? readContent(content, lineOf(token.start), levels)
            : {
                source: closer ? text.slice(token.end, closer.start) : null,
                children:
                  closer && close !== undefined
                    ? build(index + 1, close, token.end, closer.start, depth + 1)
                    : null,
              }),
        });
        index = close ?? index;
      }
    }
    addText(end);
    return nodes;
  };
  return build(0, tokens.length, 0, text.length, 0);
}

/** Maps the index of each opening tag to the index of its closing tag, in linear time. */
function pairTags(tokens: readonly Token[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  const counts = new Map<string, number>();
  const keyOf = ({ notation, name }: Tag) =>
    notation === 'admonition' || notation === 'tera' ? notation : `${notation} ${name}`;
  const count = (tag: Tag, by: number) => counts.set(keyOf(tag), (counts.get(keyOf(tag)) ?? 0) + by);
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'code' || token.type === 'target') continue;
    if (token.type === 'open' && !token.content) {
      open.push(index);
      count(token, 1);
    } else if (token.type === 'close' && (counts.get(keyOf(token)) ?? 0) > 0) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        const opener = tokens[last];
        if (!opener || opener.type === 'code' || opener.type === 'target') break;
        count(opener, -1);
        if (keyOf(opener) !== keyOf(token)) continue;
        ends.set(last, index);
        break;
      }
    }
  }
  return ends;
}

function placeIn(text: string, start: number, end: number): Pick<ElementNode, 'indent' | 'isAlone'> {
  // Looking further would take quadratic time, and such a long indent is unlikely.
  const near = text.slice(Math.max(0, start - 200), start);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  const isFirst = (before.length < near.length || start <= 200) && /^[ \t>]*$/.test(before);
  const isLast = /^[ \t]*(?:\n|$)/.test(text.slice(end, end + 200));
  return { indent: isFirst ? before : null, isAlone: isFirst && isLast };
}

interface Readers {
  /** Characters with which a token may begin. */
  starts: string;
  /** Tags at the start of a line. */
  lines: readonly ReadTag[];
  tags: readonly ReadTag[];
}

/** A mark of the table of contents, or the definition of an abbreviation, on a line of its own. */
const TOOL_LINE = /(?:\[\[_?toc_?\]\]|\[toc\]|\*\[([^\]\n]+)\]:[^\n]*)[ \t]*$/imy;
const readToolLine = tagReader(TOOL_LINE, ([, abbreviation]) => ({
  notation: 'kramdown',
  name: abbreviation === undefined ? 'toc' : 'abbr',
  attributes: new Map(abbreviation === undefined ? [] : [['title', abbreviation]]),
}));
/** Two colons at the start of a line would open a directive of this site. */
const readColons = tagReader(/(?<! )::(?!:)/y, () => ({
  notation: 'expression',
  name: '\\::',
  attributes: LITERAL,
}));

const LINES = [readToolLine, readAdmonition, readColons];
/** What stands before a container: the indent, and the mark of a list item that begins with it. */
const LINE_START = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?/;
const PLAIN =
  '\\\\|<|\\[|\\]|^[ \\t]*(?=:::|::|\\[\\[?_?toc|\\*\\[|///)|^[ \\t]*(?:[-*+]|\\d{1,9}[.)])[ \\t]+(?=:::[a-zA-Z])';
const readers = (more: string, lines: readonly ReadTag[], ...tags: readonly ReadTag[]): Readers => ({
  starts: more === '' ? PLAIN : `${PLAIN}|${more}`,
  lines: [...lines, ...LINES],
  tags: [readHeadingMark, ...tags],
});

/** Names of pictures that a theme shows as icons. */
const ICON = /:(?:material|fontawesome|octicons|simple)(?:-[a-z0-9]+)+:[ \t]?/y;
const readIcon = tagReader(ICON, ([name]) => ({
  notation: 'kramdown',
  name: 'icon',
  attributes: new Map([['title', name.trim()]]),
}));

const READERS: Readonly<Record<Syntax, Readers>> = {
  markdown: readers(
    '\\{|:(?:material|fontawesome|octicons|simple)-|^[ \\t]*(?=!!!|\\?\\?\\?|===|[!?]>)',
    [readPythonBlock, readHint],
    readAttributes,
    readTemplate,
    readIcon,
  ),
  vue: readers('\\{', [], readAttributes, readVue),
  hugo: readers('\\{', [], readAttributes, ...HUGO_READERS),
  liquid: readers('\\{', [], readKramdown),
  mdx: readers('\\{', [], readBraces),
  docusaurus: readers('\\{', [], readBraces),
  tera: readers('\\{', [], ...TERA_READERS),
  wordpress: readers('', []),
};

/** A list that kramdown replaces by a table of contents. */
const CONTENTS = /^[ \t]*(?:[-*+]|1\.)[ \t][^\n]*\n[ \t]*\{:\s*toc\b[^}\n]*\}/gm;
/** Lines of a paragraph or a quote. Each line matches in one way only: a second one would double the time with every line. */
const PARAGRAPH_LINES = String.raw`(?:(?![ \t]*(?:\{:|\x60{3}|~{3}))[ \t]*\S[^\n]*(?:\n|$)){1,100}`;
/** A paragraph or a quote with a class before or after it. */
const CLASSED = new RegExp(
  String.raw`^(?:(\{:\s*\.([\w-]+)[^}\n]*\}[ \t]*\n)(${PARAGRAPH_LINES})|(${PARAGRAPH_LINES})(\{:\s*\.([\w-]+)[^}\n]*\}[ \t]*(?:\n|$)))`,
  'gm',
);

/** @returns the tags of classes that mean a callout, and of lists that are left out */
function kramdownTags(text: string, code: readonly Range[]): Tag[] {
  if (!text.includes('{:')) return [];
  const tags: Tag[] = [];
  const inList = createRangeTest(code);
  for (const { 0: whole, index } of text.matchAll(CONTENTS))
    if (!inList(index)) tags.push(voidTag('kramdown', 'toc', index, index + whole.length));
  const inCode = createRangeTest(code);
  for (const match of text.matchAll(CLASSED)) {
    const { index } = match;
    if (inCode(index)) continue;
    const [, opener = '', before, below = '', above = '', closer = '', after] = match;
    const [, word = '', hasTitle] =
      /^(?:notice--|prompt-|alert-)?(\w+?)(-title)?$/.exec(before ?? after ?? '') ?? [];
    if (!isCalloutType(word)) continue;
    const attributes = new Map([['type', word], ...(hasTitle ? [['titled', 'true'] as const] : [])]);
    const shared = { notation: 'kramdown', name: 'block', attributes } as const;
    const bodyStart = index + opener.length;
    const bodyEnd = bodyStart + below.length + above.length;
    tags.push({ ...shared, type: 'open', start: index, end: bodyStart });
    tags.push({ ...shared, type: 'close', start: bodyEnd, end: bodyEnd + closer.length });
  }
  return tags;
}
