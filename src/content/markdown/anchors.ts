/** Lists the ids of a text that links can lead to, without rendering it: of its headings and, where it stays, of its HTML. */
import { attempt } from '../../foundation/attempt.ts';
import { dropCode, dropFences } from './blank-code.ts';
import { createHeadingIds, PAGE_IDS } from './headings.ts';
import { readBlocks, textOfTokens, walkTokens } from './tokens.ts';

export interface AnchorOptions {
  /** BCP 47. */
  language: string;
  /** True if raw HTML stays. */
  rawHtml: boolean;
}

/** The id that "#id" means. */
export function fragmentOf(target: string): string {
  const written = target.slice(target.indexOf('#') + 1).replace(/:~:.*$/, '');
  return attempt(() => decodeURIComponent(written)) ?? written;
}

/** A directive, or a footnote. */
const ADDING = /^[ \t>*+-]*::|\[\^/m;

const ID = /\bid\s*=\s*["']?([^"'\s>]+)/gi;

/** "#" begins a heading, or stands in code: both are found fast. */
const ATX = /#[ \t].*/g;
const SETEXT = /^.+\n {0,3}(?:=+|-+)[ \t]*$/gm;
/** Every text with an underlined heading matches it, and it is faster than SETEXT. */
const UNDERLINE = /\n {0,3}(?:=+|-+)[ \t]*\n/;

/** The headings, and other lines that look like them. */
export function findHeadings(markdown: string): string[] {
  const headings = markdown.match(ATX) ?? [];
  return UNDERLINE.test(markdown) ? [...headings, ...(markdown.match(SETEXT) ?? [])] : headings;
}

/** Links and tags of a heading. Its id has the text of the link ($1), and nothing of a tag. */
const SHOWN = /!?\[([^\]\n]*)\]\([^)\n]*\)|<[^>\n]*>/g;

/** Characters of a line that may be a heading. */
const MAX_HEADING = 500;

/** Takes the ids from the lines of headings, all at once, which is fast. Some may be missing, and some be of code. */
export function guessAnchors(markdown: string, { language, rawHtml }: AnchorOptions): Set<string> {
  const headings = findHeadings(dropFences(markdown))
    .filter(({ length }) => length < MAX_HEADING)
    .map((line) => line.replace(/^#|\n.*$/g, '').trim());
  const shown = headings.join('\n').replace(SHOWN, '$1');
  const isPlain = language === 'en' && /^[\n -~]*$/.test(shown);
  const headingIds = createHeadingIds(language);
  const names = isPlain
    ? shown
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/ +/g, '-')
        .split('\n')
    : shown.split('\n').map((text) => headingIds(text).id);
  const ids = new Set(names);
  if (rawHtml) addHtmlIds(markdown, ids);
  return ids;
}

export interface Anchors {
  ids: string[];
  /** False where directives and footnotes may add others. */
  isWhole: boolean;
}

/** The ids of each heading, in order: first the id in the page, then other ids that links may use. */
export function listHeadingIds(markdown: string, language: string): string[][] {
  const ids: string[][] = [];
  const headingIds = createHeadingIds(language);
  const { blocks, notes, lexSpans } = readBlocks(markdown);
  walkTokens([...blocks, ...notes], (token) => {
    if (token.type !== 'heading') return;
    lexSpans(token);
    const { id, others } = headingIds(textOfTokens(token.tokens ?? [], true));
    ids.push([id, ...others]);
  });
  return ids;
}

/** The ids of the text, and those that the built-in views have around it. */
export function listAnchors(markdown: string, { language, rawHtml }: AnchorOptions): Anchors {
  const ids = new Set([...PAGE_IDS, ...listHeadingIds(markdown, language).flat()]);
  if (rawHtml) addHtmlIds(markdown, ids);
  return { ids: [...ids], isWhole: !ADDING.test(dropCode(markdown)) };
}

function addHtmlIds(markdown: string, ids: Set<string>): void {
  for (const [, id = ''] of markdown.matchAll(ID)) ids.add(id);
}
