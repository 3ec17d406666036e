/** Checks that a translation keeps every part of its original: headings, code, tables, lists, directives and links. */
import type { Section } from '../prompts/answer-schemas.ts';
import { findTargets } from './check-markdown.ts';
import { checkHeadingLanguage, checkLine, checkText, emptySection, isEmpty } from './check-steps.ts';
import { compareDirectives } from './compare-directives.ts';
import type { Finding } from './finding.ts';
import type { TextRules } from './text-rules.ts';

/** A translation has as many of these parts as its original. */
const COUNTED: readonly (readonly [string, RegExp])[] = [
  ['code fences', /^ {0,3}(?:```|~~~)/gm],
  ['table rows', /^ {0,3}\|/gm],
  ['list items', /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/gm],
  ['headings', /^ {0,3}#{1,6}[ \t]/gm],
];

/** @param originals may contain further sections. @param sections translated sections */
export function checkTranslation(
  originals: readonly Section[],
  sections: readonly Section[],
  rules: TextRules,
): Finding[] {
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
): Finding[] {
  const findings: Finding[] =
    isEmpty(text) && !isEmpty(original.text) ? [emptySection(number)] : checkText(text, rules);
  const add = (code: Finding['code'], message: string, hint: string) =>
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
  for (const { message, hint } of compareDirectives(original.text, text)) add('structure', message, hint);
  const kept = findTargets(text);
  if ([...findTargets(original.text)].some((target) => !kept.has(target)))
    add('structure', 'lost a link', 'keep every link');
  const ratio = text.length / Math.max(1, original.text.length);
  if (original.text.length > 200 && (ratio < 0.4 || ratio > 2.5)) {
    const percent = Math.round(ratio * 100);
    add('length', `has ${percent} % of the original's length`, 'translate all of it and add nothing');
  }
  return findings;
}
