/** Replaces the elements of other tools in a Markdown text by what this site has for them. */
import { createPlaceFinder } from '../../config/utf8.ts';
import type { Syntax } from '../imported-site.ts';
import { writeCode } from './directive-text.ts';
import type { Element, Tag } from './element.ts';
import type { Targets } from './element-writers.ts';
import { findEquivalent, isVerbatim } from './equivalents.ts';
import type { HtmlConverter } from './html-to-markdown.ts';
import { scanTags } from './scan-tags.ts';

/** What a conversion needs of its surroundings. `line` is counted from 0 in the text. */
export interface ElementContext {
  html: HtmlConverter;
  targetsAt(line: number): Targets;
  note(line: number, message: string, detail?: string): void;
}

/** HTML whose parts belong together: it is converted as a whole. */
const WHOLE =
  /^(?:table|ul|ol|dl|pre|blockquote|h[1-6]|figure|picture|video|audio|object|form|button|select|svg|math|canvas)$/;

/** Levels of elements within each other; deeper ones count as text. */
const MAX_DEPTH = 100;

/** Replaces every element, the inner ones first. */
export function convertElements(text: string, syntax: Syntax, context: ElementContext): string {
  const tags = scanTags(text, syntax);
  if (tags.length === 0) return text;
  const ends = pairTags(tags);
  const placeOf = createPlaceFinder(text);
  const lineOf = (offset: number) => placeOf(offset).line - 1;

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
      if (tag.type === 'close') {
        // An end without a beginning shows nothing.
        if (tag.notation === 'admonition') written += '';
        continue;
      }
      const raw = text.slice(tag.start, at);
      const line = lineOf(tag.start);
      const source = closer ? text.slice(tag.end, closer.start) : null;
      const inside = () =>
        closer && close !== undefined ? render(index + 1, close, tag.end, closer.start, depth + 1) : null;
      const shown = replace(tag, { raw, source, inside, line });
      written = place(written, shown, lineStart(text, tag.start));
      index = close ?? index;
    }
    return written + text.slice(at, end);
  };

  interface Found {
    raw: string;
    /** Between the tags, as written. */
    source: string | null;
    /** The same, converted. */
    inside(): string | null;
    line: number;
  }

  const replace = (tag: Tag, { raw, source, inside, line }: Found): string => {
    const { notation, name, attributes } = tag;
    if (notation === 'expression') return replaceExpression(tag, line, context);
    if (name === '!--') return keepComment(raw);
    if (/^script$/i.test(name)) {
      context.note(line, 'script: left out');
      return '';
    }
    const targets = context.targetsAt(line);
    if (notation === 'html' && WHOLE.test(name)) {
      if (name === 'pre' && source !== null && !/<[a-z/]/i.test(source))
        return `\n\n${writeCode(source, '')}\n\n`;
      // Markdown within HTML stays Markdown.
      if (
        name === 'pre' ||
        !/\]\(|^\s*(?:[-*#]|```)/m.test(source ?? '') ||
        /^(?:video|audio|object)$/.test(name)
      ) {
        const markdown = context.html.convert(raw, targets, (message) => context.note(line, message));
        if (markdown !== null) return `\n\n${markdown}\n\n`;
      }
    }
    const inner = source === null ? null : isVerbatim(name) ? source : dedent(inside() ?? '');
    const element: Element = { notation, name, attributes, inner, raw };
    const equivalent = findEquivalent(element, targets);
    if (equivalent !== null) return equivalent;
    if (notation === 'html' && inner === null && attributes.size === 0 && !isElementName(name))
      return `\\${raw}`;
    context.note(
      line,
      `${describe(tag)} has no equivalent: ${inner === null ? 'left out' : 'its text is kept'}`,
    );
    return inner === null ? '' : notation === 'html' ? inner : `\n\n${inner.trim()}\n\n`;
  };
  return render(0, tags.length, 0, text.length, 0);
}

/** `Promise<void>` has no element: in angle brackets there are words of programs, too. */
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

/** Those of tools say where an excerpt ends. */
function keepComment(raw: string): string {
  return /^<!--\s*(?:more|truncate|excerpt|end|summary|\/?wp:[\s\S]*)\s*-->$/i.test(raw) ? '' : raw;
}

/** Index of an opening tag → index of the tag that closes it. Linear in the number of tags. */
function pairTags(tags: readonly Tag[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  const counts = new Map<string, number>();
  const keyOf = ({ notation, name }: Tag) => (notation === 'admonition' ? notation : `${notation} ${name}`);
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

/** Blanks and marks of quotes before an offset in its line; null where there is other text. */
function lineStart(text: string, offset: number): string | null {
  // A line with more blanks has other text most likely; to look further takes quadratic time.
  const near = text.slice(Math.max(0, offset - 200), offset);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  const isWhole = before.length < near.length || offset <= 200;
  return isWhole && /^[ \t>]*$/.test(before) ? before : null;
}

/** Adds a replacement: the lines of a block get the indent of the place, inline text joins the line. */
function place(written: string, shown: string, indent: string | null): string {
  if (!/^\n\n/.test(shown)) return written + shown;
  const block = shown.trim();
  const before = withoutEnd(written);
  if (block === '') return written;
  const prefix = indent === null || isInBlock(indent, before) ? (indent ?? '') : '';
  const lines = block.replace(/\n(?=[^\n])/g, `\n${prefix}`);
  const gap = before === '' ? '' : prefix.includes('>') ? `\n${prefix.trimEnd()}\n` : '\n\n';
  return `${before}${gap}${prefix}${lines}\n\n`;
}

/** Without blank lines and marks of quotes at the end; looks at the last characters only. */
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

/** Whether an indent is that of a list item or a quote: elsewhere it means nothing, and directives must have none. */
function isInBlock(indent: string, before: string): boolean {
  if (indent === '' || indent.includes('>')) return true;
  for (const line of before.slice(-2000).split('\n').reverse()) {
    const own = /^[ \t]*/.exec(line)?.[0].length ?? 0;
    if (line.trim() !== '' && own < indent.length) return /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line);
  }
  return false;
}

/** Removes the indent that all lines share: four blanks would make code of them. */
function dedent(text: string): string {
  const indents = [...text.matchAll(/^([ \t]*)\S/gm)].map(([, indent = '']) => indent.length);
  // The text after the opening tag is not indented.
  const shared = Math.min(...(text.startsWith('\n') ? indents : indents.slice(1)));
  return Number.isFinite(shared) && shared > 0
    ? text.replace(new RegExp(`^[ \\t]{${shared}}`, 'gm'), '')
    : text;
}
