/** Writes the Markdown file of an imported post. */
import {
  dateIn,
  decodeEntities,
  type Entity,
  parseArticleDate,
  stripControls,
  writeCategories,
  writeFields,
} from '../core.ts';
import type { PlacedPost } from './place-posts.ts';

export interface PostFields {
  /** Slugs, at least one. */
  authors: readonly string[];
  image: string | null;
  aliases: readonly string[];
  tags: readonly string[];
  entities: readonly Entity[];
  body: string;
  /** Of the site, an IANA name. */
  timeZone: string;
}

export async function renderPost(
  { post, title, slug, date, permalink }: PlacedPost,
  fields: PostFields,
): Promise<string> {
  const description = oneLine(post.description ?? '');
  const { updated, order, series } = post;
  const [author, ...others] = fields.authors;
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
          ...(others.length > 0 ? { authors: fields.authors } : { author }),
          date,
          ...(updated && isLater(updated, date, fields.timeZone) && { updated }),
          ...(fields.image && { image: fields.image }),
          ...(post.expires && { expires: post.expires }),
          ...(post.draft && { draft: true }),
          ...(post.featured && { featured: 1 }),
          ...(post.pinned && { pinned: true }),
          ...(order !== null && { order }),
          ...(series && { series: oneLine(series) }),
          ...(permalink && { permalink }),
          ...(fields.aliases.length > 0 && { aliases: fields.aliases }),
          ...(fields.entities.length > 0 && { category: writeCategories(fields.entities) }),
          ...(fields.tags.length > 0 && { tags: fields.tags.map(oneLine).filter(Boolean) }),
          ...(post.feedId && { id: post.feedId }),
        };
  return `---\n${await writeFields(head)}---\n${fields.body}\n`;
}

function isLater(updated: string, date: string, timeZone: string): boolean {
  const [a, b] = [parseArticleDate(updated), parseArticleDate(date)];
  if (typeof a === 'string' || typeof b === 'string') return false;
  return dateIn(a, timeZone).day > dateIn(b, timeZone).day;
}

/** Elements for the look of a text. Others, such as `<form>`, are what a title is about. */
const MARKUP =
  /<\/?(?:a|abbr|b|big|br|center|code|del|div|em|font|h[1-6]|i|img|ins|kbd|mark|p|q|s|small|span|strike|strong|sub|sup|time|tt|u|wbr)(?:[\s/][^<>]*)?>/gi;

/** Removes tags, character references and line breaks, which the titles of some exports contain. */
export function oneLine(text: string): string {
  const plain = text.replace(MARKUP, '');
  // A title may be the name of an element, such as `<form>`.
  const shown = plain.trim() === '' ? text : plain;
  return stripControls(decodeEntities(shown)).replace(/\s+/g, ' ').trim();
}
