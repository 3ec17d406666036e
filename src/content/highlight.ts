/** Owns the colours of code blocks. The highlighter is loaded with the first block that names a language. */
import { createRequire } from 'node:module';
import type { HLJSApi } from 'highlight.js';
import { escapeHtml } from './escape.ts';

const load = createRequire(import.meta.url);

/** HTML of the code with `hljs-*` spans; unknown languages stay plain. */
export function highlight(code: string, language: string): string {
  const highlighter: HLJSApi = load('highlight.js/lib/common');
  if (!highlighter.getLanguage(language)) return escapeHtml(code);
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}
