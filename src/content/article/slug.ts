/** Owns slugs made of titles: transliterated, safe as a path and as a file name. */
import { createHash } from 'node:crypto';
import type { Language } from '../../locales/codes.ts';

const LONGEST = 80;

/** The words of a title, lower case, joined by hyphens, in their own script: for comparisons. */
export function slugify(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/**
 * @param isTaken must know the reserved segments of the site too
 * @returns lower-case Latin letters, digits and single hyphens; a hash where the title has no letters
 */
export async function createSlug(
  title: string,
  language: Language,
  isTaken: (slug: string) => boolean,
): Promise<string> {
  const { transliterate } = await import('transliteration');
  const lower = title.normalize('NFKC').replace(/İ/g, 'i').toLocaleLowerCase(language);
  const latin = transliterate(lower.replace(/ı/g, 'i').replace(/[\p{Extended_Pictographic}\p{Cf}]/gu, ' '))
    .toLowerCase()
    .replace(/['’‘`´ʹʺ"]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const base =
    cutAtHyphen(latin) || `article-${createHash('sha256').update(title).digest('hex').slice(0, 8)}`;
  if (!isTaken(base)) return base;
  for (let number = 2; ; number++) if (!isTaken(`${base}-${number}`)) return `${base}-${number}`;
}

function cutAtHyphen(slug: string): string {
  if (slug.length <= LONGEST) return slug;
  const hyphen = slug.lastIndexOf('-', LONGEST);
  return slug.slice(0, hyphen > 20 ? hyphen : LONGEST);
}
