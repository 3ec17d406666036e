/** Writes the elements of HTML that have a structure of their own: headings, lists, tables, code, pictures and footnotes. */

import type { Conversion } from './conversion.ts';
import {
  linkAround,
  writeCallout,
  writeDetails,
  writeEmbed,
  writeFenced,
  writeImage,
  writeLink,
  writeMedia,
  writeVideo,
} from './directive-text.ts';
import type { Element, Shown, Targets } from './element-writers.ts';
import { escapeWords } from './escape-words.ts';
import { elementsIn, writeTable } from './html-tables.ts';
import { joinLines, splitSpace } from './lines.ts';
import { blockPiece, blocksOf, headingPiece, inlinePiece, joinHtml, type Piece } from './pieces.ts';
import { type ElementNode, findElement, type TreeNode, textOf } from './tree.ts';
import { convertShortcode } from './wordpress-shortcodes.ts';

/** Elements that are converted as a whole in a Markdown text, because their parts mean nothing alone. */
const WHOLE =
  /^(?:table|ul|ol|dl|pre|blockquote|h[1-6]|figure|picture|video|audio|object|form|button|select|svg|math|canvas)$/;

/** Elements that contain others, and texts in Markdown where a blank line stands before these. */
const DIVISION = /^(?:div|section|article|center|main|header|footer|aside)$/;

/** A division of several lines that holds nothing but elements: its indents make no code. */
function isLayout({ source, isAlone, attributes }: ElementNode): boolean {
  const shown = (source ?? '').replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  return (
    isAlone &&
    !attributes.has('markdown') &&
    /\n[ \t]*<(?:div|h[1-6]|p|ul|ol|table|section)\b/.test(shown) &&
    !/<\/?[A-Z]|`|\*\*|__|\{[{%:]|:::|\]\(|\smarkdown[\s=>]|^[ \t]*(?:[-*+#|]|\d{1,9}\.)[ \t]/m.test(shown) &&
    shown.split(/\n[ \t]*\n/).every((part) => /^\s*(?:<|$)/.test(part))
  );
}

export function isWhole(node: ElementNode): boolean {
  const { notation, name, attributes, source } = node;
  if (notation === 'html' && DIVISION.test(name)) return isLayout(node);
  if (notation !== 'html' || !WHOLE.test(name)) return false;
  if (name === 'pre') return true;
  // Markdown inside of HTML stays Markdown.
  const shown = (source ?? '').replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const hasMarkdown = attributes.has('markdown') || /\]\(|^\s*(?:[-*#|]|```)/m.test(shown);
  return !hasMarkdown || /^(?:video|audio|object)$/.test(name);
}

/** @returns null for an element without a structure of its own */
export function convertStructure(
  element: Element,
  node: ElementNode,
  targets: Targets,
  context: Conversion,
): Shown {
  // Only who asks for the parts has them converted: what converts its own content would do it twice on each level.
  const { name, attributes } = element;
  if (node.notation === 'wordpress') return convertShortcode(element, node, targets, context);
  const byClass = convertByClass(element, node, targets, context);
  if (byClass !== undefined) return byClass;
  if (ON_LINES.test(name)) return endRun(element.parts);
  if (NOT_SHOWN.test(name)) return '';
  if (LEFT_OUT.test(name)) return leaveOut(node, context);
  if (/^h[1-6]$/.test(name)) return headingPiece(name, joinHtml(element.parts));
  switch (name) {
    case 'br':
      return inlinePiece('  \n');
    case 'img':
      return convertImage(attributes, targets);
    case 'a':
      return convertAnchor(element, targets, context);
    case 'sup':
      return isFootnoteMark(element.parts) ? element.parts : null;
    case 'ul':
    case 'ol':
      return blockPiece(writeList(node, context));
    case 'li':
      return blockPiece(`- ${joinHtml(element.parts)}`);
    case 'dl':
      return blockPiece(writeDefinitions(node.children ?? [], context));
    case 'pre':
      return convertPreformatted(node, classesOf(element));
    case 'blockquote':
      return blockPiece(joinHtml(element.parts).replace(/^/gm, '> ').replace(/^> $/gm, '>'));
    case 'table':
      return blockPiece(writeTable(node, context));
    case 'iframe':
    case 'embed':
    case 'object': {
      const source = attributes.get('src') || attributes.get('data') || '';
      return frameOf(source, attributes.get('title') ?? '', targets, node, context);
    }
    case 'video':
    case 'audio':
      return convertMedia(node, targets);
    case 'input':
      if (attributes.get('type') === 'checkbox')
        return inlinePiece(attributes.has('checked') ? '[x] ' : '[ ] ');
      return leaveOut(node, context);
    default:
      return null;
  }
}

const ON_LINES = /^(?:p|section|address|hgroup|nav|dir|menu|body|html|div|thead|tbody|tr|td|th)$/;
const NOT_SHOWN = /^(?:style|noscript|template|head)$/;
const LEFT_OUT = /^(?:form|button|select|textarea|svg|math|canvas)$/;

const classesOf = ({ attributes }: Pick<ElementNode, 'attributes'>) => ` ${attributes.get('class') ?? ''} `;
const IS_FOOTNOTES = / (?:footnotes|footnotes-list|wp-block-footnotes) /;
/** Parts that a reader operates, or that repeat what another part shows. */
const CONTROLS =
  / (?:kg-audio-\w+-icon|kg-audio-player|kg-video-(?:overlay|player-container|player)|kg-bookmark-(?:icon|thumbnail|metadata)|wp-block-file__button|footnote-backref|screen-reader-text) /;

/** @returns undefined for an element whose classes say nothing */
function convertByClass(
  element: Element,
  node: ElementNode,
  targets: Targets,
  context: Conversion,
): Shown | undefined {
  const classes = classesOf(element);
  if (IS_FOOTNOTES.test(classes)) return convertFootnotes(node, context);
  if (CONTROLS.test(classes)) return '';
  if (/ kg-callout-card /.test(classes)) return blockPiece(writeCallout('note', null, element.inner ?? ''));
  if (/ kg-toggle-card /.test(classes)) return convertToggle(node, context);
  if (/ wp-block-embed__wrapper /.test(classes))
    return frameOf(textOf(node.children ?? []).trim(), '', targets, node, context);
  return undefined;
}

/** Parts on lines of their own. */
function endRun(parts: readonly Piece[]): readonly Piece[] {
  return [blockPiece(''), ...parts, blockPiece('')];
}

function leaveOut({ name, line }: ElementNode, { note }: Conversion): Shown {
  note(line, `<${name}>: left out`);
  return '';
}

function convertImage(attributes: ElementNode['attributes'], targets: Targets): Shown {
  const source = attributes.get('src') || attributes.get('data-src') || '';
  return source === ''
    ? ''
    : inlinePiece(
        writeImage(targets.image(source), attributes.get('alt') ?? '', attributes.get('title') ?? ''),
      );
}

function convertAnchor(element: Element, targets: Targets, { footnotes }: Conversion): Shown {
  const { attributes, parts } = element;
  const target = attributes.get('href')?.trim();
  if (target === undefined) return parts;
  const label = target.startsWith('#') ? footnotes.get(target.slice(1)) : undefined;
  if (label !== undefined) return inlinePiece(`[^${label}]`);
  const { before, text, after } = splitSpace(element.inner ?? '');
  if (text === '') return parts;
  const linked = linkAround(text, targets.link(target), attributes.get('title') ?? null);
  return linked.includes('\n') ? blockPiece(linked) : inlinePiece(before + linked + after);
}

const isFootnoteMark = (parts: readonly Piece[]) =>
  parts.length > 0 && parts.every((part) => part.type === 'inline' && /^\s*\[\^[^\]]+\]\s*$/.test(part.text));

/** Labels of footnotes by the id of their text. */
export function findFootnotes(nodes: readonly TreeNode[]): Map<string, string> {
  const labels = new Map<string, string>();
  const list = findElement(nodes, (node) => IS_FOOTNOTES.test(classesOf(node)) && node.notation === 'html');
  const add = (node: TreeNode) => {
    if (node.type !== 'element') return;
    const id = node.attributes.get('id');
    if (node.name === 'li' && id !== undefined) labels.set(id, String(labels.size + 1));
    else for (const child of node.children ?? []) add(child);
  };
  if (list) add(list);
  return labels;
}

function convertFootnotes(node: ElementNode, context: Conversion): Shown {
  const texts: string[] = [];
  const add = (item: TreeNode) => {
    if (item.type !== 'element') return;
    const label = item.name === 'li' ? context.footnotes.get(item.attributes.get('id') ?? '') : undefined;
    if (label === undefined) {
      for (const child of item.children ?? []) add(child);
      return;
    }
    texts.push(
      `[^${label}]: ${joinHtml(context.convert(withoutBackLinks(item.children ?? []), context)).replace(/\n(?=[^\n])/g, '\n    ')}`,
    );
  };
  for (const child of node.children ?? []) add(child);
  return texts.length > 0 ? blockPiece(texts.join('\n')) : null;
}

/** Links from a footnote back to its mark. */
function withoutBackLinks(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node): TreeNode[] => {
    if (node.type !== 'element') return [node];
    const isBack =
      node.name === 'a' &&
      (/backref|back-?link/.test(
        `${node.attributes.get('class') ?? ''} ${node.attributes.get('role') ?? ''}`,
      ) ||
        /^(?:[\s↩↑⏎^]|\u{fe0e}|\u{fe0f})*$/u.test(textOf(node.children ?? [])));
    return isBack ? [] : [{ ...node, children: node.children && withoutBackLinks(node.children) }];
  });
}

function convertToggle(node: ElementNode, context: Conversion): Shown {
  const part = (name: string) =>
    findElement(node.children ?? [], ({ attributes }) =>
      ` ${attributes.get('class') ?? ''} `.includes(` ${name} `),
    );
  const [title, content] = [part('kg-toggle-heading-text'), part('kg-toggle-content')];
  if (!title || !content) return null;
  const htmlOf = ({ children }: ElementNode) => joinHtml(context.convert(children ?? [], context));
  return blockPiece(writeDetails(htmlOf(title).replace(/\s+/g, ' '), htmlOf(content)));
}

function writeList(node: ElementNode, context: Conversion): string {
  const isOrdered = node.name === 'ol';
  let number = Number(node.attributes.get('start')) || 1;
  const items: string[] = [];
  for (const child of node.children ?? []) {
    if (child.type !== 'element' && textOf([child]).trim() === '') continue;
    const isItem = child.type === 'element' && child.name === 'li';
    const blocks = blocksOf(context.convert(isItem ? (child.children ?? []) : [child], context));
    const text = blocks.reduce((before, { text, isRun }, index) => {
      const isNested = index > 0 && !isRun && /^(?:[-*+]|\d+[.)]) /.test(text) && blocks[index - 1]?.isRun;
      return index === 0 ? text : `${before}${isNested ? '\n' : '\n\n'}${text}`;
    }, '');
    const mark = isOrdered ? `${number}. ` : '- ';
    const indented = text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
    // A list directly in a list belongs to the item before it.
    if (!isItem && child.type === 'element' && items.length > 0) {
      items.push(' '.repeat(mark.length) + indented);
      continue;
    }
    items.push(mark + indented);
    number++;
  }
  return items.join('\n');
}

function writeDefinitions(nodes: readonly TreeNode[], context: Conversion): string {
  let written = '';
  for (const { name, children } of elementsIn(nodes, /^d[td]$/, /^div$/)) {
    const text = joinHtml(context.convert(children ?? [], context));
    written += name === 'dt' ? `\n\n${joinLines(text)}` : `\n: ${text.replace(/\n(?=[^\n])/g, '\n  ')}`;
  }
  return written.trim();
}

function convertPreformatted(node: ElementNode, classes: string): Shown {
  if (/ wp-block-verse /.test(classes))
    return blockPiece(
      textOf(node.children ?? [])
        .split('\n')
        .map(escapeWords)
        .join('  \n'),
    );
  const inner = findElement(node.children ?? [], ({ name }) => name === 'code');
  const all = `${classes} ${inner?.attributes.get('class') ?? ''} ${node.attributes.get('data-language') ?? ''}`;
  const language = /(?:language|lang|brush:)[-: ]?\s*([\w+#.-]+)/.exec(all)?.[1] ?? '';
  return blockPiece(
    writeFenced(
      textOf(node.children ?? [])
        .replace(/^\n/, '')
        .trimEnd(),
      language,
    ),
  );
}

function frameOf(
  source: string,
  title: string,
  targets: Targets,
  { line }: ElementNode,
  { note }: Conversion,
): Shown {
  if (source === '') return '';
  const video = writeVideo(source, title || targets.title);
  if (video) return blockPiece(video);
  const embed = writeEmbed(source, title || hostOf(source));
  if (embed) return blockPiece(embed);
  note(line, `embedded page of ${hostOf(source)}: replaced by a link`);
  return blockPiece(writeLink(title || hostOf(source), source));
}

function convertMedia(node: ElementNode, targets: Targets): Shown {
  const inner = findElement(node.children ?? [], ({ name }) => name === 'source');
  const source = node.attributes.get('src') || inner?.attributes.get('src') || '';
  const label = node.name === 'video' ? 'Video' : 'Audio';
  const title = node.attributes.get('title') || targets.title;
  return source === '' ? '' : blockPiece(writeMedia(source, label, title, targets.link));
}

function hostOf(url: string): string {
  return URL.canParse(url, 'https://page.invalid')
    ? new URL(url, 'https://page.invalid').hostname
    : 'another site';
}
