/** Parses the file of an article: returns its metadata, or the problems of the file. */
import { withoutByteOrderMark } from '../../config/utf8.ts';
import { type Finding, type Problem, placeInFile } from '../../foundation/errors.ts';
import { hashText } from '../../foundation/hash.ts';
import { type LocaleCode, languageOf, readingMinutes } from '../../locales/codes.ts';
import { measureWords } from '../../locales/words.ts';
import { findCutValues } from '../front-matter/cut-values.ts';
import { type FrontMatter, isError, parseFrontMatter } from '../front-matter/front-matter.ts';
import { findHeadings, fragmentOf, guessAnchors } from '../markdown/anchors.ts';
import { findDeadMarks } from '../markdown/dead-marks.ts';
import { findDiagram } from '../markdown/diagrams.ts';
import type { Directives } from '../markdown/directive.ts';
import { countWords, findLinks, findOffers, stripControls } from '../markdown/measure-text.ts';
import { safeUrl } from '../markdown/safe-urls.ts';
import { findRefusal } from '../markdown/text-limits.ts';
import { collapseSpaces, typeSetter } from '../markdown/typography.ts';
import { listCharacters } from '../markdown/used-characters.ts';
import { hashArticle } from './approvals.ts';
import type { ArticleReview } from './approved-texts.ts';
import {
  type Claims,
  categoriesOf,
  type Editorial,
  editorialOf,
  type Fields,
  hintOf,
  KNOWN_FIELDS,
  parseFields,
  parseSlug,
  statusOf,
} from './article-fields.ts';
import { detach, summarizeBody } from './body-summary.ts';
import type { Entity } from './category-tree.ts';
import { type ArticleDate, dateIn, later } from './dates.ts';
import type { Reading } from './reading.ts';

/** Everything that the site needs of an article except its text. Plain JSON. */
export interface ArticleMeta {
  /** Path of the file, relative to the root, with "/". */
  file: string;
  locale: LocaleCode;
  /** Path below articles/ without ".md": the same in two locales for translations of one article. */
  key: string;
  title: string;
  slug: string;
  description: string;
  /** True if the description is the beginning of the text. */
  isExcerpt: boolean;
  /** '' for the only author of the edition. */
  author: string;
  date: ArticleDate;
  updated: ArticleDate | null;
  image: string | null;
  /** "withheld" is never built: a generated article that failed its checks or was rejected. */
  status: 'published' | 'draft' | 'withheld';
  /** Hash of a generated article's title, description and text (`hashArticle`); null if a person wrote it. */
  generated: string | null;
  /** How the text relates to the approved one; null for an article that was neither generated nor decided on. */
  review: ArticleReview | null;
  aliases: string[];
  editorial: Editorial;
  /** The categories of the front matter; empty without them. */
  entities: Entity[];
  /** Number of words of the text, as `measureWords` counts them. */
  words: number;
  /** Fields that the program does not know, unchanged; null without such fields. */
  own: Readonly<Record<string, unknown>> | null;
  /** Targets of the images in the text. */
  images: string[];
  /** Addresses within the site that the text links to, as written, without links to headings of this text. */
  links: string[];
  /** Names of the offers that the text may show, as `findOffers` returns them. */
  offers: string[];
  /** True if the text contains raw HTML. */
  html: boolean;
  /** Non-ASCII characters of title, description and text, for font subsets. Empty without fonts in the theme. */
  characters: string;
  /** Hash of the file's bytes. */
  hash: string;
  /** 53-bit hash of everything that other pages show of the article. */
  cardHash: number;
}

export interface ParsedArticle {
  /** null where an error prevents the build of the article. */
  meta: ArticleMeta | null;
  problems: Finding[];
  /** Present if the front matter has errors. */
  claims?: Claims;
}

export interface ArticleSource {
  file: string;
  locale: LocaleCode;
  key: string;
}

export interface ParseOptions {
  directives?: Directives | null;
  withCharacters?: boolean;
  reading?: Reading | undefined;
  /** The front matter of the content if it was read before, with the fields that readers get. */
  front?: FrontMatter | null;
  review?: ArticleReview | null;
}

/**
 * @param content the file's text; a byte order mark is accepted
 * @param options.directives of the program and the site; null to check the syntax only
 * @param options.withCharacters true if the theme has fonts
 * @param options.reading without it, links with the host of the site are not found, dates are those of UTC, and titles and
 *   descriptions are as they are written
 */
export function parseArticle(
  source: ArticleSource,
  content: string,
  hash: string,
  options: ParseOptions = {},
): ParsedArticle {
  const { file } = source;
  const whole = withoutByteOrderMark(content);
  const fail = (problem: Problem, linesAbove = 0): ParsedArticle => ({
    meta: null,
    problems: [placeInFile(problem, file, linesAbove)],
  });
  const front = options.front ?? parseFrontMatter(whole);
  if (isError(front)) return fail(front);
  const { data } = front;
  const { reading = PLAIN } = options;
  const parsed = parseFields(file, data, reading.timeZone);
  const { fields, problems } = parsed;
  if (!fields) {
    const { claims } = parsed;
    const isNamed = data.slug === undefined && data.draft !== 'true';
    return { meta: null, problems, claims: isNamed ? { ...claims, slug: slugOfFile(source.key) } : claims };
  }
  const slug = fields.slug ?? slugOfFile(source.key);
  if (slug === null) {
    const message = 'the front matter has no slug, and the file name is not a valid one';
    return fail({ code: 'missing-field', message, hint: hintOf('slug') });
  }
  const body = whole.slice(front.bodyStart);
  const above = () => whole.slice(0, front.bodyStart).split('\n').length - 1;
  const refusal = findRefusal(body);
  if (refusal) return fail(refusal, above());
  const { meta, found } = describeArticle({ source, hash, data, fields, slug, body }, options);
  const diagram = findDiagram(body);
  for (const problem of [...found, ...(diagram ? [diagram] : [])])
    problems.push(placeInFile(problem, file, above()));
  for (const problem of [...findCutValues(whole), ...findDeadMarks(whole, body, reading.rawHtml)])
    problems.push({ ...problem, file });
  return { meta, problems };
}

/** What holds without the settings of a site. */
const PLAIN = { timeZone: 'UTC', typography: false, rawHtml: false };

interface ReadArticle {
  source: ArticleSource;
  hash: string;
  data: FrontMatter['data'];
  fields: Fields;
  slug: string;
  body: string;
}

/** @returns the article, and what is wrong with the directives of its text */
function describeArticle(
  { source, hash, data, fields, slug, body }: ReadArticle,
  { directives = null, withCharacters = false, reading, review = null }: ParseOptions,
): { meta: ArticleMeta; found: readonly Problem[] } {
  const { timeZone, typography } = reading ?? PLAIN;
  const language = languageOf(source.locale);
  const set = typeSetter({ typography }, language);
  const written = fields.description === null ? null : set(oneLine(fields.description));
  const summary = summarizeBody(body, written, directives, typography ? language : null);
  const { description, isExcerpt, images } = summary;
  const { problems: found, hiddenWords } = summary.directives;
  const own = ownFields(data);
  const date = dateIn(fields.date, timeZone);
  const shown = {
    key: source.key,
    title: set(oneLine(fields.title)),
    slug,
    description,
    author: fields.author,
    date,
    // A day begins before a time of the same day.
    updated: fields.updated ? later(date, dateIn(fields.updated, timeZone)) : null,
    image: fields.image && safeUrl(fields.image),
    status: statusOf(fields),
    aliases: fields.aliases,
    editorial: editorialOf(fields, timeZone),
    entities: categoriesOf(fields),
    words: Math.max(0, measureWords(body, language, countWords) - hiddenWords),
  };
  const meta = {
    file: source.file,
    locale: source.locale,
    ...shown,
    isExcerpt,
    own,
    generated: fields.origin ? hashArticle(data, body) : null,
    review,
    images,
    links: findLeading(body, source.locale, reading).map(detach),
    offers: findOffers(body).map(detach),
    html: /<[a-zA-Z/!]/.test(body),
    characters: withCharacters
      ? listCharacters(shown.title, description, body, JSON.stringify([shown.editorial, own]))
      : '',
    hash,
    cardHash: hashCard(body, {
      ...shown,
      words: readingMinutes(shown.words, source.locale),
      ...(own && { own }),
      ...(fields.origin && { isGenerated: true }),
      ...(isExcerpt && { isExcerpt }),
    }),
  };
  return { meta, found };
}

function hashCard(body: string, shown: object): number {
  // Links of other pages lead to the headings.
  return hashText(JSON.stringify({ ...shown, headings: findHeadings(body) }));
}

/** Links that may lead nowhere: those to headings of the same text do not. */
function findLeading(body: string, locale: LocaleCode, reading?: Reading): string[] {
  const links = findLinks(body, reading);
  if (!links.some((link) => link.startsWith('#'))) return links;
  const own = guessAnchors(body, { language: languageOf(locale), rawHtml: reading?.rawHtml ?? false });
  return links.filter((link) => !link.startsWith('#') || !own.has(fragmentOf(link)));
}

function ownFields(data: Readonly<Record<string, unknown>>): ArticleMeta['own'] {
  const own = Object.entries(data).filter(([name]) => !KNOWN_FIELDS.includes(name));
  return own.length === 0 ? null : Object.fromEntries(own);
}

function oneLine(text: string): string {
  return collapseSpaces(stripControls(text)).trim();
}

/** Guesses the slug that an article will have once its errors are corrected. @param content '' if the file cannot be read */
export function guessSlug(key: string, content: string): string | null {
  const front = parseFrontMatter(withoutByteOrderMark(content));
  return (isError(front) ? null : parseSlug(front.data.slug)) ?? slugOfFile(key);
}

/** Of `slug/index.md`, the folder has the name. */
function slugOfFile(key: string): string | null {
  const own = key.replace(/(.)\/index$/, '$1');
  const name = own
    .slice(own.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/^\d{4}-\d{2}-\d{2}-/, '');
  return parseSlug(name);
}
