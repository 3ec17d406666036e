/** Validates the fields of an article's front matter, with a problem and a hint for each wrong one. */
import * as z from 'zod';
import { aliasPath, fitsFileName } from '../../config/page-path.ts';
import { describeIssue, wrongField } from '../../config/schema-issues.ts';
import { type Finding, finding } from '../../foundation/errors.ts';
import { isNear } from '../../foundation/near-names.ts';
import { ARTICLE_SLUG } from '../../foundation/slug.ts';
import { safeUrl } from '../markdown/safe-urls.ts';
import { type Entity, readCategories } from './category-tree.ts';
import { type ArticleDate, DATE_PATTERN, dateIn, parseArticleDate, type WrittenDate } from './dates.ts';
import type { Dated } from './presence.ts';

/** Keyboards and file systems write é as one character or as two; names and titles are compared in one form. */
const text = (what: string) =>
  z.string(`${what} must be text`).trim().normalize('NFC').min(1, `${what} is empty`);

const date = z
  .string('must be a date')
  .meta({ pattern: DATE_PATTERN, examples: ['2026-03-01', '2026-03-01T09:30:00+05:30'] })
  .transform((value, context): WrittenDate => {
    const parsed = parseArticleDate(value);
    if (typeof parsed !== 'string') return parsed;
    context.addIssue({ code: 'custom', message: parsed });
    return z.NEVER;
  });

const optionalText = (example: string) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .meta({ examples: [example] })
    .nullish()
    .transform((value) => value || null);

/** Front matter is read as texts. Editors see the default and the types, since people write such values without quotes. */
const flag = (name: string) =>
  z.enum(['true', 'false'], `${name} must be true or false`).nullish().meta({ default: false });
const NUMERIC = { type: ['string', 'integer'], minimum: 0 };

const subcategory = z.object({
  subcategory: text('subcategory')
    .nullish()
    .describe('Key of a subcategory.')
    .meta({ examples: ['oddsCalculation'] }),
  subsubcategories: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? [])
    .describe('Further names, for your own use.'),
});

const entity = z.object({
  category: text('category')
    .describe('Key of a category in categories.json.')
    .meta({ examples: ['bettingStrategies'] }),
  subcategories: z
    .array(subcategory)
    .nullish()
    // Leaves out entries without a name, so that the article is listed in "other".
    .transform((value) =>
      (value ?? []).flatMap(({ subcategory, subsubcategories }) =>
        subcategory ? [{ subcategory, subsubcategories }] : [],
      ),
    )
    .describe('Its subcategories. Without one the article is in `other`.'),
});

const CATEGORY_RULE = 'a category must be a key or slug, or two with a slash, such as walks/coast';
const categoryName = z
  .string(CATEGORY_RULE)
  .trim()
  .regex(/^[^/]+(?:\/[^/]+)?$/, CATEGORY_RULE);

/** One empty list for all articles without tags, and for all without a list of authors. */
const NO_TAGS: readonly string[] = [];

/**
 * Decisions of editors that pages of the site read. To add one, add it here: a parsed article and the state of a build
 * keep all of them as one value.
 */
export const editorialSchema = z.object({
  featured: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'featured must be a rank from 1')
    .meta({ type: ['integer', 'string'], minimum: 1, maximum: 999_999, examples: [1] })
    .transform(Number)
    .nullish()
    .transform((rank) => rank ?? null)
    .describe('Rank among the articles that editors put forward; 1 comes first.'),
  pinned: flag('pinned')
    .transform((value) => value === 'true')
    .describe('Puts the article at the top of the lists of its categories.'),
  tags: z
    .array(text('a tag'), 'tags must be a list')
    .nullish()
    .transform((tags) => tags ?? NO_TAGS)
    .describe('What the article is about, besides its category. Each tag has a page: /tags/{tag}.')
    .meta({ examples: [['birds', 'spring']] }),
  authors: z
    .array(text('an author'), 'authors must be a list')
    .nullish()
    .transform((authors) => authors ?? NO_TAGS)
    .describe('Several authors in place of `author`, by name or slug. The first one is named first.')
    .meta({ examples: [['ann-reed', 'bo-lind']] }),
  order: z
    .string()
    .regex(/^\d{1,6}$/, 'order must be a whole number')
    .meta({ type: ['integer', 'string'], minimum: 0, maximum: 999_999, examples: [2] })
    .transform(Number)
    .nullish()
    .transform((order) => order ?? null)
    .describe(
      'Place in the lists of its categories, in its series and in the sidebar: lower numbers come first, and articles without one last.',
    ),
  series: optionalText('Building a Shed').describe(
    'Name of the series that the article is a part of. Its page lists all parts, with links to the previous and the next one.',
  ),
  sponsored: optionalText('Acme Books').describe(
    'Who paid for the article: a name of `advertisers` in content/offers.yaml, or the name that readers know. Its title is labelled as an advertisement wherever it is shown, and the page names who paid.',
  ),
  permalink: aliasPath
    .meta({ examples: ['/2019/05/what-the-river-carries'] })
    .nullish()
    .transform((path) => path ?? null)
    .describe(
      'Address of the article, from the root of the site, in place of the pattern in the setting `permalinks`.',
    ),
  id: optionalText('urn:uuid:2b373830-faab-54c5-8d6d-5e548d072a7f').describe(
    'Identity in feeds. It stays when the file gets another name. `articles move` and `articles import` write it. Atom shows a text that is no absolute address as a UUID made of it.',
  ),
});

export type Editorial = z.output<typeof editorialSchema> & {
  /** The first day, or instant, without the article. */
  expires: ArticleDate | null;
  /** YYYY-MM-DD. The last day by which an editor reads it again. */
  reviewBy: string | null;
};

export const frontMatterSchema = z.object({
  title: text('title')
    .describe('Title of the article.')
    .meta({ examples: ['What a Betting Exchange Really Charges'] }),
  slug: z
    .string()
    .trim()
    .normalize('NFC')
    .regex(ARTICLE_SLUG, 'slug is not lower-case letters, digits and hyphens')
    .refine(fitsFileName, 'slug is longer than 200 bytes')
    .refine((slug) => !/\.html?$/.test(slug), 'slug ends in .html, and addresses have no extension')
    .meta(NUMERIC)
    .nullish()
    .describe('Last part of the address: /articles/{slug}. Default: the name of the file.')
    .meta({ examples: ['betting-exchange-commission'] }),
  description: optionalText('Commission, spread and the charge that few books print.').describe(
    'What search engines and lists show. Default: the first sentences of the text.',
  ),
  author: text('author')
    .meta({ examples: ['Editorial Team'] })
    .nullish()
    .transform((name) => name ?? '')
    .describe('Name or slug of an author in authors.json. Default: the only author there.'),
  date: date.describe(
    'When the article is published: a day, or a time with its zone. A later build publishes what was in the future.',
  ),
  updated: date.nullish().describe('Day or time of the last change.'),
  expires: date
    .nullish()
    .describe(
      'The first day without the article, or the time with its zone from which readers no longer have it. The first build from then on withdraws it.',
    ),
  reviewBy: date
    .nullish()
    .describe(
      'The last day by which an editor looks at it again. `articles next` shows it; readers see no difference.',
    ),
  image: optionalText('exchange.jpg').describe(
    'Picture: a file beside the text or of content/images, or a URL. The setting `articleImageBaseUrl` comes before a name.',
  ),
  draft: flag('draft').describe('Keeps the article out of builds without --drafts.'),
  ...editorialSchema.shape,
  aliases: z
    .array(aliasPath)
    .nullish()
    .transform((value) => value ?? [])
    .describe('Old addresses of the article. They lead to it.'),
  category: z
    .union([categoryName, z.array(categoryName).min(1, CATEGORY_RULE)], CATEGORY_RULE)
    .nullish()
    .transform((value) => (value ? readCategories([value].flat()) : null))
    .describe(
      'Category of the article, or category/subcategory, by key or slug; a list for several. Without it the article is in `other`.',
    )
    .meta({ examples: ['walks/coast'] }),
  entities: z
    .array(entity)
    .nullish()
    .transform((value) => value ?? [])
    .describe('The same in a longer form, with further names for your own use. Write one of the two.'),
  origin: z
    .looseObject({
      status: z
        .string()
        .nullish()
        .describe('"needs-review" and "rejected" keep the article out of every build.')
        .meta({ examples: ['needs-review'] }),
    })
    .nullish()
    .describe('Where a generated article comes from. `articles generate` and `articles review` write it.'),
});

export type Fields = z.output<typeof frontMatterSchema>;

/** The categories that the front matter names in one of its two forms. */
export function categoriesOf({ category, entities }: Pick<Fields, 'category' | 'entities'>): Entity[] {
  return category ?? entities;
}

/** @param timeZone IANA name */
export function editorialOf(
  { featured, pinned, tags, authors, order, series, sponsored, permalink, id, expires, reviewBy }: Fields,
  timeZone: string,
): Editorial {
  const dates = {
    expires: expires ? dateIn(expires, timeZone) : null,
    reviewBy: reviewBy ? dateIn(reviewBy, timeZone).day : null,
  };
  return { featured, pinned, tags, authors, order, series, sponsored, permalink, id, ...dates };
}

export const KNOWN_FIELDS: readonly string[] = Object.keys(frontMatterSchema.shape);

const DATE_HINT = 'write 2026-03-01, or a time with its zone such as 2026-03-01T09:30:00+05:30';

const HINTS: Readonly<Record<string, string>> = {
  title: 'write `title: "…"`, with the title in quotes',
  slug: 'use a slug such as "betting-exchange-commission"',
  author: 'name an author of authors.json by name or slug',
  date: DATE_HINT,
  updated: DATE_HINT,
  expires: DATE_HINT,
  reviewBy: DATE_HINT,
  draft: 'write draft: true or leave it out',
  featured: 'write featured: 1 for the first place, 2 for the next, and so on',
  pinned: 'write pinned: true or leave it out',
  tags: 'write tags: [birds, spring]',
  authors: 'write authors: [ann-reed, bo-lind]',
  order: 'write order: 1 for the first place, 2 for the next, and so on',
  permalink: 'write permalink: /2019/05/the-slug',
  aliases: 'write aliases: [/articles/old-slug]',
  category: 'write category: walks/coast, or a list of them',
  entities: 'write entities as a list of {category, subcategories: [{subcategory, subsubcategories: []}]}',
};

/** Two forms of one field. */
const EITHER = [
  ['category', 'entities'],
  ['author', 'authors'],
] as const;

/** The valid fields of an article with errors, for checks across articles. */
export interface Claims {
  author: string | null;
  entities: Entity[];
  /** null without a slug, and for drafts, which take no address. */
  slug: string | null;
  date: ArticleDate | null;
  editorial: Pick<Editorial, 'permalink' | 'authors'>;
  aliases: string[];
}

/**
 * @param timeZone of the site, an IANA name
 * @returns `fields` null where an error prevents the build of the article
 */
export function parseFields(
  file: string,
  data: Readonly<Record<string, unknown>>,
  timeZone: string,
): { fields: Fields; problems: Finding[] } | { fields: null; claims: Claims; problems: Finding[] } {
  const { authors } = data;
  // The first of several authors stands for all where a list has room for one.
  const given = data.author === undefined && Array.isArray(authors) ? { ...data, author: authors[0] } : data;
  const result = frontMatterSchema.safeParse(given);
  if (result.success)
    return { fields: result.data, problems: checkFields(file, result.data, data, timeZone) };
  const problems = result.error.issues.map((issue): Finding => {
    const field = String(issue.path[0] ?? '');
    const words = describeIssue(issue);
    const named = words.startsWith(field) ? words : `${field}: ${words}`;
    const failure = wrongField(field, data[field] === undefined, named);
    return { file, ...failure, hint: hintOf(field), field: issue.path };
  });
  return {
    fields: null,
    claims: readClaims(data, timeZone),
    problems: [...problems, ...findMisspeltFields(file, data)],
  };
}

/**
 * Reads the valid fields, whatever errors the others have.
 * @param timeZone of the site, an IANA name
 */
export function readClaims(data: Readonly<Record<string, unknown>>, timeZone: string): Claims {
  const { author, authors, category, entities, aliases, date, permalink } = frontMatterSchema.shape;
  const written = date.safeParse(data.date).data;
  return {
    author: author.safeParse(data.author).data ?? null,
    entities: categoriesOf({
      category: category.safeParse(data.category).data ?? null,
      entities: entities.safeParse(data.entities).data ?? [],
    }),
    slug: data.draft === 'true' ? null : parseSlug(data.slug),
    date: written ? dateIn(written, timeZone) : null,
    editorial: {
      permalink: permalink.safeParse(data.permalink).data ?? null,
      authors: authors.safeParse(data.authors).data ?? NO_TAGS,
    },
    aliases: aliases.safeParse(data.aliases).data ?? [],
  };
}

const datedSchema = frontMatterSchema.pick({
  title: true,
  date: true,
  expires: true,
  draft: true,
  origin: true,
});

/**
 * Reads what decides when readers have the article, and its title.
 * @param timeZone of the site, an IANA name
 * @returns null where one of these fields is wrong or missing
 */
export function readDated(
  data: Readonly<Record<string, unknown>>,
  timeZone: string,
): (Dated & { title: string }) | null {
  const found = datedSchema.safeParse(data).data;
  if (!found) return null;
  return {
    title: found.title,
    status: statusOf(found),
    date: dateIn(found.date, timeZone),
    editorial: { expires: found.expires ? dateIn(found.expires, timeZone) : null },
  };
}

const WITHHELD_STATUS = new Set(['needs-review', 'rejected']);

/** "withheld" is never built: a generated article that failed its checks or was rejected. */
export function statusOf({ draft, origin }: Pick<Fields, 'draft' | 'origin'>): Dated['status'] {
  if (WITHHELD_STATUS.has(origin?.status ?? '')) return 'withheld';
  return draft === 'true' ? 'draft' : 'published';
}

/** Says how to correct a field. */
export function hintOf(field: string): string {
  return HINTS[field] ?? `correct ${field}`;
}

/** A valid slug, or null. */
export function parseSlug(value: unknown): string | null {
  return frontMatterSchema.shape.slug.safeParse(value).data ?? null;
}

function checkFields(
  file: string,
  { image, date, updated }: Fields,
  data: Readonly<Record<string, unknown>>,
  timeZone: string,
): Finding[] {
  const found: Finding[] = [];
  for (const [one, other] of EITHER) {
    if (data[one] === undefined || data[other] === undefined) continue;
    const message = `the article has both ${one} and ${other}`;
    found.push(finding('invalid-value', message, 'remove one of the two', { file, field: [other] }));
  }
  if (image !== null && safeUrl(image) === null) {
    const message = `image "${image}" is not a URL that a page may load`;
    const hint = 'name a file of the images folder or an http(s) URL';
    found.push(finding('invalid-value', message, hint, { file, field: ['image'] }));
  }
  if (updated && isEarlier(dateIn(updated, timeZone), dateIn(date, timeZone))) {
    const [message, hint] = ['updated is before date', 'correct one of the two'];
    found.push(finding('updated-before-date', message, hint, { file, field: ['updated'] }, 'warning'));
  }
  return found;
}

function isEarlier(a: ArticleDate, b: ArticleDate): boolean {
  return a.isDay || b.isDay ? a.day < b.day : a.time < b.time;
}

/** A misspelt name explains why a field is missing. own-fields.ts reports all other unknown fields. */
function findMisspeltFields(file: string, data: Readonly<Record<string, unknown>>): Finding[] {
  return Object.keys(data).flatMap((field): Finding[] => {
    const isMeant = (known: string) =>
      known.length > 3 && isNear(field.toLowerCase(), known) && !(known in data);
    const meant = KNOWN_FIELDS.includes(field) ? undefined : KNOWN_FIELDS.find(isMeant);
    if (!meant) return [];
    const hint = `write "${meant}" if you mean that`;
    return [finding('unknown-field', `unknown field "${field}"`, hint, { file, field: [field] }, 'warning')];
  });
}
