/** Owns finding the articles' files. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, type Problem, UserError } from '../errors.ts';
import type { LocaleCode } from '../locales/codes.ts';
import type { ArticleSource } from './article.ts';

/** A file and what the file system says of it: enough to see that it has not changed. */
export interface Source extends ArticleSource {
  size: number;
  /** Milliseconds. */
  mtime: number;
  ctime: number;
}

/**
 * Every Markdown file below content/{locale}/articles, ordered by path; files and folders that start with a dot are
 * passed over.
 * @throws UserError with every file that somebody may take for an article and that is none
 */
export function scanSources(root: string, locales: readonly LocaleCode[]): Source[] {
  const sources: Source[] = [];
  const problems: Problem[] = [];
  for (const locale of locales) {
    const base = `content/${locale}/articles`;
    const visit = (folder: string, keyPrefix: string): void => {
      for (const entry of readFolder(join(root, folder))) {
        if (entry.name.startsWith('.')) continue;
        const file = `${folder}/${entry.name}`;
        if (entry.isDirectory()) visit(file, `${keyPrefix}${entry.name}/`);
        else if (entry.isFile() && entry.name.endsWith('.md')) {
          const { size, mtimeMs, ctimeMs } = statSync(`${root}/${file}`);
          sources.push({
            file,
            locale,
            key: keyPrefix + entry.name.slice(0, -3),
            size,
            mtime: mtimeMs,
            ctime: ctimeMs,
          });
        } else {
          const problem = problemOf(entry);
          if (problem) problems.push({ file, ...problem });
        }
      }
    };
    visit(base, '');
  }
  if (problems.length > 0) throw new UserError(problems);
  return sources;
}

/** Why an entry that looks like an article is not read; null where it does not. */
function problemOf(entry: Dirent): Pick<Problem, 'message' | 'hint'> | null {
  if (entry.isSymbolicLink())
    return {
      message: 'a symbolic link is not followed, for it may lead out of the site',
      hint: 'put the file or folder itself there',
    };
  if (!/\.(md|markdown)$/i.test(entry.name)) return null;
  return { message: 'the name of an article ends in .md', hint: 'rename the file' };
}

/** The entries of a folder, ordered by name; none where it is not there. */
export function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
