/** Replaces the elements of other tools in a Markdown text by Markdown and directives of the site. */
import { createPlaceFinder, decodeEntities } from '../core.ts';
import type { Syntax } from '../imported-site.ts';
import { writeCode } from './directive-text.ts';
import type { Element, Tag } from './element.ts';
import type { Targets } from './element-writers.ts';
import { findEquivalent, isVerbatim } from './equivalents.ts';
import type { HtmlConverter } from './html-to-markdown.ts';
import { scanTags } from './scan-tags.ts';

/** Everything that a conversion needs besides the text. Lines are counted from 0 in the text. */
export interface ElementContext {
  html: HtmlConverter;
  targetsAt(line: number): Targets;
  note(line: number, message: string, detail?: string): void;
}

/** Elements of HTML that are converted as a whole, because their parts mean nothing alone. */
const WHOLE =
  /^(?:table|ul|ol|dl|pre|blockquote|h[1-6]|figure|picture|video|audio|object|form|button|select|svg|math|canvas)$/;

/** Elements that are nested more deeply are treated as text. */
const MAX_DEPTH = 100;

/** Replaces every element, beginning with the innermost. */
export function convertElements(text: string, syntax: Syntax, context: ElementContext): string {
  const tags = scanTags(text, syntax);
  if (tags.length === 0) return text;
  const ends = pairTags(tags);
  const placeOf = createPlaceFinder(text);

  /** Converts the text from `start` to `end`, which contains the tags from index `from` up to `to`. */
  const render = (from: number, to: number, start: number, end: number, depth: number): string => {
    let written = '';
    let at = start;
    for (let index = from; index < to; index++) {
      const tag = tags[index];
      if (!tag || tag.start < at) continue;
      written += text.slice(at, tag.start);
      const close = depth < MAX_DEPTH ? ends.get(index) : undefined;
      const closer = close === undefined ? undefined : tags[close];
      at = closer?.end ?? tag.end;
      // A closing tag without an opening one shows nothing.
      if (tag.type === 'close') continue;
      const indent = indentBefore(text, tag.start);
      const shown = replaceElement(
        tag,
        {
          raw: text.slice(tag.start, at),
          indent: indent !== null && isInBlock(indent, written) ? indent : '',
          source: closer ? text.slice(tag.end, closer.start) : null,
          inside: () =>
            closer && close !== undefined ? render(index + 1, close, tag.end, closer.start, depth + 1) : null,
          line: placeOf(tag.start).line - 1,
        },
        context,
      );
      written = insert(written, shown, indent);
      index = close ?? index;
    }
    return written + text.slice(at, end);
  };
  return render(0, tags.length, 0, text.length, 0);
}

/** The part of the text that an element takes. */
interface Extent {
  /** The element with its tags, unchanged. */
  raw: string;
  /** The indent of the list item or the quote that contains the element; '' for none. */
  indent: string;
  /** The text between the tags, unchanged; null for an element without an end. */
  source: string | null;
  /** Converts the text between the tags. */
  inside(): string | null;
  line: number;
}

function replaceElement(tag: Tag, extent: Extent, context: ElementContext): string {
  const { notation, name, attributes } = tag;
  const { raw, source, inside, line } = extent;
  const { html, note } = context;
  if (notation === 'expression') return replaceExpression(tag, line, context);
  if (name === '!--') return keepComment(raw);
  if (/^script$/i.test(name)) {
    context.note(line, 'script: left out');
    return '';
  }
  const targets = context.targetsAt(line);
  // Astro shows the HTML of this attribute.
  const written = attributes.get('set:html');
  if (written && !written.startsWith('{'))
    return `\n\n${html.convert(written, targets, (message) => note(line, message)) ?? ''}\n\n`;
  const whole = notation === 'html' ? convertWhole(tag, extent, targets, context) : null;
  if (whole !== null) return whole;
  const inner = source === null ? null : isVerbatim(name) ? source : dedent(inside() ?? '');
  const element: Element = { notation, name, attributes, inner, raw };
  const equivalent = findEquivalent(element, targets);
  if (equivalent !== null) return equivalent;
  if (notation === 'html' && inner === null && attributes.size === 0 && !isElementName(name))
    return `\\${raw}`;
  // A container that is not closed ends with the text.
  if (notation === 'admonition' && attributes.has('title')) return `\n\n**${attributes.get('title')}**\n\n`;
  context.note(
    line,
    `${describe(tag)} has no equivalent: ${inner === null ? 'left out' : 'its text is kept'}`,
  );
  if (inner === null) return '';
  // Text that is more than a part of a line stands on lines of its own.
  const isInline = notation === 'html' && !/^[ \t]*\n|\n[ \t]*\n/.test(inner);
  return isInline ? inner : `\n\n${inner.trim()}\n\n`;
}

/** Template code of Liquid, Hugo and Tera. */
const TEMPLATE = /\{[{%]((?:[^{}%]|[{}%](?![}{%])){0,2000})[%}]\}/g;

/** Removes template code from HTML, with a note. @param first line on which the HTML begins */
export function removeTemplates(html: string, note: ElementContext['note'], first: number): string {
  return html.replace(TEMPLATE, (_all, code: string) => {
    note(first, 'template code in HTML: left out', code.trim().slice(0, 60));
    return '';
  });
}

/** @returns null for elements that are not converted as a whole */
function convertWhole(
  { name, attributes }: Tag,
  { raw, indent, source, line }: Extent,
  targets: Targets,
  { html, note }: ElementContext,
): string | null {
  if (!WHOLE.test(name)) return null;
  const convert = (text: string) => {
    const markdown = html.convert(text, targets, (message) => note(line, message));
    return markdown === null ? null : `\n\n${markdown}\n\n`;
  };
  if (name === 'pre') {
    const code = source === null || /<[a-z/]/i.test(source) ? null : withoutIndent(source, indent);
    return code === null
      ? convert(withoutIndent(raw, indent))
      : `\n\n${writeCode(decodeEntities(code), '')}\n\n`;
  }
  // Markdown inside of HTML stays Markdown.
  const hasMarkdown = attributes.has('markdown') || /\]\(|^\s*(?:[-*#|]|```)/m.test(source ?? '');
  if (hasMarkdown && !/^(?:video|audio|object)$/.test(name)) return null;
  return convert(removeTemplates(raw, note, line));
}

/** Removes the indent of a list item or the marks of a quote from the lines after the first one. */
function withoutIndent(text: string, indent: string): string {
  return indent === '' ? text : text.replace(new RegExp(`\\n[ \\t>]{0,${indent.length}}`, 'g'), '\n');
}

/** Tells elements from other words in angle brackets, such as the type in `Promise<void>`. */
function isElementName(name: string): boolean {
  return (
    /^(?:td|tr|th|li|dd|dt|input|button|form|details|summary|select|option|canvas|svg|slot|template|script|style)$/.test(
      name,
    ) || /[-.]|^[A-Z]/.test(name)
  );
}

function describe({ notation, name }: Tag): string {
  switch (notation) {
    case 'shortcode':
      return `shortcode {{< ${name} >}}`;
    case 'liquid':
      return `tag {% ${name} %}`;
    case 'tera':
      return `shortcode {{ ${name}() }}`;
    case 'admonition':
      return `admonition :::${name}`;
    default:
      return /^[A-Z]/.test(name) ? `component <${name}>` : `element <${name}>`;
  }
}

function replaceExpression({ name, attributes }: Tag, line: number, { note }: ElementContext): string {
  if (attributes.has('literal')) return name;
  if (name === 'kramdown' || name === '' || /^\/\*[\s\S]*\*\/$/.test(name)) return '';
  const literal = /^(["'`])([^"'`$]*)\1$/.exec(name);
  if (literal) return literal[2] ?? '';
  note(line, 'expression that only its tool can evaluate: left out', name.replace(/\s+/g, ' ').slice(0, 60));
  return '';
}

/** Removes comments with a meaning for a tool, such as the end of an excerpt. */
function keepComment(raw: string): string {
  return /^<!--\s*(?:more|truncate|excerpt|end|summary|\/?wp:[\s\S]*)\s*-->$/i.test(raw) ? '' : raw;
}

/** Maps the index of each opening tag to that of its closing tag, in linear time. */
function pairTags(tags: readonly Tag[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  const counts = new Map<string, number>();
  const keyOf = ({ notation, name }: Tag) =>
    notation === 'admonition' || notation === 'tera' ? notation : `${notation} ${name}`;
  const count = (tag: Tag, by: number) => counts.set(keyOf(tag), (counts.get(keyOf(tag)) ?? 0) + by);
  for (const [index, tag] of tags.entries()) {
    if (tag.type === 'open') {
      open.push(index);
      count(tag, 1);
    } else if (tag.type === 'close' && (counts.get(keyOf(tag)) ?? 0) > 0) {
      for (let last = open.pop(); last !== undefined; last = open.pop()) {
        const opener = tags[last];
        if (!opener) break;
        count(opener, -1);
        if (keyOf(opener) !== keyOf(tag)) continue;
        ends.set(last, index);
        break;
      }
    }
  }
  return ends;
}

/** The indent before an offset: spaces and quote markers. null if the line has other text before it. */
function indentBefore(text: string, offset: number): string | null {
  // Looking further back would take quadratic time, and such a long indent is unlikely.
  const near = text.slice(Math.max(0, offset - 200), offset);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  const isWhole = before.length < near.length || offset <= 200;
  return isWhole && /^[ \t>]*$/.test(before) ? before : null;
}

/** Appends a replacement. A block gets the indent of its place; inline text continues the line. */
function insert(written: string, shown: string, indent: string | null): string {
  if (!/^\n\n/.test(shown)) return written + shown;
  const block = shown.trim();
  const before = withoutEnd(written);
  if (block === '') return written;
  const prefix = indent === null || isInBlock(indent, before) ? (indent ?? '') : '';
  const lines = block.replace(/\n(?=[^\n])/g, `\n${prefix}`);
  const gap = before === '' ? '' : prefix.includes('>') ? `\n${prefix.trimEnd()}\n` : '\n\n';
  return `${before}${gap}${prefix}${lines}\n\n`;
}

/** Removes blank lines and quote markers from the end. Looks only at the last characters, for speed. */
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

/** Says whether an indent belongs to a list item or a quote. Anywhere else a directive must not be indented. */
function isInBlock(indent: string, before: string): boolean {
  if (indent === '' || indent.includes('>')) return true;
  for (const line of before.slice(-2000).split('\n').reverse()) {
    const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (line.trim() !== '' && own < indent.length) return /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line);
  }
  return false;
}

/** Removes the indent that all lines share. Lines that are indented by four spaces would become code. */
function dedent(text: string): string {
  const indents = [...text.matchAll(/^([ \t]*)\S/gm)].map(([, indent = '']) => indent.length);
  // The text directly after the opening tag has no indent.
  const shared = Math.min(...(text.startsWith('\n') ? indents : indents.slice(1)));
  return Number.isFinite(shared) && shared > 0
    ? text.replace(new RegExp(`^[ \\t]{${shared}}`, 'gm'), '')
    : text;
}
