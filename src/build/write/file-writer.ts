/** Owns writing output files: the folder is made, the bytes are hashed, and what stands there is not written again. */
import { hash as digest } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hasCode } from '../../foundation/errors.ts';

/** What is known of a file after writing. */
export interface WrittenFile {
  path: string;
  /** SHA-256 of the bytes, base64url. */
  hash: string;
  size: number;
  mtime: number;
  ctime: number;
}

export interface FileWriter {
  /** @param path below the output folder. @param hash of the content, where the caller has it */
  write(path: string, content: string | Uint8Array, hash?: string): WrittenFile;
}

/**
 * @param folder absolute output folder
 * @param replaces whether files may stand there that readers see: then each is written beside and renamed over
 */
export function createFileWriter(folder: string, replaces: boolean): FileWriter {
  const made = new Set<string>();
  let count = 0;

  const put = (path: string, content: string | Uint8Array): Stats => {
    if (!replaces) return writeAndStat(path, content);
    const temporary = `${path}.${process.pid}-${count++}.tmp`;
    try {
      writeFileSync(temporary, content);
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      // What stands in the way, and what people know, is the file itself.
      throw error instanceof Error ? Object.assign(error, { path }) : error;
    }
    return statSync(path);
  };

  return {
    write(path, content, hash = hashBytes(content)) {
      // Content is checked before; this is the last place where a path could lead out of the folder.
      if (/(^|\/)\.\.(\/|$)/.test(path)) throw new Error(`${path} leaves the output folder`);
      const absolute = `${folder}/${path}`;
      const parent = absolute.slice(0, absolute.lastIndexOf('/'));
      if (!made.has(parent)) {
        mkdirSync(parent, { recursive: true });
        made.add(parent);
      }
      let stats: Stats;
      try {
        stats = put(absolute, content);
      } catch (error) {
        // A folder of an older build may stand where a file belongs, or be gone by now.
        if (!hasCode(error, 'ENOENT')) throw error;
        mkdirSync(parent, { recursive: true });
        stats = put(absolute, content);
      }
      return { path, hash, size: stats.size, mtime: stats.mtimeMs, ctime: stats.ctimeMs };
    },
  };
}

/** One open file for both: looking a path up again costs as much as writing a page. */
function writeAndStat(path: string, content: string | Uint8Array): Stats {
  const file = openSync(path, 'w');
  try {
    writeFileSync(file, content);
    return fstatSync(file);
  } finally {
    closeSync(file);
  }
}

/** SHA-256, base64url. */
export function hashBytes(content: string | Uint8Array): string {
  return digest('sha256', content, 'base64url');
}

/**
 * Returns a function that joins parts as UTF-8. Each text is encoded once, in place; what all pages share comes as bytes.
 * The result is only valid until the next call.
 */
export function createEncoder(): (parts: readonly (string | Uint8Array)[]) => Uint8Array {
  let buffer = Buffer.allocUnsafe(1 << 18);
  return (parts) => {
    // A UTF-16 unit takes at most three bytes.
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
