/** Writes the blocks that Liquid and Nunjucks fill in before Markdown is read: code, and texts that have a name. */
import { fenceFor, findCode, replaceOutsideCode } from '../read/code-ranges.ts';
import { isCalloutType } from './directive-text.ts';

const RAW = /\{%-?\s*(?:end)?raw\s*-?%\}/g;
const HIGHLIGHT =
  /^([ \t]*)\{%-?\s*highlight\s+["']?([\w+#.-]+)[^%\n]*%\}([\s\S]{0,20000}?)\{%-?\s*endhighlight\s*-?%\}/gm;
/** Text that Liquid leaves as it is. Its tags end no block, so this character stands for their first two. */
const RAW_BLOCK = /(?<=\{%-?\s{0,9}raw\s{0,9}-?%\})[\s\S]{0,20000}?(?=\{%-?\s*endraw\s*-?%\})/g;
const RAW_TAG = '\ue003';
const OUTPUT = /\{\{-?\s*(\w+)\b(?:\s*\|([^{}\n]*))?\s*-?\}\}/g;
/** `{% capture name %}…{% endcapture %}`, `{% set name %}…{% endset %}`, or the output of a name. */
const NAMED = new RegExp(
  String.raw`\{%-?\s*(set|capture)\s+(\w+)\s*-?%\}([\s\S]{0,20000}?)\{%-?\s*end\1\s*-?%\}|${OUTPUT.source}`,
  'g',
);
/** A text with a filter, or a part that Liquid leaves as it is. */
const LITERAL =
  /\{%-?\s*raw\s*-?%\}[\s\S]*?\{%-?\s*endraw\s*-?%\}|\{\{-?\s*(["'])([^"'{}\n]*)\1\s*\|[^{}\n]*\}\}/g;

/** A list that kramdown replaces by a table of contents. */
const CONTENTS = /^[ \t]*(?:[-*+]|1\.)[ \t][^\n]*\n[ \t]*\{:\s*toc\b[^}\n]*\}/gm;
/** Lines of a paragraph or a quote. Each line matches in one way only: a second one would double the time with every line. */
const LINES = String.raw`(?:(?![ \t]*(?:\{:|\x60{3}|~{3}))[ \t]*\S[^\n]*(?:\n|$)){1,100}`;
/** A paragraph or a quote with a class before or after it: `{: .note }`. */
const CLASSED = new RegExp(
  String.raw`^(?:\{:\s*\.([\w-]+)[^}\n]*\}[ \t]*\n(${LINES})|(${LINES})\{:\s*\.([\w-]+)[^}\n]*\}[ \t]*(?:\n|$))`,
  'gm',
);

export function prepareLiquid(text: string): string {
  const masked = text.replace(RAW_BLOCK, (raw) => raw.replaceAll('{%', RAW_TAG));
  const fenced = replaceOutsideCode(masked, HIGHLIGHT, (_all, indent = '', language = '', code = '') =>
    writeBlock(code, language, indent),
  ).replaceAll(RAW_TAG, '{%');
  const classed = replaceOutsideCode(replaceOutsideCode(fenced, CONTENTS, ''), CLASSED, writeClassed);
  const filled = placeNamed(classed);
  let written = '';
  let at = 0;
  for (const [start, end] of findCode(filled)) {
    written += filled.slice(at, start) + filled.slice(start, end).replace(RAW, '');
    at = end;
  }
  return written + filled.slice(at);
}

/** Writes a callout for the class of a theme: `.note`, `.note-title`, `.notice--info`, `.prompt-tip`. */
function writeClassed(whole: string, before = '', below = '', above = '', after = ''): string {
  const [, word = '', hasTitle] = /^(?:notice--|prompt-|alert-)?(\w+?)(-title)?$/.exec(before || after) ?? [];
  if (!isCalloutType(word)) return whole;
  const [first = '', ...rest] = (below || above)
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^[ \t]*> ?/, ''));
  const title = hasTitle ? ` title="${first.replaceAll('"', "'")}"` : '';
  const body = hasTitle ? rest : [first, ...rest];
  return `\n<aside type="${word}"${title}>\n\n${body.join('\n').trim()}\n\n</aside>\n\n`;
}

/** Puts a named text where its name is shown. Code that only a template shows stays where it is. */
function placeNamed(text: string): string {
  if (!/\{%-?\s*(?:set|capture)\s/.test(text)) return text;
  const lastShown = new Map<string, number>();
  for (const { 1: name = '', index } of text.matchAll(OUTPUT)) lastShown.set(name, index);
  const bodies = new Map<string, string>();
  return replaceOutsideCode(
    text,
    NAMED,
    (whole, _tag, named, body = '', shown = '', filters = '', offset) => {
      if (whole.startsWith('{%')) {
        bodies.set(named, body);
        if ((lastShown.get(named) ?? -1) > Number(offset)) return '';
        return /code/i.test(named) ? writeBlock(body, '', '') : whole;
      }
      const known = bodies.get(shown);
      if (known === undefined) return whole;
      const [, language] = /\bhighlight\b\W*([\w+#.-]*)/.exec(filters) ?? [];
      if (language === undefined && !/code/i.test(shown)) return known;
      // The name may be shown within HTML.
      return `\n\n${writeBlock(known, language ?? '', '')}\n\n`;
    },
  );
}

function writeBlock(code: string, language: string, indent: string): string {
  const shown = code
    .replace(
      LITERAL,
      (whole: string, _quote: string | undefined, literal: string | undefined) => literal ?? whole,
    )
    .replace(RAW, '')
    .replace(/^(?:[ \t]*\n)+|\s+$/g, '');
  const fence = fenceFor(shown);
  return `${indent}${fence}${language}\n${shown}\n${indent}${fence}`;
}
