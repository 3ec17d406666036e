/** Owns the colours of code blocks. The highlighter is loaded with the first block that names a language. */
import { createRequire } from 'node:module';
import type { HLJSApi } from 'highlight.js';
import { escapeHtml } from './escape.ts';

const load = createRequire(import.meta.url);

/** Returns a function that makes HTML of code with `hljs-*` spans; unknown languages stay plain. */
export function createHighlighter(): (code: string, language: string) => string {
  let highlighter: HLJSApi | null = null;
  return (code, language) => {
    // Even a module that is loaded takes longer to ask for than a short block to colour.
    highlighter ??= load('highlight.js/lib/common') as HLJSApi;
    if (!highlighter.getLanguage(language)) return escapeHtml(code);
    return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
  };
}
