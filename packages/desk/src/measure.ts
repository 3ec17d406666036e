/** What a text has: words, minutes of reading, headings. */
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { parseLocale, readingMinutes } from '../../../src/locales/codes.ts';
import { measureWords } from '../../../src/locales/words.ts';

const countWords = (text: string) => text.match(/\S+/g)?.length ?? 0;

/** As the page of the article counts, with the marks of Markdown. @param locale such as `en_US` */
export function describeLength(body: string, locale: string): string {
  const known = parseLocale(locale) ?? 'en_US';
  const words = measureWords(body, locale.replace('_', '-'), countWords);
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'} · ${readingMinutes(words, known)} min`;
}

/** Milliseconds for a long text, or a busy machine. */
const LIMIT = 500;

/** The whole text as Markdown: the editor itself stops reading after a few milliseconds. */
export const treeOf = (state: EditorState) =>
  ensureSyntaxTree(state, state.doc.length, LIMIT) ?? syntaxTree(state);

export function findHeadings(state: EditorState) {
  const headings: { level: number; words: string; at: number }[] = [];
  treeOf(state).iterate({
    enter({ name, from, to }) {
      const [, level] = /^(?:ATX|Setext)Heading(\d)$/.exec(name) ?? [];
      if (level === undefined) return;
      const [line = ''] = state.sliceDoc(from, to).split('\n');
      const words = line.replace(/^#+\s*|\s*#+\s*$/g, '').trim();
      headings.push({ level: Number(level), words: words || '(empty)', at: from });
    },
  });
  return headings;
}
