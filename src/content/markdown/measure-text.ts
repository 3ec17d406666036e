/** Counts words and lists links of a text without rendering it. */

/** Words separated by white space. An array of numbers without branches is fastest. */
export function countWords(text: string): number {
  const copy = Buffer.from(text, 'utf16le');
  const units = new Uint16Array(copy.buffer, copy.byteOffset, text.length);
  let words = 0;
  let before = 0;
  for (let index = 0; index < units.length; index++) {
    const isWord = Number((units[index] ?? 0) > 32);
    words += isWord & ~before;
    before = isWord;
  }
  return words;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

/** The text without the characters that HTML and XML forbid. */
export function stripControls(text: string): string {
  return text.replace(CONTROLS, '');
}

/** An address with a scheme, of another host, or on the same page. */
const LEADS_AWAY = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;

/**
 * Addresses within the site that Markdown links to, as written, without duplicates: from the root, or beside the page.
 * Links in code are among them.
 */
export function findLinks(markdown: string): string[] {
  const found = new Set<string>();
  if (!markdown.includes(']')) return [];
  for (const match of markdown.matchAll(
    /(!?)\[[^\][]*\]\(\s*<?([^\s)>]+)|^[ >]*\[[^\][]+\]:\s*<?([^\s>]+)/gm,
  )) {
    const target = match[2] ?? match[3];
    if (target && !match[1] && !LEADS_AWAY.test(target)) found.add(target);
  }
  return [...found];
}
