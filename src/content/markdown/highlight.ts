/** Colours code blocks. The highlighter and each language are loaded for the first block that names it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { HLJSApi, Language, LanguageFn } from 'highlight.js';
import { escapeHtml } from '../../foundation/escape.ts';
import { packageFile } from '../../foundation/package-files.ts';

const load = createRequire(import.meta.url);

/** Longest block that is coloured, in characters. Many grammars take time with the square of this length or of the next ones. */
const MAX_LENGTH = 20_000;
/** Longest line, word, and run of words and space without punctuation. */
const LIMITS: readonly (readonly [end: RegExp, length: number])[] = [
  [/\n/, 500],
  [/[^\w$.-]/, 100],
  [/[^\w$.\s-]/, 1000],
];

/** Characters of coloured code in one text. */
const MAX_COLOURED = 200_000;

/** Openings of `${`; shell sessions resume their grammar in each line with all that are open. */
const MAX_OPEN = 200;

/** Renders code as HTML with `hljs-*` spans; code of an unknown language is only escaped. @param before characters of code above it in the text */
type Highlight = (code: string, name: string, before?: number) => string;

export function createHighlighter(): Highlight {
  let languages: ReadonlyMap<string, readonly string[]> | null = null;
  let highlighter: HLJSApi | null = null;
  return (code, name, before = 0) => {
    languages ??= readHighlightLanguages();
    const needed = languages.get(name.toLowerCase());
    const language = needed?.[0];
    if (!needed || language === undefined || before + code.length > MAX_COLOURED || !isColourable(code))
      return escapeHtml(code);
    // To require a loaded module takes longer than to colour a short block.
    highlighter ??= (load('highlight.js/lib/core') as HLJSApi).newInstance();
    if (!highlighter.getLanguage(language)) {
      for (const one of needed) {
        const grammar = load(`highlight.js/lib/languages/${one}`) as LanguageFn;
        highlighter.registerLanguage(one, (api) => withoutGuesses(grammar(api)));
      }
    }
    // Elements are known where an expression may begin, but not as the first thing of a block.
    const start = /^[jt]sx$/i.test(name) && /^\s*</.test(code) ? '(' : '';
    return highlighter.highlight(start + code, { language, ignoreIllegals: true }).value.slice(start.length);
  };
}

/** A grammar may leave an inner language to a guess among those that are loaded, which depends on earlier texts. */
const GUESSED = ['json', 'xml'];

function withoutGuesses(grammar: Language): Language {
  const seen = new Set<object>();
  const visit = (mode: unknown): void => {
    if (typeof mode !== 'object' || mode === null || seen.has(mode)) return;
    seen.add(mode);
    if ('subLanguage' in mode && Array.isArray(mode.subLanguage) && mode.subLanguage.length === 0)
      mode.subLanguage = GUESSED;
    for (const part of Object.values(mode)) visit(part);
  };
  visit(grammar);
  return grammar;
}

function isColourable(code: string): boolean {
  if (code.length > MAX_LENGTH || code.split('${').length > MAX_OPEN) return false;
  return LIMITS.every(([end, length]) => !hasLongRun(code, end, length));
}

/** Looks for the last end within reach and goes on behind it, so most characters are not read. */
function hasLongRun(code: string, end: RegExp, length: number): boolean {
  let from = 0;
  for (let at = length; at < code.length; at = from + length) {
    while (at >= from && !end.test(code.charAt(at))) at--;
    if (at < from) return true;
    from = at + 1;
  }
  return false;
}

/** By name or alias: the language, then those that its code may contain. scripts/compile.mjs writes the file. */
export function readHighlightLanguages(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    Object.entries(JSON.parse(readFileSync(packageFile('lib/highlight-languages.json'), 'utf8'))),
  );
}
