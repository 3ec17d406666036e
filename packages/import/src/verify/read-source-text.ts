/** Reads the words, the code, the links and the pictures of a source text without the converter that is verified. */
import { Marked } from 'marked';
import { escapeHtml, stripControls } from '../core.ts';
import type { ImportedPost } from '../imported-site.ts';
import { plainAddress } from './plain-address.ts';
import { type ReadPage, readPage, trimCode } from './read-page.ts';
import { codeSpan, inBraces, itself, type Part, replaceParts, TICKS, until } from './replace-parts.ts';

const FENCE = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})([^\n]*)$/;
/** A definition of a link whose address is template code. */
const DEFINITION = /^([ \t]{0,3}\[[^\]\n]+\]:[ \t]*)\{[{%][^\n]*$/gm;

/** One tilde strikes nothing out in most tools. */
const reader = new Marked({
  tokenizer: { del: (source) => (/^~(?!~)/.test(source) ? undefined : false) },
});

const keep = (part: string) => part;
const drop = () => '';
const CODE_SPAN: Part = { start: TICKS, end: codeSpan, write: keep };
const COMMENT: Part = {
  start: String.raw`(?<!\\)<!--`,
  end: until('-->'),
  // A comment divides two blocks of code.
  write: () => '<!-- -->',
};
const dropped = (start: string, end: Part['end'] = itself): Part => ({ start, end, write: drop });

/** Parts that no reader sees: marks of the table of contents, abbreviations, template code, comments, and the names of footnotes. */
const HIDDEN_PARTS: readonly Part[] = [
  dropped(
    String.raw`(?<=^|\n)(?:(?<=^|\n)(?:[ \t]*>)+[ \t]*\[![a-z]+\](?=[ \t]*\n)|[^\n]*\n\{:\s*toc\b[^}\n]*\}|\[\[?_?toc_?\]\]?(?=\n)|\*\[[^\]\n]+\]:[^\n]*)`,
  ),
  CODE_SPAN,
  COMMENT,
  dropped(String.raw`\{%-?\s*comment\b`, until(String.raw`endcomment\s*-?%\}`)),
  dropped(String.raw`\{:|[ \t]\{:?[ \t]*[#.][\w-]`, until(String.raw`\}`, String.raw`\n`)),
  dropped(String.raw`\{\/\*`, until(String.raw`\*\/\}`)),
  dropped(String.raw`\[\^(?=[^\]\s])`, until(String.raw`\]:?`, String.raw`\s`)),
];
/** Template code is text where no tool is known that would run it. */
const TEMPLATES: readonly Part[] = [
  ...HIDDEN_PARTS,
  dropped(String.raw`\{%`, until(String.raw`%\}`)),
  dropped(String.raw`\{\{[<%]`, until(String.raw`[>%]\}\}`)),
  dropped(String.raw`\{\{`, until(String.raw`\}\}`)),
];
/** Code spans and the HTML of code stay, unless an expression makes the code. */
const EXPRESSIONS: readonly Part[] = [
  CODE_SPAN,
  { start: String.raw`<pre\b[^<>]*>(?!\s*\{)`, end: until('</pre>'), write: keep },
  dropped(String.raw`(?<!\\)\{`, inBraces),
];
const MODULES = /^(?:import|export)\s[\s\S]*?(?=\n[ \t]*\n|(?![\s\S]))/gm;
/** Shortcodes of WordPress, and addresses that it embeds because nothing else is on their line. */
const SHORTCODES: readonly Part[] = [
  // Most plugins leave what stands in code, such as the index of a list.
  { start: String.raw`<(?:pre|code)\b`, end: until(String.raw`<\/(?:pre|code)>`), write: keep },
  dropped(String.raw`\[\/?[a-z][\w-]*(?:\s|(?=\]))`, until(String.raw`\]`, String.raw`\n`)),
  dropped(String.raw`(?<![^\n])[ \t]*https?:\/\/\S+[ \t]*(?![^\n])`),
];

/** Links of Markdown in HTML. Most tools show them as links, and their addresses are no words. */
const LINKS: readonly Part[] = [
  { start: String.raw`<(?:pre|code)\b`, end: until(String.raw`<\/(?:pre|code)>`), write: keep },
  {
    start: String.raw`\[[^\]\n<>]{1,300}\]\((?:https?:|[./#])[^()\s<>]{0,500}\)`,
    end: itself,
    write: (link) => link.slice(1, link.lastIndexOf('](')),
  },
  // Names of code, which plugins of MkDocs make links of.
  { start: String.raw`\]\[[A-Za-z_]\w*(?:\.\w+)+\]`, end: itself, write: () => ']' },
];

/** @param titles of the texts of the site, by their addresses and files in the form of `plainAddress` */
export function readSourceText(
  post: ImportedPost,
  titles: ReadonlyMap<string, string> = new Map(),
): ReadPage {
  const body = stripControls(post.body);
  if (post.format === 'html') return readPage(withoutTemplates(body, post));
  const mark = freeMark(body);
  const taken = takeCode(body, post.syntax === 'liquid', mark);
  const { code } = taken;
  // The id of a heading may stand directly after its text.
  const prose = taken.prose
    .replace(DEFINITION, '$1#')
    // Hugo shows a shortcode whose name stands in a comment.
    .replace(/\{\{([<%])\/\*([^{}]*)\*\/([%>]\}\})/g, `${mark}${mark}$1$2$3`)
    .replace(/^[ \t>]*#{1,6}[ \t].*$/gm, (heading) => heading.replace(/\\?\{:?[ \t]*#[^{}\n]*\}[ \t]*$/, ''));
  const isMdx = post.syntax === 'mdx' || post.syntax === 'docusaurus';
  const shown = /<[A-Z]/.test(prose) ? showAttributes(prose, titles) : prose;
  const plain = withoutTemplates(isMdx ? shown : loosenBlocks(shown), post)
    .replaceAll(mark, '{')
    .replace(/^[ \t]*:{3,}[ \t]*[\w-]*[ \t]*(.*)$/gm, '\n\n$1\n\n');
  // MDX has no indented code, and Markdown begins directly after a tag.
  const markdown = isMdx
    ? withoutIndents(plain.replace(/^[ \t]*(<\/?[A-Za-z][^<>\n]*>)[ \t]*$/gm, '\n$1\n'))
    : loosenHtml(plain);
  const html = reader.parse(divideParagraphs(markdown), { async: false });
  // The text after a word such as `<title>` is text all the same.
  const page = readPage(
    replaceParts(html, LINKS).replace(
      /<(\/?)(?:title|textarea|xmp|iframe|noembed|noframes|plaintext)\b/gi,
      '<$1span',
    ),
  );
  return { ...page, code: [...code, ...page.code] };
}

/** Characters of a paragraph. The parser takes the square of them. */
const MAX_PARAGRAPH = 4_000;

/** Such a part of a line, and the rest of a word or an address that is not longer than this. */
const LONG_PART = new RegExp(String.raw`[\s\S]{${MAX_PARAGRAPH}}(?:\S{0,20000}(?=\s))?`, 'g');

/** Divides longer paragraphs, which changes no word. The rows of a table, HTML and indented code stay together. */
function divideParagraphs(markdown: string): string {
  let length = 0;
  return markdown
    .split('\n')
    .map((line) => {
      const isBlank = line.trim() === '';
      length = isBlank ? 0 : length + line.length;
      if (length <= MAX_PARAGRAPH || /^(?:[ \t>]*[|<]| {4}|\t)/.test(line)) return line;
      length = line.length;
      return `\n${line.replace(LONG_PART, '$&\n\n')}`;
    })
    .join('\n');
}

/** A word that the text does not have. */
function freeMark(text: string): string {
  for (let number = 0; ; number++) if (!text.includes(`xbracex${number}x`)) return `xbracex${number}x`;
}

/** Attributes of components that their readers see. */
const SHOWN_ATTRIBUTE =
  /\s(?:title|description|subtitle|text|content|caption|summary|heading|message|command|npm|pnpm|yarn|bun)="([^"{}]*)"/g;

/** A word behind the words of a heading or a line. */
const BADGE = /<Badge(?:\s+[\w:-]+(?:="[^"]*")?)*\s*\/>/g;
/** A component that shows the title of the page at an address. */
const LINK_ONLY = /<[A-Z]\w*\s+(?:link|href|to)="([^"\n]+)"\s*\/>/g;
const WORD_OF_BADGE = /\stext="([^"]*)"/;

/** Writes the texts in the attributes of components below them, or in the place of a badge. */
function showAttributes(markdown: string, titles: ReadonlyMap<string, string>): string {
  const badges = markdown
    .replace(BADGE, (tag) => escapeHtml(WORD_OF_BADGE.exec(tag)?.[1] ?? ''))
    .replace(LINK_ONLY, (tag, target: string) => escapeHtml(titles.get(plainAddress(target)) ?? '') || tag);
  return badges.replace(/<(?!.{0,20}(?:YouTube|Video|Tweet|Image|iframe))[A-Z][\w.]*\s[^<>]*>/g, (tag) =>
    [
      tag,
      ...[...tag.matchAll(SHOWN_ATTRIBUTE)].map(([, text = '']) => text).filter((text) => /\s/.test(text)),
    ].join('\n\n'),
  );
}

const START_RAW = String.raw`\{%-?\s*raw\s*-?%\}`;
const END_RAW = String.raw`\{%-?\s*endraw\s*-?%\}`;
const RAW = new RegExp(`${START_RAW}|${END_RAW}`, 'g');
/** Code that Liquid or Nunjucks shows: the block `highlight`, and named blocks that say in their name that they are code. */
const LIQUID_CODE =
  /^\s*\{%-?\s*(?:(?:highlight|codeblock|code)\b[^%\n]*|(?:set|capture)\s+\w*code\w*\s*)%\}/i;
const LIQUID_END = /\{%-?\s*end(?:highlight|codeblock|code|set|capture)\s*-?%\}/;

/** Cuts the closing tag off the last line. @returns false if there is none */
function endLiquid(lines: string[]): boolean {
  const last = lines.pop() ?? '';
  const end = last.search(LIQUID_END);
  lines.push(end < 0 ? last : last.slice(0, end));
  return end >= 0;
}

/** Texts with a filter, which are filled in as they are. */
const LITERALS: readonly Part[] = [
  { start: START_RAW, end: until(END_RAW), write: keep },
  {
    start: String.raw`\{\{-?\s*(?:"[^"'{}\n]*"|'[^"'{}\n]*')\s*\|[^{}\n]*\}\}`,
    end: itself,
    write: (output) => /(["'])(.*?)\1/.exec(output)?.[2] ?? '',
  },
];

/** How far a cell of JSX reaches. */
const SPAN = /\b(rowspan|colspan)=\{(\d{1,3})\}/gi;

/** What Markdown takes for no part of a tag: attributes of Vue. */
const ATTRIBUTE_OF_VUE = /\s[@#:][\w.:-]+(?:="[^"]*")?(?=[\s/>])/g;
/** Elements with a colon in their name, which show nothing themselves. */
const FOREIGN = /^<\/?[a-z]\w*:[a-z][\w-]*(?:\s[^<>]*|\/)?>$/i;

/** A tag on several lines would be read as a quote where it ends. */
const TAG: Part = {
  start: '<[a-z][^<>]*>',
  end: itself,
  write: (tag) =>
    FOREIGN.test(tag) && /[\s/]/.test(tag)
      ? ''
      : tag.replace(ATTRIBUTE_OF_VUE, '').replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
};
/** MDX has no such code. */
const INDENTED_CODE: Part = {
  start: String.raw`(?<=\n[ \t]*\n)(?:(?: {4}|\t)[^\n]*(?:\n|$))+`,
  end: itself,
  write: keep,
};

function withoutTemplates(text: string, { syntax }: ImportedPost): string {
  if (syntax === 'wordpress') return replaceParts(text, SHORTCODES);
  const plain = replaceParts(
    emptyValues(text.replace(SPAN, '$1="$2"')),
    syntax === 'markdown' ? HIDDEN_PARTS : TEMPLATES,
  );
  if (syntax !== 'mdx' && syntax !== 'docusaurus')
    return replaceParts(plain, [INDENTED_CODE, CODE_SPAN, TAG]);
  return replaceParts(replaceParts(plain, [CODE_SPAN, TAG]).replace(MODULES, ''), EXPRESSIONS);
}

/** Empties the attributes in braces. Without its values, a tag would be none, and Markdown would show it. */
function emptyValues(text: string): string {
  const findCode = codeSpan(text);
  const findBraces = inBraces(text);
  const first = /(?<!`)`+|<[A-Za-z][^<>{}]*=(?=\{)/g;
  const next = /[^<>{}]*=(?=\{)/y;
  let plain = '';
  let copied = 0;
  for (let match = first.exec(text); match; match = first.exec(text)) {
    const after = first.lastIndex;
    if (match[0].startsWith('`')) {
      first.lastIndex = findCode(match.index, after) ?? after;
      continue;
    }
    let end = findBraces(after, after);
    for (let value = after; end !== null; end = findBraces(value, value)) {
      plain += `${text.slice(copied, value)}""`;
      copied = end;
      first.lastIndex = end;
      next.lastIndex = end;
      if (!next.test(text)) break;
      value = next.lastIndex;
    }
  }
  return plain + text.slice(copied);
}

/** The first line of a footnote, or of a block of Python-Markdown such as `!!! note "Title"`. Their text is indented. */
const INDENTED =
  /^ *(?:\[\^[^\]\s]+\]:(.*)|(?:(?:!!!|\?\?\?\+?)(?: *[a-zA-Z][^"]*)?|===[+!]* +|(:::) +\w+[.:])(?:["']([^"']*)["']|[\w.:]*)) *$/;

/** Writes the texts of such blocks without their indent, which would make code of them. */
function loosenBlocks(markdown: string): string {
  /** Indents of the open blocks. Negative ones belong to blocks that document code, which no source contains. */
  const open: number[] = [];
  return markdown
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      const indent = /^ */.exec(line)?.[0].length ?? 0;
      while (indent < Math.abs(open.at(-1) ?? 0)) open.pop();
      if ((open.at(-1) ?? 0) < 0) return '';
      const text = line.slice(Math.min(indent, open.length * 4));
      const [opener, footnote, module, title = footnote ?? ''] = INDENTED.exec(line) ?? [];
      if (opener === undefined) return text;
      const own = footnote === undefined ? indent : indent - (indent % 4);
      open.push(module ? -own - 4 : own + 4);
      return `\n${title}\n`;
    })
    .join('\n')
    .replace(
      /(?<=[)\]`*])\{:?[ \t]*(?:[.#][\w-]|[\w-]+=["'])[^}\n]*\}|:(?:material|fontawesome|octicons|simple)(?:-[a-z0-9]+)+:/g,
      '',
    );
}

const BLOCK =
  /<(\/?)(?:article|aside|center|details|div|dl|figure|footer|form|header|main|nav|ol|section|table|ul|[a-z]+(?:-[a-z]+)+)\b[^>]*>/gi;

/**
 * Reads Markdown inside of HTML as kramdown and the users of the other tools do: an indent there makes no code, and a tag
 * that is alone on its line ends no paragraph.
 */
function loosenHtml(markdown: string): string {
  let depth = 0;
  let isPre = false;
  return markdown
    .split('\n')
    .map((line) => {
      const before = depth;
      const wasPre = isPre;
      isPre = endsInPre(line, isPre);
      if (before > 0 || !/^(?: {4}|\t)/.test(line))
        for (const [, slash] of line.replace(/`[^`]*`/g, '').matchAll(BLOCK))
          depth = Math.max(0, depth + (slash ? -1 : 1));
      if (wasPre || (before === 0 && depth === 0)) return line;
      const plain = line.trimStart();
      return /^<[^<>]*>$/.test(plain.trimEnd()) ? `\n${plain}\n` : plain;
    })
    .join('\n');
}

/** Text that Liquid leaves as it is: its tags end no block, so a mark stands for their first character. */
function markRaw(text: string, mark: string): string {
  const write = (raw: string) => raw.replace(/(?<!^)\{(?=[{%])(?!%-?\s*endraw)/g, mark);
  return replaceParts(text, [{ start: START_RAW, end: until(END_RAW), write }]);
}

/** A block of code that is not closed yet. */
interface OpenCode {
  mark: string;
  /** Number of quotes that contain it, and the width of what stands before it in the innermost one. */
  quotes: number;
  indent: number;
  isInItem: boolean;
  /** Characters before its first mark. */
  width: number;
  lines: string[];
}

/** Takes the blocks of code out of a text: fenced blocks, and blocks of Liquid. Comments are left out. */
function takeCode(markdown: string, isLiquid: boolean, mark: string): { prose: string; code: string[] } {
  const source = isLiquid ? markRaw(markdown, mark) : markdown;
  const withoutRaw = (text: string) => (isLiquid ? text.replace(RAW, '').replaceAll(mark, '{') : text);
  const prose: string[] = [];
  const code: string[] = [];
  let open: OpenCode | null = null;
  let isComment = false;
  let isPre = false;
  let isInList = false;
  let wasBlank = true;
  const close = () => {
    const text = open?.lines.join('\n') ?? '';
    code.push(trimCode(withoutRaw(open?.mark === '%}' ? replaceParts(text, LITERALS) : text)));
    open = null;
  };
  for (const written of source.split('\n')) {
    const line = expandIndent(isLiquid ? written.replace(RAW, '') : written);
    if (isComment) {
      isComment = !line.includes('-->');
      if (!isComment) prose.push(line.slice(line.indexOf('-->') + 3));
      continue;
    }
    // The code of a list item or a quote ends with it.
    const within: string | null = open ? withoutQuotes(line, open.quotes) : line;
    if (open && (within === null || (open.isInItem && wasBlank && /^\S/.test(line)))) close();
    const [, prefix = '', mark = '', rest = ''] = (!isPre && FENCE.exec(line)) || [];
    if (open === null) {
      if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true;
      else if (wasBlank && /^\S/.test(line)) isInList = false;
      const liquid = isLiquid ? LIQUID_CODE.exec(written)?.[0] : undefined;
      if (liquid !== undefined) {
        open = {
          ...{ mark: '%}', quotes: 0, indent: 0, width: 0, isInItem: false },
          lines: [written.slice(liquid.length)],
        };
        if (endLiquid(open.lines)) close();
      } else if (mark === '' || (mark.startsWith('`') && rest.includes('`'))) {
        isPre = endsInPre(line, isPre);
        const shown = line.replace(/`[^`]*`|\\</g, '');
        isComment = shown.lastIndexOf('<!--') > shown.lastIndexOf('-->');
        prose.push(isComment ? line.slice(0, line.lastIndexOf('<!--')) : line);
      } else {
        const quotes = prefix.split('>').length - 1;
        const indent = withoutQuotes(prefix, quotes)?.length ?? 0;
        open = {
          mark,
          quotes,
          indent,
          isInItem: isInList && prefix.startsWith('  '),
          lines: [],
          width: prefix.length,
        };
        // A list item stays one.
        prose.push(prefix.trimEnd());
      }
    } else if (open.mark === '%}') {
      open.lines.push(written);
      if (endLiquid(open.lines)) close();
    } else if (mark.startsWith(open.mark) && rest.trim() === '' && prefix.length <= open.width + 3) close();
    // A tab is one character of code, except in a list item.
    else if (open.quotes === 0 && !open.isInItem)
      open.lines.push(written.slice(Math.min(/^ */.exec(written)?.[0].length ?? 0, open.indent)));
    else {
      const own = /^ */.exec(within ?? '')?.[0].length ?? 0;
      open.lines.push((within ?? '').slice(Math.min(own, open.indent)));
    }
    wasBlank = line.trim() === '';
  }
  if (open) close();
  // Raw parts keep their marks, so that their tags are not taken for template code.
  return { prose: isLiquid ? prose.join('\n').replace(RAW, '') : prose.join('\n'), code };
}

/** Removes the marks of quotes, each with the space after it. @returns null for a line that is not in as many quotes */
function withoutQuotes(line: string, quotes: number): string | null {
  let text = line;
  for (let left = quotes; left > 0; left--) {
    const [marker] = /^ {0,3}> ?/.exec(text) ?? [];
    if (marker === undefined) return null;
    text = text.slice(marker.length);
  }
  return text;
}

/** Removes the indents outside of preformatted HTML. */
function withoutIndents(markdown: string): string {
  let isPre = false;
  return markdown
    .split('\n')
    .map((line) => {
      const wasPre = isPre;
      isPre = endsInPre(line, isPre);
      return wasPre ? line : line.trimStart();
    })
    .join('\n');
}

/** True if preformatted HTML is open at the end of a line. */
function endsInPre(line: string, wasOpen: boolean): boolean {
  const tag = line
    .replace(/`[^`]*`/g, '')
    .match(/<\/?pre\b/gi)
    ?.at(-1);
  return tag === undefined ? wasOpen : !tag.startsWith('</');
}

/** Writes the tabs at the start of a line as spaces up to the next column of four, as Markdown reads them. */
function expandIndent(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (!indent.includes('\t')) return line;
  let width = 0;
  for (const character of indent) width += character === '\t' ? 4 - (width % 4) : 1;
  return ' '.repeat(width) + line.slice(indent.length);
}
