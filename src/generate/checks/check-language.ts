/** Checks the language of a text: paragraphs by detection, lines by script, suffixes and grammar by patterns. */
import { blankCode } from '../../content/markdown/blank-code.ts';
import { createParagraphDetector, IDENTIFIER, lettersOf } from '../../content/markdown/paragraph-language.ts';
import type { GenerationLanguage } from '../../locales/generation.ts';
import type { Writing } from '../../locales/writing/writing.ts';
import { writingOf } from '../../locales/writing/writing-registry.ts';
import { type AnswerFinding, quote } from './finding.ts';

export type LanguageJudge = Awaited<ReturnType<typeof createLanguageJudge>>;

/** Loads the detector's data (1 MB). */
export async function createLanguageJudge() {
  const detector = await createParagraphDetector();
  return {
    /** Returns a finding for each paragraph that is not in the language. @param text Markdown or plain text */
    check: (text: string, language: GenerationLanguage): AnswerFinding[] =>
      detector
        .judge(text, language)
        .filter(({ foreign }) => foreign !== null)
        .map((paragraph) => wrongLanguage('paragraph', paragraph.text, language)),
  };
}

function wrongLanguage(what: string, text: string, language: GenerationLanguage): AnswerFinding {
  const name = writingOf(language).lang;
  const message = `a ${what} is not in ${name}: ${quote(text)}`;
  return { code: 'language', message, hint: `write it in ${name}` };
}

const BANNED = /\p{L}+(?:tedir|tadır)(?!\p{L})/gu;

/** Finds Turkish words that end in -tedir or -tadır. */
export function checkSuffixes(text: string): AnswerFinding[] {
  const words = new Set(text.normalize('NFC').toLocaleLowerCase('tr').match(BANNED));
  return [...words].map((word) => ({
    code: 'suffix',
    message: `a forbidden suffix: ${quote(word)}`,
    hint: 'use a form without -tedir and -tadır',
  }));
}

/** Up to three words that may be a name, such as "Visual Studio Code". */
const NAME = /^\P{L}*\p{Lu}\S*(?:\s+(?!\p{Ll})\S+){0,2}$/u;

/**
 * Checks that a title has letters of the script of the language, and no letters of its neighbours. The rest may be names.
 * @param text of the article, which has the words of a name too; undefined if it is not written yet
 */
export function checkScript(title: string, language: GenerationLanguage, text?: string): AnswerFinding[] {
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
export function checkGrammar(text: string, { grammar = [] }: Writing): AnswerFinding[] {
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
