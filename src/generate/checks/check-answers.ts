/** Checks the answer of each step: structure, length, and the text rules that apply to it. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { countWords } from '../../content/markdown/measure-text.ts';
import { slugify } from '../../foundation/slug.ts';
import type { Language } from '../../locales/codes.ts';
import type { Writing } from '../../locales/writing/writing.ts';
import type { Entity } from '../../site/category-tree.ts';
import type { Outline, Section, Seo } from '../prompts/answer-schemas.ts';
import { checkGrammar, checkScript, checkSuffixes, type LanguageJudge } from './check-language.ts';
import {
  checkChatter,
  checkInvisible,
  checkMarkdown,
  findTargets,
  type LinkRules,
} from './check-markdown.ts';
import { type Finding, quote } from './finding.ts';
import { normalizeWords } from './similarity.ts';

/** The rules that a text must meet. */
export interface TextRules {
  language: Language;
  writing: Writing;
  /** Detects languages; null where the rule `language` is off. */
  judge: LanguageJudge | null;
  /** Whether the Turkish ban of suffixes is on. */
  banSuffixes: boolean;
  links: LinkRules;
}

/** Inclusive. */
type Bounds = SiteConfig['generate']['words'];

/** Checks a title, heading or description: one line of plain text, too short for language detection, so by its script. */
export function checkLine(what: string, text: string, rules: TextRules): Finding[] {
  const findings = [
    ...checkInvisible(text),
    ...(rules.banSuffixes ? checkSuffixes(text) : []),
    ...(rules.judge ? checkScript(text, rules.language) : []),
  ];
  const add = (code: Finding['code'], message: string, hint: string) =>
    findings.push({ code, message: `${what} ${message}`, hint });
  if (!/[\p{L}\p{N}]/u.test(text)) add('empty', 'has no words', 'write it in words');
  if (/[\r\n]/.test(text)) add('structure', 'has line breaks', 'write it in one line');
  if (/<\/?[a-z!]|&(?:#|lt;|gt;)/i.test(text))
    add('html', `contains HTML: ${quote(text)}`, 'write plain text');
  if (/https?:\/\/|\]\(|`|\*\*|^#|^---|^(?:\.{0,2}\/){2,}|(?:javascript|data):\S/i.test(text))
    add(
      'structure',
      `is not plain text: ${quote(text)}`,
      'write plain text without Markdown, links and paths',
    );
  if (text.length > 300) add('length', `is ${text.length} characters long`, 'shorten it');
  return findings;
}

function checkText(text: string, rules: TextRules): Finding[] {
  return [
    ...checkInvisible(text),
    ...checkChatter(text),
    ...checkMarkdown(text, rules.links),
    ...(rules.judge?.check(text, rules.language) ?? []),
    ...(rules.banSuffixes ? checkSuffixes(text) : []),
    ...checkGrammar(text, rules.writing),
  ];
}

export function checkOutline({ title, sections }: Outline, bounds: Bounds, rules: TextRules): Finding[] {
  return [...checkLine('the title', title, rules), ...checkHeadings(sections, bounds, rules)];
}

/** Checks the number of sections and their headings. The first one may have none. */
export function checkHeadings(
  sections: readonly Pick<Section, 'heading'>[],
  bounds: Bounds,
  rules: TextRules,
): Finding[] {
  const findings: Finding[] = [];
  if (sections.length < bounds.minimum || sections.length > bounds.maximum) {
    const message = `the outline has ${sections.length} sections`;
    findings.push({ code: 'structure', message, hint: `plan ${bounds.minimum} to ${bounds.maximum}` });
  }
  const seen = new Set<string>();
  for (const [index, { heading }] of sections.entries()) {
    if (index === 0 && heading === '') continue;
    const what = `the heading ${quote(heading)}`;
    findings.push(...checkLine(what, heading, rules));
    const slug = slugify(heading);
    if (seen.has(slug))
      findings.push({ code: 'repeated', message: `${what} occurs twice`, hint: 'make every heading unique' });
    seen.add(slug);
  }
  return findings;
}

/** @param sections of the article, in order. @param words bounds of the sections together */
export function checkSections(sections: readonly Section[], rules: TextRules, words: Bounds): Finding[] {
  const findings = sections.flatMap(({ number, text }) => {
    const found = text.trim() === '' ? [emptySection(number)] : checkText(text, rules);
    const hasHeading =
      /^ {0,3}#{1,2}[ \t]/m.test(text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '')) ||
      /^[^\n]+\n {0,3}(?:=+|-{2,})[ \t]*$/m.test(text);
    const message = 'a heading of the first or second level within a section';
    if (hasHeading) found.push({ code: 'structure', message, hint: 'use ### for headings within a section' });
    return found.map((finding) => ({ ...finding, section: number }));
  });
  return [...findings, ...checkRepeated(sections), ...checkLength(sections, rules.writing, words)];
}

function emptySection(number: number): Finding {
  return { code: 'empty', message: `section ${number} is empty`, hint: 'write its text' };
}

/** Finds long paragraphs that occur twice; the later one fails. */
function checkRepeated(sections: readonly Section[]): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const { number, text } of sections) {
    for (const paragraph of text.split(/\n\s*\n/)) {
      const words = normalizeWords(paragraph);
      if (words.length < 40) continue;
      const message = `a paragraph occurs twice: ${quote(paragraph)}`;
      const hint = 'replace the second one with something new';
      if (seen.has(words)) findings.push({ code: 'repeated', message, hint, section: number });
      seen.add(words);
    }
  }
  return findings;
}

/** Blames the sections that deviate most: they are the ones to repair. */
function checkLength(sections: readonly Section[], { length }: Writing, bounds: Bounds): Finding[] {
  const unit = length.unit;
  const factor = length.unit === 'words' ? 1 : length.perWord;
  const [minimum, maximum] = [Math.ceil(bounds.minimum * factor), Math.floor(bounds.maximum * factor)];
  const measure = (text: string) => (unit === 'words' ? countWords(text) : text.replace(/\s/g, '').length);
  const counts = sections.map(({ number, text }) => ({ number, words: measure(text) }));
  const total = counts.reduce((sum, { words }) => sum + words, 0);
  if (total >= minimum && total <= maximum) return [];
  const isShort = total < minimum;
  const share = (isShort ? minimum : maximum) / Math.max(1, sections.length);
  return counts
    .filter(({ words }) => (isShort ? words < share : words > share))
    .map(({ number, words }) => ({
      code: 'length',
      message: `section ${number} has ${words} ${unit} and the article ${total}, but ${minimum} to ${maximum} are required`,
      hint: isShort
        ? `write at least ${Math.ceil(share * 1.1)} ${unit}`
        : `write at most ${Math.floor(share * 0.9)} ${unit}`,
      section: number,
    }));
}

export function checkSeo({ title, description }: Seo, rules: TextRules): Finding[] {
  /** In characters. */
  const bound = (what: string, text: string, minimum: number, maximum: number): Finding[] => {
    const { length } = [...text.trim()];
    if (length >= minimum && length <= maximum) return [];
    const hint = `write ${minimum} to ${maximum} characters`;
    return [{ code: 'length', message: `the ${what} has ${length} characters`, hint }];
  };
  return [
    ...checkLine('the title', title, rules),
    ...checkLine('the description', description, rules),
    ...(rules.judge?.check(description, rules.language) ?? []),
    ...bound('title', title, ...rules.writing.seo.title),
    ...bound('description', description, ...rules.writing.seo.description),
  ];
}

/** An article belongs into few categories. @param mustChoose whether none is a finding */
export function checkCategories(chosen: readonly Entity[], mustChoose: boolean): Finding[] {
  const atMost = (most: number, count: number, what: string, hint: string): Finding[] =>
    count > most ? [{ code: 'category', message: `${count} ${what} are chosen`, hint }] : [];
  const none: Finding = {
    code: 'category',
    message: 'no category is chosen',
    hint: 'choose the one that fits best; its "other" where no subcategory fits',
  };
  return [
    ...(mustChoose && chosen.length === 0 ? [none] : []),
    ...atMost(2, chosen.length, 'categories', 'choose one, at most two'),
    ...chosen.flatMap(({ category, subcategories }) =>
      atMost(3, subcategories.length, `subcategories of ${category}`, 'choose at most three'),
    ),
  ];
}

/** Parts whose number must stay the same. */
const COUNTED: readonly (readonly [string, RegExp])[] = [
  ['code fences', /^ {0,3}(?:```|~~~)/gm],
  ['table rows', /^ {0,3}\|/gm],
  ['list items', /^[ \t]*(?:[-*+]|\d+[.)])[ \t]/gm],
  ['headings', /^ {0,3}#{1,6}[ \t]/gm],
];

/** Checks that a translation keeps every part of its original: headings, code, tables, lists and links. */
export function checkTranslation(
  originals: readonly Section[],
  sections: readonly Section[],
  rules: TextRules,
): Finding[] {
  return sections.flatMap((section) => {
    const original = originals.find(({ number }) => number === section.number);
    return original
      ? checkTranslatedSection(original, section, rules).map((finding) => ({
          ...finding,
          section: section.number,
        }))
      : [];
  });
}

function checkTranslatedSection(
  original: Section,
  { number, heading, text }: Section,
  rules: TextRules,
): Finding[] {
  const findings: Finding[] =
    text.trim() === '' && original.text.trim() !== '' ? [emptySection(number)] : checkText(text, rules);
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
