/** Reads the files of a source: inside its folder only, without following links, up to a size. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { decodeUtf8 } from '../../config/utf8.ts';
import { hasCode } from '../../foundation/errors.ts';
import { isWithin } from '../../foundation/paths.ts';
import { walkDirectory } from '../../foundation/walk-directory.ts';
import type { Notes } from '../notes.ts';

/** Bytes of a text; an article has at most 2,000,000 characters. */
const MAX_TEXT = 8_000_000;
/** Bytes of a picture or another file. */
const MAX_FILE = 100_000_000;

/** Folders of tools, packages and results. */
const NOT_SOURCE =
  /^(?:\..*|node_modules|bower_components|vendor|dist|build|_site|resources|archetypes|coverage)$/i;

export type SourceFolder = ReturnType<typeof openSourceFolder>;

/** @param root absolute path of a folder that exists */
export function openSourceFolder(root: string, notes: Notes) {
  const real = realpathSync(root);
  const files = new Set<string>();
  walkDirectory(
    root,
    (entry, prefix) => {
      const file = prefix + entry.name;
      if (entry.isFile()) files.add(file);
      else if (entry.isSymbolicLink()) notes.add({ file, message: 'symbolic link: not followed' });
    },
    ({ name }) => !NOT_SOURCE.test(name),
  );
  const absolute = (file: string) => join(root, ...file.split('/'));
  /** Bytes; null where there is no such file in the source. Files of hidden folders count too. */
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
    /** Paths of all files, relative to the source, with "/", in order. */
    files: [...files] as readonly string[],
    has: (file: string) => files.has(file) || sizeOf(file) !== null,
    /** Absolute path of a file that may be copied; null, with a note, where it is too large. */
    toCopy(file: string): string | null {
      const size = sizeOf(file);
      if (size === null) return null;
      if (size <= MAX_FILE) return absolute(file);
      notes.add({ file, message: `file of more than ${MAX_FILE / 1e6} MB: not copied` });
      return null;
    },
    /** Milliseconds. */
    changed: (file: string): number => statSync(absolute(file)).mtimeMs,
    /** The text with "\n" only; null, with a note, where it cannot be read. */
    text(file: string): string | null {
      const size = sizeOf(file);
      if (size === null) return null;
      if (size > MAX_TEXT) {
        notes.add({ file, message: `text of more than ${MAX_TEXT / 1e6} MB: not imported` });
        return null;
      }
      const decoded = decodeUtf8(readFileSync(absolute(file)));
      if (decoded.ok) return decoded.text.replace(/\r\n?/g, '\n');
      notes.add({ file, line: decoded.line, message: 'not UTF-8: not imported' });
      return null;
    },
  };
}
