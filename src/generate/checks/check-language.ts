/** Owns judging the language of a text: each paragraph by detection, and the Turkish ban of suffixes. */
import type { Language } from '../../locales/codes.ts';
import { type Finding, quote } from './finding.ts';

export interface LanguageJudge {
  /** One finding for each paragraph that is not in the language. @param text Markdown or plain text */
  check(text: string, language: Language): Finding[];
}

const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ru: 'Russian',
  tr: 'Turkish',
  ko: 'Korean',
};

/** Letters that a paragraph needs before its language can be told. */
const ENOUGH_LETTERS = 40;

/** Loads the detector's data (1 MB). */
export async function createLanguageJudge(): Promise<LanguageJudge> {
  const { eld } = await import('eld/extrasmall');
  // All 60 languages take part: a detector that knows four only takes Ukrainian for Russian.
  const detector = eld.newInstance();
  return {
    check(text, language) {
      const findings: Finding[] = [];
      for (const paragraph of paragraphsOf(text)) {
        if ((paragraph.match(/\p{L}/gu)?.length ?? 0) < ENOUGH_LETTERS) continue;
        if (detector.detect(paragraph).language === language) continue;
        findings.push({
          code: 'language',
          message: `a paragraph is not in ${NAMES[language]}: ${quote(paragraph)}`,
          hint: `write it in ${NAMES[language]}`,
        });
      }
      return findings;
    },
  };
}

/** Paragraphs, list items and table rows without code, links and names. */
function paragraphsOf(markdown: string): string[] {
  return markdown
    .replace(/^(```|~~~)[\s\S]*?^\1[^\n]*$/gm, '\n')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?:https?:\/\/|www\.)\S+/gi, ' ')
    .split(/\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t])/)
    .map((block) =>
      stripNames(block.replace(/^[ \t]*(?:#{1,6}|[-*+>]|\d+[.)])[ \t]+/gm, '').replace(/[*_~|]+/g, ' ')),
    );
}

/** Capitalised words within a sentence, in Latin or Cyrillic; text that has little else is kept whole. */
function stripNames(text: string): string {
  const rest = text.replace(/(?<=[\p{Ll}\d,;]\s)\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)*/gu, ' ');
  return rest.length > text.length / 2 ? rest : text;
}

const BANNED = /\p{L}+(?:tedir|tadır)(?!\p{L})/gu;

/** Words that end in -tedir or -tadır. */
export function checkSuffixes(text: string): Finding[] {
  const words = new Set(text.normalize('NFC').toLocaleLowerCase('tr').match(BANNED));
  return [...words].map((word) => ({
    code: 'suffix',
    message: `a forbidden suffix: ${quote(word)}`,
    hint: 'use a form without -tedir and -tadır',
  }));
}

const SCRIPTS: Readonly<Record<Language, RegExp>> = {
  en: /\p{Script=Latin}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  tr: /\p{Script=Latin}/gu,
  ko: /\p{Script=Hangul}/gu,
};

/** Letters of neighbours: in no Russian word. */
const FOREIGN_CYRILLIC = /[іїєґўјљњћђџәғқңөұүһ]/iu;

/** Whether a line is in the script of its language; names in others may stand in it. */
export function checkScript(line: string, language: Language): Finding[] {
  const letters = line.match(/\p{L}/gu)?.length ?? 0;
  const own = line.match(SCRIPTS[language])?.length ?? 0;
  if (letters === 0 || (own * 2 >= letters && !(language === 'ru' && FOREIGN_CYRILLIC.test(line)))) return [];
  return [
    {
      code: 'language',
      message: `a line is not in ${NAMES[language]}: ${quote(line)}`,
      hint: `write it in ${NAMES[language]}`,
    },
  ];
}
