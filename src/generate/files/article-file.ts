/** Renders the file of a generated article. Code writes the front matter, never the model. */
import { join } from 'node:path';
import { writeFields } from '../../config/read-yaml.ts';
import { type Entity, fitsCategory, writeCategories } from '../../content/article/category-tree.ts';
import { rewriteFrontMatter, rewriteFrontMatterScalar } from '../../content/front-matter/edit-field.ts';
import { UserError } from '../../foundation/errors.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { stripInvisible } from '../checks/check-markdown.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import { type Origin, originSchema } from './origin.ts';

export interface ArticleDraft {
  title: string;
  slug: string;
  description: string;
  author: string;
  /** YYYY-MM-DD */
  date: string;
  draft: boolean;
  entities: readonly Entity[];
  /** Further fields that the site's schema defines. */
  fields?: Readonly<Record<string, unknown>> | null;
  origin: Origin;
  sections: readonly Section[];
}

/**
 * Replaces the file of an article.
 * @param before its content when it was read
 * @throws UserError if it has changed since then
 */
export async function replaceArticle(
  root: string,
  file: string,
  before: string,
  content: string,
): Promise<void> {
  const path = join(root, file);
  const confirm = async () => readRegularFile(path).toString() === before;
  if (!(await replaceFile(path, content, { durable: true, confirm }))) throw changedArticle(file);
}

export const changedArticle = (file: string) =>
  new UserError({
    file,
    code: 'changed-file',
    message: 'the file changed since it was read',
    hint: 'read it again and repeat the command; answers that were paid are not lost',
  });

/** Renders the whole file. Each value is in one line, and means the same in YAML 1.1 and 1.2. */
export async function renderArticle({
  origin,
  sections,
  fields,
  entities,
  ...article
}: ArticleDraft): Promise<string> {
  const head = await writeFields({
    ...article,
    title: oneLine(article.title),
    description: oneLine(article.description),
    ...(entities.length > 0 &&
      (fitsCategory(entities) ? { category: writeCategories(entities) } : { entities })),
    ...fields,
  });
  return `---\n${head}${await renderOrigin(origin)}---\n${renderBody(sections)}\n`;
}

/**
 * Changes one-line fields and the origin in the front matter, and no other byte of it.
 * @param head everything up to the text
 */
export async function editFrontMatter(
  head: string,
  fields: Readonly<Record<string, string>>,
  origin: Origin,
): Promise<string> {
  let bytes: Uint8Array = await rewriteFrontMatter(Buffer.from(head), 'origin', undefined);
  for (const [name, value] of Object.entries(fields)) {
    const rewrite = name === 'draft' || name === 'date' ? rewriteFrontMatterScalar : rewriteFrontMatter;
    bytes = await rewrite(bytes, name, oneLine(value));
  }
  const changed = Buffer.from(bytes).toString('utf8');
  const end = changed.lastIndexOf('---');
  return `${changed.slice(0, end)}${await renderOrigin(origin)}${changed.slice(end)}`;
}

/** Renders the lines of the front matter field `origin`, in the order of its schema. */
function renderOrigin({ problems = [], topic, notes, cover, ...origin }: Origin): Promise<string> {
  return writeFields({
    origin: originSchema.parse({
      ...origin,
      topic: oneLine(topic),
      notes: notes ? oneLine(notes) : undefined,
      cover: cover && { prompt: oneLine(cover.prompt), alt: oneLine(cover.alt) },
      problems: problems.length > 0 ? problems.map(oneLine) : undefined,
    }),
  });
}

export function renderBody(sections: readonly Section[]): string {
  return sections
    .map(({ heading, text }) => (heading ? `## ${oneLine(heading)}\n\n${text.trim()}` : text.trim()))
    .join('\n\n');
}

function oneLine(text: string): string {
  return stripInvisible(text.replace(/\s+/g, ' ')).trim();
}
