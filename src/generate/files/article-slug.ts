/** Owns the slugs of generated articles: those of their titles, never one of the site's own. */
import { createSlug as createFreeSlug } from '../../foundation/slug.ts';
import type { Language } from '../../locales/codes.ts';
import { RESERVED_SEGMENTS } from '../../site/routes.ts';

export function createSlug(
  title: string,
  language: Language,
  isTaken: (slug: string) => boolean,
): Promise<string> {
  return createFreeSlug(title, language, (slug) => RESERVED_SEGMENTS.has(slug) || isTaken(slug));
}
