/** Owns finding the articles' files. */
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, type Problem } from '../../foundation/errors.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { ArticleSource } from './parse-article.ts';

/** A file and what the file system says of it: enough to see that it has not changed. */
export interface Source extends ArticleSource {
  size: number;
  /** Milliseconds. */
  mtime: number;
  ctime: number;
}

/** Kept by name and numbers: an object for each of 100,000 files would take longer to keep than to find. */
export interface Sources extends Iterable<Source> {
  readonly length: number;
  /** @param row below `length` */
  at(row: number): Source;
  /** Every file that somebody may take for an article and that is none. */
  readonly problems: readonly Problem[];
}

/**
 * Every Markdown file below content/{locale}/articles, ordered by path; files and folders that start with a dot are
 * passed over.
 */
export function scanSources(root: string, locales: readonly LocaleCode[]): Sources {
  const names: string[] = [];
  const places: Place[] = [];
  /** Three of a file: size, mtime, ctime. */
  const stats: number[] = [];
  const problems: Problem[] = [];
  const visit = (place: Place): void => {
    const { folder, locale, prefix } = place;
    for (const entry of readFolder(join(root, folder))) {
      const { name } = entry;
      if (name.startsWith('.')) continue;
      const file = `${folder}/${name}`;
      if (entry.isDirectory()) visit({ folder: file, locale, prefix: `${prefix}${name}/` });
      else if (entry.isFile() && name.endsWith(EXTENSION)) {
        const { size, mtimeMs, ctimeMs } = statSync(`${root}/${file}`);
        names.push(name);
        places.push(place);
        stats.push(size, mtimeMs, ctimeMs);
      } else {
        const problem = problemOf(entry);
        if (problem) problems.push({ file, ...problem });
      }
    }
  };
  for (const locale of locales) visit({ folder: `content/${locale}/articles`, locale, prefix: '' });
  const { length } = names;
  const at = (row: number): Source => {
    const name = names[row];
    const place = places[row];
    if (name === undefined || !place) throw new RangeError(`row ${row} of ${length}`);
    return {
      file: `${place.folder}/${name}`,
      locale: place.locale,
      // Systems write one name in different forms; its translations have one key.
      key: (place.prefix + name.slice(0, -EXTENSION.length)).normalize('NFC'),
      size: stats[row * 3] ?? 0,
      mtime: stats[row * 3 + 1] ?? 0,
      ctime: stats[row * 3 + 2] ?? 0,
    };
  };
  return {
    length,
    at,
    problems,
    *[Symbol.iterator]() {
      for (let row = 0; row < length; row++) yield at(row);
    },
  };
}

const EXTENSION = '.md';

interface Place {
  folder: string;
  locale: LocaleCode;
  /** Of the keys. */
  prefix: string;
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
