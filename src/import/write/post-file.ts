/** Writes the Markdown file of an imported post. */
import { instantOf, parseArticleDate } from '../../content/article/dates.ts';
import { decodeEntities } from '../../content/markdown/html-text.ts';
import { stripControls } from '../../content/markdown/measure-text.ts';
import type { Entity } from '../../site/category-tree.ts';
import type { PlacedPost } from './place-posts.ts';

export interface PostFields {
  author: string;
  /** As `parseArticleDate` accepts it. */
  date: string;
  image: string | null;
  aliases: readonly string[];
  tags: readonly string[];
  entities: readonly Entity[];
  body: string;
}

export async function renderPost({ post, title, slug }: PlacedPost, fields: PostFields): Promise<string> {
  const { stringify } = await import('yaml');
  const description = oneLine(post.description ?? '');
  const { updated } = post;
  const shared = {
    title: oneLine(title),
    ...(post.kind === 'article' && { slug }),
    ...(description && { description }),
  };
  const head =
    post.kind === 'page'
      ? { ...shared, ...(fields.aliases.length > 0 && { aliases: fields.aliases }) }
      : {
          ...shared,
          author: fields.author,
          date: fields.date,
          ...(updated && isLater(updated, fields.date) && { updated }),
          ...(fields.image && { image: fields.image }),
          ...(post.draft && { draft: true }),
          ...(post.featured && { featured: 1 }),
          ...(post.pinned && { pinned: true }),
          ...(fields.aliases.length > 0 && { aliases: fields.aliases }),
          entities: fields.entities.map(shortEntity),
          // Nothing shows them: an own field would need a schema.
          ...(fields.tags.length > 0 && { origin: { tags: fields.tags } }),
        };
  const yaml = stringify(head, { version: '1.1', lineWidth: 0 }).replace(
    /^(date|updated): "(\d{4}-\d{2}-\d{2})"$/gm,
    '$1: $2',
  );
  return `---\n${yaml}---\n${fields.body}\n`;
}

/** Without what the reader of the file adds: the subcategory "other" and empty lists. */
function shortEntity({ category, subcategories }: Entity): object {
  const named = subcategories
    .filter(({ subcategory }) => subcategory !== 'other')
    .map(({ subcategory }) => ({ subcategory }));
  return named.length > 0 ? { category, subcategories: named } : { category };
}

function isLater(updated: string, date: string): boolean {
  const [a, b] = [parseArticleDate(updated), parseArticleDate(date)];
  return typeof a !== 'string' && typeof b !== 'string' && a.day > b.day && instantOf(a) > instantOf(b);
}

/** Text of one line: titles of some exports have tags and character references. */
export function oneLine(text: string): string {
  return stripControls(decodeEntities(text.replace(/<\/?[a-z][^<>]*>/gi, '')))
    .replace(/\s+/g, ' ')
    .trim();
}
