/** Detects the languages of the paragraphs of a text. */
import { marked, type Token } from 'marked';
import { blankCode } from './blank-code.ts';

export interface JudgedParagraph {
  /** Without code, tags, addresses and names. */
  text: string;
  /** Code of the detector; null where the paragraph may be in the language that was asked for. */
  foreign: string | null;
}

export type ParagraphDetector = Awaited<ReturnType<typeof createParagraphDetector>>;

/** Detection is unreliable for shorter paragraphs, such as lists of names and code. */
const MIN_LETTERS = 50;

/** Two related languages may have almost the same score for a short paragraph, such as Bulgarian and Russian. */
const MARGIN = 0.01;

/** A paragraph of mixed languages, or of names and terms, scores lower in each: none of them is certain. */
const CERTAIN = 0.7;

/** Languages that the detector has under the code of another one. */
const SAME: Readonly<Record<string, string>> = { id: 'ms', nb: 'no', nn: 'no' };

/** The code that the detector has for a language. @param language BCP 47 */
export function detectorCode(language: string): string {
  const bare = language.split('-')[0] ?? language;
  return SAME[bare] ?? bare;
}

/** Loads the detector's data (1 MB). */
export async function createParagraphDetector() {
  const { eld } = await import('eld/extrasmall');
  // We load all 60 languages, because a detector of four languages takes Ukrainian for Russian.
  const detector = eld.newInstance();
  const known = new Set(Object.values(detector.info().Languages));
  return {
    /** Leaves out paragraphs that are too short, and all of a language that the detector does not know. @param text Markdown or plain text @param language BCP 47 */
    judge(text: string, language: string): JudgedParagraph[] {
      const own = detectorCode(language);
      if (!known.has(own)) return [];
      return paragraphsOf(text)
        .filter((paragraph) => lettersOf(paragraph) >= MIN_LETTERS)
        .map((paragraph) => ({ text: paragraph, foreign: findForeign(detector.detect(paragraph), own) }));
    },
  };
}

function findForeign(
  found: { language: string; getScores(): Record<string, number> },
  language: string,
): string | null {
  const scores = found.getScores();
  const best = scores[found.language] ?? 0;
  const isForeign = found.language !== language && best > CERTAIN && best - (scores[language] ?? 0) > MARGIN;
  return isForeign ? found.language : null;
}

export function lettersOf(text: string): number {
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

/** Matches words that are code, such as useMemo, array.map, <form> and run(). */
export const IDENTIFIER = /\S*(?:\p{Ll}\p{Lu}|\p{L}\.\p{L}|[<>]|\(\)|@[\w-]+\/)\S*/gu;
