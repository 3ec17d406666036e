/** Defines topics, the shapes of a model's answers, and their strict JSON schemas. */
import * as z from 'zod';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import { type CategoryTree, parseCategory } from '../../site/category-tree.ts';
import type { ResponseFormat } from '../calls/request-body.ts';

/** What one article is about. */
export const topicSchema = z.object({
  topic: z.string(),
  category: z.string().optional(),
  subcategory: z.string().optional(),
  keywords: z.string().optional(),
  notes: z.string().optional(),
  author: z.string().optional(),
  /** Without a locale the topic is for every locale of the run. */
  locale: z.enum(GENERATION_LOCALES).optional(),
  /** Fields that the site defines: they go into the front matter as they are. */
  fields: z.record(z.string(), z.unknown()).optional(),
});
export type Topic = z.output<typeof topicSchema>;

/** What a topic says besides its name; undefined where it says nothing. */
export function factsOf({ keywords, notes }: Topic): string | undefined {
  return [keywords, notes].filter(Boolean).join('. ') || undefined;
}

export type StepName = 'topics' | 'outline' | 'sections' | 'seo' | 'category' | 'translate';

// Strict schemas do not support length limits: the checks enforce them.

export const topicsSchema = z.strictObject({ topics: z.array(z.string()) });

export const outlineSchema = z.strictObject({
  title: z.string(),
  sections: z.array(z.strictObject({ heading: z.string(), points: z.array(z.string()) })),
});
export type Outline = z.output<typeof outlineSchema>;

/** A figure of the text and how it comes about; code evaluates the expression. */
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

export const seoSchema = z.strictObject({ title: z.string(), description: z.string() });
export type Seo = z.output<typeof seoSchema>;

/** For each category a map of its subcategories, or null where the article does not belong to it. */
export function createCategorySchema(tree: CategoryTree) {
  const groups = Object.entries(tree).map(([key, group]) => {
    const flags = Object.keys(parseCategory(group)).map((name) => [name, z.boolean()] as const);
    return [key, z.strictObject(Object.fromEntries(flags)).nullable()] as const;
  });
  return z.strictObject(Object.fromEntries(groups));
}

/** The schema as servers accept it: without `$schema` and number bounds. */
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
