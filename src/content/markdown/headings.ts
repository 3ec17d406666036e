/** Makes the ids of headings: unique in a page, readable, stable. */

/** Ids that a page of the built-in views has outside the text. */
export const PAGE_IDS = [
  'articles',
  'content',
  'menu-panel',
  'paid-heading',
  'paid-label',
  'related',
  'route-announcer',
  'route-notice',
  'search-results',
  'site-search',
];

/** Languages with their own rules for lower case. */
const OWN_CASE = /^(?:tr|az|lt)\b/;

interface HeadingIds {
  id: string;
  /** Other ids that links may have: with the dashes of the source, and by the rules of English. */
  others: string[];
}

/**
 * Returns a function that makes the ids of each heading in turn, from its text. Typography may set two hyphens as a dash,
 * so they are no part of an id, and it changes none.
 * @param language BCP 47; determines the rules for lower case
 */
export function createHeadingIds(language = 'en'): (text: string) => HeadingIds {
  const used = new Set(PAGE_IDS);
  /** Name → the next number. */
  const numbers = new Map<string, number>();
  const take = (hyphenated: string): string => {
    // Footnotes have fn-1 and fnref-1.
    const name = hyphenated.replace(/^fn(ref)?-\d/, 'section-$&') || 'section';
    let id = name;
    let number = numbers.get(name) ?? 1;
    for (; used.has(id); number++) id = `${name}-${number}`;
    numbers.set(name, number);
    used.add(id);
    return id;
  };
  const lower = (words: string) =>
    OWN_CASE.test(language) ? words.toLocaleLowerCase(language) : words.toLowerCase();
  return (text) => {
    const dashless = text.includes('--') ? text.replace(/-{2,}/g, '') : text;
    const own = hyphenate(dashless, lower);
    const english = OWN_CASE.test(language) ? hyphenate(dashless, (words) => words.toLowerCase()) : own;
    const others = new Set([dashless === text ? own : hyphenate(text, lower), english]);
    others.delete(own);
    return { id: take(own), others: Array.from(others, take) };
  };
}

function hyphenate(text: string, lower: (words: string) => string): string {
  if (/^\w+(?: \w+)*$/.test(text)) return lower(text).replaceAll(' ', '-');
  // The name of an unknown character reference is not a word.
  const words = text.includes('&') ? text.replace(/&(?:[a-z]+|#\w+);/gi, '') : text;
  // Most headings are plain; the classes of Unicode letters cost ten times as much.
  const plain = /^[ -~]*$/.test(words)
    ? words.replace(/[^\w\s-]/g, '')
    : words.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '');
  return lower(plain).trim().replace(/\s+/g, '-');
}
