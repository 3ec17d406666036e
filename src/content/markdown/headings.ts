/** Makes the ids of headings: unique in a page, readable, stable. */

/** Ids that a page has outside the text. */
const PAGE_IDS = [
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

/** Returns a function that makes an id of each heading in turn. @param text of the heading */
export function createHeadingIds(): (text: string) => string {
  const used = new Set(PAGE_IDS);
  /** Name → the next number. */
  const numbers = new Map<string, number>();
  return (text) => {
    // Footnotes have fn-1 and fnref-1.
    const name = hyphenate(text).replace(/^fn(ref)?-\d/, 'section-$&') || 'section';
    let id = name;
    let number = numbers.get(name) ?? 1;
    for (; used.has(id); number++) id = `${name}-${number}`;
    numbers.set(name, number);
    used.add(id);
    return id;
  };
}

function hyphenate(text: string): string {
  if (/^\w+(?: \w+)*$/.test(text)) return text.toLowerCase().replaceAll(' ', '-');
  // The name of an unknown character reference is not a word.
  const words = text.includes('&') ? text.replace(/&(?:[a-z]+|#\w+);/gi, '') : text;
  // Most headings are plain; the classes of Unicode letters cost ten times as much.
  const plain = /^[ -~]*$/.test(words)
    ? words.replace(/[^\w\s-]/g, '')
    : words.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '');
  return plain.toLowerCase().trim().replace(/\s+/g, '-');
}
