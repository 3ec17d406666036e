/** Lets the model write an article: outline, sections, then title, description and category. */
import type * as z from 'zod';
import { createDefaultEntity, type Entity } from '../../content/article/category-tree.ts';
import { runBoth } from '../../foundation/run-concurrently.ts';
import { checkCategories, checkOutline, checkSeoAnswer } from '../checks/check-steps.ts';
import { type AnswerFinding, isBlocking } from '../checks/finding.ts';
import { addEvidence } from '../checks/text-rules.ts';
import {
  createCategorySchema,
  factsOf,
  type Outline,
  outlineSchema,
  type Section,
  type Seo,
  seoSchema,
} from '../prompts/answer-schemas.ts';
import {
  type Brief,
  createCategoryPrompt,
  createOutlinePrompt,
  createSeoPrompt,
} from '../prompts/prompts.ts';
import { renderCitations, renderSourceList } from '../sources/citations.ts';
import { renderLinks } from '../sources/internal-links.ts';
import type { SourceDocument } from '../sources/read-document.ts';
import type { Asker } from './ask-model.ts';
import { askSections } from './ask-sections.ts';
import type { LocaleContext } from './locale-context.ts';

type Cited = Omit<SourceDocument, 'title' | 'text'>;

/** An article as the model wrote it. It is incomplete if a step failed, and publishable only if no finding blocks. */
export interface Composition {
  title: string;
  description: string;
  sections: Section[];
  entities: Entity[];
  findings: AnswerFinding[];
  /** The sources that the text cites, in the order of its list. */
  cited?: readonly Cited[];
  /** Addresses of articles of the site that code has linked to. */
  linked?: readonly string[];
  cover?: Seo['cover'];
}

export async function composeArticle(brief: Brief, asker: Asker, locale: LocaleContext) {
  const evidence = `${brief.topic.topic}\n${factsOf(brief.topic) ?? ''}`;
  const { topic, passages = [], links = [] } = brief;
  const allowed = new Set(links.map(({ id }) => id));
  const context = { ...locale, rules: addEvidence(locale.rules, evidence, allowed) };
  const { prompts, rules, corpus } = context;
  const failed = (title: string, findings: AnswerFinding[]): Composition => {
    return { title, description: '', sections: [], entities: [], findings };
  };
  const { value: outline, findings } = await asker.ask({
    step: 'outline',
    prompt: createOutlinePrompt(prompts, brief),
    schema: outlineSchema,
    check: (value) => [...checkOutline(value, prompts.sections, rules), ...corpus.checkTitle(value.title)],
  });
  if (!outline || findings.some(isBlocking)) return failed(outline?.title || topic.topic, findings);
  const sections = await askSections(brief, outline, asker, context);
  const written = sections.value ?? [];
  if (written.length === 0) return failed(outline.title, sections.findings);
  // No paid call is abandoned.
  const [seo, category] = await runBoth(
    () => askSeo(asker, createSeoPrompt(prompts, brief, outline.title, written), seoSchema, context),
    () => askCategory(brief, outline, asker, context),
  );
  const { sections: rendered, cited } = renderCitations(written, passages);
  const text = renderSourceList(cited);
  const list = { number: rendered.length + 1, heading: rules.writing.sources, text, calculations: [] };
  return {
    title: seo.value?.title ?? outline.title,
    description: seo.value?.description ?? '',
    sections: renderLinks(cited.length > 0 ? [...rendered, list] : rendered, links),
    cited,
    linked: links.map(({ address }) => address),
    cover: seo.value?.cover,
    entities: category.value,
    findings: [...findings, ...sections.findings, ...seo.findings, ...category.findings],
  };
}

/** Asks for title and description. */
export function askSeo(
  asker: Asker,
  prompt: string,
  schema: z.ZodType<Seo>,
  { rules, corpus }: LocaleContext,
) {
  return asker.ask({
    step: 'seo',
    prompt,
    schema,
    check: (value) => [...checkSeoAnswer(value, rules), ...corpus.checkTitle(value.title)],
  });
}

async function askCategory(brief: Brief, outline: Outline, asker: Asker, { prompts }: LocaleContext) {
  const { category, subcategory } = brief.topic;
  if (category && subcategory)
    return { value: [{ category, subcategories: [{ subcategory, subsubcategories: [] }] }], findings: [] };
  const reply = await asker.ask({
    step: 'category',
    prompt: createCategoryPrompt(prompts, brief, outline),
    schema: createCategorySchema(prompts.tree),
    check: (value) => checkCategories(chosenEntities(value), category === undefined),
  });
  const chosen = reply.value ? chosenEntities(reply.value) : [];
  return {
    // If the model chose nothing, we keep the category of the topic. Without one, a person chooses in the review.
    value: chosen.length === 0 && category ? [createDefaultEntity(category)] : chosen,
    findings: reply.findings,
  };
}

function chosenEntities(
  answer: Readonly<Record<string, Readonly<Record<string, boolean>> | null>>,
): Entity[] {
  return Object.entries(answer).flatMap(([category, map]) => {
    if (!map) return [];
    const names = Object.keys(map).filter((name) => map[name] === true);
    if (names.length === 0) return [createDefaultEntity(category)];
    return [{ category, subcategories: names.map((subcategory) => ({ subcategory, subsubcategories: [] })) }];
  });
}
