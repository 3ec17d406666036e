/** Checks that a translation keeps every part of its original: headings, code, tables, lists, directives and links. */

import { marked, type Token } from 'marked';
import { NUMBER } from '../../figures/numbers.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { figuresOf } from './check-calculations.ts';
import { findTargets } from './check-markdown.ts';
import { checkAnswerText, checkHeadingLanguage, checkLine, emptySection, isEmpty } from './check-steps.ts';
import { compareDirectives } from './compare-directives.ts';
import { type AnswerFinding, quote } from './finding.ts';
import type { TextRules } from './text-rules.ts';

/** A translation has as many of these parts as its original. */
const COUNTED: readonly (readonly [string, RegExp])[] = [
  ['code fences', /^ {0,3}(?:```|~~~)/gm],
  ['table rows', /^ {0,3}\|/gm],
  ['list items', /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/gm],
  ['headings', /^ {0,3}#{1,6}[ \t]/gm],
  ['marks of footnotes', /\[\^[^\]\s]+\](?!:)/g],
  ['footnotes', /^ {0,3}\[\^[^\]\s]+\]:/gm],
];

/** The spans of code, as they are shown. */
function listCode(text: string): string[] {
  const found: string[] = [];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'codespan' && typeof token.text === 'string') found.push(token.text);
  });
  return found;
}

function listTargets(text: string): { within: number; elsewhere: string[] } {
  const targets = [...findTargets(text)];
  const elsewhere = targets.filter((target) => !/^[/#]/.test(target));
  return { within: targets.length - elsewhere.length, elsewhere };
}

/** A translation may spell a smaller number out: "2 players", "two players". */
const SPELT_OUT = 12;

/** "5 million" is "5,000,000", and "500만" in Korean. */
const UNITS = [1, 1e3, 1e4, 1e6, 1e8, 1e9];

/** The figures of the original that the translation does not have in any way to write them. */
function findMissingNumbers(original: string, translation: string): string[] {
  const known = [...figuresOf(withoutTargets(translation))];
  const isKnown = (figure: number) =>
    UNITS.some((unit) => known.some((own) => own === figure * unit || own * unit === figure));
  const written = withoutTargets(original).match(new RegExp(NUMBER, 'gu')) ?? [];
  return [...new Set(written)].filter((number) => {
    const figures = [...figuresOf(number)];
    return figures.some((figure) => figure > SPELT_OUT) && !figures.some(isKnown);
  });
}

const withoutTargets = (text: string) => text.replace(/\]\([^)\n]*\)|^ {0,3}\[[^\]\n]+\]:.*$/gm, ']');

/** @param originals may contain further sections. @param sections translated sections */
export function checkTranslation(
  originals: readonly Section[],
  sections: readonly Section[],
  rules: TextRules,
): AnswerFinding[] {
  const findings = sections.flatMap((section) => {
    const original = originals.find(({ number }) => number === section.number);
    return original
      ? checkTranslatedSection(original, section, rules).map((finding) => ({
          ...finding,
          section: section.number,
        }))
      : [];
  });
  return [...findings, ...checkHeadingLanguage(sections, rules)];
}

function checkTranslatedSection(
  original: Section,
  { number, heading, text }: Section,
  rules: TextRules,
): AnswerFinding[] {
  const findings: AnswerFinding[] =
    isEmpty(text) && !isEmpty(original.text) ? [emptySection(number)] : checkAnswerText(text, rules);
  const add = (code: AnswerFinding['code'], message: string, hint: string) =>
    findings.push({ code, message: `section ${number} ${message}`, hint });
  if ((original.heading === '') !== (heading === ''))
    add('structure', `has ${heading ? 'a' : 'no'} heading, unlike the original`, 'keep headings as they are');
  else if (heading) findings.push(...checkLine('the heading', heading, rules));
  for (const [what, pattern] of COUNTED) {
    const before = original.text.match(pattern)?.length ?? 0;
    const after = text.match(pattern)?.length ?? 0;
    if (before !== after)
      add('structure', `has ${after} ${what}, the original ${before}`, `keep the ${what} of the original`);
  }
  const lost = listCode(original.text).filter((code) => !listCode(text).includes(code));
  if (lost.length > 0) add('structure', `lost ${lost.map(quote).join(', ')}`, 'keep code as it is');
  for (const { message, hint } of compareDirectives(original.text, text)) add('structure', message, hint);
  const [wanted, kept] = [listTargets(original.text), listTargets(text)];
  for (const target of wanted.elsewhere.filter((one) => !kept.elsewhere.includes(one)))
    add('structure', `lost the link to ${quote(target)}`, 'keep every link');
  // Code gives them the addresses of their edition.
  if (wanted.within !== kept.within)
    add(
      'structure',
      `has ${kept.within} links within the site, the original ${wanted.within}`,
      'keep every link',
    );
  const missing = findMissingNumbers(original.text, text);
  if (missing.length > 0)
    add(
      'structure',
      `lacks ${missing.join(', ')} of the original`,
      'keep every number as the original has it',
    );
  const ratio = text.length / Math.max(1, original.text.length);
  if (original.text.length > 200 && (ratio < 0.4 || ratio > 2.5)) {
    const percent = Math.round(ratio * 100);
    add('length', `has ${percent} % of the original's length`, 'translate all of it and add nothing');
  }
  return findings;
}
