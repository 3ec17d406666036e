/** Writes the HTML of a rendered text as Markdown, for readers that are programs: what the page says, without its looks. */
import { HtmlParser } from '../../foundation/html-parser.ts';

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Content[];
  /** An inline element may hold blocks, such as a link around a figure. */
  holdsBlock: boolean;
}
type Content = Element | string;

/** @param base absolute URL of the page, for relative links */
export function toMarkdown(html: string, base: string): string {
  return writeBlocks(parseHtml(html).children, base);
}

function parseHtml(html: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], holdsBlock: false };
  const open = [root];
  const parser = new HtmlParser({
    onopentag(name, attributes) {
      const element = { name, attributes, children: [], holdsBlock: BLOCKS.has(name) };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    // The parser gives a text in pieces, such as each character reference.
    ontext(text) {
      const children = open.at(-1)?.children ?? [];
      const last = children.at(-1);
      if (typeof last === 'string') children.splice(-1, 1, last + text);
      else children.push(text);
    },
    onclosetag() {
      if (open.length > 1 && open.pop()?.holdsBlock)
        for (const outer of open.slice(-1)) outer.holdsBlock = true;
    },
  });
  parser.end(html);
  return root;
}

const BLOCKS = new Set(
  'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table ul'.split(
    ' ',
  ),
);
/** Elements that say nothing in a text. */
const SILENT = new Set(['script', 'style', 'template', 'svg', 'button', 'noscript', 'select', 'source']);

function isSilent({ name, attributes }: Element): boolean {
  return (
    SILENT.has(name) ||
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    /\b(visually-hidden|copy-code)\b/.test(attributes.class ?? '')
  );
}

/** Text between blocks is a paragraph. @param isTight whether a list may follow its text without a blank line */
function writeBlocks(children: readonly Content[], base: string, isTight = false): string {
  let written = '';
  let list: string | null = null;
  const add = (block: string, name = '') => {
    if (block === '') return;
    // A list of another form, and an item without text, would go on with the text above.
    const isClose = isTight && /^(?:[-+] |1[.)] )\S/.test(block);
    written += (written === '' ? '' : isClose ? '\n' : '\n\n') + block;
    list = name;
  };
  let inline: Content[] = [];
  const endParagraph = () => {
    add(writeLines(inline, base));
    inline = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || !child.holdsBlock) inline.push(child);
    else {
      endParagraph();
      // With the same mark, two lists would be one.
      if (!isSilent(child)) add(...writeBlock(child, base, list));
    }
  }
  endParagraph();
  return written;
}

/** @param before mark of the list above. @returns the block, and the mark of the list that it is */
function writeBlock(element: Element, base: string, before: string | null): [string, string?] {
  const { name, attributes, children } = element;
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [writeHeading(Number(name[1]), writeLine(children, base))];
    case 'p':
      return [writeLines(children, base)];
    case 'summary':
    case 'figcaption':
    case 'dt':
      return [writeMarked(children, '**', base, NOTHING).trim()];
    case 'hr':
      // Hyphens would be one with the mark of a list.
      return ['***'];
    case 'pre':
      return [writeCode(element)];
    case 'blockquote':
      return [writeBlocks(children, base).replace(/^.?/gm, (first) => (first === '' ? '>' : `> ${first}`))];
    case 'ol':
    case 'ul': {
      const marks = name === 'ul' ? ['-', '+'] : ['.', ')'];
      const mark = marks.find((sign) => sign !== before) ?? '-';
      const start = Number(attributes.start ?? 1);
      const isNumber = Number.isInteger(start) && start >= 0 && start < 1e9;
      return [writeList(children, mark, name === 'ul' ? null : isNumber ? start : 1, base), mark];
    }
    case 'table':
      return [writeTable(element, base)];
    default:
      return [writeBlocks(children, base)];
  }
}

/** Number signs at the end, after a space, would close the heading. @param text Markdown of one line */
export function writeHeading(level: number, text: string): string {
  return `${'#'.repeat(level)} ${text.replace(/(^|\s)(#+)$/, '$1\\$2')}`;
}

function writeCode(element: Element): string {
  const code = textOf(element).replace(/\n$/, '');
  const [{ attributes } = element] = find(element, 'code');
  const language = /(?:^|\s)language-([\w+#.-]+)/.exec(attributes.class ?? '')?.[1] ?? '';
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${language}\n${code}\n${fence}`;
}

function longestRun(code: string): number {
  return (code.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** @param sign of a bullet, or after a number. @param start null for bullets */
function writeList(children: readonly Content[], sign: string, start: number | null, base: string): string {
  let number = start ?? 0;
  const items = children.flatMap((child) => {
    if (typeof child === 'string' || isSilent(child)) return [];
    const note = /^fn-(.+)$/.exec(child.attributes.id ?? '')?.[1];
    const bullet = start === null ? `${sign} ` : `${number++}${sign} `;
    const mark = note === undefined ? bullet : `[^${note}]: `;
    return (
      mark +
      writeBlocks(child.children, base, isTight(child)).replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
    );
  });
  return items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n');
}

/** An item without paragraphs has no blank line between its text and a list in it. */
const isTight = ({ children }: Element) =>
  children.every((child) => typeof child === 'string' || !child.holdsBlock || /^[ou]l$/.test(child.name));

function writeTable(table: Element, base: string): string {
  const rows = find(table, 'tr').map((row) =>
    row.children.flatMap((cell) =>
      typeof cell === 'string' || !/^t[hd]$/.test(cell.name)
        ? []
        : writeLine(cell.children, base).replace(/\|/g, '\\|'),
    ),
  );
  const [caption] = find(table, 'caption');
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const line = `| ${(rows[0] ?? []).map(() => '---').join(' | ')} |`;
  const title = caption ? `${writeMarked(caption.children, '**', base, NOTHING).trim()}\n\n` : '';
  return rows.length === 0 ? '' : title + [head, line, ...body].join('\n');
}

function find(element: Element, name: string): Element[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.name === name ? [child] : find(child, name),
  );
}

/** The neighbours of a part of a line: the characters before and after it ('' at the ends of the line), and the open marks. */
interface Beside {
  before: string;
  after: string;
  marks: string;
}
const NOTHING: Beside = { before: '', after: '', marks: '' };

const firstSign = (text: string) => [...text.slice(0, 2)][0] ?? '';
const lastSign = (text: string) => [...text.slice(-2)].at(-1) ?? '';

/** The first character that something becomes, or that of its text where it becomes a mark and the text. */
function startOf(content: Content): string {
  if (typeof content === 'string') return firstSign(content);
  if (isSilent(content)) return '';
  if (content.name === 'br') return ' ';
  if (content.name === 'img') return '!';
  for (const child of content.children) {
    const start = startOf(child);
    if (start !== '') return start;
  }
  return '';
}

function writeInline(children: readonly Content[], base: string, beside: Beside = NOTHING): string {
  const starts = children.map(startOf);
  let after = beside.after;
  const afters = starts
    .toReversed()
    .map((start) => {
      const next = after;
      if (start !== '') after = start;
      return next;
    })
    .toReversed();
  let text = '';
  let { before } = beside;
  for (const [index, child] of children.entries()) {
    const part =
      typeof child === 'string'
        ? escapeText(child)
        : writeElement(child, base, { ...beside, before, after: afters[index] ?? '' });
    text += part;
    // To look at the end of the text itself would copy all of it each time.
    if (part !== '') before = lastSign(part);
  }
  return text;
}

function writeElement(element: Element, base: string, beside: Beside): string {
  const { name, attributes, children } = element;
  if (isSilent(element)) return '';
  const mark = MARKS[name];
  if (mark !== undefined) return writeMarked(children, mark, base, beside);
  switch (name) {
    case 'br':
      return '  \n';
    case 'code':
      return writeCodeSpan(textOf(element).replace(/\s*\n\s*/g, ' '), beside);
    case 'img':
      return `!${writeLink(escapeText(attributes.alt ?? ''), resolve(attributes.src ?? '', base))}`;
    case 'a': {
      const { href } = attributes;
      // A footnote, and the way back from it.
      if (href?.startsWith('#fnref')) return '';
      if (href?.startsWith('#fn-')) return `[^${writeInline(children, base).trim()}]`;
      if (href === undefined) return writeInline(children, base, beside);
      const [before, text, after] = trimmed(
        writeInline(children, base, { before: '[', after: ']', marks: '' }),
      );
      return text === '' ? before : before + writeLink(text, resolve(href, base)) + after;
    }
    case 'iframe':
      return attributes.src === undefined
        ? ''
        : writeLink(escapeText(attributes.title ?? 'frame'), resolve(attributes.src, base));
    case 'input':
      return attributes.type === 'checkbox' ? ('checked' in attributes ? '[x] ' : '[ ] ') : '';
    default:
      // A block within a line, such as in the cell of a table.
      return BLOCKS.has(name) ? ` ${writeInline(children, base)} ` : writeInline(children, base, beside);
  }
}

function writeCodeSpan(code: string, { before }: Beside): string {
  if (code === '') return '';
  // Marks that touch would be one mark.
  if (before === '`') return escapeText(code);
  const fence = '`'.repeat(longestRun(code) + 1);
  return `${fence}${/^`|`$|^ .* $/.test(code) ? ` ${code} ` : code}${fence}`;
}

/** White space at the start, the rest, and white space at the end. */
function trimmed(text: string): [string, string, string] {
  const start = text.trimStart();
  const inner = start.trimEnd();
  return [text.slice(0, text.length - start.length), inner, start.slice(inner.length)];
}

/** Beside these a mark may begin or end, whatever is in it. */
const ENDS_WORD = /^(?:|[\s\p{P}$+<=>^`|~])$/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;

const MARKS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  del: '~~',
  s: '~~',
};
const OTHER_MARK = /^(?:code|img|input|iframe)$/;

interface Edge {
  /** The first or the last character of the text, or of the mark of an element, that is not a space; '' if there is none. */
  sign: string;
  isSpaced: boolean;
}

function edgeOf(children: readonly Content[], isEnd: boolean): Edge {
  let isSpaced = false;
  for (const child of isEnd ? children.toReversed() : children) {
    if (typeof child !== 'string' && (isSilent(child) || child.name === 'br')) {
      isSpaced ||= child.name === 'br';
      continue;
    }
    if (typeof child === 'string') {
      const inner = child.trim();
      const sign = isEnd ? lastSign(inner) : firstSign(inner);
      isSpaced ||= (isEnd ? lastSign : firstSign)(child) !== sign;
      if (sign !== '') return { sign, isSpaced };
      continue;
    }
    if (OTHER_MARK.test(child.name)) return { sign: '[', isSpaced };
    const inner = edgeOf(child.children, isEnd);
    isSpaced ||= inner.isSpaced;
    const mark = child.name === 'a' ? '[' : MARKS[child.name]?.charAt(0);
    if (inner.sign !== '') return { sign: mark ?? inner.sign, isSpaced };
  }
  return { sign: '', isSpaced };
}

/** Text with a mark on both sides, or without marks where Markdown would show them as text. White space stays outside. */
function writeMarked(
  children: readonly Content[],
  mark: string,
  base: string,
  { before, after, marks }: Beside,
): string {
  const character = mark.charAt(0);
  const mayStand = (outer: string, { sign, isSpaced }: Edge) =>
    sign !== '' &&
    sign !== character &&
    outer !== character &&
    (isSpaced || !PUNCTUATION.test(sign) || ENDS_WORD.test(outer));
  if (
    marks.includes(`${mark} `) ||
    !mayStand(before, edgeOf(children, false)) ||
    !mayStand(after, edgeOf(children, true))
  )
    return writeInline(children, base, { before, after, marks });
  const beside = { before: character, after: character, marks: `${marks}${mark} ` };
  const [start, inner, end] = trimmed(writeInline(children, base, beside));
  return start + mark + inner + mark + end;
}

const textOf = (content: Content): string =>
  typeof content === 'string' ? content : content.children.map(textOf).join('');

/** A text between tags: white space is one space, and nothing in it is Markdown or a character reference. */
export function escapeText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>~]|&(?=#?\w*(?:;|$))|!$/g, '\\$&');
}

/**
 * The lines of a block. None begins a heading, a list, a rule or a table, or underlines the line above.
 * @param lineEnd of a break: two breaks would be the end of the paragraph
 */
function writeLines(children: readonly Content[], base: string, lineEnd = '  \n'): string {
  const text = writeInline(children, base).trim();
  return escapeStarts(text.replace(/\s*\n\s*/g, lineEnd));
}

/** The same in one line. */
const writeLine = (children: readonly Content[], base: string) => writeLines(children, base, ' ');

export function escapeStarts(text: string): string {
  return text
    .replace(/^( *)(#{1,6}(?=\s|$)|[-+](?=\s|$)|=(?=[= ]*$)|[-:|](?=[-:| ]*$))/gm, '$1\\$2')
    .replace(/^( *\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2')
    .replace(/^( *\[\^[^\]\s]+\]):/gm, '$1\\:');
}

function resolve(target: string, base: string): string {
  return target.startsWith('#') || !URL.canParse(target, base) ? target : new URL(target, base).href;
}

/** @param text Markdown of one line. @param url any text */
export function writeLink(text: string, url: string): string {
  const target = url
    .replace(/[\s<>\\]/g, encodeURIComponent)
    .replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
    .replace(/&(?=#?\w+;)/g, '\\&');
  // A caret would make a footnote of it.
  return `[${text.replace(/^\^/, '\\^')}](${target})`;
}
