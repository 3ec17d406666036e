/** Gives every post its slug, its file and its address in the new site. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fitsFileName } from '../../config/page-path.ts';
import { parseSlug } from '../../content/article/article-fields.ts';
import { infoFile } from '../../content/data/info-pages.ts';
import { createSlug } from '../../foundation/slug.ts';
import { languageOf } from '../../locales/codes.ts';
import { displayName } from '../../site/category-tree.ts';
import { type InfoKind, RESERVED_SEGMENTS } from '../../site/routes.ts';
import type { ImportedPost } from '../imported-site.ts';
import type { ImportRecord } from './import-record.ts';
import type { SiteTarget } from './site-target.ts';

export interface PlacedPost {
  post: ImportedPost;
  title: string;
  slug: string;
  /** Relative to the root. */
  file: string;
  /** Path in the new site, without its base. */
  url: string;
}

/** Names of pages that every site has. */
const INFO_NAMES: Readonly<Record<string, InfoKind>> = {
  about: 'about-us',
  'about-me': 'about-us',
  'about-us': 'about-us',
  privacy: 'privacy-policy',
  'privacy-policy': 'privacy-policy',
  terms: 'terms',
  'terms-of-service': 'terms',
  'terms-of-use': 'terms',
  'terms-and-conditions': 'terms',
};

/** In the order of the posts, so that the same source gives the same names. */
export async function placePosts(
  posts: readonly ImportedPost[],
  target: SiteTarget,
  record: ImportRecord,
): Promise<PlacedPost[]> {
  const { locale, routes, edition, root } = target;
  const language = languageOf(locale);
  const slugs = new Map(target.slugs);
  const files = new Set<string>();
  const pages = new Set(Object.values(edition.tree ?? {}).map(({ slug }) => slug));
  const placed: PlacedPost[] = [];
  for (const post of posts) {
    const name = post.path.slice(post.path.lastIndexOf('/') + 1);
    const title = post.title ?? displayName(decode(name));
    const segments: string[] = [];
    for (const part of post.path.split('/')) segments.push(await slugOf(part, language));
    if (post.kind === 'page') {
      const kind = segments.length === 1 ? INFO_NAMES[segments[0] ?? ''] : undefined;
      const info = kind && infoFile(locale, kind);
      const isFree = info && !files.has(info) && (record.files.has(info) || !existsSync(join(root, info)));
      if (kind && isFree) {
        files.add(info);
        placed.push({ post, title, slug: kind, file: info, url: routes.info(locale, kind) });
        continue;
      }
      const [first = '', ...rest] = segments;
      const free = findFree(first, (segment) => RESERVED_SEGMENTS.has(segment));
      const path = findFree([free, ...rest].join('/'), (other) => pages.has(other));
      pages.add(path);
      placed.push({
        post,
        title,
        slug: path,
        file: `content/${locale}/pages/${path}.md`,
        url: routes.below(locale, path),
      });
      continue;
    }
    const path = findFree(segments.join('/'), (other) => files.has(other));
    files.add(path);
    const file = `content/${locale}/articles/${path}.md`;
    const wanted = post.slug === null ? (segments.at(-1) ?? 'post') : await slugOf(post.slug, language);
    // The file itself may be there already, of an import that was stopped before it wrote its record.
    const isTaken = (slug: string) =>
      (slugs.has(slug) && slugs.get(slug) !== file) || RESERVED_SEGMENTS.has(slug);
    const longer = [segments.at(-2), wanted].filter(Boolean).join('-');
    const slug = isTaken(wanted) ? findFree(fitsFileName(longer) ? longer : wanted, isTaken) : wanted;
    slugs.set(slug, '');
    placed.push({ post, title, slug, file, url: routes.article(locale, slug) });
  }
  return placed;
}

/** The path itself, or with the first number from 2 that is free. */
function findFree(path: string, isTaken: (path: string) => boolean): string {
  if (!isTaken(path)) return path;
  for (let number = 2; ; number++) if (!isTaken(`${path}-${number}`)) return `${path}-${number}`;
}

/** A name as a slug: unchanged where it is one already, in its own script. */
async function slugOf(name: string, language: string): Promise<string> {
  const plain = decode(name)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\.html?$/, '');
  return parseSlug(plain) === plain ? plain : createSlug(plain, language, () => false);
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
