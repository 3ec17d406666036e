/** Rules by which Turndown converts elements of HTML to the Markdown and the directives of the site. */
import type { Rule } from 'turndown';
import {
  linkAround,
  writeCallout,
  writeCaptionedBlock,
  writeCaptionMark,
  writeDetails,
  writeEmbed,
  writeFenced,
  writeFigure,
  writeLink,
  writeMedia,
  writeVideo,
} from './directive-text.ts';
import { NO_TARGETS, type Targets } from './element-writers.ts';
import { findEquivalent } from './equivalents.ts';

/** The text that is being converted. */
export interface Conversion {
  targets: Targets;
  note(message: string): void;
}

/** Encloses the text of <summary> until its <details> is converted. */
const SUMMARY = '\ue000';

/** @param current returns the conversion that runs: Turndown calls rules without any context */
export function createHtmlRules(current: () => Conversion): Readonly<Record<string, Rule>> {
  return {
    image: {
      filter: 'img',
      replacement: (_content, node) => {
        const source = attribute(node, 'src') || attribute(node, 'data-src');
        return source && writeFigure(current().targets.image(source), attribute(node, 'alt'), '');
      },
    },
    link: {
      filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
      replacement: (content, node) => {
        if (content.trim() === '') return content;
        return linkAround(content, current().targets.link(attribute(node, 'href')));
      },
    },
    kept: {
      filter: ['sup', 'sub', 'kbd', 'mark', 'samp'],
      replacement: (content, node) => writeInline(node.nodeName.toLowerCase(), content),
    },
    term: { filter: 'dt', replacement: (content) => `\n\n${oneLine(content)}\n` },
    definition: {
      filter: 'dd',
      replacement: (content) => `\n: ${content.trim().replace(/\n(?=.)/g, '\n  ')}\n`,
    },
    item: { filter: 'li', replacement: writeItem },
    figure: { filter: 'figure', replacement: (content) => block(writeCaptionedBlock(content)) },
    caption: { filter: 'figcaption', replacement: writeCaptionMark },
    callout: {
      filter: (node) => node.nodeName === 'DIV' && /(?:^|\s)kg-callout-card(?:\s|$)/.test(node.className),
      replacement: (content) => block(writeCallout('note', null, content)),
    },
    code: { filter: 'pre', replacement: writeCodeElement },
    // A cell has one line, in which line breaks are `<br>`.
    heading: {
      filter: (node) => /^H[1-6]$/.test(node.nodeName) && isInCell(node),
      replacement: (content) => block(`**${oneLine(content)}**`),
    },
    codeInCell: {
      filter: (node) => node.nodeName === 'PRE' && isInCell(node),
      replacement: (_content, node) => block(writeCodeLines(codeOf(node))),
    },
    tableOfBlocks: {
      filter: (node) => node.nodeName === 'TABLE' && node.querySelector(CELL_BLOCKS) !== null,
      replacement: writeTable,
    },
    frame: {
      filter: ['iframe', 'embed', 'object'],
      replacement: (_content, node) => writeFrame(node, current()),
    },
    media: {
      filter: ['video', 'audio'],
      replacement: (_content, node) => writeMediaElement(node, current().targets),
    },
    details: {
      filter: 'details',
      replacement: (content) => {
        const [, summary = '', rest = content] = /^\s*\ue000([^\ue000]*)\ue000([\s\S]*)$/.exec(content) ?? [];
        return block(writeDetails(summary || 'Details', rest));
      },
    },
    summary: {
      filter: 'summary',
      replacement: (content) => SUMMARY + content.replace(/\s+/g, ' ').trim() + SUMMARY,
    },
    form: {
      filter: (node) =>
        /^(?:FORM|INPUT|BUTTON|SELECT|TEXTAREA|SVG|MATH|CANVAS)$/i.test(node.nodeName) &&
        node.getAttribute('type') !== 'checkbox',
      replacement: (_content, node) => {
        current().note(`<${node.nodeName.toLowerCase()}>: left out`);
        return '';
      },
    },
  };
}

/** Writes an element as in a Markdown text. */
function writeInline(name: string, inner: string): string {
  const element = { notation: 'html' as const, name, attributes: new Map<string, string>(), inner, raw: '' };
  return findEquivalent(element, NO_TARGETS) ?? inner;
}

function writeItem(content: string, node: Node): string {
  const list = node.parentNode;
  const isOrdered = list !== null && list.nodeName === 'OL';
  const first = isOrdered ? Number(attribute(list, 'start')) || 1 : 1;
  let position = 0;
  for (let before = node.previousSibling; before && isOrdered; before = before.previousSibling)
    if (before.nodeName === 'LI') position++;
  const mark = isOrdered ? `${first + position}. ` : '- ';
  const text = content.replace(/^\n+|\n+$/g, '').replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
  return `${mark}${text}${node.nextSibling ? '\n' : ''}`;
}

/** Blocks for which the plugin would keep a table as HTML, of which pages show only the text. */
const CELL_BLOCKS = 'ul, ol, pre, blockquote, hr, h1, h2, h3, h4, h5, h6';

function isInCell(node: Node): boolean {
  return isElement(node) && node.closest('td, th') !== null;
}

/** The text of an element with its line breaks. */
function codeOf(node: Node): string {
  if (node.nodeName === 'BR') return '\n';
  return node.nodeType === 3 ? (node.nodeValue ?? '') : Array.from(node.childNodes, codeOf).join('');
}

function writeCodeLines(code: string): string {
  const lines = code.replace(/^\n|\s+$/g, '').split('\n');
  return lines.map((line) => (line.includes('`') ? `\`\` ${line} \`\`` : line && `\`${line}\``)).join('\n');
}

/** @param content rows of Markdown, or the texts of cells for a table that has tables in its cells */
function writeTable(content: string): string {
  const rows = content.trim().split(/\n+/);
  if (!content.trim().startsWith('|') || /^\| :?-{3}/.test(rows[1] ?? '')) return block(rows.join('\n'));
  const columns = Math.max(...rows.map((row) => row.split(' | ').length));
  return block([`|${'   |'.repeat(columns)}`, `|${' --- |'.repeat(columns)}`, ...rows].join('\n'));
}

function writeCodeElement(_content: string, node: Node): string {
  const inner = isElement(node) ? node.querySelector('code') : null;
  const classes = `${isElement(node) ? node.className : ''} ${inner?.className ?? ''}`;
  const language = /(?:language|lang|brush:)[-: ]?\s*([\w+#.-]+)/.exec(classes)?.[1] ?? '';
  return block(writeFenced(codeOf(node).replace(/^\n|\s+$/g, ''), language));
}

function writeFrame(node: Node, { targets, note }: Conversion): string {
  const source = attribute(node, 'src') || attribute(node, 'data');
  if (source === '') return '';
  const title = attribute(node, 'title');
  const video = writeVideo(source, title || targets.title);
  if (video) return block(video);
  const embed = writeEmbed(source, title || hostOf(source));
  if (embed) return block(embed);
  note(`embedded page of ${hostOf(source)}: replaced by a link`);
  return block(writeLink(title || hostOf(source), source));
}

function writeMediaElement(node: Node, targets: Targets): string {
  const inner = isElement(node) ? node.querySelector('source') : null;
  const source = attribute(node, 'src') || (inner ? attribute(inner, 'src') : '');
  const label = node.nodeName === 'VIDEO' ? 'Video' : 'Audio';
  const title = attribute(node, 'title') || targets.title;
  return source && block(writeMedia(source, label, title, targets.link));
}

function block(markdown: string): string {
  return `\n\n${markdown}\n\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

/** Value of an attribute; '' if the node does not have it. */
function attribute(node: Node, name: string): string {
  return isElement(node) ? (node.getAttribute(name)?.trim() ?? '') : '';
}

function isElement(node: Node): node is HTMLElement {
  return node.nodeType === 1;
}

function hostOf(url: string): string {
  return URL.canParse(url, 'https://page.invalid')
    ? new URL(url, 'https://page.invalid').hostname
    : 'another site';
}
