/** Marks the paid links of a text: a word that readers see, `rel` for search engines, and a sentence before the text. */
import type { OfferStates } from '../content/data/offers.ts';
import { refuseText } from '../content/markdown/page-size.ts';
import { escapeHtml } from '../foundation/escape.ts';
import { HtmlParser } from '../foundation/html-parser.ts';
import { hintNear } from '../foundation/near-names.ts';
import { fillText, inBrackets } from '../locales/locale-format.ts';
import type { Strings } from '../locales/strings.ts';

interface Edit {
  /** Offsets in the HTML. */
  from: number;
  to: number;
  html: string;
}

interface Marking {
  isPaid(href: string): boolean;
  /** Of the setting `paidLinks`. */
  rel: string;
  /** Those that the text may show. */
  offers: OfferStates | null;
  ads: Pick<Strings['ads'], 'mark' | 'notice'>;
}

/** Every other byte of the HTML stays. */
export function markPaidLinks(html: string, { isPaid, rel, offers, ads }: Marking): string {
  const { mark, notice } = ads;
  const edits: Edit[] = [];
  /** What stands before and behind the end tag of the open link; "none" where the tags go. null for a link that stays. */
  let end: { word: string; small: string } | 'none' | null = null;
  let hasPaid = false;
  const parser = new HtmlParser({
    onopentag(name, attributes) {
      const { href } = attributes;
      if (name !== 'a' || href === undefined) return;
      const offer = href.startsWith('offer:') ? offerOf(href, offers ?? {}) : null;
      const target = offer === null ? href : (offer.shown?.url ?? offer.fallback ?? null);
      const isMarked = offer === null ? isPaid(href) : offer.shown !== undefined;
      if (offer === null && !isMarked) return;
      const { startIndex: from, endIndex } = parser;
      const given = { ...attributes, ...(isMarked && { rel: mergeRel(attributes.rel, rel) }) };
      edits.push({
        from,
        to: endIndex + 1,
        html: target === null ? '' : openTag({ ...given, href: target }),
      });
      const beside = offer?.shown?.beside ?? [];
      const small = beside.length > 0 ? ` <small>(${beside.map(escapeHtml).join(' · ')})</small>` : '';
      const word = isMarked ? `<span class="paid-mark">${escapeHtml(inBrackets(mark))}</span>` : '';
      end = target === null ? 'none' : { word, small };
      hasPaid ||= isMarked;
    },
    onclosetag(name, isImplied) {
      if (name !== 'a' || end === null) return;
      const { startIndex: from, endIndex } = parser;
      const to = isImplied ? from : endIndex + 1;
      edits.push({ from, to, html: end === 'none' ? '' : end.word + html.slice(from, to) + end.small });
      end = null;
    },
  });
  parser.end(html);
  if (edits.length === 0) return html;
  let marked = hasPaid ? `<p class="paid-notice">${escapeHtml(fillText(notice, { mark }))}</p>\n` : '';
  let at = 0;
  for (const { from, to, html: changed } of edits) {
    marked += html.slice(at, from) + changed;
    at = to;
  }
  return marked + html.slice(at);
}

/** @throws TextRefusedError for a name that the ledger does not have */
function offerOf(href: string, offers: OfferStates): OfferStates[string] {
  const name = href.replace(/^offer:/, '');
  const offer = Object.hasOwn(offers, name) ? offers[name] : undefined;
  if (offer) return offer;
  const message = `there is no offer "${name}" in content/offers.yaml`;
  const hint = hintNear(name, Object.keys(offers), 'add it there, or correct the name');
  throw refuseText({ code: 'unknown-offer', message, hint, line: 1, words: href });
}

function openTag(attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return `<a${written.join('')}>`;
}

/** The words of both, each once. */
function mergeRel(known: string | undefined, added: string): string {
  return [...new Set(`${known ?? ''} ${added}`.toLowerCase().split(/\s+/).filter(Boolean))].join(' ');
}
