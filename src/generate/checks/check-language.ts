/** Checks the language of a text: paragraphs by detection, lines by script, suffixes and grammar by patterns. */
import { marked, type Token } from 'marked';
import { blankCode } from '../../content/markdown/blank-code.ts';
import type { GenerationLanguage } from '../../locales/generation.ts';
import type { Writing } from '../../locales/writing/writing.ts';
import { writingOf } from '../../locales/writing/writing-registry.ts';
import { type Finding, quote } from './finding.ts';

export type LanguageJudge = Awaited<ReturnType<typeof createLanguageJudge>>;

/** Detection is unreliable for shorter paragraphs, such as lists of names and code. */
const MIN_LETTERS = 50;

/** Loads the detector's data (1 MB). */
export async function createLanguageJudge() {
  const { eld } = await import('eld/extrasmall');
  // We load all 60 languages, because a detector of four languages takes Ukrainian for Russian.
  const detector = eld.newInstance();
  return {
    /** Returns a finding for each paragraph that is not in the language. @param text Markdown or plain text */
    check: (text: string, language: GenerationLanguage): Finding[] =>
      paragraphsOf(text)
        .filter((paragraph) => lettersOf(paragraph) >= MIN_LETTERS)
        .filter((paragraph) => isForeign(detector.detect(paragraph), language))
        .map((paragraph) => wrongLanguage('paragraph', paragraph, language)),
  };
}

/** Two related languages may have almost the same score for a short paragraph, such as Bulgarian and Russian. */
const MARGIN = 0.01;

/** A paragraph of mixed languages, or of names and terms, scores lower in each: none of them is certain. */
const CERTAIN = 0.7;

function isForeign(
  found: { language: string; getScores(): Record<string, number> },
  language: GenerationLanguage,
): boolean {
  const scores = found.getScores();
  const best = scores[found.language] ?? 0;
  return found.language !== language && best > CERTAIN && best - (scores[language] ?? 0) > MARGIN;
}

function wrongLanguage(what: string, text: string, language: GenerationLanguage): Finding {
  const name = writingOf(language).lang;
  const message = `a ${what} is not in ${name}: ${quote(text)}`;
  return { code: 'language', message, hint: `write it in ${name}` };
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Splits a text into paragraphs, list items and table rows, without code, formulas, tags, URLs, paths, quotations and names. */
function paragraphsOf(markdown: string): string[] {
  return blocksOf(marked.lexer(markdown)).flatMap((block) =>
    blankCode(block)
      .replace(
        /<!--[\s\S]*?-->|<(code|pre|script|style)\b[\s\S]*?<\/\1>|<\/?[a-z][^>]*>|&#?\w+;|\{\s*#[^}\n]*\}|\$\$[\s\S]*?\$\$/gi,
        ' ',
      )
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/(?:https?:\/\/|www\.)\S+|[\w.-]*\/[\w./-]+/gi, ' ')
      .split(/\n(?=[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t])/)
      .map((part) => stripNames(part.replace(/[*_~|]+|"[^"]*"|“[^”]*”|«[^»]*»/g, ' '))),
  );
}

/** The source of each block of prose. */
function blocksOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === 'code' || token.type === 'def') return [];
    if (token.type === 'list') return blocksOf(token.items);
    if (token.type === 'list_item' || token.type === 'blockquote') return blocksOf(token.tokens ?? []);
    return [token.raw];
  });
}

/** Removes handles, names in code, and capitalised words within a sentence. */
function stripNames(text: string): string {
  return text
    .replace(IDENTIFIER, ' ')
    .replace(/@\S+|(?<=[\p{Ll}\p{Lo}\d,;]\s)\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)*/gu, ' ');
}

const BANNED = /\p{L}+(?:tedir|tadır)(?!\p{L})/gu;

/** Finds Turkish words that end in -tedir or -tadır. */
export function checkSuffixes(text: string): Finding[] {
  const words = new Set(text.normalize('NFC').toLocaleLowerCase('tr').match(BANNED));
  return [...words].map((word) => ({
    code: 'suffix',
    message: `a forbidden suffix: ${quote(word)}`,
    hint: 'use a form without -tedir and -tadır',
  }));
}

/** Matches words that are code, such as useMemo, array.map, <form> and run(). */
const IDENTIFIER = /\S*(?:\p{Ll}\p{Lu}|\p{L}\.\p{L}|[<>]|\(\)|@[\w-]+\/)\S*/gu;

/** Up to three words that may be a name, such as "Visual Studio Code". */
const NAME = /^\P{L}*\p{Lu}\S*(?:\s+(?!\p{Ll})\S+){0,2}$/u;

/**
 * Checks that a title has letters of the script of the language, and no letters of its neighbours. The rest may be names.
 * @param text of the article, which has the words of a name too; undefined if it is not written yet
 */
export function checkScript(title: string, language: GenerationLanguage, text?: string): Finding[] {
  const { script, foreignLetters } = writingOf(language);
  const words = blankCode(title).replace(IDENTIFIER, ' ').trim();
  // A title of one word in lower case names a part of a program.
  const isCode = lettersOf(words) === 0 || /^\p{Ll}\S*$/u.test(words);
  const isName =
    NAME.test(words.replace(/\s&\s/g, ' ')) &&
    (words.match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []).every((word) => text?.includes(word) ?? true);
  const isForeign =
    (!isCode && !isName && title.match(script) === null) || (foreignLetters?.test(title) ?? false);
  return lettersOf(title) > 0 && isForeign ? [wrongLanguage('title', title, language)] : [];
}

/** Finds the mistakes of grammar and typography that a language defines. Returns at most one finding of each kind. */
export function checkGrammar(text: string, { grammar = [] }: Writing): Finding[] {
  const prose = blankCode(text);
  return grammar.flatMap(({ pattern, message, hint }) => {
    const found = prose.match(pattern);
    if (!found) return [];
    const start = found.index ?? 0;
    return [
      {
        code: 'grammar',
        message: `${message}: ${quote(found[0])}`,
        hint,
        span: { start, end: start + found[0].length },
      },
    ];
  });
}
