/** Owns how an article comes about: outline → sections → SEO title and description → category. */
import type { SiteConfig } from '../../config/config-schema.ts';
import type { Language } from '../../locales/codes.ts';
import {
  type CategoryTree,
  createDefaultEntities,
  createDefaultEntity,
  type Entity,
} from '../../site/category-tree.ts';
import type { Asker, Reply } from '../calls/ask-model.ts';
import { checkCategories, checkOutline, checkSeo, type TextRules } from '../checks/check-answers.ts';
import type { LanguageJudge } from '../checks/check-language.ts';
import type { Corpus } from '../checks/corpus.ts';
import { type Finding, quote } from '../checks/finding.ts';
import {
  createCategorySchema,
  type Outline,
  outlineSchema,
  type Section,
  type Seo,
  seoSchema,
} from '../prompts/answer-schemas.ts';
import {
  createCategoryPrompt,
  createOutlinePrompt,
  createSeoPrompt,
  type PromptSettings,
} from '../prompts/prompts.ts';
import type { Topic } from '../run/topics.ts';
import { askSections } from './ask-sections.ts';

/** What an article is made of and held against. */
export interface Workshop {
  prompts: PromptSettings;
  language: Language;
  judge: LanguageJudge;
  rules: TextRules;
  corpus: Corpus;
  settings: SiteConfig['generate'];
}

/** An article, or as much of it as came about. Fit to be published only where `findings` is empty. */
export interface Composition {
  title: string;
  description: string;
  sections: Section[];
  entities: Entity[];
  findings: Finding[];
}

export async function composeArticle(topic: Topic, asker: Asker, workshop: Workshop): Promise<Composition> {
  const { prompts, rules, corpus } = workshop;
  const outline = await asker.ask({
    step: 'outline',
    prompt: createOutlinePrompt(prompts, topic),
    schema: outlineSchema,
    check: (value) => [...checkOutline(value, prompts.sections, rules), ...checkTitle(value.title, corpus)],
  });
  if (!outline.value || outline.findings.length > 0) {
    return {
      title: outline.value?.title || topic.topic,
      description: '',
      sections: [],
      entities: [],
      findings: outline.findings,
    };
  }
  const sections = await askSections(topic, outline.value, asker, workshop);
  if (!sections.value?.length) {
    return {
      title: outline.value.title,
      description: '',
      sections: [],
      entities: [],
      findings: sections.findings,
    };
  }
  const [seo, category] = await settleBoth(
    askSeo(topic, outline.value.title, sections.value, asker, workshop),
    askCategory(topic, outline.value, asker, workshop),
  );
  return {
    title: seo.value?.title ?? outline.value.title,
    description: seo.value?.description ?? '',
    sections: sections.value,
    entities: category.value ?? createDefaultEntities(prompts.tree),
    findings: [...sections.findings, ...seo.findings, ...category.findings],
  };
}

/** Both run to their end, so that no call is left without somebody who waits for it; then the first failure is thrown. */
async function settleBoth<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return [await a, await b];
}

function askSeo(
  topic: Topic,
  title: string,
  sections: readonly Section[],
  asker: Asker,
  workshop: Workshop,
): Promise<Reply<Seo>> {
  const { judge, rules, corpus } = workshop;
  return asker.ask({
    step: 'seo',
    prompt: createSeoPrompt(topic, title, sections),
    schema: seoSchema,
    check: (value) => [...checkSeo(value, judge, rules), ...checkTitle(value.title, corpus)],
  });
}

async function askCategory(
  topic: Topic,
  outline: Outline,
  asker: Asker,
  workshop: Workshop,
): Promise<Reply<Entity[]>> {
  const { prompts } = workshop;
  const { category, subcategory } = topic;
  if (category && subcategory) {
    return { value: [{ category, subcategories: [{ subcategory, subsubcategories: [] }] }], findings: [] };
  }
  const reply = await asker.ask({
    step: 'category',
    prompt: createCategoryPrompt(prompts, topic, outline),
    schema: createCategorySchema(prompts.tree),
    check: (value) => checkCategories(chosenEntities(value)),
  });
  return { value: reply.value && readEntities(reply.value, prompts.tree), findings: reply.findings };
}

type CategoryAnswer = Readonly<Record<string, Readonly<Record<string, boolean>> | null>>;

/** The front matter's entities; nothing chosen is `other`. */
function readEntities(answer: CategoryAnswer, tree: CategoryTree): Entity[] {
  const chosen = chosenEntities(answer);
  return chosen.length > 0 ? chosen : createDefaultEntities(tree);
}

function chosenEntities(answer: CategoryAnswer): Entity[] {
  return Object.entries(answer).flatMap(([category, map]) => {
    if (!map) return [];
    const names = Object.keys(map).filter((name) => map[name] === true);
    if (names.length === 0) return [createDefaultEntity(category)];
    return [{ category, subcategories: names.map((subcategory) => ({ subcategory, subsubcategories: [] })) }];
  });
}

export function checkTitle(title: string, corpus: Corpus): Finding[] {
  const near = corpus.findTitle(title);
  if (!near) return [];
  return [
    {
      code: 'duplicate-title',
      message: `an article with nearly this title exists: ${quote(near.title)}`,
      hint: 'choose another angle and another title',
    },
  ];
}
