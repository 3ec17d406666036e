/** Renders the prompts of every step with placeholders, for dry runs and for the prompt hash. */
import * as z from 'zod';
import { hashJson } from '../../foundation/json.ts';
import type { Message } from '../calls/request-body.ts';
import type { Topic } from './answer-schemas.ts';
import {
  createCategorySchema,
  createResponseFormat,
  createVerdictSchema,
  outlineSchema,
  type Section,
  type StepName,
  sectionsSchema,
  seoSchema,
  topicsSchema,
  translatedSeoSchema,
} from './answer-schemas.ts';
import { type PromptName, withoutSlots } from './prompt-files.ts';
import {
  type Brief,
  createCategoryPrompt,
  createOutlinePrompt,
  createSectionsPrompt,
  createSeoPrompt,
  createSystemMessage,
  createTopicsPrompt,
  createTranslatePrompt,
  createTranslateSeoPrompt,
  type PromptSettings,
} from './prompts.ts';
import type { Rubric } from './rubric.ts';

export type PromptSample = ReturnType<typeof createPromptSamples>[number];

interface SampleOptions {
  topic: Topic;
  /** Source language of a translation; null for new articles. */
  from: string | null;
  /** Number of topics to propose; 0 if the topics are given. */
  proposals?: number;
  category?: string | null;
  author?: Brief['author'];
  today?: string;
  /** null if no model judges the articles. */
  judge?: { rubric: Rubric } | null;
}

const SAMPLE_AUTHOR = { name: '{author}', description: '' };

const SECTIONS: readonly Section[] = [{ number: 1, heading: '{heading}', text: '{text}' }];

/** Renders the steps of one article, in order. */
export function createPromptSamples(settings: PromptSettings, options: SampleOptions) {
  const { topic, from, proposals = 0, category = null, author = SAMPLE_AUTHOR, today = '{date}' } = options;
  const { rubric } = options.judge ?? {};
  const judged = rubric
    ? [
        {
          step: 'judge' as const,
          file: rubric.file,
          messages: [
            { role: 'system' as const, content: rubric.text },
            { role: 'user' as const, content: '[1] {title}' },
          ],
          format: createResponseFormat('judge', createVerdictSchema(rubric.criteria)),
        },
      ]
    : [];
  const brief = { topic, author, today };
  // We assume an average number of sections, because the outline decides it later.
  const planned = Math.round((settings.sections.minimum + settings.sections.maximum) / 2);
  const numbers = Array.from({ length: planned }, (_none, index) => index + 1);
  const outline = {
    title: '{title}',
    sections: numbers.map((number) => ({ heading: `{heading ${number}}`, points: ['{points}'] })),
  };
  const system = createSystemMessage(settings);
  const sample = (step: StepName, name: PromptName, content: string, schema: z.ZodType) => {
    const messages: Message[] = [system, { role: 'user', content }];
    return {
      step,
      file: settings.files.fileOf(name, settings),
      messages,
      format: createResponseFormat(step, schema),
    };
  };
  if (from !== null) {
    return [
      sample(
        'translate',
        'translation',
        createTranslatePrompt(settings, from, '{title}', SECTIONS),
        sectionsSchema,
      ),
      sample(
        'seo',
        'translation-summary',
        createTranslateSeoPrompt(settings, from, '{title}', '{description}'),
        translatedSeoSchema,
      ),
      ...judged,
    ];
  }
  const topics = sample(
    'topics',
    'topics',
    createTopicsPrompt(settings, category, proposals, ['{existing titles}']),
    topicsSchema,
  );
  return [
    ...(proposals > 0 ? [topics] : []),
    sample('outline', 'outline', createOutlinePrompt(settings, brief), outlineSchema),
    sample('sections', 'section', createSectionsPrompt(settings, brief, outline, numbers), sectionsSchema),
    sample('seo', 'summary', createSeoPrompt(settings, brief, '{title}', SECTIONS), seoSchema),
    sample(
      'category',
      'category',
      createCategoryPrompt(settings, brief, outline),
      createCategorySchema(settings.tree),
    ),
    ...judged,
  ];
}

const SCHEMAS = { topics: topicsSchema, outline: outlineSchema, sections: sectionsSchema, seo: seoSchema };

/** Hashes prompts, schemas, model and parameters. The topic is not part of the hash. */
export function hashPrompts({ files, ...facts }: PromptSettings, model: string, parameters: object): string {
  const schemas = Object.values(SCHEMAS).map((schema) => z.toJSONSchema(schema));
  return hashJson({ texts: files.textsFor(facts), facts, schemas, model, parameters });
}

/** The program's instructions to a model. A text may repeat the house style, with its sample articles. */
export function listInstructions({ files, ...place }: PromptSettings): string[] {
  return files
    .textsFor(place)
    .filter(({ name, isOwn }) => name !== 'style' || !isOwn)
    .flatMap(({ text }) => withoutSlots(text));
}
