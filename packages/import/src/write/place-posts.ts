/** Gives every post its slug, its file and its address in the new site. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  aliasPath,
  createSlug,
  dateIn,
  displayName,
  fitsFileName,
  type InfoKind,
  infoFile,
  isReservedPath,
  languageOf,
  listTaxonomies,
  parseArticleDate,
  parseSlug,
  patternPath,
  RESERVED_SEGMENTS,
  refusedByWindows,
  trimEnding,
} from '../core.ts';
import type { ImportedPost } from '../imported-site.ts';
import { decodeAddress } from '../read/decode-address.ts';
import { findPattern } from './address-pattern.ts';
import type { Destination } from './destination.ts';
import type { ImportRecord } from './import-record.ts';
import { normalizeAlias } from './plan-aliases.ts';

/** A post with the names that its file and its address are made of. */
export interface NamedPost {
  post: ImportedPost;
  title: string;
  /** The date of its file here. */
  date: string;
  /** Parts of its path, each a slug. */
  segments: readonly string[];
  slug: string;
  /** Its address on the old site, as a path of the new one; null if it has none. */
  old: string | null;
}

export interface PlacedPost extends NamedPost {
  /** Path relative to the root of the site. */
  file: string;
  /** Path in the new site, without its base path. */
  url: string;
  /** The field that gives an article this address; null if the pattern of the site does. */
  permalink: string | null;
}

/** Names of the pages that every site has. */
const INFO_NAMES: ReadonlyMap<string, InfoKind> = new Map(
  Object.entries({
    about: 'about-us' as const,
    'about-me': 'about-us',
    'about-us': 'about-us',
    privacy: 'privacy-policy',
    'privacy-policy': 'privacy-policy',
    terms: 'terms',
    'terms-of-service': 'terms',
    'terms-of-use': 'terms',
    'terms-and-conditions': 'terms',
  }),
);

/** @param dateOf the date of the file of a post */
export async function namePosts(
  posts: readonly ImportedPost[],
  { locale, oldBase }: Destination,
  dateOf: (post: ImportedPost) => string,
): Promise<NamedPost[]> {
  const language = languageOf(locale);
  const named: NamedPost[] = [];
  for (const post of posts) {
    const segments: string[] = [];
    for (const part of post.path.split('/')) segments.push(await slugOf(part, language));
    const name = segments.at(-1) ?? 'post';
    const slug = post.slug === null ? name : await slugOf(post.slug, language);
    const title = post.title ?? displayName(decodeAddress(post.path.slice(post.path.lastIndexOf('/') + 1)));
    const [address] = post.addresses;
    const old = address === undefined ? null : trimEnding(normalizeAlias(oldBase + decodeAddress(address)));
    named.push({ post, title, date: dateOf(post), segments, slug, old });
  }
  return named;
}

/** The pattern of the addresses of most articles. @param timeZone of the site, an IANA name */
export function patternOf(named: readonly NamedPost[], timeZone: string): string {
  return findPattern(
    named.flatMap(({ post, slug, segments, date, old }) =>
      post.kind === 'article' && old !== null
        ? [{ slug, key: segments.join('/'), date: dayIn(date, timeZone) ?? date, address: old }]
        : [],
    ),
  );
}

/** The day of a date on the calendar of the site, which addresses have; null if it is no date. */
function dayIn(date: string, timeZone: string): string | null {
  const written = parseArticleDate(date);
  return typeof written === 'string' ? null : dateIn(written, timeZone).day;
}

/** Places posts in their order, so that the same source always gives the same names. Pages keep their place first. */
export function placePosts(
  named: readonly NamedPost[],
  destination: Destination,
  record: ImportRecord,
): PlacedPost[] {
  const placePage = createPagePlacer(destination, record);
  const pages = new Map(
    named
      .filter(({ post }) => post.kind === 'page')
      .map((entry) => [entry, { ...entry, ...placePage(entry.segments), permalink: null }]),
  );
  const urls = [...pages.values()].map(({ url }) => url);
  const placeArticle = createArticlePlacer(destination, record, urls);
  return named.map((entry) => pages.get(entry) ?? { ...entry, ...placeArticle(entry) });
}

type Place = Pick<PlacedPost, 'slug' | 'file' | 'url'>;

/** About, privacy and terms replace the built-in page of that kind. Other pages keep their path if it is free. */
function createPagePlacer({ root, locale, routes, edition, config }: Destination, record: ImportRecord) {
  const lists = new Set(listTaxonomies(config, []).map(({ slug }) => slug));
  const infoFiles = new Set<string>();
  const takenPaths = new Set(Object.values(edition.tree ?? {}).map(({ slug }) => slug));
  const isFree = (file: string) =>
    !infoFiles.has(file) && (record.files.has(file) || !existsSync(join(root, file)));
  return (segments: readonly string[]): Place => {
    const [first = '', ...rest] = segments;
    const kind = rest.length === 0 ? INFO_NAMES.get(first) : undefined;
    const info = kind && infoFile(locale, kind);
    if (kind && info && isFree(info)) {
      infoFiles.add(info);
      return { slug: kind, file: info, url: routes.info(locale, kind) };
    }
    const isRoute = (segment: string) => RESERVED_SEGMENTS.has(segment) || lists.has(segment);
    const top = findFree(first, isRoute);
    const path = findFree([top, ...rest].join('/'), (other) => takenPaths.has(other));
    takenPaths.add(path);
    return {
      slug: path,
      file: `content/${locale}/pages/${path}.md`,
      url: routes.below(locale, path.replace(/\/index$/, '')),
    };
  };
}

/**
 * An article keeps its old address: by the pattern of the site, else by a permalink of its own, if no other page has it.
 * A slug that is taken gets the name of the folder before it, or else a number after it.
 */
function createArticlePlacer(destination: Destination, record: ImportRecord, pages: readonly string[]) {
  const { locale, routes, edition, config, slugs: knownSlugs } = destination;
  const slugs = new Map(knownSlugs);
  const takenPaths = new Set<string>();
  /** Address in lower case → file of its article; '' for other pages. */
  const owners = new Map<string, string>();
  const take = (url: string, file: string) => owners.set(url.toLowerCase(), file);
  for (const { url, file } of listKnownUrls(destination)) take(url, file);
  for (const url of pages) take(url, '');
  return ({
    segments,
    slug: wanted,
    date: day,
    old,
  }: NamedPost): Omit<PlacedPost, keyof NamedPost> & Place => {
    const path = findFree(segments.join('/'), (other) => takenPaths.has(other));
    takenPaths.add(path);
    const file = `content/${locale}/articles/${path}.md`;
    const date = dayIn(day, config.timeZone);
    const patternUrl = (slug: string) =>
      patternPath(routes, edition.tree ?? {}, locale, {
        key: path,
        slug,
        date: date === null ? null : { day: date },
      }) ?? routes.below(locale, `articles/${slug}`);
    const urlOf = (slug: string) => besideRoutes(patternUrl(slug), routes.home(locale).replace(/\/$/, ''));
    // The file may exist already, written by an import that was stopped before it wrote its record.
    const isFree = (url: string) => (owners.get(url.toLowerCase()) ?? file) === file;
    const isTaken = (slug: string) =>
      (slugs.has(slug) && slugs.get(slug) !== file) || RESERVED_SEGMENTS.has(slug) || slug === 'other';
    const isRefused = (slug: string) => isTaken(slug) || !isFree(urlOf(slug));
    const longer = [segments.at(-2), wanted].filter(Boolean).join('-');
    const choose = (isRefused: (slug: string) => boolean) =>
      isRefused(wanted) ? findFree(fitsFileName(longer) ? longer : wanted, isRefused) : wanted;
    const keeps = old !== null && isFree(old) && isAddress(old, destination, record);
    const slug = choose(keeps ? isTaken : isRefused);
    slugs.set(slug, '');
    const url = keeps ? old : urlOf(slug);
    take(url, '');
    return { slug, file, url, permalink: url === patternUrl(slug) ? null : url };
  };
}

/** Addresses that pages of the existing site have, with the file of an article. */
export function* listKnownUrls(destination: Destination): Iterable<{ url: string; file: string }> {
  const { locale, routes, config, edition, slugs } = destination;
  for (const { slug } of listTaxonomies(config, [])) yield { url: routes.below(locale, slug), file: '' };
  for (const [slug, file] of slugs) {
    yield { url: routes.below(locale, `articles/${slug}`), file };
    const url = patternPath(routes, {}, locale, { key: slug, slug, date: null });
    if (url !== null) yield { url, file };
  }
  for (const { slug, children } of Object.values(edition.tree ?? {})) {
    yield { url: routes.category(locale, slug), file: '' };
    for (const child of Object.values(children))
      yield { url: routes.subcategory(locale, slug, child.slug), file: '' };
  }
}

/** True if the routes of the site leave an address free for an article. */
function isAddress(
  path: string,
  { root, locale, routes, config }: Destination,
  record: ImportRecord,
): boolean {
  const edition = routes.home(locale).replace(/\/$/, '');
  if (!path.startsWith(`${edition}/`) || !aliasPath.safeParse(path).success || refusedByWindows(path))
    return false;
  const below = path.slice(edition.length + 1);
  const lists = [config.permalinks.author, config.permalinks.tag ?? '/tags/{slug}'];
  const page = `content/${locale}/pages/${below}.md`;
  return (
    !isReservedPath(path, edition) &&
    !/(?:\/other|\/page\/\d+|\.(?:xml|json|txt|js|ico|webmanifest))$/i.test(path) &&
    !lists.some((pattern) => `/${below}`.startsWith(pattern.replace(/\{.*$/, ''))) &&
    (record.files.has(page) || !existsSync(join(root, page)))
  );
}

/** The pattern of a site may give a text an address below a route: `/search/graphs`. Its first part gets a number then. */
function besideRoutes(path: string, edition: string): string {
  const [first = '', ...rest] = path.slice(edition.length + 1).split('/');
  return isReservedPath(path, edition) ? `${edition}/${[`${first}-2`, ...rest].join('/')}` : path;
}

/** The path itself if it is free, otherwise the path with the first number from 2 that makes it free. */
function findFree(path: string, isTaken: (path: string) => boolean): string {
  if (!isTaken(path)) return path;
  for (let number = 2; ; number++) if (!isTaken(`${path}-${number}`)) return `${path}-${number}`;
}

/** Makes a slug of a name. A name that is already a slug, in any script, stays unchanged. */
async function slugOf(name: string, language: string): Promise<string> {
  const plain = decodeAddress(name)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.html?$/, '');
  return parseSlug(plain) === plain ? plain : createSlug(plain, language, () => false);
}
