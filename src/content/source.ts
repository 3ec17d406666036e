/** Owns finding the articles' files. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../errors.ts';
import type { LocaleCode } from '../locales/codes.ts';
import type { ArticleSource } from './article.ts';

/** A file and what the file system says of it: enough to see that it has not changed. */
export interface Source extends ArticleSource {
  size: number;
  /** Milliseconds. */
  mtime: number;
  ctime: number;
}

/** Every Markdown file below content/{locale}/articles, ordered by path; files and folders that start with a dot are passed over. */
export function scanSources(root: string, locales: readonly LocaleCode[]): Source[] {
  const sources: Source[] = [];
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
        }
      }
    };
    visit(base, '');
  }
  return sources;
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
