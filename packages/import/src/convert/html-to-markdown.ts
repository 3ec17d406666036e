/** Converts HTML to Markdown, with directives of the site for what Markdown cannot express. */
import { replaceOutsideCode } from '../read/code-ranges.ts';
import type { Targets } from './element-writers.ts';
import { type Conversion, createHtmlRules } from './html-rules.ts';

/** The converter reads the whole table again for each of its cells, and the whole list for each of its items. */
const MAX_CELLS = 4_000;
const MAX_ITEMS = 10_000;

/** Stands for "|" until it is known which lines are rows of a table. */
const BAR = '\ue004';

export interface HtmlConverter {
  /** @param note called for each part without an equivalent. @returns null, with a note, if the HTML cannot be converted */
  convert(html: string, targets: Targets, note: (message: string) => void): string | null;
}

export async function createHtmlConverter(): Promise<HtmlConverter> {
  let current: Conversion | undefined;
  const service = await createTurndown(() => {
    if (current === undefined) throw new Error('a rule ran outside of a conversion');
    return current;
  });
  return {
    convert(html, targets, note) {
      current = { targets, note };
      if (/<script\b/i.test(html)) note('script: left out');
      const excess = findExcess(html);
      if (excess !== null) {
        note(`${excess}: not converted`);
        return null;
      }
      try {
        // The plugin makes one of several bars in a cell.
        const markdown = service
          .turndown(html.replaceAll('|', BAR))
          .replace(/^\|.*$/gm, (row) => row.replaceAll(BAR, '\\|'))
          .replaceAll(BAR, '|');
        return replaceOutsideCode(markdown, /\n{3,}/g, '\n\n').trim();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        note('HTML that is nested too deeply: not converted');
        return null;
      }
    },
  };
}

function findExcess(html: string): string | null {
  const isBeyond = (container: RegExp, part: RegExp, limit: number) =>
    html.split(container).some((piece) => (piece.match(part)?.length ?? 0) > limit);
  if (isBeyond(/<table\b/i, /<t[dh]\b/gi, MAX_CELLS))
    return `a table with more than ${MAX_CELLS.toLocaleString('en')} cells`;
  if (isBeyond(/<[ou]l\b/i, /<li\b/gi, MAX_ITEMS))
    return `a list with more than ${MAX_ITEMS.toLocaleString('en')} items`;
  return null;
}

async function createTurndown(current: () => Conversion) {
  const { default: TurndownService } = await import('turndown');
  const { default: plugin } = await import('@joplin/turndown-plugin-gfm');
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  });
  plugin.gfm(service);
  const escapeText = service.escape.bind(service);
  // Two colons at the start of a line would open a directive.
  service.escape = (text) => escapeText(text).replace(/^(?=::)/gm, '\\');
  service.remove(['script', 'style', 'noscript']);
  for (const [name, rule] of Object.entries(createHtmlRules(current))) service.addRule(name, rule);
  return service;
}
