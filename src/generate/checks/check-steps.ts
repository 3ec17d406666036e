/** Checks the answer to each step of an article: its structure, its length, and its texts by the text rules. */

import type { SiteConfig } from '../../config/config-schema.ts';
import type { Entity } from '../../content/article/category-tree.ts';
import { blankCode } from '../../content/markdown/blank-code.ts';
import { findLeftovers } from '../../content/markdown/leftovers.ts';
import { countWords } from '../../content/markdown/measure-text.ts';
import { toPlainView } from '../../content/markdown/plain-view.ts';
import { formatCount } from '../../foundation/report.ts';
import { slugify } from '../../foundation/slug.ts';
import type { NoteKind, Phrase, Writing } from '../../locales/writing/writing.ts';
import type { Outline, Section, Seo } from '../prompts/answer-schemas.ts';
import { checkCalculations, checkEquations } from './check-calculations.ts';
import { checkContacts } from './check-contacts.ts';
import { checkGrammar, checkScript, checkSuffixes } from './check-language.ts';
import { checkFrame, checkInvisible, checkMarkdown, findScriptMarkup } from './check-markdown.ts';
import { checkJson, checkPrompt } from './check-prompt.ts';
import { findDirectives } from './compare-directives.ts';
import { type AnswerFinding, quote } from './finding.ts';
import { normalizeWords } from './similarity.ts';
import type { TextRules } from './text-rules.ts';

/** Both ends belong to the range. */
type Bounds = SiteConfig['generate']['words'];

/** Checks a title, a heading or a description. */
export function checkLine(what: string, text: string, rules: TextRules): AnswerFinding[] {
  const findings = [
    ...checkInvisible(text),
    ...(rules.banSuffixes ? checkSuffixes(text) : []),
    ...checkEquations(text, rules),
    ...checkContacts(text, rules),
    ...checkPrompt(text, rules),
    ...findScriptMarkup(text),
    ...checkLeftovers(text, rules),
  ];
  const add = (code: AnswerFinding['code'], message: string, hint: string) =>
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

/** Checks a text in Markdown by all text rules. */
export function checkAnswerText(text: string, rules: TextRules): AnswerFinding[] {
  return [
    ...checkInvisible(text),
    ...checkFrame(text),
    ...checkMarkdown(text, rules.links),
    ...(rules.judge?.check(text, rules.language) ?? []),
    ...(rules.banSuffixes ? checkSuffixes(text) : []),
    ...checkGrammar(text, rules.writing),
    ...checkEquations(text, rules),
    ...checkContacts(text, rules),
    ...checkPrompt(text, rules),
    ...checkJson(text),
    ...checkLeftovers(text, rules),
  ];
}

function checkLeftovers(text: string, { language }: TextRules): AnswerFinding[] {
  return findLeftovers(text, language).map(({ what, hint, isCertain, ...span }) => ({
    code: isCertain ? 'leftover' : 'model-talk',
    message: `${what}: ${quote(text.slice(span.start, span.end))}`,
    hint,
    span,
  }));
}

/** A title is too short to detect its language, so its script is checked. */
function checkTitle(title: string, rules: TextRules, text?: string): AnswerFinding[] {
  return [
    ...checkLine('the title', title, rules),
    ...(rules.judge ? checkScript(title, rules.language, text) : []),
  ];
}

export function checkOutline(
  { title, sections }: Outline,
  bounds: Bounds,
  rules: TextRules,
): AnswerFinding[] {
  return [...checkTitle(title, rules), ...checkHeadings(sections, bounds, rules)];
}

/** Headings are short, and some are names only, so their language is detected together. */
export function checkHeadingLanguage(
  sections: readonly Pick<Section, 'heading'>[],
  { judge, language }: TextRules,
): AnswerFinding[] {
  return judge?.check(sections.map(({ heading }) => heading).join('. '), language) ?? [];
}

/** Checks the number of sections and their headings. The first section may have no heading. */
export function checkHeadings(
  sections: readonly Pick<Section, 'heading'>[],
  bounds: Bounds,
  rules: TextRules,
): AnswerFinding[] {
  const findings = checkHeadingLanguage(sections, rules);
  if (sections.length < bounds.minimum || sections.length > bounds.maximum) {
    const message = `the outline has ${formatCount(sections.length, 'section')}`;
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

/** @param sections sections of the article, in order. @param words bounds of their total length */
export function checkSections(
  sections: readonly Section[],
  rules: TextRules,
  words: Bounds,
): AnswerFinding[] {
  const findings = sections.flatMap((section) => {
    const { number, text } = section;
    const found = isEmpty(text) ? [emptySection(number)] : checkAnswerText(text, rules);
    found.push(...checkCalculations(section, rules));
    // Directives may come from an editor.
    if (!rules.links.isEdited) found.push(...findDirectives(text));
    const hasHeading = /^ {0,3}#{1,2}[ \t]|^[^\n]+\n {0,3}(?:=+|-{2,})[ \t]*$/m.test(blankCode(text));
    const message = 'a heading of the first or second level within a section';
    if (hasHeading) found.push({ code: 'structure', message, hint: 'use ### for headings within a section' });
    return found.map((finding) => ({ ...finding, section: number }));
  });
  return [...findings, ...checkRepeated(sections), ...checkLength(sections, rules.writing, words)];
}

/** What stands in place of a text that is missing. */
const NOTHING = /^[\s*_"'(.[]*(?:null|undefined|none|nan|n\/?a|todo|tbd)?[\s*_"').\]]*$/i;

/** True without a letter. */
export function isEmpty(text: string): boolean {
  return NOTHING.test(text) || !/\p{L}/u.test(text);
}

export function emptySection(number: number): AnswerFinding {
  return { code: 'empty', message: `section ${number} is empty`, hint: 'write its text' };
}

/** Finds long paragraphs that occur twice. The finding is about the later one. */
function checkRepeated(sections: readonly Section[]): AnswerFinding[] {
  const seen = new Set<string>();
  const findings: AnswerFinding[] = [];
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

/** Checks the total length. The findings are about the sections that deviate most, because a repair rewrites only these. */
function checkLength(sections: readonly Section[], { length }: Writing, bounds: Bounds): AnswerFinding[] {
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

/** @param body the text of the article; undefined if only the answer is known */
export function checkSeoAnswer(
  { title, description }: Seo,
  rules: TextRules,
  body?: string,
): AnswerFinding[] {
  /** Checks the length in characters. */
  const bound = (what: string, text: string, minimum: number, maximum: number): AnswerFinding[] => {
    const { length } = [...text.trim()];
    if (length >= minimum && length <= maximum) return [];
    const hint = `write ${minimum} to ${maximum} characters`;
    return [{ code: 'length', message: `the ${what} has ${length} characters`, hint }];
  };
  return [
    ...checkTitle(title, rules, body),
    ...checkLine('the description', description, rules),
    ...(rules.judge?.check(description, rules.language) ?? []),
    ...bound('title', title, ...rules.writing.seo.title),
    ...bound('description', description, ...rules.writing.seo.description),
  ];
}

/** @param kind the note that the category of the article requires */
export function checkNote(text: string, kind: NoteKind | undefined, rules: TextRules): AnswerFinding[] {
  if (kind === undefined || hasNote(text, kind, rules)) return [];
  const hints = {
    gambling: 'say in a sentence how to gamble safely: a limit set before, and where help is',
    risk: 'say in a sentence that the reader may lose money',
  };
  const what = kind === 'gambling' ? 'safer gambling' : 'the risk of losing money';
  return [{ code: 'note', message: `a note on ${what} is missing`, hint: hints[kind] }];
}

/** Checks that an article is in a few categories. @param mustChoose true if at least one is required */
export function checkCategories(chosen: readonly Entity[], mustChoose: boolean): AnswerFinding[] {
  const atMost = (most: number, count: number, what: string, hint: string): AnswerFinding[] =>
    count > most ? [{ code: 'category', message: `${count} ${what} are chosen`, hint }] : [];
  const none: AnswerFinding = {
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

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*(?:[.,]\p{N}+)*/gu;

const SENTENCE_END = /[.!?…。]+["'”’»)]*(?=\s|$)|\f/;

/** Korean particles, which may follow each word of a phrase. */
const PARTICLE =
  '(?:에서는|에게서|으로는|이라는|이라도|까지도|부터는|에서|에게|한테|께서|으로|까지|부터|보다|처럼|이나|라도|조차|마저|밖에|이랑|하고|이며|에는|에도|로는|은|는|이|가|을|를|에|의|와|과|도|만|로|나|랑)?';

/** True if a sentence of the text matches a phrase of the note. */
function hasNote(text: string, kind: NoteKind, { language, writing }: TextRules): boolean {
  const phrases = writing.notes[kind].map((phrase) => compilePhrase(phrase, language));
  const note = new RegExp(` (?:${phrases.join('|')})`);
  return toPlainView(text)
    .split(SENTENCE_END)
    .some((sentence) => {
      const words = Array.from(sentence.toLocaleLowerCase(language).matchAll(WORD), ([word]) => word);
      return note.test(` ${words.join(' ')} `);
    });
}

/** Compiles a phrase to a pattern over lower-case words that are each followed by a space. */
function compilePhrase(phrase: Phrase, language: string): string {
  const compileWord = (word: string) =>
    word.toLocaleLowerCase(language).replaceAll('*', '[^ ]*') + (language === 'ko' ? PARTICLE : '');
  return phrase
    .split(' ')
    .map((item) => {
      const gap = /^<(\d)>$/.exec(item)?.[1];
      if (gap) return `(?:[^ ]+ ){0,${gap}}`;
      const words = item.replace('?', '').split('|').map(compileWord);
      return `(?:(?:${words.join('|')}) )${item.endsWith('?') ? '?' : ''}`;
    })
    .join('');
}
