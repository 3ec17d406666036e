/** Owns the file of a generated article: front matter made by code, written whole or not at all, never over another file. */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '../../foundation/errors.ts';
import type { Entity } from '../../site/category-tree.ts';
import { stripInvisible } from '../checks/check-markdown.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import type { Origin } from './origin.ts';

export interface ArticleDraft {
  title: string;
  slug: string;
  description: string;
  author: string;
  /** YYYY-MM-DD */
  date: string;
  draft: boolean;
  entities: readonly Entity[];
  origin: Origin;
  sections: readonly Section[];
}

/** The whole file. Every value is YAML 1.1 and 1.2 alike, and none spans two lines. */
export async function renderArticle(article: ArticleDraft): Promise<string> {
  const { stringify } = await import('yaml');
  const { title, slug, description, author, date, draft, entities, origin, sections } = article;
  const {
    status,
    reviewer,
    model,
    prompt,
    run,
    article: id,
    topic,
    date: at,
    tokens,
    usd,
    translatedFrom,
    problems,
  } = origin;
  const head = {
    title: oneLine(title),
    slug,
    description: oneLine(description),
    author,
    date,
    draft,
    entities,
    origin: {
      status,
      reviewer,
      model,
      prompt,
      run,
      article: id,
      topic: oneLine(topic),
      date: at,
      tokens,
      usd,
      ...(translatedFrom === undefined ? {} : { translatedFrom }),
      ...(problems?.length ? { problems: problems.map(oneLine) } : {}),
    },
  };
  const yaml = stringify(head, { version: '1.1', lineWidth: 0, defaultStringType: 'PLAIN' })
    // A calendar date stands bare, as people write it.
    .replace(/^date: "(\d{4}-\d{2}-\d{2})"$/m, 'date: $1');
  return `---\n${yaml}---\n${renderBody(sections)}\n`;
}

export function renderBody(sections: readonly Section[]): string {
  return sections
    .map(({ heading, text }) => (heading ? `## ${oneLine(heading)}\n\n${text.trim()}` : text.trim()))
    .join('\n\n');
}

function oneLine(text: string): string {
  return stripInvisible(text.replace(/\s+/g, ' ')).trim();
}

/**
 * Writes a new file: temporary file, fsync, then a link, which fails where a file stands already.
 * @param tag names the temporary file, so that a killed run's is used again
 * @returns false where another file stands there
 */
export async function writeNewFile(path: string, content: string, tag: string): Promise<boolean> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = join(folder, `.${basename(path)}.${tag}.tmp`);
  try {
    await writeDurably(temporary, content);
    await linkNew(temporary, path);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
  await syncFolder(folder);
  return true;
}

async function linkNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // File systems without hard links.
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV')) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** Replaces a file in one step, if it still holds what was read. @returns false where somebody changed it meanwhile */
export async function replaceFile(path: string, before: string, after: string): Promise<boolean> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    await writeDurably(temporary, after);
    if ((await readFile(path, 'utf8')) !== before) return false;
    await rename(temporary, path);
    return true;
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function writeDurably(path: string, content: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** Makes the new name durable; not every system can sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
