/** The settings for what the home and category pages show, and in which order. */
import * as z from 'zod';
import { count, localeCode, name } from './schema-parts.ts';

/** One text for all languages, or one text for each. */
export const label = z
  .union([name, z.record(localeCode, name)], {
    error: 'must be a text, or a text for each locale such as {"en_US": "Guides"}',
  })
  .meta({ examples: ['Guides'] });
export type Label = z.output<typeof label>;

const SELECTED = ['best', 'hot', 'latest', 'more', 'featured', 'category'] as const;
export type SelectedKind = (typeof SELECTED)[number];

const common = {
  count: count
    .optional()
    .describe('Number of articles. Default: the number for the kind in "sections", else that of "more".')
    .meta({ examples: [6] }),
  title: label.optional().describe('Heading: a text, or a text for each locale.'),
  category: name
    .optional()
    .describe('Key of the category that a section of the kind "category" shows.')
    .meta({ examples: ['bettingStrategies'] }),
};

const isNamed = ({ kind, category }: { kind: string; category?: string | undefined }) =>
  (kind === 'category') === (category !== undefined);
const NAMES_ITS_CATEGORY = {
  path: ['category'],
  message: 'is required for the kind "category", and for no other kind',
  params: { hint: 'write {"kind": "category", "category": "keyOfTheCategory"}' },
};

export const home = z
  .strictObject({
    sections: z
      .array(
        z
          .strictObject({
            kind: z.enum([...SELECTED, 'categories']).describe('What the section shows.'),
            ...common,
          })
          .refine(isNamed, NAMES_ITS_CATEGORY),
      )
      .default([{ kind: 'best' }, { kind: 'hot' }, { kind: 'more' }, { kind: 'categories' }])
      .describe('Sections in their order. "categories" lists all categories.'),
  })
  .prefault({})
  .describe('The home page.');

export const category = z
  .strictObject({
    sections: z
      .array(
        z
          .strictObject({ kind: z.enum(SELECTED).describe('What the section shows.'), ...common })
          .refine(isNamed, NAMES_ITS_CATEGORY),
      )
      .refine((sections) => sections.filter(({ kind }) => kind === 'latest').length === 1, {
        message: 'must have "latest" once: it is the list of all articles',
        params: { hint: 'add {"kind": "latest"}' },
      })
      .default([{ kind: 'latest' }, { kind: 'hot' }])
      .describe(
        'Sections in their order. "latest" is the list of all articles; the others are on its first page.',
      ),
  })
  .prefault({})
  .describe('The pages of categories.');

export const taxonomies = z
  .record(
    z.string().regex(/^[A-Za-z][\w-]*$/, 'must be the name of a front matter field, such as "season"'),
    z.strictObject({
      slug: z
        .string()
        .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens')
        .optional()
        .describe('First part of the addresses: /{slug}/{term}. Default: the name in lower case.')
        .meta({ examples: ['seasons'] }),
      title: label.optional().describe('Title: a text, or a text for each locale. Default: the name.'),
    }),
  )
  .default({})
  .describe('Front matter fields that group articles, besides `tags`, by their names.')
  .meta({ examples: [{ season: { slug: 'seasons', title: 'Seasons' } }] });

export type CategorySection = z.output<typeof category>['sections'][number];
