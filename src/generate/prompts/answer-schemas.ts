/** Defines topics, and the schemas of a model's answers. */
import * as z from 'zod';
import { type CategoryTree, parseCategory } from '../../content/article/category-tree.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import type { ResponseFormat } from '../calls/request-body.ts';

/** The subject of one article. */
export const topicSchema = z.object({
  /** Id in the system that the topic comes from. */
  id: z.string().optional(),
  topic: z.string(),
  category: z.string().optional(),
  subcategory: z.string().optional(),
  keywords: z.string().optional(),
  notes: z.string().optional(),
  author: z.string().optional(),
  /** Files below `sources/`, and URLs with a snapshot. */
  sources: z.array(z.string()).optional(),
  /** If absent, the topic applies to every locale of the run. */
  locale: z.enum(GENERATION_LOCALES).optional(),
  /** Fields that the site's schema defines. They are copied into the front matter. */
  fields: z.record(z.string(), z.unknown()).optional(),
});
export type Topic = z.output<typeof topicSchema>;

/** Joins keywords and notes of a topic. Returns undefined if it has neither. */
export function factsOf({ keywords, notes }: Topic): string | undefined {
  return [keywords, notes].filter(Boolean).join('. ') || undefined;
}

export type StepName = 'topics' | 'outline' | 'sections' | 'seo' | 'category' | 'translate' | 'judge';

// Strict schemas do not support length limits, so the checks enforce them.

export const topicsSchema = z.strictObject({ topics: z.array(z.string()) });

export const outlineSchema = z.strictObject({
  title: z.string(),
  sections: z.array(z.strictObject({ heading: z.string(), points: z.array(z.string()) })),
});
export type Outline = z.output<typeof outlineSchema>;

/** A computed number of the text. Code evaluates the expression. */
const calculationSchema = z.strictObject({ expression: z.string(), value: z.string(), unit: z.string() });

/** `number` counts from 1, as in the outline. `text` is Markdown without the heading. */
export const sectionsSchema = z.strictObject({
  sections: z.array(
    z.strictObject({
      number: z.int(),
      heading: z.string(),
      text: z.string(),
      calculations: z.array(calculationSchema).optional(),
    }),
  ),
});
export type Section = z.output<typeof sectionsSchema>['sections'][number];

export const seoSchema = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** A proposal for a picture: what it shows, for whoever makes it, and its text for readers who cannot see it. */
  cover: z.strictObject({ prompt: z.string(), alt: z.string() }).optional(),
});
export type Seo = z.output<typeof seoSchema>;

export const translatedSeoSchema = seoSchema.omit({ cover: true });

/** @param criteria of the rubric */
export function createVerdictSchema(criteria: readonly string[]) {
  const objection = z.strictObject({
    sentence: z.int(),
    criterion: z.enum(criteria),
    quote: z.string(),
    reason: z.string(),
    severity: z.enum(['low', 'high']),
  });
  return z.strictObject({ findings: z.array(objection) });
}

/** The answer has a map of subcategories for each category, or null for a category that does not fit. */
export function createCategorySchema(tree: CategoryTree) {
  const groups = Object.entries(tree).map(([key, group]) => {
    const flags = Object.keys(parseCategory(group)).map((name) => [name, z.boolean()] as const);
    return [key, z.strictObject(Object.fromEntries(flags)).nullable()] as const;
  });
  return z.strictObject(Object.fromEntries(groups));
}

/** Creates a JSON schema that servers accept: without `$schema` and number bounds, and with all fields required. */
export function createResponseFormat(name: StepName, schema: z.ZodType): ResponseFormat {
  const { $schema: _dialect, ...wire } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
      // Strict schemas have no optional fields.
      if (jsonSchema.properties) jsonSchema.required = Object.keys(jsonSchema.properties);
    },
  });
  return { type: 'json_schema', json_schema: { name, strict: true, schema: wire } };
}
