/** Reads the fields of posts under the names that tools have for them. */
import type { Notes } from '../notes.ts';
import { isMap, textAt, type Values, valueAt } from './values.ts';

/** Fields of posts by what they mean, in the order in which they count. */
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
  categories: ['categories', 'category', 'topics', 'topic', 'series'],
  tags: ['tags', 'tag', 'keywords'],
} as const;

/** Fields that mean nothing outside their tool, or that were read by other means. */
const READ = new Set([
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
  'lang',
  'language',
  'locale',
  ...Object.values(FIELDS).flatMap((names) => names.map((name) => name.split('.')[0] ?? '')),
]);

export function lastPart(slug: string | null): string | null {
  return slug?.replace(/\/+$/, '').replace(/^.*\//, '') || null;
}

export function readPostAuthors(fields: Values): string[] {
  for (const field of FIELDS.authors) {
    const value = valueAt(fields, field);
    const items = Array.isArray(value) ? value : value === undefined ? [] : [value];
    const names = items.flatMap((item) => {
      if (typeof item === 'string') return item.split(/\s*,\s*|\s+and\s+/);
      return isMap(item) ? (textAt(item, 'name', 'id', 'key') ?? []) : [];
    });
    const known = names.map((name) => name.trim()).filter(Boolean);
    if (known.length > 0) return known;
  }
  return [];
}

export function readImage(fields: Values): string | null {
  for (const field of FIELDS.image) {
    const value = valueAt(fields, field);
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && first.trim() !== '') return first.trim();
    const inner = isMap(first)
      ? textAt(first, 'src', 'url', 'image', 'path', 'feature', 'relative', 'file')
      : null;
    if (inner !== null) return inner;
  }
  return null;
}

export function reportFields(
  fields: Values,
  { file, text, notes }: { file: string; text: string; notes: Notes },
): void {
  for (const field of Object.keys(fields))
    if (!READ.has(field))
      notes.add({
        file,
        line: lineOf(text, field),
        message: `front matter field "${field}" is not carried over`,
      });
}

/** @param from offset at which the search begins */
export function lineOf(text: string, part: string, from = 0): number {
  const at = text.indexOf(part, from);
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}
