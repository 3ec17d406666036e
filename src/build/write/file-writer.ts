/** Writes output files and their folders, and returns hash, size and times of each file. */
import { hash as digest } from 'node:crypto';
import { closeSync, fstatSync, openSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { hasCode } from '../../foundation/errors.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { namePath, replaceFileSync } from '../../foundation/replace-file.ts';
import type { CachedOutput } from './manifest.ts';

export interface FileWriter {
  /** @param hash of the content, where the caller has it */
  write(
    file: Pick<CachedOutput, 'path' | 'kind' | 'key'>,
    content: string | Uint8Array,
    hash?: string,
  ): CachedOutput;
}

/**
 * @param folder absolute output folder
 * @param replaces whether readers may see the folder: then each file is replaced by a rename
 */
export function createFileWriter(folder: string, replaces: boolean): FileWriter {
  const made = new Set<string>();
  const put = (path: string, content: string | Uint8Array): Stats => {
    if (!replaces) return writeAndStat(path, content);
    replaceFileSync(path, content);
    return statSync(path);
  };

  return {
    write({ path, kind, key }, content, hash = hashBytes(content)) {
      // Paths are checked earlier. This is the last check before a path could lead out of the folder.
      if (/(^|\/)\.\.(\/|$)/.test(path)) throw new Error(`${path} leaves the output folder`);
      const absolute = `${folder}/${path}`;
      const parent = absolute.slice(0, absolute.lastIndexOf('/'));
      if (!made.has(parent)) {
        makeFolder(parent);
        made.add(parent);
      }
      let stats: Stats;
      try {
        stats = put(absolute, content);
      } catch (error) {
        // Another build may have removed the folder.
        if (!hasCode(error, 'ENOENT')) throw error;
        makeFolder(parent);
        stats = put(absolute, content);
      }
      return { path, kind, key, hash, size: stats.size, mtime: stats.mtimeMs, ctime: stats.ctimeMs };
    },
  };
}

/** Opens the file once for both: a second look-up of the path takes as long as writing a page. */
function writeAndStat(path: string, content: string | Uint8Array): Stats {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, content);
    return fstatSync(file);
  } catch (error) {
    throw namePath(error, path, path);
  } finally {
    closeSync(file);
  }
}

/** SHA-256, base64url. */
export function hashBytes(content: string | Uint8Array): string {
  return digest('sha256', content, 'base64url');
}

/** Returns a function that joins parts as UTF-8. Its result is only valid until the next call. */
export function createEncoder(): (parts: readonly (string | Uint8Array)[]) => Uint8Array {
  let buffer = Buffer.allocUnsafe(1 << 18);
  return (parts) => {
    // A UTF-16 unit becomes at most three bytes of UTF-8.
    let most = 0;
    for (const part of parts) most += typeof part === 'string' ? part.length * 3 : part.length;
    if (most > buffer.length) buffer = Buffer.allocUnsafe(most * 2);
    let end = 0;
    for (const part of parts) {
      if (typeof part === 'string') end += buffer.write(part, end);
      else {
        buffer.set(part, end);
        end += part.length;
      }
    }
    return buffer.subarray(0, end);
  };
}
