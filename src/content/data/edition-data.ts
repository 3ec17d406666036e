/** Owns the JSON data of an edition: authors, SEO texts, category tree, and the site's ads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import { parseJsonFile } from '../../config/read-json.ts';
import { hasCode, type Problems, refusalOf } from '../../foundation/errors.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import { type CategoryTree, categoryTreeSchema, createCategoryTree } from '../../site/category-tree.ts';
import { stripControls } from '../markdown/measure-text.ts';
import { LIES_ELSEWHERE, liesElsewhere } from './site-files.ts';

const authorsSchema = z
  .array(
    z.looseObject({
      name: z.string().trim().min(1),
      slug: z
        .string()
        .regex(
          /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u,
          'must be lower-case letters, digits and hyphens',
        )
        .optional(),
      description: z.string().trim().min(1),
      meta_title: z.string().trim().min(1),
      meta_description: z.string().trim().min(1),
    }),
  )
  .superRefine((authors, context) => {
    const seen = new Map<string, number>();
    for (const [index, author] of authors.entries()) {
      const slug = author.slug ?? slugifyName(author.name);
      const first = seen.get(slug);
      if (slug === '')
        context.addIssue({ code: 'custom', path: [index, 'name'], message: 'gives no slug; add one' });
      if (slug === 'index') {
        const path = [index, author.slug === undefined ? 'name' : 'slug'];
        context.addIssue({ code: 'custom', path, message: 'slug "index" is that of the list of authors' });
      }
      if (first !== undefined) {
        context.addIssue({
          code: 'custom',
          path: [index, 'slug'],
          message: `slug "${slug}" is taken by author ${first + 1} of the list`,
        });
      }
      seen.set(slug, index);
    }
  });

export interface Author {
  name: string;
  slug: string;
  description: string;
  metaTitle: string;
  metaDescription: string;
}

const SEO_KINDS = ['home', 'authors', 'not-found', 'about-us', 'privacy-policy', 'terms', 'sitemap'] as const;
export type SeoKind = (typeof SEO_KINDS)[number];

const seoEntry = z.strictObject({ title: z.string().trim().min(1), description: z.string().trim().min(1) });
const seoSchema = z.strictObject({
  home: seoEntry,
  authors: seoEntry,
  'not-found': seoEntry,
  'about-us': seoEntry,
  'privacy-policy': seoEntry,
  terms: seoEntry,
  sitemap: seoEntry,
});
export type Seo = z.output<typeof seoSchema>;

const adsSchema = z.strictObject({
  sapeNewUrl: z.string().default(''),
  sapeLinks: z
    .record(z.string().regex(/^\/[^?#]*$/, 'must be a page path such as "/authors"'), z.array(z.string()))
    .default({}),
});
export type AdData = z.output<typeof adsSchema>;

/** What stands beside the articles of one locale. */
export interface EditionData {
  locale: LocaleCode;
  tree: CategoryTree;
  authors: Author[];
  seo: Seo;
}

/** As `EditionData`; null for a part that cannot be read. */
export interface EditionParts {
  locale: LocaleCode;
  tree: CategoryTree | null;
  authors: Author[] | null;
  seo: Seo | null;
}

/** Reads content/{locale}/*.json; problems are collected. */
export async function loadEditionParts(
  config: SiteConfig,
  locale: LocaleCode,
  problems: Problems,
): Promise<EditionParts> {
  const folder = `content/${locale}`;
  const tree = await loadJson(
    config.root,
    `${folder}/categories.json`,
    categoryTreeSchema,
    problems,
    'run `articles init` elsewhere for a sample of it',
  );
  const authors = await loadJson(
    config.root,
    `${folder}/authors.json`,
    authorsSchema,
    problems,
    'write [{"name", "description", "meta_title", "meta_description"}]',
  );
  const seo = await loadJson(
    config.root,
    `${folder}/seo.json`,
    seoSchema,
    problems,
    `write a title and description for each of ${SEO_KINDS.join(', ')}`,
  );
  return {
    locale,
    tree: tree && createCategoryTree(tree),
    authors:
      authors?.map((author) => ({
        name: author.name,
        slug: author.slug ?? slugifyName(author.name),
        description: author.description,
        metaTitle: author.meta_title,
        metaDescription: author.meta_description,
      })) ?? null,
    seo,
  };
}

/** The same for an edition that is worked with: null where a part is missing. */
export async function loadEditionData(
  config: SiteConfig,
  locale: LocaleCode,
  problems: Problems,
): Promise<EditionData | null> {
  const { tree, authors, seo } = await loadEditionParts(config, locale, problems);
  return tree && authors && seo && { locale, tree, authors, seo };
}

/** Reads content/ads.json; without the file there are no paid links. */
export async function loadAds(root: string, problems: Problems): Promise<AdData> {
  const none: AdData = { sapeNewUrl: '', sapeLinks: {} };
  return (await loadJson(root, 'content/ads.json', adsSchema, problems, null)) ?? none;
}

/** @param missingHint what to do where the file is missing; null where it may be */
async function loadJson<S extends z.ZodType>(
  root: string,
  file: string,
  schema: S,
  problems: Problems,
  missingHint: string | null,
): Promise<z.output<S> | null> {
  if (liesElsewhere(root, file)) {
    problems.error({ file, ...LIES_ELSEWHERE });
    return null;
  }
  let bytes: Buffer;
  try {
    bytes = readFileSync(join(root, file));
  } catch (error) {
    const isMissing = hasCode(error, 'ENOENT', 'ENOTDIR');
    const refusal = isMissing ? null : refusalOf(error, file);
    if (!isMissing && !refusal) throw error;
    if (refusal) problems.error(refusal);
    else if (missingHint !== null)
      problems.error({ file, message: 'the file is missing', hint: missingHint });
    return null;
  }
  const parsed = await parseJsonFile(file, bytes, z.preprocess(withoutControls, schema));
  if (parsed.ok) return parsed.value;
  for (const problem of parsed.problems) problems.error(problem);
  return null;
}

/** JSON may hold characters that pages must not. */
function withoutControls(value: unknown): unknown {
  if (typeof value === 'string') return stripControls(value);
  if (Array.isArray(value)) return value.map(withoutControls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutControls(inner)]));
}

/** `Ana María Öz` → `ana-maria-oz`; letters of other scripts stay. */
function slugifyName(name: string): string {
  return name
    .replace(/İ/g, 'I')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
