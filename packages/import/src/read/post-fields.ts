/** Reads the front matter fields of posts, under all the names that tools give them. */
import type { Notes } from '../notes.ts';
import { isMap, textAt, type Values, valueAt } from './values.ts';

/** For each property of a post, the fields that may contain it, in order of preference. */
export const FIELDS = {
  description: [
    'description',
    'summary',
    'excerpt',
    'subtitle',
    'seo.description',
    'seo_description',
    'meta.description',
    'metaDescription',
    'abstract',
    'lead',
    'spoiler',
    'desc',
    'preview',
    'teaser',
    'standfirst',
    'intro',
  ],
  date: [
    'publishDate',
    'date',
    'pubDate',
    'pubDatetime',
    'published',
    'publishedAt',
    'published_at',
    'publishedDate',
    'datePublished',
    'created',
    'createdAt',
    'created_at',
    'publication_date',
  ],
  updated: [
    'lastmod',
    'updated',
    'updatedDate',
    'updatedAt',
    'updated_at',
    'modified',
    'modDatetime',
    'last_modified_at',
    'lastUpdated',
    'last_update.date',
    'dateModified',
    'upDate',
  ],
  expires: ['expiryDate', 'expires', 'expiry'],
  image: [
    'image',
    'cover',
    'featured_image',
    'featuredImage',
    'featuredimage',
    'heroImage',
    'hero_image',
    'hero',
    'coverImage',
    'cover_image',
    'thumbnail',
    'banner',
    'ogImage',
    'og_image',
    'header.image',
    'header.overlay_image',
    'header.teaser',
    'images',
    'img',
    'socialImage',
    'feature_image',
    'photo',
  ],
  authors: ['author', 'authors', 'writer', 'by', 'byline'],
  categories: ['categories', 'category', 'topics', 'topic', 'taxonomies.categories'],
  tags: ['tags', 'tag', 'keywords', 'taxonomies.tags'],
  order: ['order', 'weight', 'sidebar_position', 'sidebar.order', 'nav_order', 'eleventyNavigation.order'],
  series: ['series', 'taxonomies.series'],
} as const;

/** Fields that need no note: they are read somewhere, or mean nothing outside of their tool. */
export const FIELD_NAMES: ReadonlySet<string> = new Set([
  'title',
  'slug',
  'url',
  'permalink',
  'path',
  'id',
  'draft',
  'published',
  'aliases',
  'redirect_from',
  'pinned',
  'pin',
  'sticky',
  'featured',
  'layout',
  'noindex',
  'robots',
  'status',
  'isDraft',
  'cascade',
  'lang',
  'language',
  'locale',
  ...Object.values(FIELDS).flatMap((names) => names.map((name) => name.split('.')[0] ?? '')),
]);

/** The last segment of a slug that may be a path. */
export function lastPart(slug: string | null): string | null {
  return slug?.replace(/\/+$/, '').replace(/^.*\//, '') || null;
}

export function readPostAuthors(fields: Values): string[] {
  for (const field of FIELDS.authors) {
    const value = valueAt(fields, field);
    const items = Array.isArray(value) ? value : value === undefined ? [] : [value];
    const names = items.flatMap((item) => {
      if (typeof item === 'string') return namesIn(item);
      return isMap(item) ? (textAt(item, 'name', 'id', 'key') ?? []) : [];
    });
    const known = names.map((name) => name.trim()).filter(Boolean);
    if (known.length > 0) return known;
  }
  return [];
}

/** Names in a text. Where it has links, their texts are the names. */
function namesIn(text: string): string[] {
  const linked = [...text.matchAll(/\[([^[\]]+)\]\([^()]*\)/g)].map(([, name = '']) => name);
  return linked.length > 0 ? linked : text.split(/\s*,\s*|\s+and\s+/);
}

export function readImage(fields: Values): string | null {
  for (const field of FIELDS.image) {
    const value = valueAt(fields, field);
    const first = Array.isArray(value) ? value[0] : value;
    // `cover: true` only says that there is one.
    if (typeof first === 'string' && !/^(?:|true|false)$/.test(first.trim())) return first.trim();
    const inner = isMap(first)
      ? textAt(first, 'src', 'url', 'image', 'path', 'feature', 'relative', 'file')
      : null;
    if (inner !== null) return inner;
  }
  return null;
}

/** @returns null for an order that is no whole number from 0 */
export function readOrder(fields: Values): number | null {
  const order = textAt(fields, ...FIELDS.order) ?? '';
  return /^\d{1,6}$/.test(order) ? Number(order) : null;
}

/** Adds a note for each field that the import does not know. */
export function reportFields(
  fields: Values,
  { file, text, notes }: { file: string; text: string; notes: Notes },
): void {
  for (const field of Object.keys(fields))
    if (!FIELD_NAMES.has(field))
      notes.add({
        file,
        line: lineOf(text, field),
        message: `front matter field "${field}" is not carried over`,
      });
}

/** Line of the first occurrence of a text, from 1. @param from offset at which the search begins */
export function lineOf(text: string, part: string, from = 0): number {
  const at = text.indexOf(part, from);
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}
