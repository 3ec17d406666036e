import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import { aliasPaths } from '../../config/page-path.ts';
import { withoutSchemaName } from '../../config/read-json.ts';
import { parseDocument } from '../../config/read-yaml.ts';
import { localeCode } from '../../config/schema-parts.ts';
import { finding, hasCode, type Problems, refusalOf } from '../../foundation/errors.ts';
import { readSiteFile } from '../../foundation/site-files.ts';
import { siteFile, siteFileExists } from '../../foundation/site-folders.ts';
import { SLUG, slugifyName } from '../../foundation/slug.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import { builtInOf, stringsOf } from '../../locales/locale-registry.ts';
import { type CategoryTree, createCategoryTree, createTreeSchema } from '../article/category-tree.ts';
import { stripControls } from '../markdown/measure-text.ts';
import { safeUrl } from '../markdown/safe-urls.ts';
import { typeSetter } from '../markdown/typography.ts';
import { ADS_FILE, PAID_LINKS_FILE, treeFile } from './content-files.ts';

const line = z.string().trim().min(1);

const AUTHOR_TYPES = ['person', 'organization', 'pen-name'] as const;

export const authorsSchema = z.array(
  z.looseObject({
    name: line
      .normalize('NFC')
      .describe('Name, as articles give it.')
      .meta({ examples: ['Editorial Team'] }),
    slug: z
      .string()
      .regex(SLUG, 'must be lower-case letters, digits and hyphens')
      .optional()
      .describe('Last part of the address: /authors/{slug}. Default: made from the name.')
      .meta({ examples: ['editorial-team'] }),
    description: line
      .describe('Biography, on the page of the author and under articles.')
      .meta({ examples: ['The editors write and check the articles of this site.'] }),
    meta_title: line
      .optional()
      .describe('Title of the page for search engines. Default: the name.')
      .meta({ examples: ['Editorial Team: Articles and Biography'] }),
    meta_description: line
      .optional()
      .describe('Description of the page for search engines. Default: the biography.')
      .meta({ examples: ['All articles of the editorial team, newest first.'] }),
    role: line
      .optional()
      .describe('What the author does, shown with the name.')
      .meta({ examples: ['Editor'] }),
    photo: line
      .optional()
      .describe(
        'Picture of the author: a file of content/images, or a URL. The build makes small ones of it.',
      )
      .meta({ examples: ['ann-reed.jpg'] }),
    links: z
      .array(
        z.strictObject({
          title: line.describe('Text of the link.').meta({ examples: ['Mastodon'] }),
          url: z
            .string()
            .refine(
              (url) => /^(?:https?|mailto):/i.test(url) && safeUrl(url) !== null,
              'must be a URL or mailto:',
            )
            .describe('Address of a profile elsewhere. The link has rel="me".')
            .meta({ examples: ['https://mastodon.example/@ann'] }),
        }),
      )
      .optional()
      .describe('Profiles of the author elsewhere.'),
    type: z
      .enum(AUTHOR_TYPES)
      .optional()
      .describe(
        'What search engines are told. Default: person. A pen-name is a name that the desk writes under: search engines are told the name of the site instead.',
      ),
    aliases: aliasPaths,
  }),
);

/** Authors whose slugs, some of which are made from names, are addresses. @param language BCP 47 */
const addressedAuthors = (language: string) =>
  authorsSchema.superRefine((authors, context) => {
    const seen = new Set<string>();
    for (const [index, author] of authors.entries()) {
      const slug = author.slug ?? slugifyName(author.name, language);
      const isOwn = author.slug !== undefined;
      const issue = (field: string, message: string, hint: string) =>
        context.addIssue({ code: 'custom', path: [index, field], message, params: { hint } });
      if (slug === '') issue('name', 'has no letter or digit for a slug', 'add a "slug"');
      if (slug === 'index')
        issue(
          isOwn ? 'slug' : 'name',
          'slug "index" is the address of the list of authors',
          'choose another "slug"',
        );
      if (seen.has(slug)) {
        const source = isOwn ? '' : ' (from their names)';
        issue('slug', `two authors have the slug "${slug}"${source}`, 'give one of them another "slug"');
      }
      seen.add(slug);
    }
  });

export interface Author {
  name: string;
  slug: string;
  description: string;
  metaTitle: string;
  metaDescription: string;
  role?: string;
  /** A file of content/images, or a URL. */
  photo?: string;
  links?: { title: string; url: string }[];
  type?: (typeof AUTHOR_TYPES)[number];
  /** Old addresses of the author's page. */
  aliases?: string[];
}

const seoEntry = z.strictObject({
  title: line
    .optional()
    .describe('Title of the page for search engines. Default: the title that readers see.')
    .meta({ examples: ['Field Notes: Walks and Weather'] }),
  description: line
    .optional()
    .describe('Description of the page for search engines. Default: made from the page.')
    .meta({ examples: ['Notes from walks in all weathers, with maps and distances.'] }),
});
export const seoSchema = z
  .strictObject({
    home: seoEntry.describe('The home page. Without a description it has that of the settings.'),
    authors: seoEntry.describe('The list of authors.'),
    'not-found': seoEntry.describe('The page for an unknown address.'),
    'about-us': seoEntry.describe('The page about the site.'),
    'privacy-policy': seoEntry.describe('The privacy policy.'),
    terms: seoEntry.describe('The terms of use.'),
    sitemap: seoEntry.describe('The sitemap for readers.'),
  })
  .partial();
/** The texts of seo.json. Each may be left out. */
export type WrittenSeo = z.output<typeof seoSchema>;
export type SeoKind = keyof WrittenSeo;

/** Tags of one block of paid links; more would nest deeper than a page can hold. */
const MAX_TAGS = 2_000;

const adHtml = z
  .string()
  .refine((html) => html.split('<').length <= MAX_TAGS, `has more than ${MAX_TAGS} tags`)
  .meta({ examples: ['<a href="https://example.com/">Squared notebooks</a>'] });

const adPages = z
  .record(z.string().regex(/^\/[^?#]*$/, 'must be a page path such as "/authors"'), z.array(adHtml))
  .default({})
  .describe('Further blocks of single pages, by the path of the page.')
  .meta({ examples: [{ '/authors': ['<a href="https://example.com/">Squared notebooks</a>'] }] });
const editionAd = adHtml.describe('HTML of that block. An empty text leaves the block out.');

export const paidLinksSchema = z.strictObject({
  everyPage: adHtml.default('').describe('HTML of a block of paid links on every page.'),
  paidLinks: adPages,
  locales: z
    .record(localeCode, z.strictObject({ everyPage: editionAd }))
    .optional()
    .describe('What an edition shows in place of `everyPage`, by its locale.'),
});
export type PaidLinksData = z.output<typeof paidLinksSchema>;

/** The same with other names. Sites of other programs have it. */
export const adsSchema = z.strictObject({
  sapeNewUrl: adHtml.default('').describe('The `everyPage` of paid-links.json.'),
  sapeLinks: adPages,
  locales: z
    .record(localeCode, z.strictObject({ sapeNewUrl: editionAd }))
    .optional()
    .describe('What an edition shows in place of `sapeNewUrl`, by its locale.'),
});

interface DataFiles {
  tree: CategoryTree;
  authors: Author[];
  seo: WrittenSeo;
}

/** The data files of one locale. */
export type EditionData = { locale: LocaleCode } & DataFiles;

/** The same data. A file that cannot be read is null. `treeFile` has the categories; without it that is categories.json. */
export type EditionParts = { locale: LocaleCode; treeFile?: string } & {
  [Name in keyof DataFiles]: DataFiles[Name] | null;
};

/** The title of what is in a category and in none of its subcategories. */
export async function titleOfOther(locale: LocaleCode): Promise<string> {
  return (await stringsOf(builtInOf(locale) ?? 'en_US')).sections.more;
}

/** The schemas of the data files of a locale, by the names of the files. */
export const createDataSchemas = async (locale: LocaleCode) => ({
  categories: createTreeSchema(await titleOfOther(locale)),
  authors: addressedAuthors(languageOf(locale)),
  seo: seoSchema,
});

/** Fields of the data files that readers see. */
const SHOWN = new Set(['title', 'description', 'meta_title', 'meta_description', 'role']);

/** Reads the data files of content/{locale}; problems are collected. */
export async function loadEditionParts(
  config: SiteConfig,
  locale: LocaleCode,
  problems: Problems,
): Promise<EditionParts> {
  const { root } = config;
  const language = languageOf(locale);
  const set = typeSetter(config, language);
  const prepare = (value: unknown) => mapTexts(value, (text, name) => (SHOWN.has(name) ? set(text) : text));
  const load = <S extends z.ZodType>(name: string, schema: S, missingHint: string | null) =>
    loadDocument(
      root,
      siteFile(root, `content/${locale}/${name}.json`),
      z.preprocess(prepare, schema),
      problems,
      missingHint,
    );
  const schemas = await createDataSchemas(locale);
  const categories = treeFile(root, locale);
  const tree = await loadDocument(
    root,
    categories,
    z.preprocess(prepare, schemas.categories),
    problems,
    'write {"notes": {"title": "Notes"}}, with a key and a title for each category',
  );
  const file = siteFile(root, `content/${locale}/categories.json`);
  if (categories.endsWith('.yaml') && existsSync(join(root, file))) {
    const message = 'is not read beside categories.yaml';
    problems.error(finding('unused-file', message, 'keep one of the two files', { file }));
  }
  const authors = await load(
    'authors',
    schemas.authors,
    'write [{"name": "Ann Reed", "description": "What she writes about."}]',
  );
  const seo = await load('seo', schemas.seo, null);
  return {
    locale,
    treeFile: categories,
    tree: tree && createCategoryTree(tree),
    authors:
      authors?.map((author) => ({
        name: author.name,
        slug: author.slug ?? slugifyName(author.name, language),
        description: author.description,
        metaTitle: author.meta_title ?? author.name,
        metaDescription: author.meta_description ?? author.description,
        ...(author.role !== undefined && { role: author.role }),
        ...(author.photo !== undefined && { photo: author.photo }),
        ...(author.links && { links: author.links }),
        ...(author.type && { type: author.type }),
        ...(author.aliases && { aliases: author.aliases }),
      })) ?? null,
    seo: seo ?? (siteFileExists(root, `content/${locale}/seo.json`) ? null : {}),
  };
}

/** Reads the same files. @returns null if one of them cannot be read */
export async function loadEditionData(
  config: SiteConfig,
  locale: LocaleCode,
  problems: Problems,
): Promise<EditionData | null> {
  const { tree, authors, seo } = await loadEditionParts(config, locale, problems);
  return tree && authors && seo && { locale, tree, authors, seo };
}

/** Reads content/paid-links.json, or content/ads.json. Without these files there are no paid links. */
export async function loadPaidLinks(root: string, problems: Problems): Promise<PaidLinksData> {
  const links = await loadDocument(root, PAID_LINKS_FILE, paidLinksSchema, problems, null);
  const ads = await loadDocument(root, ADS_FILE, adsSchema, problems, null);
  if (links && ads) {
    const message = `is not read beside ${PAID_LINKS_FILE}`;
    problems.error(finding('unused-file', message, 'keep one of the two files', { file: ADS_FILE }));
  }
  if (links || !ads) return links ?? { everyPage: '', paidLinks: {} };
  const { sapeNewUrl: everyPage, sapeLinks: paidLinks, locales } = ads;
  const editions = Object.entries(locales ?? {}).map(
    ([locale, { sapeNewUrl }]) => [locale, { everyPage: sapeNewUrl }] as const,
  );
  return { everyPage, paidLinks, ...(locales && { locales: Object.fromEntries(editions) }) };
}

/** @param missingHint what to do about a missing file; null for a file that is optional */
export async function loadDocument<S extends z.ZodType>(
  root: string,
  file: string,
  schema: S,
  problems: Problems,
  missingHint: string | null,
): Promise<z.output<S> | null> {
  let bytes: Buffer;
  try {
    bytes = readSiteFile(root, file);
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT', 'ENOTDIR');
    const refusal = isMissing ? null : refusalOf(error, file);
    if (!isMissing && !refusal) throw error;
    if (refusal) problems.error(refusal);
    else if (missingHint !== null)
      problems.error({ file, code: 'missing-file', message: 'the file is missing', hint: missingHint });
    return null;
  }
  const parsed = await parseData(file, bytes, schema);
  if (parsed.ok) return parsed.value;
  for (const problem of parsed.problems) problems.error(problem);
  return null;
}

/** @param file path for messages, relative to the root */
export const parseData = <S extends z.ZodType>(file: string, bytes: Buffer, schema: S) =>
  parseDocument(file, bytes, z.preprocess(prepareValue, schema));

/** JSON may contain characters that pages must not contain. */
function prepareValue(value: unknown): unknown {
  return mapTexts(withoutSchemaName(value), stripControls);
}

/** Maps each text of a document, by its name or the name of its list. */
export function mapTexts(value: unknown, map: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return map(value, name);
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, map, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, map, key)]));
}
