/** Writes the blocks that Liquid and Nunjucks fill in before Markdown is read: code, and texts that have a name. */
import { findCode, replaceOutsideCode } from '../read/code-ranges.ts';
import { fenceFor } from './directive-text.ts';

const RAW = /\{%-?\s*(?:end)?raw\s*-?%\}/g;
const HIGHLIGHT =
  /^([ \t]*)\{%-?\s*highlight\s+["']?([\w+#.-]+)[^%\n]*%\}([\s\S]{0,20000}?)\{%-?\s*endhighlight\s*-?%\}/gm;
const OUTPUT = /\{\{-?\s*(\w+)\b(?:\s*\|([^{}\n]*))?\s*-?\}\}/g;
/** `{% capture name %}…{% endcapture %}`, `{% set name %}…{% endset %}`, or the output of a name. */
const NAMED = new RegExp(
  String.raw`\{%-?\s*(set|capture)\s+(\w+)\s*-?%\}([\s\S]{0,20000}?)\{%-?\s*end\1\s*-?%\}|${OUTPUT.source}`,
  'g',
);
/** A text with a filter, or a part that Liquid leaves as it is. */
const LITERAL =
  /\{%-?\s*raw\s*-?%\}[\s\S]*?\{%-?\s*endraw\s*-?%\}|\{\{-?\s*(["'])([^"'{}\n]*)\1\s*\|[^{}\n]*\}\}/g;

export function prepareLiquid(text: string): string {
  const fenced = replaceOutsideCode(text, HIGHLIGHT, (_all, indent = '', language = '', code = '') =>
    writeBlock(code, language, indent),
  );
  const filled = placeNamed(fenced);
  let written = '';
  let at = 0;
  for (const [start, end] of findCode(filled)) {
    written += filled.slice(at, start) + filled.slice(start, end).replace(RAW, '');
    at = end;
  }
  return written + filled.slice(at);
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
      if (named !== undefined && whole.startsWith('{%')) {
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
