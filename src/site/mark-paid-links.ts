/** Marks the paid links of a text: a word that readers see, `rel` for search engines, and a sentence before the text. */
import { escapeHtml } from '../foundation/escape.ts';
import { HtmlParser } from '../foundation/html-parser.ts';
import { fillText } from '../locales/locale-format.ts';
import type { Strings } from '../locales/strings.ts';

interface Edit {
  /** Offsets in the HTML. */
  from: number;
  to: number;
  html: string;
}

/**
 * Every other byte of the HTML stays.
 * @param rel of the setting `paidLinks`
 */
export function markPaidLinks(
  html: string,
  isPaid: (href: string) => boolean,
  rel: string,
  { mark, notice }: Strings['ads'],
): string {
  const edits: Edit[] = [];
  let isOpen = false;
  const parser = new HtmlParser({
    onopentag(name, attributes) {
      if (name !== 'a' || attributes.href === undefined || !isPaid(attributes.href)) return;
      const { startIndex: from, endIndex } = parser;
      edits.push({
        from,
        to: endIndex + 1,
        html: openTag({ ...attributes, rel: mergeRel(attributes.rel, rel) }),
      });
      isOpen = true;
    },
    onclosetag(name) {
      if (name !== 'a' || !isOpen) return;
      isOpen = false;
      const { startIndex: at } = parser;
      edits.push({ from: at, to: at, html: `<span class="paid-mark"> (${escapeHtml(mark)})</span>` });
    },
  });
  parser.end(html);
  if (edits.length === 0) return html;
  let marked = `<p class="paid-notice">${escapeHtml(fillText(notice, { mark }))}</p>\n`;
  let at = 0;
  for (const { from, to, html: changed } of edits) {
    marked += html.slice(at, from) + changed;
    at = to;
  }
  return marked + html.slice(at);
}

function openTag(attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return `<a${written.join('')}>`;
}

/** The words of both, each once. */
function mergeRel(known: string | undefined, added: string): string {
  return [...new Set(`${known ?? ''} ${added}`.toLowerCase().split(/\s+/).filter(Boolean))].join(' ');
}
