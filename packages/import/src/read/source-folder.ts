/** Gives access to the files of a source. It reads nothing outside of the folder and no file above a size limit. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { decodeUtf8, hasCode, isWithin, walkDirectory } from '../core.ts';
import type { Notes } from '../notes.ts';

/** Bytes. An article has at most 2,000,000 characters. */
const MAX_TEXT = 8_000_000;
/** Bytes of a file that is copied. */
const MAX_FILE = 100_000_000;

/** Folders of tools and of packages, at any depth. */
const NOT_SOURCE = /^(?:\..*|node_modules|bower_components)$/i;
/** Folders of built sites and of templates for new posts, where they stand beside the configuration. */
const NOT_SOURCE_AT_TOP = /^(?:vendor|dist|build|_site|resources|archetypes|coverage)$/i;

export type SourceFolder = ReturnType<typeof openSourceFolder>;

/**
 * @param root absolute path of a folder that exists
 * @param tops names of the folders that are read; null for all
 */
export function openSourceFolder(root: string, notes: Notes, tops: RegExp | null = null) {
  const real = realpathSync(root);
  const files = new Set<string>();
  walkDirectory(
    root,
    (entry, prefix) => {
      const file = prefix + entry.name;
      if (entry.isFile()) files.add(file);
      else if (entry.isSymbolicLink()) notes.add({ file, message: 'symbolic link: not followed' });
    },
    ({ name }, prefix) => {
      if (prefix === '' && tops !== null && !tops.test(name)) return false;
      if (NOT_SOURCE.test(name)) return false;
      if (prefix !== '' || !NOT_SOURCE_AT_TOP.test(name)) return true;
      notes.add({ file: name, message: 'folder of built files, packages or templates: not read' });
      return false;
    },
  );
  const absolute = (file: string) => join(root, ...file.split('/'));
  /** Bytes; null if the source has no such file. Finds files in hidden folders, which `files` omits. */
  const sizeOf = (file: string): number | null => {
    const path = posix.normalize(file);
    if (path.startsWith('../') || path.startsWith('/') || path.includes('\0')) return null;
    try {
      const stat = statSync(absolute(path));
      return stat.isFile() && isWithin(realpathSync(absolute(path)), real) ? stat.size : null;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES')) return null;
      throw error;
    }
  };
  return {
    root,
    /** Paths of all files, relative to the source, with "/", sorted. */
    files: [...files] as readonly string[],
    has: (file: string) => files.has(file) || sizeOf(file) !== null,
    /** Absolute path of a file to copy; null if there is none. A file that is too large gets a note. */
    toCopy(file: string): string | null {
      const size = sizeOf(file);
      if (size === null) return null;
      if (size <= MAX_FILE) return absolute(file);
      notes.add({ file, message: `file of more than ${MAX_FILE / 1e6} MB: not copied` });
      return null;
    },
    /** Time of the last change, in milliseconds. */
    changed: (file: string): number => statSync(absolute(file)).mtimeMs,
    /** The text with "\n" as line breaks; null if there is none. A file that cannot be read gets a note. */
    text(file: string): string | null {
      const size = sizeOf(file);
      if (size === null) return null;
      if (size > MAX_TEXT) {
        notes.add({ file, message: `text of more than ${MAX_TEXT / 1e6} MB: not imported` });
        return null;
      }
      const decoded = decodeUtf8(readFileSync(absolute(file)));
      if (decoded.ok) return decoded.text.replace(/\r\n?/g, '\n');
      notes.add({ file, line: decoded.line, message: 'file is not UTF-8: not imported' });
      return null;
    },
  };
}
