/** Owns what makes the answer of each step usable: structure and length, and the checks of text that apply to it. */

import { countWords } from '../../content/article/measure-text.ts';
import { slugify } from '../../foundation/slug.ts';
import type { Language } from '../../locales/codes.ts';
import type { Outline, Section, Seo } from '../prompts/answer-schemas.ts';
import { checkScript, checkSuffixes, type LanguageJudge } from './check-language.ts';
import { checkChatter, checkInvisible, checkMarkdown, type LinkRules } from './check-markdown.ts';
import { type Finding, quote } from './finding.ts';

/** What a text is held against. */
export interface TextRules {
  language: Language;
  /** Whether the rule `language` holds. */
  judgeLanguage: boolean;
  /** Whether the Turkish ban of suffixes holds. */
  banSuffixes: boolean;
  links: LinkRules;
}

/** A line of plain text: a title, a heading, a description. Too short to detect its language, so the script is held. */
export function checkLine(what: string, text: string, rules: TextRules): Finding[] {
  const findings = [
    ...checkInvisible(text),
    ...(rules.banSuffixes ? checkSuffixes(text) : []),
    ...(rules.judgeLanguage ? checkScript(text, rules.language) : []),
  ];
  const add = (code: Finding['code'], message: string, hint: string) =>
    findings.push({ code, message: `${what} ${message}`, hint });
  if (!/[\p{L}\p{N}]/u.test(text)) add('empty', 'has no words', 'write it in words');
  if (/[\r\n]/.test(text)) add('structure', 'has line breaks', 'write it in one line');
  if (/<\/?[a-z!]|&(?:#|lt;|gt;)/i.test(text)) add('html', `holds HTML: ${quote(text)}`, 'write plain text');
  if (/https?:\/\/|\]\(|`|\*\*|^#|^---|^(?:\.{0,2}\/){2,}|(?:javascript|data):\S/i.test(text))
    add(
      'structure',
      `is not plain text: ${quote(text)}`,
      'write plain text without Markdown, links and paths',
    );
  if (text.length > 300) add('length', `is ${text.length} characters long`, 'shorten it');
  return findings;
}

export function checkText(text: string, judge: LanguageJudge, rules: TextRules): Finding[] {
  return [
    ...checkInvisible(text),
    ...checkChatter(text),
    ...checkMarkdown(text, rules.links),
    ...(rules.judgeLanguage ? judge.check(text, rules.language) : []),
    ...(rules.banSuffixes ? checkSuffixes(text) : []),
  ];
}

export function checkOutline(
  outline: Outline,
  bounds: { minimum: number; maximum: number },
  rules: TextRules,
): Finding[] {
  const findings = checkLine('the title', outline.title, rules);
  const { length } = outline.sections;
  if (length < bounds.minimum || length > bounds.maximum) {
    findings.push({
      code: 'structure',
      message: `the outline has ${length} sections`,
      hint: `plan ${bounds.minimum} to ${bounds.maximum}`,
    });
  }
  const seen = new Set<string>();
  for (const { heading } of outline.sections) {
    findings.push(...checkLine(`the heading ${quote(heading)}`, heading, rules));
    const folded = slugify(heading);
    if (seen.has(folded))
      findings.push({
        code: 'repeated',
        message: `the heading ${quote(heading)} stands twice`,
        hint: 'make every heading its own',
      });
    seen.add(folded);
  }
  return findings;
}

export interface SectionRules extends TextRules {
  /** Bounds of the article as a whole. */
  words: { minimum: number; maximum: number };
}

/** @param sections all sections of the article, in order */
export function checkSections(
  sections: readonly Section[],
  judge: LanguageJudge,
  rules: SectionRules,
): Finding[] {
  const findings = sections.flatMap(({ number, text }) => {
    const found = text.trim() === '' ? [emptySection(number)] : checkText(text, judge, rules);
    if (
      /^ {0,3}#{1,2}[ \t]/m.test(text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')) ||
      /^[^\n]+\n {0,3}(?:=+|-{2,})[ \t]*$/m.test(text)
    ) {
      found.push({
        code: 'structure',
        message: 'a heading of the first or second level within a section',
        hint: 'use ### for headings within a section',
      });
    }
    return found.map((finding) => ({ ...finding, section: number }));
  });
  return [...findings, ...checkRepeated(sections), ...checkLength(sections, rules.words)];
}

export function emptySection(number: number): Finding {
  return { code: 'empty', message: `section ${number} is empty`, hint: 'write its text' };
}

/** Paragraphs of some length that stand twice; the later one fails. */
function checkRepeated(sections: readonly Section[]): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { number, text } of sections) {
    for (const paragraph of text.split(/\n\s*\n/)) {
      const folded = paragraph
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
      if (folded.length < 40) continue;
      if (seen.has(folded)) {
        findings.push({
          code: 'repeated',
          message: `a paragraph stands twice: ${quote(paragraph)}`,
          hint: 'replace the second one by something new',
          section: number,
        });
      }
      seen.add(folded);
    }
  }
  return findings;
}

function checkLength(sections: readonly Section[], bounds: { minimum: number; maximum: number }): Finding[] {
  const counts = sections.map(({ number, text }) => ({ number, words: countWords(text) }));
  const total = counts.reduce((sum, { words }) => sum + words, 0);
  if (total >= bounds.minimum && total <= bounds.maximum) return [];
  const isShort = total < bounds.minimum;
  const share = (isShort ? bounds.minimum : bounds.maximum) / Math.max(1, sections.length);
  return counts
    .filter(({ words }) => (isShort ? words < share : words > share))
    .map(({ number, words }) => ({
      code: 'length',
      message: `section ${number} has ${words} words, the article ${total} where ${bounds.minimum} to ${bounds.maximum} are asked for`,
      hint: isShort
        ? `write at least ${Math.ceil(share * 1.1)} words`
        : `write at most ${Math.floor(share * 0.9)} words`,
      section: number,
    }));
}

/** @param bounds in characters */
export function checkSeo(seo: Seo, judge: LanguageJudge, rules: TextRules): Finding[] {
  const findings = [
    ...checkLine('the title', seo.title, rules),
    ...checkLine('the description', seo.description, rules),
    ...(rules.judgeLanguage ? judge.check(seo.description, rules.language) : []),
  ];
  const bound = (what: string, text: string, least: number, most: number) => {
    const { length } = [...text.trim()];
    if (length < least || length > most) {
      findings.push({
        code: 'length',
        message: `the ${what} has ${length} characters`,
        hint: `write ${least} to ${most} characters`,
      });
    }
  };
  bound('title', seo.title, 10, 75);
  bound('description', seo.description, 50, 170);
  return findings;
}

/** What a category map may not be: an article in many places is in none. */
export function checkCategories(
  chosen: readonly { category: string; subcategories: readonly unknown[] }[],
): Finding[] {
  const findings: Finding[] = [];
  if (chosen.length > 2)
    findings.push({
      code: 'category',
      message: `${chosen.length} categories are chosen`,
      hint: 'choose one, at most two',
    });
  for (const { category, subcategories } of chosen) {
    if (subcategories.length > 3) {
      findings.push({
        code: 'category',
        message: `${subcategories.length} subcategories of ${category} are chosen`,
        hint: 'choose at most three',
      });
    }
  }
  return findings;
}
