/** Renders the prompts of every step with placeholders, for dry runs and for the prompt hash. */
import type * as z from 'zod';
import { hashJson } from '../../foundation/json.ts';
import type { Message } from '../calls/request-body.ts';
import type { Topic } from './answer-schemas.ts';
import {
  createCategorySchema,
  createResponseFormat,
  outlineSchema,
  type Section,
  type StepName,
  sectionsSchema,
  seoSchema,
  topicsSchema,
} from './answer-schemas.ts';
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
  TEMPLATE_VERSIONS,
} from './prompts.ts';

export type PromptSample = ReturnType<typeof createPromptSamples>[number];

interface SampleOptions {
  topic: Topic;
  /** Source language of a translation; null where articles are written. */
  from: string | null;
  /** Number of topics to propose; 0 where the topics are given. */
  proposals?: number;
  category?: string | null;
  author?: Brief['author'];
  today?: string;
}

const SAMPLE_AUTHOR = { name: '{author}', description: '' };

const SECTIONS: readonly Section[] = [{ number: 1, heading: '{heading}', text: '{text}' }];

/** The steps of one article, in order. */
export function createPromptSamples(settings: PromptSettings, options: SampleOptions) {
  const { topic, from, proposals = 0, category = null, author = SAMPLE_AUTHOR, today = '{date}' } = options;
  const brief = { topic, author, today };
  // An average article: the real number of sections is in the outline.
  const planned = Math.round((settings.sections.minimum + settings.sections.maximum) / 2);
  const numbers = Array.from({ length: planned }, (_none, index) => index + 1);
  const outline = {
    title: '{title}',
    sections: numbers.map((number) => ({ heading: `{heading ${number}}`, points: ['{points}'] })),
  };
  const system = createSystemMessage(settings);
  const sample = (step: StepName, content: string, schema: z.ZodType) => {
    const messages: Message[] = [system, { role: 'user', content }];
    return { step, version: TEMPLATE_VERSIONS[step], messages, format: createResponseFormat(step, schema) };
  };
  if (from !== null) {
    return [
      sample('translate', createTranslatePrompt(from, '{title}', SECTIONS), sectionsSchema),
      sample('seo', createTranslateSeoPrompt(settings, from, '{title}', '{description}'), seoSchema),
    ];
  }
  const topics = sample(
    'topics',
    createTopicsPrompt(category, proposals, ['{existing titles}']),
    topicsSchema,
  );
  return [
    ...(proposals > 0 ? [topics] : []),
    sample('outline', createOutlinePrompt(settings, brief), outlineSchema),
    sample('sections', createSectionsPrompt(settings, brief, outline, numbers), sectionsSchema),
    sample('seo', createSeoPrompt(settings, brief, '{title}', SECTIONS), seoSchema),
    sample('category', createCategoryPrompt(settings, brief, outline), createCategorySchema(settings.tree)),
  ];
}

/** Hashes prompts, schemas, model and parameters, without the topic. */
export function hashPrompts(settings: PromptSettings, model: string, parameters: object): string {
  const topic = { topic: '{topic}' };
  const samples = [
    ...createPromptSamples(settings, { topic, from: null, proposals: 1 }),
    ...createPromptSamples(settings, { topic, from: '{language}' }),
  ];
  return hashJson({ samples, model, parameters });
}
