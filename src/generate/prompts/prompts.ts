/** Renders the versioned prompt of each step. Rules come first and the topic last, so that servers can cache the prefix. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { activeRules, GENERATION, type GenerationLocale } from '../../locales/generation.ts';
import { type CategoryTree, parseCategory, serializeCategories } from '../../site/category-tree.ts';
import type { Message } from '../calls/request-body.ts';
import type { Outline, Section, StepName, Topic } from './answer-schemas.ts';

/** Everything that the templates need besides the topic. */
export interface PromptSettings
  extends Pick<SiteConfig['generate'], 'rules' | 'sources' | 'sections' | 'words'> {
  siteTitle: string;
  siteDescription: string;
  locale: GenerationLocale;
  /** The categories to choose from. */
  tree: CategoryTree;
}

/** Raise a number when the wording of its step changes: the prompt hash covers it. */
export const TEMPLATE_VERSIONS: Readonly<Record<StepName, number>> = {
  topics: 2,
  outline: 1,
  sections: 1,
  seo: 1,
  category: 1,
  translate: 1,
};

export function createSystemMessage(settings: PromptSettings): Message {
  const { siteTitle, siteDescription, locale, sources } = settings;
  const rules = activeRules(locale, settings.rules).map(({ text }) => `- ${text}`);
  const links = sources.length
    ? `- Link only to these hosts, over https, and name no other source: ${sources.join(', ')}.`
    : '- Write no link and name no web address.';
  return {
    role: 'system',
    content: [
      `You write for "${siteTitle}"${siteDescription ? `: ${siteDescription.replace(/[.\s]+$/, '')}` : ''}. Your readers are adults who read ${GENERATION[locale].lang}.`,
      '',
      'Rules:',
      ...rules,
      links,
      '- Text is Markdown without raw HTML and without images. No code fence around an answer.',
      '- Claim only what can be checked. Invent no study, quotation, person or figure. Promise no winnings and no profit.',
      '- Write the text itself: no word about being a model, about these rules or about the task.',
      '- Answer with one JSON object of the given schema and nothing else.',
    ].join('\n'),
  };
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

export function createOutlinePrompt(settings: PromptSettings, topic: Topic): string {
  const { sections } = settings;
  return [
    `Plan an article of ${sections.minimum} to ${sections.maximum} sections: a title, and for each section a heading and the points that it makes.`,
    'Headings are plain text in one line, no two alike. The first section needs no heading such as "Introduction".',
    '',
    ...describeTopic(topic),
  ].join('\n');
}

/** @param numbers the sections to write in this answer, from 1 */
export function createSectionsPrompt(
  settings: PromptSettings,
  topic: Topic,
  outline: Outline,
  numbers: readonly number[],
): string {
  const total = outline.sections.length;
  const least = Math.ceil((settings.words.minimum * 1.1) / total);
  const most = Math.floor((settings.words.maximum * 0.9) / total);
  return [
    'Write sections of the article that is planned below, as Markdown. Keep number and heading as planned.',
    `Each text has ${least} to ${Math.max(least, most)} words in paragraphs; lists, tables and ### headings where they help. It does not repeat its heading, nor a paragraph.`,
    '',
    ...describeTopic(topic),
    '',
    `Title: ${outline.title}`,
    ...outline.sections.map(({ heading, points }, index) => `${index + 1}. ${heading}: ${points.join('; ')}`),
    '',
    numbers.length === total ? 'Write all sections.' : `Write only sections ${numbers.join(', ')}.`,
  ].join('\n');
}

export function createSeoPrompt(topic: Topic, title: string, sections: readonly Section[]): string {
  return [
    'Write what search engines show of the article below.',
    'title: 15 to 70 characters, plain text, says what the reader gets. description: one or two sentences of 70 to 160 characters, plain text.',
    '',
    ...describeTopic(topic),
    '',
    `Working title: ${title}`,
    ...sections.map(({ heading, text }) => `## ${heading}\n${text.slice(0, 600)}`),
  ].join('\n');
}

export function createCategoryPrompt(settings: PromptSettings, topic: Topic, outline: Outline): string {
  const groups = Object.values(settings.tree).flatMap((group) => [
    `${group.key}: ${group.title}. ${group.description}`,
    serializeCategories(parseCategory(group)),
  ]);
  return [
    'Put the article below into one category, at most two. For a category that you choose, answer its map with true for each of at most three subcategories that fit, and false for the rest; "other" where none fits. Answer null for a category that you do not choose.',
    '',
    ...groups,
    '',
    ...describeTopic(topic),
    `Title: ${outline.title}`,
    ...outline.sections.map(({ heading }) => `- ${heading}`),
  ].join('\n');
}

/** @param sections of the original; the first may have no heading */
export function createTranslatePrompt(from: string, title: string, sections: readonly Section[]): string {
  return [
    `Translate sections of an article from ${from}. Keep the numbers, the order of paragraphs, lists, tables, code and links as they are; translate headings and text. A heading that is empty stays empty.`,
    '',
    `Title of the article: ${title}`,
    '',
    JSON.stringify({ sections }, null, 2),
  ].join('\n');
}

export function createTranslateSeoPrompt(from: string, title: string, description: string): string {
  return [
    `Translate title and description of an article from ${from}, as plain text. title: at most 70 characters; description: at most 160.`,
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

function describeTopic(topic: Topic): string[] {
  const { keywords, notes } = topic;
  return [
    ...(keywords ? [`Keywords: ${keywords}`] : []),
    ...(notes ? [`Notes: ${notes}`] : []),
    `Topic: ${topic.topic}`,
  ];
}
