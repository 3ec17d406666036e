/** Writes the HTML of a rendered text as Markdown, for readers that are programs: what the page says, without its looks. */
import { Parser } from 'htmlparser2';

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Content[];
}
type Content = Element | string;

/** @param base absolute URL of the page, for relative links */
export function toMarkdown(html: string, base: string): string {
  return writeBlocks(parseHtml(html).children, base);
}

function parseHtml(html: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      const element = { name, attributes, children: [] };
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
    onclosetag: () => void (open.length > 1 && open.pop()),
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

/** Text between blocks is a paragraph. */
function writeBlocks(children: readonly Content[], base: string, between = '\n\n'): string {
  const blocks: string[] = [];
  let inline: Content[] = [];
  const endParagraph = () => {
    blocks.push(writeLines(inline, base));
    inline = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || !hasBlock(child)) inline.push(child);
    else {
      endParagraph();
      if (!isSilent(child)) blocks.push(writeBlock(child, base));
    }
  }
  endParagraph();
  return blocks.filter((block) => block !== '').join(between);
}

/** An inline element may hold blocks, such as a link around a figure. */
function hasBlock({ name, children }: Element): boolean {
  return BLOCKS.has(name) || children.some((child) => typeof child !== 'string' && hasBlock(child));
}

function writeBlock(element: Element, base: string): string {
  const { name, attributes, children } = element;
  const text = () => writeLines(children, base);
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      // Number signs at the end would close the heading.
      return `${'#'.repeat(Number(name[1]))} ${text().replace(/#+$/, '\\$&')}`;
    case 'p':
      return text();
    case 'summary':
    case 'figcaption':
    case 'dt':
      return text() === '' ? '' : `**${text()}**`;
    case 'hr':
      return '---';
    case 'pre':
      return writeCode(element);
    case 'blockquote':
      return writeBlocks(children, base).replace(/^/gm, '> ').replace(/ +$/gm, '');
    case 'ol':
    case 'ul':
      return writeList(children, name === 'ol' ? Number(attributes.start ?? 1) : null, base);
    case 'table':
      return writeTable(element, base);
    default:
      return writeBlocks(children, base);
  }
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

function writeList(children: readonly Content[], start: number | null, base: string): string {
  let number = start ?? 0;
  const items = children.flatMap((child) => {
    if (typeof child === 'string' || isSilent(child)) return [];
    const note = /^fn-(.+)$/.exec(child.attributes.id ?? '')?.[1];
    const bullet = start === null ? '- ' : `${number++}. `;
    const mark = note === undefined ? bullet : `[^${note}]: `;
    return (
      mark +
      writeBlocks(child.children, base, isTight(child) ? '\n' : '\n\n').replace(
        /\n(?=.)/g,
        `\n${' '.repeat(mark.length)}`,
      )
    );
  });
  return items.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n');
}

/** An item without paragraphs has no blank line between its text and a list in it. */
const isTight = ({ children }: Element) =>
  children.every((child) => typeof child === 'string' || !hasBlock(child) || /^[ou]l$/.test(child.name));

function writeTable(table: Element, base: string): string {
  const rows = find(table, 'tr').map((row) =>
    row.children.flatMap((cell) =>
      typeof cell === 'string' || !/^t[hd]$/.test(cell.name)
        ? []
        : writeInline(cell.children, base)
            .trim()
            .replace(/\|/g, '\\|')
            .replace(/\s*\n\s*/g, ' '),
    ),
  );
  const [caption] = find(table, 'caption');
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const line = `| ${(rows[0] ?? []).map(() => '---').join(' | ')} |`;
  const title = caption ? `**${writeInline(caption.children, base).trim()}**\n\n` : '';
  return rows.length === 0 ? '' : title + [head, line, ...body].join('\n');
}

function find(element: Element, name: string): Element[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.name === name ? [child] : find(child, name),
  );
}

function writeInline(children: readonly Content[], base: string): string {
  return children
    .map((child) => (typeof child === 'string' ? escapeText(child) : writeElement(child, base)))
    .join('');
}

function writeElement(element: Element, base: string): string {
  const { name, attributes, children } = element;
  if (isSilent(element)) return '';
  const text = writeInline(children, base);
  switch (name) {
    case 'br':
      return '  \n';
    case 'strong':
    case 'b':
      return mark(text, '**');
    case 'em':
    case 'i':
      // Beside the mark of an emphasis in it, this one would be that of strong text.
      return /^\*(?!\*)|(?<!\*)\*$/.test(text) ? text : mark(text, '*');
    case 'del':
    case 's':
      return mark(text, '~~');
    case 'code': {
      const code = textOf(element);
      const fence = '`'.repeat(longestRun(code) + 1);
      return `${fence}${/^`|`$/.test(code) ? ` ${code} ` : code}${fence}`;
    }
    case 'img':
      return `![${escapeText(attributes.alt ?? '')}](${resolve(attributes.src ?? '', base)})`;
    case 'a':
      // A footnote, and the way back from it.
      if (attributes.href?.startsWith('#fnref')) return '';
      if (attributes.href?.startsWith('#fn-')) return `[^${text.trim()}]`;
      return attributes.href === undefined || text.trim() === ''
        ? text
        : `[${text.trim()}](${resolve(attributes.href, base)})`;
    case 'iframe':
      return attributes.src === undefined
        ? ''
        : `[${escapeText(attributes.title ?? 'frame')}](${resolve(attributes.src, base)})`;
    case 'input':
      return attributes.type === 'checkbox' ? ('checked' in attributes ? '[x] ' : '[ ] ') : '';
    default:
      return text;
  }
}

/** White space stays outside of the marks. */
function mark(text: string, sign: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
  return inner === '' ? text : before + sign + inner + sign + after;
}

const textOf = (content: Content): string =>
  typeof content === 'string' ? content : content.children.map(textOf).join('');

/** A text between tags: white space is one space, and nothing in it is Markdown or a character reference. */
export function escapeText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>~]|&(?=#?\w+;)|!$/g, '\\$&');
}

/** The lines of a block. None begins a heading, a list or a rule, or underlines the line above. */
function writeLines(children: readonly Content[], base: string): string {
  return escapeStarts(writeInline(children, base).trim());
}

export function escapeStarts(text: string): string {
  return text
    .replace(/^( *)(#{1,6}(?=\s|$)|[-+](?=\s|$)|[-=](?=[-= ]*$))/gm, '$1\\$2')
    .replace(/^( *\d{1,9})([.)])(?=\s|$)/gm, '$1\\$2');
}

function resolve(target: string, base: string): string {
  if (target.startsWith('#') || !URL.canParse(target, base)) return target;
  return new URL(target, base).href
    .replace(/[()]/g, encodeURIComponent)
    .replace(/\(/g, '%28')
    .replace(/\)/g, '%29');
}
