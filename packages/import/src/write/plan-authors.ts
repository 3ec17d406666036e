/** Finds the authors of imported posts in the site, and plans the missing ones. */
import { createSlug, fold, languageOf, slugifyName } from '../core.ts';
import type { ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Destination } from './destination.ts';
import { oneLine } from './post-file.ts';

/** A new item of authors.json. */
export interface NewAuthor {
  name: string;
  slug: string;
  description: string;
  meta_title: string;
  meta_description: string;
  aliases?: string[];
}

export interface AuthorPlan {
  added: NewAuthor[];
  /** Authors of the posts: slug → name. */
  used: ReadonlyMap<string, string>;
  /** Slugs of the authors of a post, at least one. */
  slugsOf(post: ImportedPost): string[];
}

export async function planAuthors(
  posts: readonly ImportedPost[],
  imported: ImportedSite,
  { edition, locale, config }: Destination,
): Promise<AuthorPlan> {
  const bySlug = new Map<string, string>();
  const known = new Map<string, string>();
  const add = (name: string, slug: string) => {
    known.set(fold(name), slug);
    bySlug.set(slug, name);
  };
  for (const { name, slug } of edition.authors ?? []) add(name, slug);
  const byKey = new Map(
    imported.authors.flatMap((author) => [
      [fold(author.name), author] as const,
      [fold(author.key), author] as const,
    ]),
  );
  const added: NewAuthor[] = [];
  const used = new Map<string, string>();
  const resolve = async (key: string): Promise<void> => {
    const author = byKey.get(fold(key));
    const name = oneLine(author?.name ?? key);
    if (name === '') return;
    const own = known.get(fold(name));
    if (own !== undefined) {
      used.set(own, name);
      return;
    }
    const wanted =
      author?.slug && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(author.slug)
        ? author.slug
        : slugifyName(name, languageOf(locale));
    const isTaken = (slug: string) => bySlug.has(slug) || slug === 'index';
    const slug =
      wanted === '' || isTaken(wanted) ? await createSlug(name, languageOf(locale), isTaken) : wanted;
    add(name, slug);
    used.set(slug, name);
    const description = oneLine(author?.description ?? '') || name;
    added.push({ name, slug, description, meta_title: name, meta_description: description });
  };
  for (const post of posts) for (const key of post.authors) await resolve(key);
  const first = edition.authors?.[0]?.slug;
  const fallback = imported.authors[0]?.name ?? config.title;
  const isNeeded = posts.some(({ authors, kind }) => kind === 'article' && authors.length === 0);
  if (first === undefined && (isNeeded || posts.length === 0)) await resolve(fallback);
  // The fallback comes first: a second import finds it in the site and must give the same answer.
  const byDefault = known.get(fold(fallback)) ?? first ?? added[0]?.slug ?? '';
  return {
    added,
    used,
    slugsOf(post) {
      const slugs = post.authors.flatMap(
        (key) => known.get(fold(oneLine(byKey.get(fold(key))?.name ?? key))) ?? [],
      );
      return slugs.length > 0 ? [...new Set(slugs)] : [byDefault];
    },
  };
}
