/** Reads the parts of a page that readers and search engines see, from its HTML. */
import { Parser } from 'htmlparser2';

export interface PageFacts {
  title: string;
  description: string;
  canonical: string;
  /** Target of the redirect at an old address. '' for a page. */
  redirect: string;
  /** Words of the main element, without paid links. */
  words: string[];
  /** Paid links of the whole page: `address (text)`. */
  paidLinks: string[];
}

/** The facts of a page that does not exist. */
export const NO_PAGE: Readonly<PageFacts> = {
  title: '',
  description: '',
  canonical: '',
  redirect: '',
  words: [],
  paidLinks: [],
};

const WITHOUT_TEXT = new Set(['script', 'style', 'template', 'noscript', 'svg']);

export function readPageFacts(html: string): PageFacts {
  const facts: PageFacts = { ...NO_PAGE, paidLinks: [] };
  let text = '';
  let depth = 0;
  let skipped = 0;
  let isTitle = false;
  let paid: { href: string; text: string } | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (WITHOUT_TEXT.has(name)) skipped++;
      if (name === 'main') depth++;
      isTitle = name === 'title' && facts.title === '';
      if (name === 'meta' && attributes.name === 'description') facts.description = attributes.content ?? '';
      if (name === 'meta' && /^refresh$/i.test(attributes['http-equiv'] ?? '')) {
        facts.redirect = /url\s*=\s*(.+)$/i.exec(attributes.content ?? '')?.[1] ?? '';
      }
      if (name === 'link' && attributes.rel === 'canonical') facts.canonical = attributes.href ?? '';
      if (name === 'a' && /\bsponsored\b/.test(attributes.rel ?? '')) {
        paid = { href: attributes.href ?? '', text: '' };
      }
      // A block element ends a word.
      if (!INLINE.test(name)) text += ' ';
    },
    ontext(piece) {
      if (isTitle) facts.title += piece;
      else if (paid) paid.text += piece;
      else if (depth > 0 && skipped === 0) text += piece;
    },
    onclosetag(name) {
      if (WITHOUT_TEXT.has(name)) skipped--;
      if (name === 'main') depth--;
      if (name === 'title') isTitle = false;
      if (name === 'a' && paid) {
        facts.paidLinks.push(`${paid.href} (${paid.text.replace(/\s+/g, ' ').trim()})`);
        paid = null;
      }
      if (!INLINE.test(name)) text += ' ';
    },
  });
  parser.end(html);
  return { ...facts, words: text.split(/\s+/).filter(Boolean) };
}

const INLINE = /^(a|abbr|b|bdi|bdo|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr)$/;
