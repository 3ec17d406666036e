/** Reads the words, the code, the links and the pictures of a source text without the converter that is verified. */
import { marked } from 'marked';
import type { ImportedPost } from '../imported-site.ts';
import { type ReadPage, readPage, trimCode } from './read-page.ts';

const FENCE = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})([^\n]*)$/;

/** What no reader sees: template code, comments, and the names of footnotes. Code spans come first, so that their text stays. */
const TEMPLATES =
  /(`+)(?:(?!\n\n)[\s\S])*?\1|<!--[\s\S]*?-->|\{%[\s\S]*?%\}|\{\{[<%][\s\S]*?[>%]\}\}|\{\{[\s\S]*?\}\}|\{:[^}\n]*\}|\{\/\*[\s\S]*?\*\/\}|[ \t]\{#[^}\n]*\}|\[\^[^\]\s]+\]:?/g;
const BRACES = '\\{(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*\\})*\\})*\\}';
const EXPRESSIONS = new RegExp(`(\`+)(?:(?!\\n\\n)[\\s\\S])*?\\1|(?<!\\\\)${BRACES}`, 'g');
/** An attribute in braces. Without its value, the tag would no longer be one, and Markdown would show it. */
const ATTRIBUTES = new RegExp(`(<[A-Za-z][^<>{}]*?=)${BRACES}`, 'g');
const MODULES = /^(?:import|export)\s[\s\S]*?(?=\n[ \t]*\n|(?![\s\S]))/gm;
/** Shortcodes of WordPress, and addresses that it embeds because they are alone on a line. */
const SHORTCODES = /\[\/?[a-z][\w-]*(?:\s[^\]\n]*)?\]|^\s*https?:\/\/\S+\s*$/gim;

export function readSourceText(post: ImportedPost): ReadPage {
  if (post.format === 'html') return readPage(withoutTemplates(post.body, post));
  const { prose, code } = takeCode(post.body);
  const isMdx = post.syntax === 'mdx' || post.syntax === 'docusaurus';
  const plain = withoutTemplates(prose, post).replace(/^[ \t]*:{3,}[ \t]*[\w-]*[ \t]*(.*)$/gm, '\n\n$1\n\n');
  // MDX has no indented code, and Markdown begins directly after a tag.
  const markdown = isMdx
    ? plain.replace(/^[ \t]*(<\/?[A-Za-z][^<>\n]*>)[ \t]*$/gm, '\n$1\n').replace(/^[ \t]+/gm, '')
    : loosenHtml(plain);
  const page = readPage(marked.parse(markdown, { async: false }));
  return { ...page, code: [...code, ...page.code] };
}

function withoutTemplates(text: string, { syntax }: ImportedPost): string {
  if (syntax === 'wordpress') return text.replace(SHORTCODES, '');
  const keepCode = (whole: string, ticks: string | undefined) => (ticks ? whole : '');
  let plain = text.replace(TEMPLATES, keepCode);
  // One value of a tag after another.
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(ATTRIBUTES, '$1""');
  }
  if (syntax !== 'mdx' && syntax !== 'docusaurus') return plain;
  return plain.replace(MODULES, '').replace(EXPRESSIONS, keepCode);
}

const BLOCK =
  /<(\/?)(?:article|aside|center|details|div|dl|figure|footer|form|header|main|nav|ol|section|table|ul)\b[^>]*>/gi;

/**
 * Reads Markdown inside of HTML as kramdown and the users of the other tools do: an indent there makes no code, and a tag
 * that is alone on its line ends no paragraph.
 */
function loosenHtml(markdown: string): string {
  let depth = 0;
  return markdown
    .split('\n')
    .map((line) => {
      const before = depth;
      if (before > 0 || !/^(?: {4}|\t)/.test(line))
        for (const [, slash] of line.replace(/`[^`]*`/g, '').matchAll(BLOCK))
          depth = Math.max(0, depth + (slash ? -1 : 1));
      if (before === 0 && depth === 0) return line;
      const plain = line.trimStart();
      return /^<[^<>]*>$/.test(plain.trimEnd()) ? `\n${plain}\n` : plain;
    })
    .join('\n');
}

/** Takes the blocks of code out of a text: fenced ones, and those of the tag `highlight`. Comments are left out. */
function takeCode(markdown: string): { prose: string; code: string[] } {
  const prose: string[] = [];
  const code: string[] = [];
  let open: { mark: string; indent: number; lines: string[] } | null = null;
  let isComment = false;
  for (const written of markdown.split('\n')) {
    const line = expandIndent(written);
    if (isComment) {
      isComment = !line.includes('-->');
      if (!isComment) prose.push(line.slice(line.indexOf('-->') + 3));
      continue;
    }
    const [, indent = '', mark = '', rest = ''] = FENCE.exec(line) ?? [];
    if (open === null) {
      const isHighlight = /^\s*\{%-?\s*highlight\b[^%]*%\}\s*$/.test(line);
      if (isHighlight) open = { mark: 'endhighlight', indent: 0, lines: [] };
      else if (mark === '' || (mark.startsWith('`') && rest.includes('`'))) {
        isComment = /<!--(?!.*-->)/.test(line.replace(/`[^`]*`/g, ''));
        prose.push(isComment ? line.slice(0, line.lastIndexOf('<!--')) : line);
      } else {
        open = { mark, indent: indent.length, lines: [] };
        // A list item stays one.
        prose.push(indent.trimEnd());
      }
    } else if (
      open.mark === 'endhighlight'
        ? /^\s*\{%-?\s*endhighlight/.test(line)
        : mark.startsWith(open.mark) && rest.trim() === ''
    ) {
      code.push(trimCode(open.lines.join('\n')));
      open = null;
    } else {
      const own = /^(?:[ \t]|>[ \t]?)*/.exec(line)?.[0].length ?? 0;
      open.lines.push(line.slice(Math.min(own, open.indent)));
    }
  }
  return { prose: prose.join('\n'), code };
}

/** Writes the tabs at the start of a line as spaces up to the next column of four, as Markdown reads them. */
function expandIndent(line: string): string {
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (!indent.includes('\t')) return line;
  let width = 0;
  for (const character of indent) width += character === '\t' ? 4 - (width % 4) : 1;
  return ' '.repeat(width) + line.slice(indent.length);
}
