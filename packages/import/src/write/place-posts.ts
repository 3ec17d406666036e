/** Gives every post its slug, its file and its address in the new site. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  articlePath,
  createSlug,
  displayName,
  fitsFileName,
  type InfoKind,
  infoFile,
  languageOf,
  parseArticleDate,
  parseSlug,
  RESERVED_SEGMENTS,
} from '../core.ts';
import type { ImportedPost } from '../imported-site.ts';
import { decodeAddress } from '../read/decode-address.ts';
import type { Destination } from './destination.ts';
import type { ImportRecord } from './import-record.ts';

export interface PlacedPost {
  post: ImportedPost;
  title: string;
  slug: string;
  /** Path relative to the root of the site. */
  file: string;
  /** Path in the new site, without its base path. */
  url: string;
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

/** Places posts in their order, so that the same source always gives the same names. */
export async function placePosts(
  posts: readonly ImportedPost[],
  destination: Destination,
  record: ImportRecord,
): Promise<PlacedPost[]> {
  const language = languageOf(destination.locale);
  const placePage = createPagePlacer(destination, record);
  const placeArticle = createArticlePlacer(destination);
  const placed: PlacedPost[] = [];
  for (const post of posts) {
    const name = post.path.slice(post.path.lastIndexOf('/') + 1);
    const title = post.title ?? displayName(decodeAddress(name));
    const segments: string[] = [];
    for (const part of post.path.split('/')) segments.push(await slugOf(part, language));
    const own = post.slug === null ? null : await slugOf(post.slug, language);
    const place = post.kind === 'page' ? placePage(segments) : placeArticle(segments, own, post.date);
    placed.push({ post, title, ...place });
  }
  return placed;
}

type Place = Pick<PlacedPost, 'slug' | 'file' | 'url'>;

/** About, privacy and terms replace the built-in page of that kind. Other pages keep their path if it is free. */
function createPagePlacer({ root, locale, routes, edition }: Destination, record: ImportRecord) {
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
    const top = findFree(first, (segment) => RESERVED_SEGMENTS.has(segment));
    const path = findFree([top, ...rest].join('/'), (other) => takenPaths.has(other));
    takenPaths.add(path);
    return { slug: path, file: `content/${locale}/pages/${path}.md`, url: routes.below(locale, path) };
  };
}

/** A slug that is taken gets the name of the folder before it, or else a number after it. */
function createArticlePlacer({ locale, routes, edition, slugs: knownSlugs }: Destination) {
  const slugs = new Map(knownSlugs);
  const takenPaths = new Set<string>();
  return (segments: readonly string[], own: string | null, day: string | null): Place => {
    const path = findFree(segments.join('/'), (other) => takenPaths.has(other));
    takenPaths.add(path);
    const file = `content/${locale}/articles/${path}.md`;
    const wanted = own ?? segments.at(-1) ?? 'post';
    // The file may exist already, written by an import that was stopped before it wrote its record.
    const isTaken = (slug: string) =>
      (slugs.has(slug) && slugs.get(slug) !== file) || RESERVED_SEGMENTS.has(slug);
    const longer = [segments.at(-2), wanted].filter(Boolean).join('-');
    const slug = isTaken(wanted) ? findFree(fitsFileName(longer) ? longer : wanted, isTaken) : wanted;
    slugs.set(slug, '');
    const date = parseArticleDate(day ?? '');
    const url = articlePath(routes, edition.tree ?? {}, locale, {
      ...{ key: path, slug, entities: [], editorial: { permalink: null } },
      date: typeof date === 'string' ? null : date,
    });
    return { slug, file, url: url ?? routes.below(locale, `articles/${slug}`) };
  };
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
