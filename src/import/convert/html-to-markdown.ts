/** Converts HTML to Markdown, with the site's directives for what Markdown lacks. */
import { createTimeLimit, TimeLimitError } from '../../foundation/time-limit.ts';
import {
  writeCallout,
  writeCaptioned,
  writeDetails,
  writeFigure,
  writeLink,
  writeMedia,
  writeTarget,
  writeVideo,
} from './directive-text.ts';
import type { Targets } from './element-writers.ts';

/** Milliseconds for one text. */
const MAX_TIME = 20_000;

export interface HtmlConverter {
  /** @param note called for parts without an equivalent. @returns null, with a note, where the HTML cannot be converted */
  convert(html: string, targets: Targets, note: (message: string) => void): string | null;
}

export async function createHtmlConverter(): Promise<HtmlConverter> {
  const { default: TurndownService } = await import('turndown');
  const { default: plugin } = await import('@joplin/turndown-plugin-gfm');
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  const runWithin = createTimeLimit();
  let targets: Targets;
  let note: (message: string) => void;

  plugin.gfm(service);
  const escapeText = service.escape.bind(service);
  // Colons at the start of a line would open a directive.
  service.escape = (text) => escapeText(text).replace(/^(?=::)/gm, '\\');
  const attribute = (node: TurndownNode, name: string) => node.getAttribute(name)?.trim() ?? '';

  service.remove(['script', 'style', 'noscript']);
  service.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      if (!isElement(node)) return '';
      const source = attribute(node, 'src') || attribute(node, 'data-src');
      return source && writeFigure(targets.image(source), attribute(node, 'alt'), '');
    },
  });
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('href') !== null,
    replacement: (content, node) => {
      const text = content.replace(/\s*\n\s*/g, ' ').trim();
      if (!isElement(node) || text === '') return content;
      return `[${text}](${writeTarget(targets.link(attribute(node, 'href')))})`;
    },
  });
  service.addRule('item', {
    filter: 'li',
    replacement: (content, node) => {
      const list = node.parentNode;
      const isOrdered = list !== null && isElement(list) && list.nodeName === 'OL';
      const first = isOrdered ? Number(list.getAttribute('start') ?? 1) || 1 : 1;
      let position = 0;
      for (let before = node.previousSibling; before && isOrdered; before = before.previousSibling)
        if (before.nodeName === 'LI') position++;
      const mark = isOrdered ? `${first + position}. ` : '- ';
      const text = content.replace(/^\n+|\n+$/g, '').replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
      return `${mark}${text}${node.nextSibling ? '\n' : ''}`;
    },
  });
  service.addRule('figure', {
    filter: 'figure',
    replacement: (content) => {
      const [, block = content, caption = ''] = /^([\s\S]*?)\ue001([^\ue001]*)\ue001\s*$/.exec(content) ?? [];
      const inner = block.trim();
      const isCaptioned =
        caption !== '' && /^(?:\[?!\[|\||```)/.test(inner) && !/\]\([^)]*\)\]\(/.test(inner);
      if (isCaptioned) return `\n\n${writeCaptioned(inner, caption)}\n\n`;
      return `\n\n${[inner, caption].filter(Boolean).join('\n\n')}\n\n`;
    },
  });
  service.addRule('caption', {
    filter: 'figcaption',
    replacement: (content) => {
      const text = content.replace(/\s+/g, ' ').trim();
      return text === '' ? '' : `\ue001${text}\ue001`;
    },
  });
  service.addRule('callout', {
    filter: (node) => node.nodeName === 'DIV' && /(?:^|\s)kg-callout-card(?:\s|$)/.test(node.className),
    replacement: (content) => `\n\n${writeCallout('note', null, content)}\n\n`,
  });
  service.addRule('code', {
    filter: 'pre',
    replacement: (_content, node) => {
      const inner = isElement(node) ? node.querySelector('code') : null;
      const classes = `${isElement(node) ? node.className : ''} ${inner?.className ?? ''}`;
      const language = /(?:language|lang|brush:)[-: ]?\s*([\w+#.-]+)/.exec(classes)?.[1] ?? '';
      const text = (node.textContent ?? '').replace(/^\n|\s+$/g, '');
      const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
      const fence = '`'.repeat(longest + 1);
      return `\n\n${fence}${language}\n${text}\n${fence}\n\n`;
    },
  });
  service.addRule('frame', {
    filter: ['iframe', 'embed', 'object'],
    replacement: (_content, node) => {
      const source = isElement(node) ? attribute(node, 'src') || attribute(node, 'data') : '';
      if (source === '') return '';
      const title = isElement(node) ? attribute(node, 'title') : '';
      const video = writeVideo(source, title || targets.title);
      if (video) return `\n\n${video}\n\n`;
      note(`embedded page of ${hostOf(source)}: a link to it replaces it`);
      return `\n\n${writeLink(title || hostOf(source), source)}\n\n`;
    },
  });
  service.addRule('media', {
    filter: ['video', 'audio'],
    replacement: (_content, node) => {
      if (!isElement(node)) return '';
      const inner = node.querySelector('source');
      const source = attribute(node, 'src') || (inner ? attribute(inner, 'src') : '');
      const label = node.nodeName === 'VIDEO' ? 'Video' : 'Audio';
      return (
        source &&
        `\n\n${writeMedia(source, label, attribute(node, 'title') || targets.title, targets.link)}\n\n`
      );
    },
  });
  service.addRule('details', {
    filter: 'details',
    replacement: (content) => {
      const [, summary = '', rest = content] = /^\s*\ue000([^\ue000]*)\ue000([\s\S]*)$/.exec(content) ?? [];
      return `\n\n${writeDetails(summary || 'Details', rest)}\n\n`;
    },
  });
  service.addRule('summary', {
    filter: 'summary',
    replacement: (content) => `\ue000${content.replace(/\s+/g, ' ').trim()}\ue000`,
  });
  service.addRule('form', {
    filter: (node) =>
      /^(?:FORM|INPUT|BUTTON|SELECT|TEXTAREA|SVG|MATH|CANVAS)$/i.test(node.nodeName) &&
      node.getAttribute('type') !== 'checkbox',
    replacement: (_content, node) => {
      note(`<${node.nodeName.toLowerCase()}>: left out`);
      return '';
    },
  });

  return {
    convert(html, givenTargets, givenNote) {
      targets = givenTargets;
      note = givenNote;
      if (/<script\b/i.test(html)) note('script: left out');
      try {
        const markdown = runWithin(MAX_TIME, () => service.turndown(html));
        // The plugin keeps tables that Markdown cannot express.
        if (markdown.includes('joplin-table-wrapper'))
          note('table with blocks in its cells: kept as HTML, of which only the text is shown');
        return markdown.replace(/\n{3,}/g, '\n\n').trim();
      } catch (error) {
        if (!(error instanceof TimeLimitError || error instanceof RangeError)) throw error;
        note('HTML that is nested too deeply: not converted');
        return null;
      }
    },
  };
}

type TurndownNode = Pick<HTMLElement, 'getAttribute' | 'querySelector' | 'className'>;

function isElement(node: Node): node is HTMLElement {
  return node.nodeType === 1;
}

function hostOf(url: string): string {
  return URL.canParse(url, 'https://page.invalid')
    ? new URL(url, 'https://page.invalid').hostname
    : 'another site';
}
