/** Translates an article into another locale, with the same sections and categories. */
import type { LocaleCode } from '../../locales/codes.ts';
import { promptName } from '../../locales/writing/writing-registry.ts';
import { findTargets } from '../checks/check-markdown.ts';
import { checkTranslation } from '../checks/check-translation.ts';
import type { AnswerFinding } from '../checks/finding.ts';
import { addEvidence } from '../checks/text-rules.ts';
import { type Original, originalText } from '../files/load-original.ts';
import { type Section, translatedSeoSchema } from '../prompts/answer-schemas.ts';
import { createTranslatePrompt, createTranslateSeoPrompt } from '../prompts/prompts.ts';
import type { Asker } from './ask-model.ts';
import { missingSections, sectionQuestion } from './ask-sections.ts';
import { askSeo, type Composition } from './compose-article.ts';
import type { LocaleContext } from './locale-context.ts';
import { renderTranslatedLinks } from './translated-links.ts';

/** Characters of an original that one token of the answer can translate: a cautious ratio for any pair of languages. */
const CHARACTERS_PER_TOKEN = 2;

/** The part of a translation that is renewed. */
interface Renewed {
  /** Numbers of the sections of the original to translate. */
  numbers: ReadonlySet<number>;
  /** Title and description to keep; null if they are translated too. */
  seo: { title: string; description: string } | null;
}

/**
 * @param source locale of the original
 * @param locale context of the locale to translate into
 * @param renewed null for the whole
 */
export async function translateArticle(
  original: Original,
  source: LocaleCode,
  asker: Asker,
  locale: LocaleContext,
  renewed: Renewed | null = null,
): Promise<Composition> {
  const from = promptName(source);
  const { title, description, entities } = original;
  const text = originalText(original);
  const rules = addEvidence(locale.rules, text, findTargets(text));
  const context = { ...locale, rules };
  const sections: Section[] = [];
  const findings: AnswerFinding[] = [];
  const wanted = original.sections.filter(({ number }) => renewed?.numbers.has(number) ?? true);
  const groups = groupSections(wanted, context.settings.maxOutputTokens * CHARACTERS_PER_TOKEN);
  for (const [index, group] of groups.entries()) {
    const numbers = group.map(({ number }) => number);
    const reply = await asker.ask({
      step: 'translate',
      ...(groups.length > 1 ? { part: index + 1 } : {}),
      prompt: createTranslatePrompt(context.prompts, from, title, group),
      ...sectionQuestion(numbers, null),
      check: ({ sections: written }) => [
        ...missingSections(numbers, written),
        ...checkTranslation(group, written, rules),
      ],
    });
    findings.push(...reply.findings);
    sections.push(...(reply.value?.sections ?? []));
    if (!reply.value) break;
  }
  if (renewed?.seo) return { ...renewed.seo, sections, entities, findings };
  if (sections.length === 0 && wanted.length > 0)
    return { title, description: '', sections, entities, findings };
  const seo = await askSeo(
    asker,
    createTranslateSeoPrompt(context.prompts, from, title, description),
    translatedSeoSchema,
    context,
  );
  return {
    title: seo.value?.title ?? title,
    description: seo.value?.description ?? '',
    sections,
    entities,
    findings: [...findings, ...seo.findings],
  };
}

/** Translates the whole article, with links that lead to its own edition. */
export async function translateWhole(
  original: Original,
  source: LocaleCode,
  asker: Asker,
  locale: LocaleContext,
): Promise<Composition> {
  const composition = await translateArticle(original, source, asker, locale);
  return { ...composition, ...(await renderTranslatedLinks(original, source, composition.sections, locale)) };
}

/** Groups sections that fit into one answer. @param room characters of a group; a longer section is a group by itself */
function groupSections(sections: readonly Section[], room: number): Section[][] {
  const groups: Section[][] = [];
  let size = 0;
  for (const section of sections) {
    const length = section.heading.length + section.text.length;
    const last = groups.at(-1);
    if (last && size + length <= room) {
      last.push(section);
      size += length;
    } else {
      groups.push([section]);
      size = length;
    }
  }
  return groups;
}
