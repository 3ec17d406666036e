/** Lists folders, ordered by name. Does not follow symbolic links; a missing folder counts as empty. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './errors.ts';

/** The entries of one folder. */
export function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return noneIfMissing(error);
  }
}

/**
 * Visits everything below a folder except the folders themselves.
 * @param visit `prefix` + `entry.name` is the path relative to the folder: `prefix` is '' or ends in '/'
 * @param enters false for folders to skip; by default none is skipped
 */
export function walkDirectory(
  folder: string,
  visit: (entry: Dirent, prefix: string) => void,
  enters: (entry: Dirent, prefix: string) => boolean = () => true,
): void {
  const walk = (prefix: string) => {
    for (const entry of readFolder(join(folder, prefix))) {
      if (!entry.isDirectory()) visit(entry, prefix);
      else if (enters(entry, prefix)) walk(`${prefix}${entry.name}/`);
    }
  };
  walk('');
}

/** Paths of all regular files below a folder, relative to it, with '/'. */
export async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  walkDirectory(folder, (entry, prefix) => {
    if (entry.isFile()) files.push(prefix + entry.name);
  });
  return files.sort();
}

function noneIfMissing(error: unknown): [] {
  if (hasCode(error, 'ENOENT')) return [];
  throw error;
}
