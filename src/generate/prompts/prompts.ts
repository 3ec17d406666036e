/** Fills the slots of each prompt. Rules come first and the topic last, so that servers can cache the common prefix. */
import type { SiteConfig } from '../../config/config-schema.ts';
import {
  type CategoryTree,
  parseCategory,
  serializeCategories,
} from '../../content/article/category-tree.ts';
import { mayHoldDirectives } from '../../content/markdown/check-directives.ts';
import { PROSE_ATTRIBUTES } from '../../content/markdown/directive-line.ts';
import { FUNCTIONS } from '../../figures/functions.ts';
import type { GenerationLocale } from '../../locales/generation.ts';
import type { NoteKind } from '../../locales/writing/writing.ts';
import { WRITING } from '../../locales/writing/writing-registry.ts';
import type { Message } from '../calls/request-body.ts';
import type { LinkedArticle } from '../sources/internal-links.ts';
import type { SourcePassage } from '../sources/passages-of.ts';
import type { Outline, Section, Topic } from './answer-schemas.ts';
import type { PromptFiles } from './prompt-files.ts';

/** The settings of a locale that the prompts need. */
export interface PromptSettings extends Pick<SiteConfig['generate'], 'sources' | 'sections' | 'words'> {
  siteTitle: string;
  /** In the language of the locale; may be empty. */
  siteDescription: string;
  audience: string;
  jurisdiction: string;
  /** Categories whose articles require a note. */
  notes: Readonly<Record<string, NoteKind>>;
  locale: GenerationLocale;
  /** Key of the category that all articles of these prompts belong to. */
  category?: string;
  files: PromptFiles;
  /** The categories that the model may choose from. */
  tree: CategoryTree;
}

/** The facts that a model needs to write one article. */
export interface Brief {
  topic: Topic;
  /** null if no author signs the article. */
  author: { name: string; description: string } | null;
  /** YYYY-MM-DD */
  today: string;
  /** Passages of the sources that the topic names. */
  passages?: readonly SourcePassage[];
  /** The articles of the site that the text may link to. */
  links?: readonly LinkedArticle[];
  /** Why a person has rejected earlier texts on the topic. */
  rejections?: readonly string[];
}

/** Creates the system message, which is the same for every step and article of a locale and category. */
export function createSystemMessage(settings: PromptSettings): Message {
  const { siteTitle, siteDescription, locale, audience, jurisdiction, files } = settings;
  const { lang: language } = WRITING[locale];
  const content = files.render('system', settings, {
    site: siteTitle,
    description: siteDescription.replace(/[.\s]+$/, ''),
    audience: audience.replace(/[.\s]+$/, '') || 'adults',
    language,
    jurisdiction,
    rules: files.render('language', settings, { language }),
    style: files.render('style', settings, { language }),
  });
  return { role: 'system', content };
}

/** Describes a category by title and description. @param key key of the category */
export function describeCategory(tree: CategoryTree, key: string): string {
  const group = tree[key];
  return group ? `"${group.title}" (${group.description})` : key;
}

/** @param taken titles that exist already */
export function createTopicsPrompt(
  settings: PromptSettings,
  category: string | null,
  count: number,
  taken: readonly string[],
): string {
  return settings.files.render('topics', settings, {
    count: count === 1 ? 'a topic for an article' : `${count} topics for articles`,
    category: category ?? '',
    existing: taken.map((title) => `\n- ${title}`).join(''),
  });
}

export function createOutlinePrompt(settings: PromptSettings, brief: Brief): string {
  const { minimum, maximum } = settings.sections;
  return settings.files.render('outline', settings, {
    sections: `${minimum} to ${maximum}`,
    passages: renderPassages(settings, brief),
    rejections: renderRejections(brief),
    ...describeBrief(settings, brief),
  });
}

/** @param numbers numbers of the sections to write in this answer, from 1 */
export function createSectionsPrompt(
  settings: PromptSettings,
  brief: Brief,
  outline: Outline,
  numbers: readonly number[],
): string {
  const { files, locale, words, sources, notes } = settings;
  const total = outline.sections.length;
  const { length } = WRITING[locale];
  const factor = length.unit === 'words' ? 1 : length.perWord;
  const unit = length.unit === 'words' ? 'words' : 'characters without spaces';
  const least = Math.ceil((words.minimum * factor * 1.1) / total);
  const most = Math.floor((words.maximum * factor * 0.9) / total);
  const note = notes[brief.topic.category ?? ''];
  return files.render('section', settings, {
    length: `${least} to ${Math.max(least, most)} ${unit}`,
    sources: sources.join(', '),
    note: note ? files.render(`note-${note}`, settings, {}) : '',
    functions: Object.keys(FUNCTIONS).join(', '),
    links: renderTargets(brief),
    passages: renderPassages(settings, brief),
    rejections: renderRejections(brief),
    ...describeBrief(settings, brief),
    title: outline.title,
    outline: outline.sections
      .map(({ heading, points }, index) => `${index + 1}. ${heading}: ${points.join('; ')}`)
      .join('\n'),
    wanted: numbers.length === total ? 'all sections' : `only sections ${numbers.join(', ')}`,
  });
}

/** Each passage is a JSON string in one line, so that none can look like a part of the prompt. */
function renderPassages(settings: PromptSettings, { passages = [] }: Brief): string {
  if (passages.length === 0) return '';
  const lines = passages.map(
    ({ id, text, document }) => `[${id}] ${JSON.stringify(`${document.title}: ${text}`)}`,
  );
  return settings.files.render('sources', settings, { passages: lines.join('\n') });
}

/** Each title is a JSON string in one line. */
function renderTargets({ links = [] }: Brief): string {
  return links.map(({ id, title }) => `\n  - (${id}) ${JSON.stringify(title)}`).join('');
}

/** Each reason is a JSON string in one line. */
function renderRejections({ rejections = [] }: Brief): string {
  return rejections.map((reason) => `\n- ${JSON.stringify(reason)}`).join('');
}

/** Asks for sections again, as an editor wants them. */
export function createRewritePrompt(
  settings: PromptSettings,
  brief: Brief,
  article: { title: string; sections: readonly Section[]; numbers: readonly number[]; note: string },
): string {
  const sections = article.sections.map(({ number, heading, text }) => ({ number, heading, text }));
  return settings.files.render('rewrite', settings, {
    ...describeBrief(settings, brief),
    links: renderTargets(brief),
    passages: renderPassages(settings, brief),
    rejections: renderRejections(brief),
    wanted: article.numbers.join(', '),
    note: article.note,
    title: article.title,
    text: JSON.stringify({ sections }, null, 2),
  });
}

export function createSeoPrompt(
  settings: PromptSettings,
  brief: Brief,
  title: string,
  sections: readonly Section[],
): string {
  return settings.files.render('summary', settings, {
    ...describeLengths(settings),
    ...describeBrief(settings, brief),
    title,
    text: sections.map(({ heading, text }) => `## ${heading}\n${text.slice(0, 600)}`).join('\n'),
  });
}

export function createCategoryPrompt(settings: PromptSettings, brief: Brief, outline: Outline): string {
  const groups = Object.values(settings.tree).flatMap((group) => [
    `${group.key}: ${group.title}. ${group.description}`,
    serializeCategories(parseCategory(group)),
  ]);
  return settings.files.render('category', settings, {
    categories: groups.join('\n'),
    ...describeBrief(settings, brief),
    title: outline.title,
    headings: outline.sections.map(({ heading }) => `- ${heading}`).join('\n'),
  });
}

/** @param sections of the original; the first may have no heading */
export function createTranslatePrompt(
  settings: PromptSettings,
  from: string,
  title: string,
  sections: readonly Section[],
): string {
  const hasDirectives = sections.some(({ text }) => mayHoldDirectives(text));
  return settings.files.render('translation', settings, {
    from,
    title,
    directives: hasDirectives ? [...PROSE_ATTRIBUTES].join(', ') : '',
    sections: JSON.stringify({ sections }, null, 2),
  });
}

export function createTranslateSeoPrompt(
  settings: PromptSettings,
  from: string,
  title: string,
  description: string,
): string {
  return settings.files.render('translation-summary', settings, {
    ...describeLengths(settings),
    from,
    text: JSON.stringify({ title, description }, null, 2),
  });
}

/** Asks for a repair. @param numbers the sections to write again; empty for the whole answer */
export function createRepairPrompt(
  settings: PromptSettings,
  problems: readonly { code: string; message: string; hint: string }[],
  numbers: readonly number[],
): string {
  return settings.files.render('repair', settings, {
    problems: problems.map(({ code, message, hint }) => `- [${code}] ${message}: ${hint}`).join('\n'),
    part: numbers.length
      ? `with only section${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}`
      : 'whole',
  });
}

/** Asks for a narrower range than the check accepts, because models miss a range by a little. */
function describeLengths({ locale }: PromptSettings) {
  const { title, description } = WRITING[locale].seo;
  const range = ([least, most]: readonly [number, number]) =>
    `${Math.ceil(least * 1.4)} to ${Math.floor(most * 0.94)}`;
  return { titleLength: range(title), descriptionLength: range(description) };
}

function describeBrief({ tree }: PromptSettings, { topic, author, today }: Brief) {
  const { keywords = '', notes = '', category, subcategory } = topic;
  const group = category === undefined ? undefined : tree[category];
  const child = subcategory === undefined ? undefined : group?.children[subcategory];
  return {
    today,
    author: author ? `${author.name}${author.description ? `. ${author.description}` : ''}` : '',
    category: [group, child].flatMap((node) => (node ? [node.title] : [])).join(', '),
    keywords,
    notes,
    topic: topic.topic,
  };
}
