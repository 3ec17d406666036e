/** Owns what an article's file means: front matter and text → metadata, or the problems of the file. */
import { hashText } from '../../foundation/hash.ts';
import { type LocaleCode, readingMinutes } from '../../locales/codes.ts';
import type { Entity } from '../../site/category-tree.ts';
import { isError, parseFrontMatter } from '../front-matter/front-matter.ts';
import { countWords, findLinks, stripControls } from '../markdown/measure-text.ts';
import { isNestedTooDeeply, TOO_DEEP } from '../markdown/nesting-depth.ts';
import { safeUrl } from '../markdown/safe-urls.ts';
import { type Claims, type FieldProblem, hintOf, parseFields, parseSlug } from './article-fields.ts';
import type { ArticleDate } from './dates.ts';
import { createExcerpt } from './excerpt.ts';
import { findImages } from './find-images.ts';

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
  /** Targets of the images in the text. */
  images: string[];
  /** Paths within the site that the text links to, as written. */
  links: string[];
  /** Whether the text holds raw HTML, which may be left out. */
  html: boolean;
  /** Hash of the file's bytes. */
  hash: string;
  /** 53-bit hash of all that other pages show of the article: what lies in the text alone does not change it. */
  cardHash: number;
}

export interface ParsedArticle {
  /** null where an error keeps the article from being built. */
  meta: ArticleMeta | null;
  problems: FieldProblem[];
  /** Of an article whose front matter is wrong. */
  claims?: Claims;
}

export interface ArticleSource {
  file: string;
  locale: LocaleCode;
  key: string;
}

const WITHHELD_STATUS = new Set(['needs-review', 'rejected']);

/** @param content the file's text; a byte order mark is accepted */
export function parseArticle(source: ArticleSource, content: string, hash: string): ParsedArticle {
  const { file } = source;
  const whole = content.charCodeAt(0) === 0xfeff ? content.slice(1) : content;
  const front = parseFrontMatter(whole);
  if (isError(front)) {
    const { message, hint, line, column } = front;
    return { meta: null, problems: [{ file, message, hint, at: { line, column }, warning: false }] };
  }
  const parsed = parseFields(file, front.data);
  const { fields, problems } = parsed;
  if (!fields) {
    const { claims } = parsed;
    const isNamed = front.data.slug === undefined && front.data.draft !== 'true';
    return { meta: null, problems, claims: isNamed ? { ...claims, slug: slugOfFile(source.key) } : claims };
  }
  const slug = fields.slug ?? slugOfFile(source.key);
  if (slug === null) {
    const message = 'the front matter has no slug and the file name is none';
    return {
      meta: null,
      problems: [{ file, message, hint: hintOf('slug'), at: { line: 1, column: 1 }, warning: false }],
    };
  }
  const body = whole.slice(front.bodyStart);
  if (isNestedTooDeeply(body))
    return { meta: null, problems: [{ file, ...TOO_DEEP, at: { line: 1, column: 1 }, warning: false }] };
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
      cardHash: hashText(JSON.stringify({ ...shown, words: readingMinutes(shown.words, source.locale) })),
    },
    problems,
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

/** The slug that an article has or, with its errors mended, most likely will have. @param content of its file; '' where it cannot be read */
export function guessSlug(key: string, content: string): string | null {
  const front = parseFrontMatter(content.replace(/^\uFEFF/, ''));
  return (isError(front) ? null : parseSlug(front.data.slug)) ?? slugOfFile(key);
}

function slugOfFile(key: string): string | null {
  const name = key
    .slice(key.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/^\d{4}-\d{2}-\d{2}-/, '');
  return parseSlug(name);
}

/** Parts of a text keep the whole of it in memory; metadata outlives the text by far, so it gets strings of its own. */
function detach(part: string): string {
  return JSON.parse(JSON.stringify(part));
}
