/**
 * The tree of a text: words, code, targets of links, and elements of any notation with their attributes and their content.
 * Every syntax has a tokenizer that makes it, and one converter reads it. Nothing is passed on within the text.
 */

export type Notation =
  | 'html'
  | 'shortcode'
  | 'liquid'
  | 'tera'
  | 'admonition'
  | 'expression'
  | 'python'
  | 'kramdown'
  | 'wordpress';

export type TreeNode = TextNode | TargetNode | ElementNode;

/** `markdown` is Markdown as it is written, `words` is plain text that Markdown must not take for marks, and `code` stays as it is. */
export interface TextNode {
  type: 'markdown' | 'words' | 'code';
  text: string;
}

/** The target of a link or a picture in Markdown, with the marks around it. */
export interface TargetNode {
  type: 'target';
  kind: 'link' | 'image';
  form: 'destination' | 'definition' | 'autolink';
  target: string;
  line: number;
}

export interface ElementNode {
  type: 'element';
  notation: Notation;
  /** The name without delimiters; for an expression, its code. */
  name: string;
  /** Arguments without a name have the names "0", "1" and so on. */
  attributes: ReadonlyMap<string, string>;
  /** The content; null for an element without an end. */
  children: readonly TreeNode[] | null;
  /** The content as it is written; null for an element without an end. */
  source: string | null;
  /** The element as it is written, with its tags. */
  raw: string;
  /** Line of the text on which it begins, from 0. */
  line: number;
  /** Spaces and quote marks before it; null if other text stands before it on its line. */
  indent: string | null;
  /** True if nothing else stands on its lines. */
  isAlone: boolean;
}

/** An opening, closing or empty tag in a text. */
export interface Tag {
  type: 'open' | 'close' | 'void';
  notation: Notation;
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** Offsets in the text. */
  start: number;
  end: number;
  /** The content of an element that is read as a whole; its children are not tags of the text around it. */
  content?: { source: string; isCode: boolean };
}

/** Reads the tag at an offset. @returns null if there is none */
export type ReadTag = (text: string, at: number) => Tag | null;

const NONE: Tag['attributes'] = new Map();

export function voidTag(
  notation: Notation,
  name: string,
  start: number,
  end: number,
  attributes: Tag['attributes'] = NONE,
): Tag {
  return { type: 'void', notation, name, attributes, start, end };
}

/** Runs a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads what a sticky pattern finds: a tag without content, unless `describe` says more. */
export function tagReader(
  pattern: RegExp,
  describe: (match: RegExpExecArray) => Pick<Tag, 'notation' | 'name'> & Partial<Tag>,
): ReadTag {
  return (text, start) => {
    const match = matchAt(pattern, text, start);
    const end = start + (match?.[0].length ?? 0);
    return match && { type: 'void', attributes: NONE, start, end, ...describe(match) };
  };
}

/** An expression that shows its own code: text that the tool would not run. */
export const LITERAL: Tag['attributes'] = new Map([['literal', 'true']]);

/** Parses arguments such as `name="value" other='x' positional https://…`. Values may be in backticks too. */
export function parseArguments(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let position = 0;
  const pattern =
    /(?:([\w.:-]+)\s*(?:=|:(?!\/\/))\s*)?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|(https?:\/\/[^\s"'`]+|[^\s"'`=,]+))/g;
  for (const [, name, double, single, raw, bare] of text.matchAll(pattern)) {
    const quoted = double ?? single;
    const value = quoted === undefined ? (raw ?? bare ?? '') : quoted.replace(/\\(["'\\])/g, '$1');
    found.set((name ?? String(position++)).toLowerCase(), value);
  }
  return found;
}

const QUOTED_TEXT = /(["'`])(.*?)\1/g;

/** The texts of `{['One', 'Two']}`; none where it has other code. */
export function textsOfList(value: string): string[] {
  const isList = /^\{\s*\[[\s,]*\]\s*\}$/.test(value.replace(QUOTED_TEXT, ''));
  return isList ? Array.from(value.matchAll(QUOTED_TEXT), ([, , text = '']) => text) : [];
}

/** The words of a tree, without its elements. */
export function textOf(nodes: readonly TreeNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'target') return '';
      if (node.type !== 'element') return node.text;
      return node.name === 'br' ? '\n' : textOf(node.children ?? []);
    })
    .join('');
}

/** The first element for which a test holds, in the order of the text. */
export function findElement(
  nodes: readonly TreeNode[],
  test: (node: ElementNode) => boolean,
): ElementNode | null {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const found = test(node) ? node : findElement(node.children ?? [], test);
    if (found) return found;
  }
  return null;
}
