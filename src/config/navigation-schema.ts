/** The settings of the menu and the footer. */
import * as z from 'zod';
import { label } from './editorial-schema.ts';
import { localeCode, name, on } from './schema-parts.ts';

const address = z
  .string()
  .regex(/^(\/(?!\/)|https?:\/\/|mailto:)/, 'must be a path such as "/authors" or an http(s) or mailto URL')
  .meta({ examples: ['/authors'] });

const target = {
  title: label
    .optional()
    .describe('Text of the link or heading of the group: a text, or a text for each locale.'),
  category: name
    .optional()
    .describe('Key of a category, or of a subcategory as "category/subcategory".')
    .meta({ examples: ['bettingStrategies/oddsCalculation'] }),
  page: z
    .string()
    .regex(
      /^[^\s/?#]+(?:\/[^\s/?#]+)*$/,
      'must be a name such as "authors" or "tags/birds", without a slash before it',
    )
    .optional()
    .describe(
      'A page of the site, once for all languages: home, authors, about-us, privacy-policy, terms, sitemap, archive, search, or an address below the home of each edition, such as tags, tags/birds or that of an own page. An edition without the page has no link.',
    )
    .meta({ examples: ['authors', 'tags', 'contact'] }),
  url: z
    .union([address, z.record(localeCode, address)], {
      error: 'must be a path such as "/authors" or a URL, or one for each locale',
    })
    .optional()
    .describe('A path of the site or a URL, or one for each locale.'),
};

type Target = z.output<z.ZodObject<typeof target>>;

/** A link has exactly one target; a link to a URL needs a title. */
function findFault({ title, ...places }: Target, others: number): string | null {
  const given = Object.values(places).filter((place) => place !== undefined).length + others;
  if (given !== 1) return 'needs one of category, page and url, or a list';
  return places.url !== undefined && title === undefined ? 'a link to a URL needs a title' : null;
}

function check(context: z.RefinementCtx, message: string | null): void {
  if (message !== null) context.addIssue({ code: 'custom', message, params: { hint: HINT } });
}

const HINT = 'write {"category": "key"}, {"page": "authors"}, or {"title": "…", "url": "/path"}';

const link = z.strictObject(target).superRefine((value, context) => check(context, findFault(value, 0)));
const links = z.array(link).optional().describe('Links of the group.');
export type NavigationLink = z.output<typeof link>;

const menuItem = z
  .strictObject({
    ...target,
    list: z.literal('categories').optional().describe('All categories with their subcategories.'),
    links,
  })
  .superRefine(({ list, links, ...place }, context) => {
    const isGroup = links !== undefined && place.title !== undefined && Object.keys(place).length === 1;
    check(context, isGroup && list === undefined ? null : findFault(place, Number(list !== undefined)));
  });
export type MenuEntry = z.output<typeof menuItem>;

const footerGroup = z
  .strictObject({
    list: z.enum(['categories', 'information', 'contact', 'feeds']).optional().describe('A built-in list.'),
    title: target.title,
    links,
  })
  .superRefine(({ list, links, title }, context) => {
    if (list === undefined && (links === undefined || title === undefined))
      check(context, 'needs a list, or a title and links');
    if (list !== undefined && links !== undefined) check(context, 'has a list and links: write two groups');
  });
export type FooterEntry = z.output<typeof footerGroup>;

export const navigation = z
  .strictObject({
    menu: z
      .array(menuItem)
      .default([{ list: 'categories' }])
      .describe('Entries of the menu in their order: links, groups of links, and all categories.'),
    emptySections: z
      .boolean()
      .default(false)
      .describe('Show categories without articles in the menu, the footer and the sitemap page too.'),
    sections: on.describe('A row of the first entries of the menu, on screens of 1,000 px and more.'),
    sidebar: z
      .boolean()
      .default(false)
      .describe(
        'A tree of all articles by category beside each article, as documentation has it. Own pages with `navigation: sidebar` have one without the setting.',
      ),
    editLink: z
      .string()
      .regex(/^https?:\/\/\S*\{file\}\S*$/, 'must be a URL with {file}')
      .optional()
      .describe('Address where readers suggest a change of a text. {file} is its path in the site folder.')
      .meta({ examples: ['https://github.com/ann/site/edit/main/{file}'] }),
    languages: on.describe('Links to the other languages in the header.'),
  })
  .prefault({})
  .describe('The header.');

export const footer = z
  .strictObject({
    groups: z
      .array(footerGroup)
      .default([{ list: 'categories' }, { list: 'information' }, { list: 'contact' }, { list: 'feeds' }])
      .describe('Groups of links in their order.'),
    languages: on.describe('Links to the other languages in the footer.'),
  })
  .prefault({})
  .describe('The footer.');
