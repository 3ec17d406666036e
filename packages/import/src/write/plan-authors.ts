/** Finds the authors of imported posts in the site, and plans the missing ones. An author is a login or a key, not a name. */
import { countEach, createSlug, fold, languageOf, slugifyName } from '../core.ts';
import type { ImportedAuthor, ImportedPost, ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
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
  /** Authors of the posts: slug → how the source names them. */
  used: ReadonlyMap<string, { name: string; slug: string | null; id: string | undefined }>;
  /** Slugs of the authors of a post, at least one. */
  slugsOf(post: ImportedPost): string[];
}

/** Characters of the longest name. A longer text is none. */
const MAX_NAME = 100;

export async function planAuthors(
  posts: readonly ImportedPost[],
  imported: ImportedSite,
  { edition, locale, config }: Destination,
  notes: Notes,
): Promise<AuthorPlan> {
  const language = languageOf(locale);
  const byKey = new Map<string, ImportedAuthor>();
  for (const author of imported.authors.toReversed()) byKey.set(fold(author.name), author);
  for (const author of imported.authors.toReversed()) byKey.set(fold(author.key), author);
  for (const author of imported.authors) byKey.set(author.key, author);
  const find = (key: string) => byKey.get(key) ?? byKey.get(fold(key));
  /** What tells an author from the others. */
  const identityOf = (key: string) => find(key)?.key ?? fold(oneLine(key));
  const names = countEach(imported.authors.map(({ name }) => fold(name)));

  const existing = edition.authors ?? [];
  const slugs = new Set(existing.map(({ slug }) => slug));
  const known = new Map<string, string>();
  const added: NewAuthor[] = [];
  const used = new Map<string, { name: string; slug: string | null; id: string | undefined }>();
  const resolve = async (key: string): Promise<void> => {
    const identity = identityOf(key);
    const author = find(key);
    const name = oneLine(author?.name ?? key);
    if (name === '' || known.has(identity)) return;
    const wanted =
      author?.slug && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(author.slug)
        ? author.slug
        : slugifyName(name, language);
    const isUnique = (names.get(fold(name)) ?? 0) < 2;
    const own =
      existing.find(({ slug }) => author?.slug && slug === wanted) ??
      (isUnique ? existing.find((other) => fold(other.name) === fold(name)) : undefined);
    const isTaken = (slug: string) => slugs.has(slug) || slug === 'index';
    const slug =
      own?.slug ?? (wanted === '' || isTaken(wanted) ? await createSlug(name, language, isTaken) : wanted);
    known.set(identity, slug);
    used.set(slug, { name, slug: author?.slug ?? null, id: author?.id });
    if (own) return;
    slugs.add(slug);
    const description = oneLine(author?.description ?? '') || name;
    added.push({ name, slug, description, meta_title: name, meta_description: description });
  };
  const isName = (key: string) => oneLine(find(key)?.name ?? key).length <= MAX_NAME;
  for (const post of posts)
    for (const key of post.authors) {
      if (isName(key)) await resolve(key);
      else
        notes.add({
          file: post.file,
          line: post.line,
          message: `author with a name of more than ${MAX_NAME} characters: left out`,
          detail: key.slice(0, 120),
        });
    }
  const first = existing[0]?.slug;
  const fallback = imported.authors[0]?.key ?? config.title;
  const isNeeded = posts.some((post) => post.kind === 'article' && !post.authors.some(isName));
  if (first === undefined && (isNeeded || posts.length === 0)) await resolve(fallback);
  // The fallback comes first: a second import finds it in the site and must give the same answer.
  const inSite = existing.find(
    ({ name }) => fold(name) === fold(oneLine(find(fallback)?.name ?? fallback)),
  )?.slug;
  const byDefault = known.get(identityOf(fallback)) ?? inSite ?? first ?? added[0]?.slug ?? '';
  return {
    added,
    used,
    slugsOf(post) {
      const own = post.authors.flatMap((key) => known.get(identityOf(key)) ?? []);
      return own.length > 0 ? [...new Set(own)] : [byDefault];
    },
  };
}
