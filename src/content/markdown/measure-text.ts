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

/** An address with a scheme or a host, and "#", which leads nowhere else. */
const LEADS_AWAY = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#$)/i;

/** What decides which links of a text lead into the site. */
export interface LinkOptions {
  /** Host of the site, with its port; '' where it is not known. */
  host: string;
  /** True if raw HTML stays. */
  rawHtml: boolean;
}

export function linkOptionsOf(config: { url: string; markdown: { rawHtml: boolean } }): LinkOptions {
  return { host: new URL(config.url).host, rawHtml: config.markdown.rawHtml };
}

const HTML_TARGET = /\b(?:href|src|poster)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

/**
 * Addresses within the site that a text links to, as written, without duplicates: from the root, beside the page, within
 * the page, or with the host of the site. Links in code are among them.
 */
export function findLinks(
  markdown: string,
  { host, rawHtml }: LinkOptions = { host: '', rawHtml: false },
): string[] {
  const found = new Set<string>();
  if (host !== '' && markdown.includes('//')) {
    const name = host.replaceAll('.', '\\.');
    const absolute = new RegExp(`(?:https?:)?//${name}(?![\\w.-])[^\\s)>\\]"'<\`|]*`, 'gi');
    // Punctuation after an address belongs to the sentence.
    for (const [target] of markdown.matchAll(absolute)) found.add(target.replace(/[.,:;!?*_~]+$/, ''));
  }
  if (rawHtml && markdown.includes('<'))
    for (const [, double, single] of markdown.matchAll(HTML_TARGET)) {
      const target = (double ?? single ?? '').trim();
      if (target !== '' && !LEADS_AWAY.test(target)) found.add(target);
    }
  for (const match of markdown.matchAll(INLINE_TARGET)) {
    const target = match[1] ?? match[2] ?? '';
    if (isLink(markdown, match.index) && !LEADS_AWAY.test(target)) found.add(target);
  }
  if (markdown.includes(']:'))
    for (const [, quoted, plain = ''] of markdown.matchAll(DEFINITION)) {
      const target = quoted ?? plain;
      if (!LEADS_AWAY.test(target)) found.add(target);
    }
  return [...found];
}

/**
 * `offer:name` of links, the name of `::offer`, and "*class" for `::offers`, "*" for all, with " 5" for a limit. Those in
 * code are among them.
 */
export function findOffers(markdown: string): string[] {
  if (!markdown.includes('offer')) return [];
  const found = new Set<string>();
  for (const [, link, many, attributes = ''] of markdown.matchAll(OFFER)) {
    const name = link ?? (many === 's' ? nameList(attributes) : NAME.exec(attributes)?.[1]);
    if (name !== undefined) found.add(name);
  }
  return [...found];
}

function nameList(attributes: string): string {
  const limit = LIMIT.exec(attributes)?.[1];
  return `*${CLASS.exec(attributes)?.[1] ?? ''}${limit === undefined ? '' : ` ${limit}`}`;
}

/** A link may follow on the line of what only looks like a directive. */
const OFFER = /\boffer:([a-z0-9][a-z0-9-]*)|::offer(s?)\b(?=([^\n]{0,300}))/g;
const CLASS = /\bclass\s{0,9}=\s{0,9}["']?([a-z0-9][a-z0-9-]*)/;
const LIMIT = /\blimit\s{0,9}=\s{0,9}["']?([1-9]\d{0,2})/;
const NAME = /\bid\s{0,9}=\s{0,9}["']?([a-z0-9][a-z0-9-]*)/;

/** Two fixed characters are found fast; what stands before them is read where they are. */
const INLINE_TARGET = /\]\(\s*(?:<([^<>\n]+)>|([^\s)>]+))/g;
const DEFINITION = /^[ >]*\[(?!\^)[^\][]+\]:\s*(?:<([^<>\n]+)>|([^\s>]+))/gm;

/** True for the text of a link, also of one around an image; false for an image. @param end where the text's bracket closes */
function isLink(markdown: string, end: number): boolean {
  let start = end - 1;
  while (start >= 0 && !'[]'.includes(markdown.charAt(start))) start--;
  if (markdown.charAt(start) === '[') return markdown.charAt(start - 1) !== '!';
  return markdown.charAt(end - 1) === ')';
}
