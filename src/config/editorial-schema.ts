/** The settings for what the home and category pages show, and in which order. */
import * as z from 'zod';
import { SLUG } from '../foundation/slug.ts';
import { aliasPaths, fitsFileName } from './page-path.ts';
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
  sort: z
    .string()
    .regex(
      /^-?[A-Za-z][\w-]*$/,
      'must be the name of a field, such as "rating", or "-rating" for the reverse order',
    )
    .optional()
    .describe(
      'Order of a section of the kind "latest" or "category": `title` or a field of content/schema.ts, with a hyphen for the reverse order. Articles without the field come last. Default: newest first.',
    )
    .meta({ examples: ['-rating'] }),
};

const isSortable = ({ kind, sort }: { kind: string; sort?: string | undefined }) =>
  sort === undefined || kind === 'latest' || kind === 'category';
const SORTS_ITS_ARTICLES = {
  path: ['sort'],
  message: 'has no effect on this kind, which has an order of its own',
  params: { hint: 'remove it, or write the kind "latest" or "category"' },
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
          .refine(isNamed, NAMES_ITS_CATEGORY)
          .refine(isSortable, SORTS_ITS_ARTICLES),
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
          .refine(isNamed, NAMES_ITS_CATEGORY)
          .refine(isSortable, SORTS_ITS_ARTICLES),
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

const SLUG_RULE = 'must be lower-case letters, digits and single hyphens, other than "index"';
const termSlug = z
  .string()
  .normalize('NFC')
  .regex(SLUG, SLUG_RULE)
  .refine((slug) => slug !== 'index' && fitsFileName(slug), SLUG_RULE)
  .optional()
  .describe('Last part of the address. Default: the name in lower case.')
  .meta({ examples: ['cpp'] });

/** A name, or a name with an address of its own. */
const term = z
  .union(
    [
      name,
      z.strictObject({
        name: name.describe('Name of the term.').meta({ examples: ['C++'] }),
        slug: termSlug,
        aliases: aliasPaths,
      }),
    ],
    {
      error: 'must be a text, or a text with an address such as {"name": "C++", "slug": "cpp"}',
    },
  )
  .transform((value) => (typeof value === 'string' ? { name: value } : value));

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
      terms: z
        .array(z.record(localeCode, term))
        .default([])
        .describe(
          'Terms with another name in each locale: their pages are translations of each other. A term may be a name with a `slug`, its address, and `aliases`, its old ones. Other terms need no entry.',
        )
        .meta({ examples: [[{ en_US: 'Water', de_DE: 'Wasser' }, { en_US: { name: 'C++', slug: 'cpp' } }]] }),
    }),
  )
  .default({})
  .describe('Front matter fields that group articles, besides `tags`, by their names.')
  .meta({ examples: [{ season: { slug: 'seasons', title: 'Seasons' } }] });

const pattern = (tokens: readonly string[], [needed, rule]: Rule, example: string) =>
  z
    .string()
    .regex(/^(?:\/(?!\.)(?:[\w.~-]|\{\w+\})+)+\/?$/, {
      error: `must be a path that begins with a slash, such as ${example}`,
      abort: true,
    })
    .refine((text) => [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => tokens.includes(name)), {
      error: `can have the tokens {${tokens.join('}, {')}}, and no other one`,
      abort: true,
    })
    .refine((text) => needed.test(text), `${rule}, such as ${example}`)
    .meta({ examples: [example] });
type Rule = [RegExp, string];
const ONE_OF_BOTH: Rule = [/\{(?:slug|path)\}/, 'must have {slug} or {path}'];
/** A first segment of its own keeps names of people and tags apart from the other pages. */
const BELOW_A_WORD: Rule = [/^\/[\w.~-]+\/.*\{slug\}/, 'must begin with a word and have {slug}'];

export const DEFAULT_PERMALINK = '/articles/{slug}';

export const permalinks = z
  .strictObject({
    article: pattern(
      ['slug', 'year', 'month', 'day', 'category', 'subcategory', 'path'],
      ONE_OF_BOTH,
      '/{year}/{month}/{slug}',
    )
      .default(DEFAULT_PERMALINK)
      .describe(
        'Addresses of articles. {path} is the file below articles/, and {category} the slug of the first category. `permalink` in an article has precedence.',
      ),
    category: pattern(['slug', 'path'], ONE_OF_BOTH, '/topics/{path}')
      .default('/{path}')
      .describe('Addresses of categories. {path} is walks or walks/coast; {slug} is its last part.'),
    author: pattern(['slug'], BELOW_A_WORD, '/people/{slug}')
      .default('/authors/{slug}')
      .describe('Addresses of authors.'),
    tag: pattern(['slug'], BELOW_A_WORD, '/topic/{slug}')
      .optional()
      .describe('Addresses of tags. Default: /{slug of the taxonomy}/{slug}, such as /tags/birds.'),
  })
  .prefault({})
  .describe('Patterns of addresses, below the path of the edition.');

export type CategorySection = z.output<typeof category>['sections'][number];
