/** Converts the tree of a text to parts in the Markdown and the directives of this site. One converter for every syntax. */

import { evaluateOutput } from './address-tags.ts';
import type { Conversion } from './conversion.ts';
import { writeFenced, writeLink, writeTarget } from './directive-text.ts';
import {
  attribute,
  dedent,
  dedentAround,
  type Element,
  fillLiterals,
  type Shown,
  type Targets,
} from './element-writers.ts';
import { findEquivalent, isVerbatim } from './equivalents.ts';
import { escapeWords } from './escape-words.ts';
import { convertStructure, isWhole } from './html-structure.ts';
import { writeTable } from './html-tables.ts';
import { trimBlock } from './lines.ts';
import { noteAttributes } from './lost-attributes.ts';
import { parseHtml } from './parse-html.ts';
import { blockPiece, inlinePiece, joinHtml, joinInline, joinMarkdown, type Piece } from './pieces.ts';
import { groupTabs } from './tab-writers.ts';
import { type ElementNode, type TargetNode, type TreeNode, textOf, textsOfList } from './tree.ts';

export function convertNodes(nodes: readonly TreeNode[], context: Conversion): Piece[] {
  const pieces: Piece[] = [];
  // A call may have fewer arguments than an element has parts.
  const add = (more: readonly Piece[]) => {
    for (const piece of more) pieces.push(piece);
  };
  for (const [index, node] of nodes.entries()) {
    switch (node.type) {
      case 'markdown':
      case 'code':
        pieces.push(inlinePiece(node.text));
        break;
      case 'words':
        pieces.push(inlinePiece(escapeWords(node.text)));
        break;
      case 'target':
        pieces.push(inlinePiece(writeNewTarget(node, context)));
        break;
      case 'element':
        if (isSecondBranch(node)) return pieces;
        // Tabs of Python-Markdown have no group around them: neighbours are one.
        if (node.notation === 'python' && node.name === 'tab') {
          if (isTab(previousOf(nodes, index))) break;
          add(convertPythonTabs(nodes, index, context));
        } else add(convertElement(node, context));
    }
  }
  return pieces;
}

export function joinPieces(pieces: readonly Piece[], isHtml: boolean): string {
  return isHtml ? joinHtml(pieces) : joinMarkdown(pieces);
}

/** `{% else %}` in a condition, of which the first branch is kept. */
const isSecondBranch = ({ notation, name, children }: ElementNode) =>
  notation === 'liquid' && children === null && /^(?:else|elsif|elseif|elif)$/.test(name);

const isBlank = (node: TreeNode) => node.type === 'markdown' && node.text.trim() === '';
const isTab = (node: TreeNode | undefined) =>
  node?.type === 'element' && node.notation === 'python' && node.name === 'tab';

function previousOf(nodes: readonly TreeNode[], index: number): TreeNode | undefined {
  const before = nodes[index - 1];
  return before && isBlank(before) ? nodes[index - 2] : before;
}

function convertPythonTabs(nodes: readonly TreeNode[], index: number, context: Conversion): Piece[] {
  const tabs: Piece[] = [];
  for (let at = index; at < nodes.length; at++) {
    const node = nodes[at];
    if (!node || isBlank(node)) continue;
    if (node.type !== 'element' || !isTab(node)) break;
    tabs.push(...convertElement(node, context));
  }
  const [node] = nodes.slice(index);
  const indent = node?.type === 'element' ? node.indent : '';
  const group = groupTabs(
    tabs.map((tab) => ({ ...tab, indent: '' })),
    [],
    joinMarkdown,
  );
  return group === null ? [] : place(group, indent);
}

function writeNewTarget({ kind, form, target, line }: TargetNode, context: Conversion): string {
  const targets = context.targetsAt(line);
  const next = kind === 'image' ? targets.image(target) : targets.link(target);
  if (form === 'destination') return `(${writeTarget(next)}`;
  if (form === 'definition') return writeTarget(next);
  // A link in angle brackets must be absolute, so the new address needs the form of a link.
  return next === target
    ? `<${target}>`
    : `[${target.startsWith('{') ? next : target}](${writeTarget(next)})`;
}

/** Gives parts the place of the element that they come from. */
function place(shown: Exclude<Shown, null>, indent: string | null): Piece[] {
  const pieces = typeof shown === 'string' ? [inlinePiece(shown)] : 'type' in shown ? [shown] : [...shown];
  return pieces.map((piece) => {
    if (piece.type === 'inline') return { ...piece, isElement: true };
    const isPlaced = (piece.type !== 'block' && piece.type !== 'tab') || piece.indent !== undefined;
    return isPlaced ? piece : { ...piece, indent };
  });
}

function convertElement(node: ElementNode, context: Conversion): Piece[] {
  const { notation, name, attributes, line } = node;
  const { note, isHtml } = context;
  if (notation === 'expression') return convertExpression(node, context);
  if (notation === 'kramdown') return convertKramdown(node, context);
  if (name === '!--') return isHtml || isToolComment(node.raw) ? [] : [inlinePiece(node.raw)];
  if (/^script$/i.test(name)) {
    note(line, 'script: left out');
    return [];
  }
  if (notation === 'html') noteAttributes(node, note);
  if (notation === 'python' && name === 'module') {
    note(line, 'documentation that a tool makes from code: left out', attributes.get('title'));
    return [];
  }
  if (isLoop(node)) {
    note(line, 'loop over data, which only its tool can evaluate: left out', describe(node));
    return [];
  }
  if (notation === 'liquid' && /^(?:set|capture)$/.test(name)) {
    const shown = convertNamed(node, context);
    if (shown !== null) return place(shown, node.indent);
  }
  const targets = context.targetsAt(line);
  // Astro shows the HTML of this attribute.
  const written = attributes.get('set:html');
  if (written && !written.startsWith('{'))
    return place(blockPiece(convertHtml(written, context, line)), node.indent);
  if (!isHtml && isWhole(node))
    return place(
      blockPiece(convertHtml(withoutIndent(removeTemplates(node.raw, context, line), node), context, line)),
      node.indent,
    );
  // Cells with Markdown stay cells.
  if (!isHtml && notation === 'html' && name === 'table') {
    const table = writeTable(node, context);
    if (table !== '') return place(blockPiece(table), node.indent);
  }
  const mapped = notation === 'admonition' ? context.containers.get(name.toLowerCase()) : undefined;
  const element = readElement(mapped === undefined ? node : { ...node, name: mapped }, context);
  const structure = isHtml ? convertStructure(element, node, targets, context) : null;
  const equivalent = structure ?? findEquivalent(element, targets);
  if (equivalent !== null) return place(equivalent, node.indent);
  return convertUnknown(node, element, { ...context, targets });
}

/** The element with its converted content. */
function readElement(node: ElementNode, context: Conversion): Element {
  const { notation, name, attributes, children, raw } = node;
  const { isHtml } = context;
  const isOpaque = isVerbatim(name);
  const join = (pieces: readonly Piece[]) =>
    isHtml ? joinInline(pieces) : dedent(joinMarkdown(dedentAround(pieces)));
  // Lists and tables convert their own content.
  const parts = lazy(() => (children === null || isOpaque ? [] : convertNodes(children, context)));
  const source = lazy(() => (isHtml ? children && textOf(children) : node.source));
  const inner = lazy(() => (children === null ? null : isOpaque ? source() : join(parts())));
  return {
    ...{ notation, name, attributes, children, raw, isHtml, join },
    get parts() {
      return parts();
    },
    get source() {
      return source();
    },
    get inner() {
      return inner();
    },
  };
}

/** Computes a value when it is first asked for. */
function lazy<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** What has no equivalent: its words are kept, in the line where they stand. */
function convertUnknown(
  node: ElementNode,
  element: Element,
  { note, isHtml, targets }: Conversion & { targets: Targets },
): Piece[] {
  const { notation, name, line, raw } = node;
  const { inner, parts } = element;
  // A word in angle brackets, such as the type in `Promise<void>`. Browsers show nothing of an element that ends.
  if (notation === 'html' && inner === null && !isElementName(node))
    return isHtml ? [...parts] : [inlinePiece(`\\${raw}`)];
  const link = titledLink(element, targets);
  if (link !== null) return [inlinePiece(link)];
  const shown = textInAttributes(element);
  const what =
    inner !== null ? 'its text is kept' : shown ? 'the text of its attributes is kept' : 'left out';
  const isCondition = notation === 'liquid' && /^(?:if|unless|case)$/.test(name) && inner !== null;
  note(
    line,
    isCondition
      ? 'condition that only its tool can evaluate: its first branch is kept'
      : `${describe(node)} has no equivalent: ${what}`,
  );
  if (inner === null || (inner.trim() === '' && shown)) return shown ? place(shown, node.indent) : [];
  const title = notation === 'admonition' ? element.attributes.get('title') : undefined;
  // The text of attributes stands above that of the element, unless it holds commands.
  const above =
    shown && typeof shown === 'object' && 'text' in shown && !shown.text.startsWith('```')
      ? shown.text
      : null;
  const text = [title ? `**${title}**` : above, inner.trim()].filter(Boolean).join('\n\n');
  const isInline = isHtml
    ? !parts.some(({ type }) => type !== 'inline')
    : notation === 'html'
      ? !/^[ \t]*\n|\n[ \t]*\n/.test(node.source ?? '')
      : !node.isAlone && !/\n/.test(node.source?.trim() ?? '');
  if (isInline && above === null) return [inlinePiece(inner)];
  return parts.some(({ type }) => type === 'tab') ? [...parts] : place(blockPiece(text), node.indent);
}

/** Attributes of a component that hold what its readers see: commands, and texts of several words. */
function textInAttributes({ notation, name, attributes }: Element): Shown {
  if (notation !== 'html' || !/^[A-Z]/.test(name)) return null;
  const commands = [...attributes]
    .map(([key, value]) => [key, textsOfList(value).join('\n') || value] as const)
    .filter(
      ([key, value]) =>
        /^(?:npm|pnpm|yarn|bun|deno|cargo|bash|sh|pip|command|cmd|pkg)$/.test(key) &&
        !value.startsWith('{') &&
        value.trim() !== '',
    );
  if (commands.length === 1 && /^(?:pkg|command|cmd)$/.test(commands[0]?.[0] ?? '')) {
    const [[key = '', value = ''] = []] = commands;
    return blockPiece(`\`\`\`sh\n${key === 'pkg' ? 'npm install ' : ''}${value}\n\`\`\``);
  }
  if (commands.length > 0)
    return groupTabs(
      commands.map(([key, value]) => ({ type: 'tab', title: key, text: `\`\`\`sh\n${value}\n\`\`\`` })),
      [],
      joinMarkdown,
    );
  const texts = [...attributes].filter(
    ([key, value]) =>
      /^(?:title|description|subtitle|text|label|content|caption|summary|heading|message|alt)$/.test(key) &&
      /\S\s+\S/.test(value) &&
      !value.startsWith('{'),
  );
  return texts.length > 0 ? blockPiece(texts.map(([, value]) => value.trim()).join('\n\n')) : null;
}

/** A component that has nothing but the address of a page of the site shows its title. */
function titledLink(element: Element, targets: Targets): string | null {
  const { notation, name, inner } = element;
  if (notation !== 'html' || inner !== null || !/^[A-Z]/.test(name)) return null;
  const target = attribute(element, 'link', 'href', 'to');
  const title = target === null ? null : targets.titleOf(target);
  return target === null || title === null ? null : writeLink(title, targets.link(target));
}

/** Tells elements from other words in angle brackets, such as the type in `Promise<void>`, and from addresses. */
function isElementName({ name, attributes, raw }: ElementNode): boolean {
  const isForeign = /^[a-z]\w*:[a-z]/i.test(name) && (attributes.size > 0 || raw.endsWith('/>'));
  return (
    isForeign ||
    /^(?:td|tr|th|li|dd|dt|input|button|form|details|summary|select|option|canvas|svg|slot|template|script|style|ta)$/.test(
      name,
    ) ||
    /[-.]|^[A-Z]/.test(name)
  );
}

function describe({ notation, name }: ElementNode): string {
  switch (notation) {
    case 'shortcode':
      return `shortcode {{< ${name} >}}`;
    case 'liquid':
      return `tag {% ${name} %}`;
    case 'tera':
      return `shortcode {{ ${name}() }}`;
    case 'admonition':
      return `admonition :::${name}`;
    case 'wordpress':
      return `shortcode [${name}]`;
    default:
      return /^[A-Z]/.test(name) ? `component <${name}>` : `element <${name}>`;
  }
}

const isLoop = ({ notation, name, attributes, children }: ElementNode) =>
  (notation === 'liquid' && /^(?:for|tablerow|each)$/.test(name) && children !== null) ||
  (notation === 'html' && attributes.has('v-for'));

function convertExpression(node: ElementNode, context: Conversion): Piece[] {
  const { name, attributes, line, indent } = node;
  const { note } = context;
  if (attributes.has('unknown')) note(line, 'template code: kept as text', name.slice(0, 60));
  if (attributes.has('literal')) return [inlinePiece(name)];
  if (name === '' || /^\/\*[\s\S]*\*\/$/.test(name)) return [];
  const literal = /^(["'`])([^"'`$]*)\1$/.exec(name)?.[2] ?? evaluateOutput(name);
  if (literal !== null && literal !== undefined) return [inlinePiece(literal)];
  const [, word = '', filters = ''] = /^(\w+)\s*(?:\|([\s\S]*))?$/.exec(name) ?? [];
  const named = context.named.get(word);
  if (named) {
    const [, language] = /\bhighlight\b\W*([\w+#.-]*)/.exec(filters) ?? [];
    if (language !== undefined || /code/i.test(word))
      return place(blockPiece(codeBlock(named.source ?? '', language ?? '')), indent);
    const parts = convertNodes(named.children ?? [], context);
    return [inlinePiece(joinPieces(parts, context.isHtml).trim())];
  }
  note(line, 'expression that only its tool can evaluate: left out', name.replace(/\s+/g, ' ').slice(0, 60));
  return [{ type: 'gap' }];
}

/** Code as a block, without the lines around it that only separate it from its tags. */
const codeBlock = (source: string, language: string) =>
  writeFenced(trimBlock(fillLiterals(source)), language);

/** A text with a name stands where the name is shown. Code that only a template shows stays where it is. */
function convertNamed(node: ElementNode, { named, shown }: Conversion): Shown {
  const name = node.attributes.get('0') ?? '';
  if (node.children === null) return null;
  if (shown.has(name)) {
    named.set(name, node);
    return '';
  }
  return /code/i.test(name) ? blockPiece(codeBlock(node.source ?? '', '')) : null;
}

function convertKramdown(node: ElementNode, context: Conversion): Piece[] {
  const { name, attributes, line } = node;
  const title = attributes.get('title') ?? '';
  if (name === 'abbr') context.note(line, 'abbreviation: left out', title);
  if (name === 'icon') context.note(line, 'icon of a theme: left out', title);
  if (name === 'attributes') noteAttributes(node, context.note);
  if (name !== 'block') return [];
  const parts = convertNodes(node.children ?? [], context);
  const lines = joinMarkdown(parts)
    .trimEnd()
    .split('\n')
    .map((text) => text.replace(/^[ \t]*> ?/, ''));
  const hasTitle = attributes.has('titled');
  const callout = findEquivalent(
    {
      ...node,
      name: 'callout',
      attributes: new Map([
        ['type', attributes.get('type') ?? ''],
        ...(hasTitle ? [['title', lines[0] ?? ''] as const] : []),
      ]),
      parts,
      inner: (hasTitle ? lines.slice(1) : lines).join('\n').trim(),
      isHtml: false,
      join: joinMarkdown,
    },
    context.targetsAt(line),
  );
  return callout === null ? parts : place(callout, '');
}

/** Converts HTML within a Markdown text. */
function convertHtml(html: string, context: Conversion, line: number): string {
  const inner: Conversion = {
    ...context,
    isHtml: true,
    targetsAt: () => context.targetsAt(line),
    note: (below, message, detail) => context.note(line + below, message, detail),
  };
  return joinHtml(convertNodes(parseHtml(html), inner));
}

/** Removes the indent of a list item or the marks of a quote from the lines after the first one, if all have them. */
function withoutIndent(text: string, { indent }: ElementNode): string {
  if (!indent) return text;
  const [, ...lines] = text.split('\n');
  const isShared = lines.every(
    (line) => line.trim() === '' || (/^[ \t>]*/.exec(line)?.[0].length ?? 0) >= indent.trimEnd().length,
  );
  const isIndented =
    indent.includes('>') || lines.every((line) => line.trim() === '' || line.startsWith(indent));
  return isShared && isIndented
    ? text.replace(new RegExp(`\\n[ \\t>]{0,${indent.length}}`, 'g'), '\n')
    : text;
}

/** Template code of Liquid, Hugo and Tera. */
const TEMPLATE = /\{[{%]((?:[^{}%]|[{}%](?![}{%])){0,2000})[%}]\}/g;

/** Removes template code from HTML, with a note. Code that makes an address stays for the address. */
export function removeTemplates(
  html: string,
  { note, syntax }: Pick<Conversion, 'note' | 'syntax'>,
  first: number,
): string {
  if (!html.includes('{') || syntax === 'markdown' || syntax === 'wordpress') return html;
  return html.replace(TEMPLATE, (whole, code: string, offset: number) => {
    if (/(?:href|src)=["']?$/.test(html.slice(Math.max(0, offset - 8), offset))) return whole;
    const shown = evaluateOutput(code.replace(/^\{|\}$/g, '').trim());
    if (shown !== null) return shown;
    note(first, 'template code in HTML: left out', code.trim().slice(0, 60));
    return '';
  });
}

/** Comments with a meaning for a tool, such as the end of an excerpt. */
function isToolComment(raw: string): boolean {
  return /^<!--\s*(?:more|truncate|excerpt|end|summary|\/?wp:[\s\S]*)\s*-->$/i.test(raw);
}
