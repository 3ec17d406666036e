/** Owns what makes a translation usable: it has all that its original has. */
import type { Section } from '../prompts/answer-schemas.ts';
import { checkLine, checkText, emptySection, type TextRules } from './check-answers.ts';
import type { LanguageJudge } from './check-language.ts';
import type { Finding } from './finding.ts';

/** A translation keeps the parts of its original: headings, code, tables, lists and links. */
export function checkTranslation(
  originals: readonly Section[],
  sections: readonly Section[],
  judge: LanguageJudge,
  rules: TextRules,
  targets: (text: string) => ReadonlySet<string>,
): Finding[] {
  return sections.flatMap((section) => {
    const original = originals.find(({ number }) => number === section.number);
    if (!original) return [];
    const findings: Finding[] =
      section.text.trim() === '' && original.text.trim() !== ''
        ? [emptySection(section.number)]
        : checkText(section.text, judge, rules);
    if ((original.heading === '') !== (section.heading === '')) {
      findings.push({
        code: 'structure',
        message: `section ${section.number} has ${section.heading ? 'a' : 'no'} heading, unlike the original`,
        hint: 'keep headings as they are',
      });
    } else if (section.heading) findings.push(...checkLine('the heading', section.heading, rules));
    for (const [what, pattern] of KEPT) {
      const before = original.text.match(pattern)?.length ?? 0;
      const after = section.text.match(pattern)?.length ?? 0;
      if (before !== after)
        findings.push({
          code: 'structure',
          message: `section ${section.number} has ${after} ${what}, the original ${before}`,
          hint: `keep the ${what} of the original`,
        });
    }
    const kept = targets(section.text);
    if ([...targets(original.text)].some((target) => !kept.has(target))) {
      findings.push({
        code: 'structure',
        message: `section ${section.number} lost a link`,
        hint: 'keep every link',
      });
    }
    const ratio = section.text.length / Math.max(1, original.text.length);
    if (original.text.length > 200 && (ratio < 0.4 || ratio > 2.5)) {
      findings.push({
        code: 'length',
        message: `section ${section.number} has ${Math.round(ratio * 100)} % of the original's length`,
        hint: 'translate all of it and add nothing',
      });
    }
    return findings.map((finding) => ({ ...finding, section: section.number }));
  });
}

const KEPT: readonly (readonly [string, RegExp])[] = [
  ['code fences', /^ {0,3}(?:```|~~~)/gm],
  ['table rows', /^ {0,3}\|/gm],
  ['list items', /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/gm],
  ['headings', /^ {0,3}#{1,6}[ \t]/gm],
];
