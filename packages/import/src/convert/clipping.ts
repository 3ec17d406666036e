/** Converts what a program of texts or tables, or a page of the web, puts into the clipboard. */
import type { Conversion } from './conversion.ts';
import { writeTree } from './convert-body.ts';
import { convertNodes } from './convert-tree.ts';
import { parseHtml } from './parse-html.ts';
import { type ElementNode, findElement, type TreeNode, textOf } from './tree.ts';
import { unwrapAddress } from './wrapped-addresses.ts';

export interface Clipping {
  /** Empty where the words have no form, such as those of an editor of code. */
  markdown: string;
  /** Number of pictures, which are left out: they are at other places. */
  pictures: number;
}

/** @param html as the clipboard has it: nothing of it becomes code, an embedded page or a directive */
export function convertClipping(html: string): Clipping {
  const count = { pictures: 0 };
  const tree = isSource(html) ? [] : tidy(parseHtml(html), count, false);
  const hasForm = findElement(tree, ({ name }) => FORMED.test(name)) !== null && !isOneCell(tree);
  const context: Conversion = {
    syntax: 'markdown',
    isHtml: true,
    convert: convertNodes,
    containers: new Map(),
    note: () => {},
    targetsAt: () => ({ link: same, image: same, reference: same, titleOf: () => null, title: '' }),
    named: new Map(),
    shown: new Set(),
    footnotes: new Map(),
  };
  return { markdown: hasForm ? writeTree(tree, context) : '', ...count };
}

const same = (target: string) => target;

const KEPT =
  /^(?:p|div|h[1-6]|strong|b|em|i|s|del|strike|a|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|pre|code|br|hr|sup|sub|kbd|mark|section|article|header|footer|main|nav|address)$/;
const FORMED =
  /^(?:h[1-6]|strong|b|em|i|s|del|strike|a|ul|ol|dl|table|blockquote|pre|code|hr|sup|sub|kbd|mark)$/;
/** What is no text. Elements of Word with a colon hold drawings, except for its paragraphs. */
const NO_TEXT =
  /^(?:script|style|head|meta|title|link|template|noscript|xml|object|embed|iframe|frame|svg|math|canvas|button|select|textarea|input|video|audio|picture|(?!o:p$)\w+:\w+)$/;
const BLOCK = /^(?:p|div|h[1-6]|ul|ol|dl|table|blockquote|pre|hr)$/;
/** Links to these places mean the same everywhere. */
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)\S/i;

/** Editors of code give their colours, and every blank of a line. */
const isSource = (html: string) =>
  /^[^>]*>?\s*(?:<[^>]*>\s*){0,4}<div[^>]*white-space:\s*pre\s*[;"']/.test(html.slice(0, 2000));

/** Names in the tree are those of HTML, and all that it does not keep is its text. */
function tidy(nodes: readonly TreeNode[], count: { pictures: number }, isBold: boolean): TreeNode[] {
  const found = nodes.flatMap((node): TreeNode[] => {
    if (node.type !== 'element') return [node];
    const { name, attributes } = node;
    if (/^(?:img|picture|v:shape)$/.test(name)) count.pictures++;
    if (NO_TEXT.test(name)) return [];
    const style = attributes.get('style') ?? '';
    if (/mso-list:\s*ignore/i.test(style)) return [];
    const isHead = /^(?:h[1-6]|th)$/.test(name);
    const inner = tidy(node.children ?? [], count, isBold || isHead);
    const children = name === 'pre' ? inner : withoutLooseBreaks(inner);
    const level = listLevel(node);
    const marked = addMarks(children, style, isBold || isHead);
    if (level !== null) return [make('p', marked, new Map([['level', level]]))];
    if (!KEPT.test(name) || isPlain(name, style) || (isBold && /^(?:b|strong)$/.test(name))) return marked;
    if (name === 'a') {
      const target = unwrapAddress(attributes.get('href')?.trim() ?? '');
      return ADDRESS.test(target) ? [make('a', marked, new Map([['href', target]]))] : marked;
    }
    if (name === 'table') return [make('table', withHead(children))];
    const kept = [...attributes].filter(
      ([key, value]) =>
        /^(?:colspan|rowspan|align|start)$/.test(key) ||
        (name === 'code' && key === 'class' && /^lang(?:uage)?-[\w+#-]+$/.test(value)),
    );
    if (name === 'p' && isBlank(children)) return [];
    return [make(name, BLOCK.test(name) || /^t[hd]$/.test(name) ? marked : children, new Map(kept))];
  });
  return joinListItems(found);
}

function make(
  name: string,
  children: readonly TreeNode[],
  attributes: ElementNode['attributes'] = new Map(),
): ElementNode {
  const written = { notation: 'html', source: null, raw: '', line: 0, indent: '', isAlone: false } as const;
  return { type: 'element', name, attributes, children, ...written };
}

const isBlank = (nodes: readonly TreeNode[]) => textOf(nodes).replaceAll('\u00a0', ' ').trim() === '';

/** A mark that its style takes back: Google Docs puts all into such a `<b>`. */
const isPlain = (name: string, style: string) =>
  (/^(?:b|strong)$/.test(name) && /font-weight:\s*(?:normal|[1-4]00)/.test(style)) ||
  (/^(?:i|em)$/.test(name) && /font-style:\s*normal/.test(style));

/** Bold, slanted and struck words that only a style marks. */
function addMarks(children: readonly TreeNode[], style: string, isBold: boolean): TreeNode[] {
  let marked = [...children];
  if (!/line-through|italic|font-weight/.test(style) || isBlank(children)) return marked;
  if (findElement(children, ({ name }) => BLOCK.test(name))) return marked;
  if (/text-decoration[^;]*line-through/.test(style)) marked = [make('del', marked)];
  if (/font-style:\s*italic/.test(style)) marked = [make('em', marked)];
  if (!isBold && /font-weight:\s*(?:bold|[6-9]00)/.test(style)) marked = [make('strong', marked)];
  return marked;
}

/** Breaks beside blocks are the distance between paragraphs. */
function withoutLooseBreaks(nodes: readonly TreeNode[]): TreeNode[] {
  const shown = nodes.filter((node) => node.type === 'element' || textOf([node]).trim() !== '');
  const isBlock = (node: TreeNode | undefined) => node?.type === 'element' && BLOCK.test(node.name);
  const isBreak = (node: TreeNode | undefined) => node?.type === 'element' && node.name === 'br';
  const last = shown.findLastIndex((node) => !isBreak(node));
  const loose = shown.filter((node, at) => {
    const [before, after] = [shown[at - 1], shown[at + 1]];
    return isBreak(node) && (!before || isBreak(before) || isBlock(before) || isBlock(after) || at > last);
  });
  const left = new Set(loose);
  return nodes.filter((node) => !left.has(node));
}

/** The level of a list item of Word, which is a paragraph with its number in its style; null for other elements. */
function listLevel({ name, attributes, children }: ElementNode): string | null {
  const [, level] = /mso-list:[^;]*\blevel(\d)/.exec(attributes.get('style') ?? '') ?? [];
  if (level === undefined || name !== 'p') return null;
  const mark = findElement(children ?? [], (node) =>
    /mso-list:\s*ignore/i.test(node.attributes.get('style') ?? ''),
  );
  const isNumber = mark !== null && /^\s*\(?[\da-z]{1,4}[.)]/i.test(textOf(mark.children ?? []));
  return `${level}${isNumber ? 'ol' : 'ul'}`;
}

/** Makes lists of neighbours that are items by their level. */
function joinListItems(nodes: readonly TreeNode[]): TreeNode[] {
  const joined: TreeNode[] = [];
  let open: { items: TreeNode[] }[] = [];
  for (const node of nodes) {
    const level = node.type === 'element' ? node.attributes.get('level') : undefined;
    if (level === undefined || node.type !== 'element') {
      if (open.length > 0 && node.type !== 'element' && textOf([node]).trim() === '') continue;
      open = [];
      joined.push(node);
      continue;
    }
    const depth = Number(level[0]);
    open = open.slice(0, depth);
    while (open.length < depth) {
      const items: TreeNode[] = [];
      (open.at(-1)?.items ?? joined).push(make(level.slice(1), items));
      open.push({ items });
    }
    open.at(-1)?.items.push(make('li', node.children ?? []));
  }
  return joined;
}

/** The first row of a table without a head becomes its head, as in a sheet. */
function withHead(children: readonly TreeNode[]): TreeNode[] {
  if (findElement(children, ({ name }) => name === 'th' || name === 'thead')) return [...children];
  let isFirst = true;
  const walk = (nodes: readonly TreeNode[]): TreeNode[] =>
    nodes.map((node) => {
      if (node.type !== 'element' || !isFirst) return node;
      if (node.name !== 'tr') return { ...node, children: walk(node.children ?? []) };
      isFirst = false;
      const cells = (node.children ?? []).map((cell) =>
        cell.type === 'element' && cell.name === 'td' ? { ...cell, name: 'th' } : cell,
      );
      return { ...node, children: cells };
    });
  return walk(children);
}

/** One cell of a sheet is its words. */
function isOneCell(tree: readonly TreeNode[]): boolean {
  const cells: ElementNode[] = [];
  let hasOther = false;
  const walk = (nodes: readonly TreeNode[]) => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      if (/^t[hd]$/.test(node.name)) cells.push(node);
      else if (FORMED.test(node.name) && node.name !== 'table') hasOther = true;
      else walk(node.children ?? []);
    }
  };
  walk(tree);
  return (
    cells.length === 1 &&
    !hasOther &&
    findElement(cells[0]?.children ?? [], ({ name }) => FORMED.test(name)) === null
  );
}
