/** Owns what is measured of an article's text without rendering it: words, excerpt, image references. */

/** Words separated by white space. Every article comes by here: numbers of an array, without branches, are fastest. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;

/** The text without the characters that HTML and XML forbid. */
export function stripControls(text: string): string {
  return text.replace(CONTROLS, '');
}

const EXCERPT_LENGTH = 155;

/** The first paragraph as plain text, cut at a word at about 155 characters. */
export function createExcerpt(markdown: string): string {
  const visible = stripControls(markdown)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^ {0,3}(```+|~~~+)[^\n]*\n[\s\S]*?(?:^ {0,3}\1[^\n]*$|(?![\s\S]))/gm, '');
  for (const block of visible.split(/\r?\n[ \t]*\r?\n/)) {
    const trimmed = block.trim();
    if (
      trimmed === '' ||
      /^(?:\s*\n)*(?: {4}|\t)/.test(block) ||
      /^(#|```|~~~|>|\||<|!\[|\[[^\]]+\]:|[-*_]{3,}\s*$)/.test(trimmed)
    )
      continue;
    const text = stripInlineMarkdown(trimmed.replace(/^([-*+]|\d+[.)])\s+/, ''));
    if (text !== '') return cutAtWord(text, EXCERPT_LENGTH);
  }
  return '';
}

// Characters behind a backslash wait in the private use area while the marks around them are taken off.
const ESCAPED = 0xe100;

/** Visible text of inline Markdown. */
function stripInlineMarkdown(markdown: string): string {
  return markdown
    .replace(/\\([!-/:-@[-`{-~])/g, (_all, character: string) =>
      String.fromCharCode(ESCAPED + character.charCodeAt(0)),
    )
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[\^[^\]]+\]/g, '')
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/(\*\*|__|~~|`+)/g, '')
    .replace(/(^|\W)[*_](\S[^*_]*\S|\S)[*_](?=\W|$)/g, '$1$2')
    .replace(/[\uE100-\uE17f]/g, (character) => String.fromCharCode(character.charCodeAt(0) - ESCAPED))
    .replace(/\s+/g, ' ')
    .trim();
}

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.lastIndexOf(' ', length);
  // The second pattern is the first half of a character that the cut has gone through.
  const kept = text
    .slice(0, cut > length / 2 ? cut : length)
    .replace(/[\s,;:.–—-]+$/, '')
    .replace(/[\ud800-\udbff]$/, '');
  return `${kept}…`;
}

/** Targets of Markdown images as written, without duplicates. */
export function findImages(markdown: string): string[] {
  if (!markdown.includes('![')) return [];
  const found = new Set<string>();
  for (const match of markdown.matchAll(/!\[[^\]]*\]\(\s*<?([^\s)>]+)/g)) if (match[1]) found.add(match[1]);
  return [...found];
}

/** Paths within the site that Markdown links to, as written, without duplicates. */
export function findLinks(markdown: string): string[] {
  if (!/\]\(\s*<?\/|\]:\s*\//.test(markdown)) return [];
  const found = new Set<string>();
  for (const match of markdown.matchAll(/(!?)\[[^\]]*\](?:\(\s*<?|:\s*)(\/(?!\/)[^\s)>]*)/g))
    if (match[2] && !match[1]) found.add(match[2]);
  return [...found];
}
