/** Owns the colours of code blocks. The highlighter and each language are loaded with the first block that names it. */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { escapeHtml } from './escape.ts';
import { languagesOf } from './highlight-languages.ts';

const load = createRequire(import.meta.url);

/** In characters. Some languages' rules take time with the square of a block's length. */
const LONGEST = 20_000;

/** Returns a function that makes HTML of code with `hljs-*` spans; unknown languages stay plain. */
export function createHighlighter(): (code: string, name: string) => string {
  let highlighter: HLJSApi | null = null;
  return (code, name) => {
    const languages = languagesOf(name);
    const [language] = languages;
    if (language === undefined || code.length > LONGEST) return escapeHtml(code);
    // Even a module that is loaded takes longer to ask for than a short block to colour.
    highlighter ??= (load('highlight.js/lib/core') as HLJSApi).newInstance();
    if (!highlighter.getLanguage(language)) {
      for (const needed of languages) {
        highlighter.registerLanguage(needed, load(`highlight.js/lib/languages/${needed}`) as LanguageFn);
      }
    }
    return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
  };
}
