/** Reads the words, the code, the links and the pictures of a source text without the converter that is verified. */
import { marked } from 'marked';
import type { ImportedPost } from '../imported-site.ts';
import { type ReadPage, readPage, trimCode } from './read-page.ts';

const FENCE = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,})([^\n]*)$/;

/** Code spans come first, so that their text stays. */
const TEMPLATES =
  /(`+)(?:(?!\n\n)[\s\S])*?\1|<!--[\s\S]*?-->|\{%[\s\S]*?%\}|\{\{[<%][\s\S]*?[>%]\}\}|\{\{[\s\S]*?\}\}|\{:[^}\n]*\}|\{\/\*[\s\S]*?\*\/\}|[ \t]\{#[^}\n]*\}/g;
const EXPRESSIONS = /(`+)(?:(?!\n\n)[\s\S])*?\1|(?<!\\)\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;
const MODULES = /^(?:import|export)\s[\s\S]*?(?=\n[ \t]*\n|(?![\s\S]))/gm;

export function readSourceText(post: ImportedPost): ReadPage {
  if (post.format === 'html') return readPage(withoutTemplates(post.body, post));
  const { prose, code } = takeCode(post.body);
  const isMdx = post.syntax === 'mdx' || post.syntax === 'docusaurus';
  const plain = withoutTemplates(prose, post).replace(/^[ \t]*:{3,}[ \t]*[\w-]*[ \t]*(.*)$/gm, '\n\n$1\n\n');
  // MDX has no indented code, and Markdown begins directly after a tag.
  const markdown = isMdx
    ? plain.replace(/^[ \t]*(<\/?[A-Za-z][^<>\n]*>)[ \t]*$/gm, '\n$1\n').replace(/^[ \t]+/gm, '')
    : plain;
  const page = readPage(marked.parse(markdown, { async: false }));
  return { ...page, code: [...code, ...page.code] };
}

function withoutTemplates(text: string, { syntax }: ImportedPost): string {
  const keepCode = (whole: string, ticks: string | undefined) => (ticks ? whole : '');
  const plain = text.replace(TEMPLATES, keepCode);
  if (syntax !== 'mdx' && syntax !== 'docusaurus') return plain;
  return plain.replace(MODULES, '').replace(EXPRESSIONS, keepCode);
}

/** Takes the fenced blocks out of a text. */
function takeCode(markdown: string): { prose: string; code: string[] } {
  const prose: string[] = [];
  const code: string[] = [];
  let open: { mark: string; indent: number; lines: string[] } | null = null;
  for (const line of markdown.split('\n')) {
    const [, indent = '', mark = '', rest = ''] = FENCE.exec(line) ?? [];
    if (open === null) {
      if (mark === '' || (mark.startsWith('`') && rest.includes('`'))) prose.push(line);
      else {
        open = { mark, indent: indent.length, lines: [] };
        // A list item stays one.
        prose.push(indent.trimEnd());
      }
    } else if (mark.startsWith(open.mark) && rest.trim() === '') {
      code.push(trimCode(open.lines.join('\n')));
      open = null;
    } else {
      const own = /^(?:[ \t]|>[ \t]?)*/.exec(line)?.[0].length ?? 0;
      open.lines.push(line.slice(Math.min(own, open.indent)));
    }
  }
  return { prose: prose.join('\n'), code };
}
