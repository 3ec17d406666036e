/** Renders the versioned prompt of each step. Rules come first and the topic last, so that servers can cache the prefix. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { mayHoldDirectives } from '../../content/markdown/check-directives.ts';
import { PROSE_ATTRIBUTES } from '../../content/markdown/directive-line.ts';
import { FUNCTIONS } from '../../figures/functions.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import type { NoteKind } from '../../locales/writing/writing.ts';
import { activeRules, WRITING } from '../../locales/writing/writing-registry.ts';
import { type CategoryTree, parseCategory, serializeCategories } from '../../site/category-tree.ts';
import type { Message } from '../calls/request-body.ts';
import type { Outline, Section, StepName, Topic } from './answer-schemas.ts';

/** Everything that the templates need besides the topic. */
export interface PromptSettings
  extends Pick<SiteConfig['generate'], 'rules' | 'sources' | 'sections' | 'words'> {
  siteTitle: string;
  /** In the language of the locale; empty where there is none. */
  siteDescription: string;
  audience: string;
  jurisdiction: string;
  /** Categories whose articles need a note. */
  notes: Readonly<Record<string, NoteKind>>;
  locale: GenerationLocale;
  /** The categories to choose from. */
  tree: CategoryTree;
}

/** What the writer of one article must know. */
export interface Brief {
  topic: Topic;
  /** null where no author signs. */
  author: { name: string; description: string } | null;
  /** YYYY-MM-DD */
  today: string;
}

/** Raise a number when the wording of its step changes: the prompt hash covers it. */
export const TEMPLATE_VERSIONS: Readonly<Record<StepName, number>> = {
  topics: 3,
  outline: 2,
  sections: 2,
  seo: 2,
  category: 2,
  translate: 3,
};

/** The same for every step and article of a locale. */
export function createSystemMessage(settings: PromptSettings): Message {
  const { siteTitle, siteDescription, locale, audience, jurisdiction } = settings;
  const readers = audience.replace(/[.\s]+$/, '') || 'adults';
  const sentences = [
    `You write for "${siteTitle}"${siteDescription ? `: ${siteDescription.replace(/[.\s]+$/, '')}` : ''}.`,
    `Your readers are ${readers} who read ${WRITING[locale].lang}.`,
    ...(jurisdiction ? [`Laws and offers are those of ${jurisdiction}.`] : []),
  ];
  return {
    role: 'system',
    content: [
      sentences.join(' '),
      '',
      'Rules:',
      ...activeRules(locale, 'everywhere', settings.rules).map(({ text }) => `- ${text}`),
      '- Text is Markdown without raw HTML and without images. No code fence around an answer.',
      '- Claim only what can be checked. Invent no study, quotation, person or figure. Promise no winnings and no profit.',
      '- Hurry no reader, and name no bonus code, no messenger and no account.',
      '- Write the text itself: no word about being a model, about these rules or about the task.',
      '- Answer with one JSON object of the given schema and nothing else.',
    ].join('\n'),
  };
}

const NOTES: Readonly<Record<NoteKind, string>> = {
  gambling:
    'Somewhere, in a sentence or two, say how to gamble safely: a limit set before, and where help is.',
  risk: 'Somewhere, in a sentence or two, say that the reader may lose money.',
};

/** Rules for the text of sections. */
function describeStyle(
  { locale, rules, sources, notes }: PromptSettings,
  { category = '' }: Topic,
): string[] {
  const note = notes[category];
  return [
    'Rules for these texts:',
    ...activeRules(locale, 'sections', rules).map(({ text }) => `- ${text}`),
    sources.length
      ? `- Link only to URLs that the notes below or this list name, and name no other source: ${sources.join(', ')}.`
      : '- Link only to URLs that the notes below name; without such a URL, write no link.',
    ...(note ? [`- ${NOTES[note]}`] : []),
  ];
}

/** Names a category in a prompt. @param key of the category */
export function describeCategory(tree: CategoryTree, key: string): string {
  const group = tree[key];
  return group ? `"${group.title}" (${group.description})` : key;
}

export function createTopicsPrompt(category: string | null, count: number, taken: readonly string[]): string {
  return [
    `Propose ${count === 1 ? 'a topic for an article' : `${count} topics for articles`}${category ? ` in the category ${category}` : ''}.`,
    'Each is one specific question or subject in one line of at most 100 characters. No two may overlap.',
    ...(taken.length
      ? ['', 'These exist already; propose nothing near them:', ...taken.map((title) => `- ${title}`)]
      : []),
  ].join('\n');
}

export function createOutlinePrompt(settings: PromptSettings, brief: Brief): string {
  const { sections } = settings;
  return [
    `Plan an article of ${sections.minimum} to ${sections.maximum} sections: a title, and for each section a heading and the points that it makes.`,
    'Headings are plain text in one line, no two alike. The first section needs no heading such as "Introduction".',
    '',
    ...describeBrief(settings, brief),
  ].join('\n');
}

const CALCULATIONS = `For each figure that you compute, add to calculations of its section: expression, value and unit. The expression has numbers with a decimal point, + - * / ^ % ( ) and these functions with decimal odds: ${Object.keys(FUNCTIONS).join(', ')}; currency(amount, USD). The value is a plain number, in per cent where the unit is "%". The text has the same value. Figures that are not computed come from the notes, or are marked as an example.`;

/** @param numbers the sections to write in this answer, from 1 */
export function createSectionsPrompt(
  settings: PromptSettings,
  brief: Brief,
  outline: Outline,
  numbers: readonly number[],
): string {
  const total = outline.sections.length;
  const { length } = WRITING[settings.locale];
  const factor = length.unit === 'words' ? 1 : length.perWord;
  const unit = length.unit === 'words' ? 'words' : 'characters without spaces';
  const least = Math.ceil((settings.words.minimum * factor * 1.1) / total);
  const most = Math.floor((settings.words.maximum * factor * 0.9) / total);
  return [
    'Write sections of the article that is planned below, as Markdown. Keep number and heading as planned.',
    `Each text has ${least} to ${Math.max(least, most)} ${unit} in paragraphs; lists, tables and ### headings where they help. It does not repeat its heading, nor a paragraph.`,
    ...describeStyle(settings, brief.topic),
    CALCULATIONS,
    '',
    ...describeBrief(settings, brief),
    '',
    `Title: ${outline.title}`,
    ...outline.sections.map(({ heading, points }, index) => `${index + 1}. ${heading}: ${points.join('; ')}`),
    '',
    numbers.length === total ? 'Write all sections.' : `Write only sections ${numbers.join(', ')}.`,
  ].join('\n');
}

export function createSeoPrompt(
  settings: PromptSettings,
  brief: Brief,
  title: string,
  sections: readonly Section[],
): string {
  return [
    'Write what search engines show of the article below.',
    `${describeSeo(settings)} The title says what the reader gets.`,
    '',
    ...describeBrief(settings, brief),
    '',
    `Working title: ${title}`,
    ...sections.map(({ heading, text }) => `## ${heading}\n${text.slice(0, 600)}`),
  ].join('\n');
}

export function createCategoryPrompt(settings: PromptSettings, brief: Brief, outline: Outline): string {
  const groups = Object.values(settings.tree).flatMap((group) => [
    `${group.key}: ${group.title}. ${group.description}`,
    serializeCategories(parseCategory(group)),
  ]);
  return [
    'Put the article below into one category, at most two. For a category that you choose, answer its map with true for each of at most three subcategories that fit, and false for the rest; "other" where none fits. Answer null for a category that you do not choose.',
    '',
    ...groups,
    '',
    ...describeBrief(settings, brief),
    `Title: ${outline.title}`,
    ...outline.sections.map(({ heading }) => `- ${heading}`),
  ].join('\n');
}

const KEEP_DIRECTIVES = `Keep lines that begin with :: and marks such as [!NOTE] as they are; in such a line translate only the values of ${[...PROSE_ATTRIBUTES].join(', ')}. Translate the text between them.`;

/** @param sections of the original; the first may have no heading */
export function createTranslatePrompt(from: string, title: string, sections: readonly Section[]): string {
  return [
    `Translate sections of an article from ${from}. Keep the numbers, the order of paragraphs, lists, tables, code and links as they are, and add none; translate headings and text. Leave calculations empty. A heading that is empty stays empty.`,
    ...(sections.some(({ text }) => mayHoldDirectives(text)) ? [KEEP_DIRECTIVES] : []),
    '',
    `Title of the article: ${title}`,
    '',
    JSON.stringify({ sections }, null, 2),
  ].join('\n');
}

export function createTranslateSeoPrompt(
  settings: PromptSettings,
  from: string,
  title: string,
  description: string,
): string {
  return [
    `Translate title and description of an article from ${from}. ${describeSeo(settings)}`,
    '',
    JSON.stringify({ title, description }, null, 2),
  ].join('\n');
}

/** Asks for the failing part only. */
export function createRepairPrompt(
  problems: readonly { code: string; message: string; hint: string }[],
  numbers: readonly number[],
): string {
  return [
    'Your answer cannot be used as it is:',
    ...problems.map(({ code, message, hint }) => `- [${code}] ${message}: ${hint}`),
    '',
    numbers.length
      ? `Answer again in the same schema, with only section${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}.`
      : 'Answer again in the same schema, whole.',
  ].join('\n');
}

/** Within the bounds of the check, with room on both sides. */
function describeSeo({ locale }: PromptSettings): string {
  const { title, description } = WRITING[locale].seo;
  const range = ([least, most]: readonly [number, number]) =>
    `${Math.ceil(least * 1.4)} to ${Math.floor(most * 0.94)} characters`;
  return `title: ${range(title)}, plain text. description: one or two sentences of ${range(description)}, plain text.`;
}

function describeBrief({ tree }: PromptSettings, { topic, author, today }: Brief): string[] {
  const { keywords, notes, category, subcategory } = topic;
  const group = category === undefined ? undefined : tree[category];
  const child = subcategory === undefined ? undefined : group?.children[subcategory];
  const place = [group, child].flatMap((node) => (node ? [node.title] : [])).join(', ');
  return [
    `Today is ${today}.`,
    ...(author ? [`Author: ${author.name}${author.description ? `. ${author.description}` : ''}`] : []),
    ...(place ? [`Category: ${place}`] : []),
    ...(keywords ? [`Keywords: ${keywords}`] : []),
    ...(notes ? [`Notes: ${notes}`] : []),
    `Topic: ${topic.topic}`,
  ];
}
