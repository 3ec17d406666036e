/** Owns what an article's file means: front matter and text → metadata, or the problems of the file. */
import * as z from 'zod';
import { hashText } from '../hash.ts';
import { type LocaleCode, readingMinutes } from '../locales/codes.ts';
import type { Entity } from '../site/categories.ts';
import { type ArticleDate, parseArticleDate } from './dates.ts';
import { isFault, parseFrontMatter } from './front-matter.ts';
import { countWords, createExcerpt, findImages, findLinks, stripControls } from './text.ts';
import { safeUrl } from './urls.ts';

/** All that the site needs to know of an article without its text. Plain JSON. */
export interface ArticleMeta {
  /** Path of the file, relative to the root, with "/". */
  file: string;
  locale: LocaleCode;
  /** Path below articles/ without ".md": the same in two locales for translations of one article. */
  key: string;
  title: string;
  slug: string;
  description: string;
  author: string;
  date: ArticleDate;
  updated: ArticleDate | null;
  image: string | null;
  /** "withheld" is never built: a generated text that failed its checks or was rejected. */
  status: 'published' | 'draft' | 'withheld';
  aliases: string[];
  /** As written; empty where the front matter names none. */
  entities: Entity[];
  words: number;
  /** Targets of the images in the text, as written. */
  images: string[];
  /** Paths within the site that the text links to, as written. */
  links: string[];
  /** Whether the text holds raw HTML, which may be left out. */
  html: boolean;
  /** Hash of the file's bytes. */
  hash: string;
  /** 53-bit hash of all that other pages show of the article: what lies in the text alone does not change it. */
  card: number;
}

/** A problem with the path of the field instead of its place: places are looked up only when they are shown. */
export interface FieldProblem {
  file: string;
  message: string;
  hint: string;
  /** Path of a front matter field, or the place itself. */
  at: { field: PropertyKey[] } | { line: number; column: number };
  warning: boolean;
}

export interface ParsedArticle {
  /** null where an error keeps the article from being built. */
  meta: ArticleMeta | null;
  problems: FieldProblem[];
}

export interface ArticleSource {
  file: string;
  locale: LocaleCode;
  key: string;
}

const WITHHELD_STATUS = new Set(['needs-review', 'rejected']);

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
              subcategory: text('subcategory'),
              subsubcategories: z
                .array(z.string())
                .nullish()
                .transform((value) => value ?? []),
            }),
          )
          .nullish()
          .transform((value) => value ?? []),
      }),
    )
    .nullish()
    .transform((value) => value ?? []),
  origin: z.looseObject({ status: z.string().nullish() }).nullish(),
});

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
    segments.every((segment) => segment !== '' && !segment.startsWith('.') && fitsFileName(segment))
  );
}

const KNOWN_FIELDS = Object.keys(frontMatterSchema.shape);

const HINTS: Readonly<Record<string, string>> = {
  title: 'add `title: …` to the front matter',
  slug: 'use a slug such as "betting-exchange-commission"',
  author: 'name an author of authors.json by name or slug',
  date: 'write 2026-03-01, or a time with its zone such as 2026-03-01T09:30:00+05:30',
  updated: 'write 2026-03-01, or a time with its zone such as 2026-03-01T09:30:00+05:30',
  draft: 'write draft: true or leave it out',
  aliases: 'write aliases: [/articles/old-slug]',
  entities: 'write entities as a list of {category, subcategories: [{subcategory, subsubcategories: []}]}',
};

/** @param content the file's text; a byte order mark is accepted */
export function parseArticle(source: ArticleSource, content: string, hash: string): ParsedArticle {
  const { file } = source;
  const whole = content.charCodeAt(0) === 0xfeff ? content.slice(1) : content;
  const front = parseFrontMatter(whole);
  if (isFault(front)) {
    const { message, hint, line, column } = front;
    return { meta: null, problems: [{ file, message, hint, at: { line, column }, warning: false }] };
  }
  const result = frontMatterSchema.safeParse(front.data);
  const warnings = misspeltFields(file, front.data);
  if (!result.success) {
    const problems = result.error.issues.map((issue): FieldProblem => {
      const field = String(issue.path[0] ?? '');
      const missing = front.data[field] === undefined;
      return {
        file,
        message: missing
          ? `the front matter has no ${field}`
          : issue.message.startsWith(field)
            ? issue.message
            : `${field}: ${issue.message}`,
        hint: HINTS[field] ?? `correct ${field}`,
        at: { field: issue.path },
        warning: false,
      };
    });
    return { meta: null, problems: [...problems, ...warnings] };
  }
  const fields = result.data;
  const slug = fields.slug ?? slugOfFile(source.key);
  if (slug === null) {
    const message = 'the front matter has no slug and the file name is none';
    return {
      meta: null,
      problems: [{ file, message, hint: HINTS.slug ?? '', at: { line: 1, column: 1 }, warning: false }],
    };
  }
  const body = whole.slice(front.bodyStart);
  const shown = {
    key: source.key,
    title: oneLine(fields.title),
    slug,
    description: fields.description === null ? detach(createExcerpt(body)) : oneLine(fields.description),
    author: fields.author,
    date: fields.date,
    updated: fields.updated ?? null,
    image: fields.image && safeUrl(fields.image),
    status: statusOf(fields.draft, fields.origin?.status),
    aliases: fields.aliases,
    entities: fields.entities,
    words: countWords(body),
  };
  return {
    meta: {
      file,
      locale: source.locale,
      ...shown,
      images: findImages(body).map(detach),
      links: findLinks(body).map(detach),
      html: /<[a-zA-Z/!]/.test(body),
      hash,
      card: hashText(JSON.stringify({ ...shown, words: readingMinutes(shown.words, source.locale) })),
    },
    problems: [...warnings, ...unsafeImage(file, fields.image)],
  };
}

function oneLine(text: string): string {
  return stripControls(text).replace(/\s+/g, ' ').trim();
}

function statusOf(
  draft: string | null | undefined,
  status: string | null | undefined,
): ArticleMeta['status'] {
  if (WITHHELD_STATUS.has(status ?? '')) return 'withheld';
  return draft === 'true' ? 'draft' : 'published';
}

function slugOfFile(key: string): string | null {
  const name = key
    .slice(key.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/^\d{4}-\d{2}-\d{2}-/, '');
  return frontMatterSchema.shape.slug.safeParse(name).data ?? null;
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

/** Parts of a text keep the whole of it in memory; metadata outlives the text by far, so it gets strings of its own. */
function detach(part: string): string {
  return JSON.parse(JSON.stringify(part));
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
