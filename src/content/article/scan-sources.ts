/** Finds the files of articles. */

import { type Dirent, statSync } from 'node:fs';
import { join } from 'node:path';
import { finding, type Problem } from '../../foundation/errors.ts';
import { createNameCheck } from '../../foundation/file-names.ts';
import { findSizeProblem, SPECIAL_FILE, SYMBOLIC_LINK } from '../../foundation/site-files.ts';
import { walkDirectory } from '../../foundation/walk-directory.ts';
import type { LocaleCode } from '../../locales/codes.ts';
import type { ArticleSource } from './parse-article.ts';

/** A file with the numbers that show whether it has changed. */
export interface Source extends ArticleSource {
  size: number;
  /** Milliseconds. */
  mtime: number;
  ctime: number;
}

/** Files in their order. */
export interface SourceList extends Iterable<Source> {
  readonly length: number;
  /** @param row below `length` */
  at(row: number): Source | undefined;
}

/** Holds paths and numbers in arrays, since creating 100,000 objects takes longer than finding the files. */
export interface Sources extends SourceList {
  at(row: number): Source;
  /** Files that look like articles but are not read. */
  readonly problems: readonly Problem[];
  /** Paths of other files, relative to the root. */
  readonly others: readonly string[];
}

/** Every Markdown file below content/{locale}/articles, ordered by path, except dotfiles and dot folders. */
export function scanSources(root: string, locales: readonly LocaleCode[]): Sources {
  const files: string[] = [];
  const codes: LocaleCode[] = [];
  /** Size, mtime and ctime of each file, one after the other. */
  const stats: number[] = [];
  const problems: Problem[] = [];
  const others: string[] = [];
  const isVisible = ({ name }: Dirent) => !name.startsWith('.');
  for (const locale of locales) {
    const folder = articleFolder(locale);
    const checkName = createNameCheck();
    walkDirectory(
      join(root, folder),
      (entry, prefix) => {
        const { name } = entry;
        if (!isVisible(entry)) return;
        const file = `${folder}/${prefix}${name}`;
        const wrong = checkName(prefix + name);
        if (wrong) problems.push({ file, ...wrong });
        else if (entry.isFile() && name.endsWith(EXTENSION)) {
          const { size, mtimeMs, ctimeMs } = statSync(`${root}/${file}`);
          const excess = findSizeProblem({ size });
          if (excess) {
            problems.push({ file, ...excess });
            return;
          }
          files.push(file);
          codes.push(locale);
          stats.push(size, mtimeMs, ctimeMs);
        } else {
          const problem = problemOf(entry);
          if (problem) problems.push({ file, ...problem });
          else others.push(file);
        }
      },
      isVisible,
    );
  }
  const { length } = files;
  const at = (row: number): Source => {
    const file = files[row];
    const locale = codes[row];
    if (file === undefined || !locale) throw new RangeError(`row ${row} of ${length}`);
    return {
      file,
      locale,
      // File systems differ in the Unicode form of a name; translations share one key.
      key: file.slice(articleFolder(locale).length + 1, -EXTENSION.length).normalize('NFC'),
      size: stats[row * 3] ?? 0,
      mtime: stats[row * 3 + 1] ?? 0,
      ctime: stats[row * 3 + 2] ?? 0,
    };
  };
  return {
    length,
    at,
    problems,
    others,
    *[Symbol.iterator]() {
      for (let row = 0; row < length; row++) yield at(row);
    },
  };
}

const EXTENSION = '.md';

export function articleFolder(locale: LocaleCode): string {
  return `content/${locale}/articles`;
}

/** The reason why an entry that looks like an article is not read; null for other entries. */
function problemOf(entry: Dirent): Problem | null {
  if (entry.isSymbolicLink()) return SYMBOLIC_LINK;
  if (!/\.(md|markdown)$/i.test(entry.name)) return null;
  if (!entry.isFile()) return SPECIAL_FILE;
  return finding('invalid-file-name', 'the name of an article must end in .md', 'rename the file');
}
