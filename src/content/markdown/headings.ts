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
  /** The id by the rules of English, which links may have; null where it is the same. */
  english: string | null;
}

/**
 * Returns a function that makes the ids of each heading in turn, from its text.
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
  return (text) => {
    const english = hyphenate(text, (words) => words.toLowerCase());
    const own = OWN_CASE.test(language)
      ? hyphenate(text, (words) => words.toLocaleLowerCase(language))
      : english;
    const id = take(own);
    return { id, english: own === english ? null : take(english) };
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
