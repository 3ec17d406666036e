/** Owns the fields of an article's front matter: what they may hold, and what is said of one that is wrong. */
import * as z from 'zod';
import { describeIssue } from '../../config/schema-issues.ts';
import type { Entity } from '../../site/category-tree.ts';
import { safeUrl } from '../markdown/safe-urls.ts';
import { type ArticleDate, instantOf, parseArticleDate } from './dates.ts';

/** A problem with the path of the field instead of its place: places are looked up only when they are shown. */
export interface FieldProblem {
  file: string;
  message: string;
  hint: string;
  /** Path of a front matter field, or the place itself. */
  at: { field: PropertyKey[] } | { line: number; column: number };
  warning: boolean;
}

const text = (what: string) => z.string(`${what} must be text`).trim().min(1, `${what} is empty`);

const date = z.string('must be a date').transform((value, context): ArticleDate => {
  const parsed = parseArticleDate(value);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: parsed });
  return z.NEVER;
});

const optionalText = z
  .string()
  .trim()
  .nullish()
  .transform((value) => value || null);

const frontMatterSchema = z.object({
  title: text('title'),
  slug: z
    .string()
    .trim()
    .normalize('NFC')
    .regex(
      /^[\p{Ll}\p{Lo}\p{N}]+(?:[-_.~][\p{Ll}\p{Lo}\p{N}]+)*$/u,
      'slug is not lower-case letters, digits and hyphens',
    )
    .refine(fitsFileName, 'slug is longer than 200 bytes')
    .refine((slug) => !/\.html?$/.test(slug), 'slug ends like a file, and addresses have no extension')
    .nullish(),
  description: optionalText,
  author: text('author'),
  date,
  updated: date.nullish(),
  image: optionalText,
  draft: z.enum(['true', 'false'], 'draft must be true or false').nullish(),
  aliases: z
    .array(z.string().refine(isPagePath, 'an alias is a path of the site such as /articles/old-slug'))
    .nullish()
    .transform((value) => value ?? []),
  entities: z
    .array(
      z.object({
        category: text('category'),
        subcategories: z
          .array(
            z.object({
              subcategory: text('subcategory').nullish(),
              subsubcategories: z
                .array(z.string())
                .nullish()
                .transform((value) => value ?? []),
            }),
          )
          .nullish()
          // One that is named by nothing is none: the article goes to "other".
          .transform((value) =>
            (value ?? []).flatMap(({ subcategory, subsubcategories }) =>
              subcategory ? [{ subcategory, subsubcategories }] : [],
            ),
          ),
      }),
    )
    .nullish()
    .transform((value) => value ?? []),
  origin: z.looseObject({ status: z.string().nullish() }).nullish(),
});

type Fields = z.output<typeof frontMatterSchema>;

const KNOWN_FIELDS = Object.keys(frontMatterSchema.shape);

const HINTS: Readonly<Record<string, string>> = {
  title: 'write `title: "…"`, with the title in quotes',
  slug: 'use a slug such as "betting-exchange-commission"',
  author: 'name an author of authors.json by name or slug',
  date: 'write 2026-03-01, or a time with its zone such as 2026-03-01T09:30:00+05:30',
  updated: 'write 2026-03-01, or a time with its zone such as 2026-03-01T09:30:00+05:30',
  draft: 'write draft: true or leave it out',
  aliases: 'write aliases: [/articles/old-slug]',
  entities: 'write entities as a list of {category, subcategories: [{subcategory, subsubcategories: []}]}',
};

/** What an article that cannot be built says of its place, as far as it can be read. */
export interface Claims {
  author: string | null;
  entities: Entity[];
  /** null where it has none, or takes no address because it is a draft. */
  slug: string | null;
  aliases: string[];
}

/** @returns null for the fields where one of them keeps the article from being built */
export function parseFields(
  file: string,
  data: Readonly<Record<string, unknown>>,
): { fields: Fields; problems: FieldProblem[] } | { fields: null; claims: Claims; problems: FieldProblem[] } {
  const result = frontMatterSchema.safeParse(data);
  const warnings = misspeltFields(file, data);
  if (result.success) {
    const { image } = result.data;
    return {
      fields: result.data,
      problems: [...warnings, ...unsafeImage(file, image), ...earlyUpdate(file, result.data)],
    };
  }
  const problems = result.error.issues.map((issue): FieldProblem => {
    const field = String(issue.path[0] ?? '');
    const missing = data[field] === undefined;
    const words = describeIssue(issue);
    return {
      file,
      message: missing
        ? `the front matter has no ${field}`
        : words.startsWith(field)
          ? words
          : `${field}: ${words}`,
      hint: hintOf(field),
      at: { field: issue.path },
      warning: false,
    };
  });
  const { author, entities, aliases } = frontMatterSchema.shape;
  const claims = {
    author: author.safeParse(data.author).data ?? null,
    entities: entities.safeParse(data.entities).data ?? [],
    slug: data.draft === 'true' ? null : parseSlug(data.slug),
    aliases: aliases.safeParse(data.aliases).data ?? [],
  };
  return { fields: null, claims, problems: [...problems, ...warnings] };
}

/** What to do about a field that is wrong. */
export function hintOf(field: string): string {
  return HINTS[field] ?? `correct ${field}`;
}

/** A slug as the front matter could hold it, or null. */
export function parseSlug(value: unknown): string | null {
  return frontMatterSchema.shape.slug.safeParse(value).data ?? null;
}

function unsafeImage(file: string, image: string | null): FieldProblem[] {
  if (image === null || safeUrl(image) !== null) return [];
  const hint = 'name a file of the images folder or an http(s) URL';
  return [
    {
      file,
      message: `image "${image}" is not a URL that a page may load`,
      hint,
      at: { field: ['image'] },
      warning: false,
    },
  ];
}

function earlyUpdate(file: string, { date, updated }: Fields): FieldProblem[] {
  if (!updated) return [];
  const areTimes = updated.time !== null && date.time !== null;
  if (areTimes ? instantOf(updated) >= instantOf(date) : updated.day >= date.day) return [];
  const message = 'updated lies before date';
  return [{ file, message, hint: 'correct one of the two', at: { field: ['updated'] }, warning: true }];
}

/** Unknown fields are other programs' business, unless they look like one of ours. */
function misspeltFields(file: string, data: Readonly<Record<string, unknown>>): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const field of Object.keys(data)) {
    if (KNOWN_FIELDS.includes(field)) continue;
    const meant = KNOWN_FIELDS.find(
      (known) => known.length > 3 && isNear(field.toLowerCase(), known) && !(known in data),
    );
    if (!meant) continue;
    const message = `unknown field "${field}"`;
    problems.push({
      file,
      message,
      hint: `write "${meant}" if you mean that`,
      at: { field: [field] },
      warning: true,
    });
  }
  return problems;
}

/** One letter changed, added, left out, or two neighbours swapped. */
function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}

/** File systems hold names of 255 bytes, the ending included. */
function fitsFileName(segment: string): boolean {
  return Buffer.byteLength(segment) <= 200;
}

/** Aliases become files: no empty segment, none that leads out of the folder, no character that a URL or a disk refuses. */
function isPagePath(path: string): boolean {
  const segments = path.replace(/\/+$/, '').split('/').slice(1);
  return (
    path.startsWith('/') &&
    !/[?#%\\:*"<>|\s\p{C}]/u.test(path) &&
    // A file that a build may make is no folder.
    !/\.(html|xml|json|txt|js|ico|webmanifest)\//i.test(path.replace(/\/+$/, '')) &&
    segments.every((segment) => segment !== '' && !segment.startsWith('.') && fitsFileName(segment))
  );
}
