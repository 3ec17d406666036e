/** Owns writing output files: the folder is made, the bytes are hashed, and what stands there is not written again. */
import { hash as digest } from 'node:crypto';
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { hasCode } from '../errors.ts';

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
  /** @param path below the output folder. @param content text or bytes */
  write(path: string, content: string | Uint8Array): WrittenFile;
}

/**
 * @param folder absolute output folder
 * @param replaces whether files may stand there that readers see: then each is written beside and renamed over
 */
export function createFileWriter(folder: string, replaces: boolean): FileWriter {
  const made = new Set<string>();
  let count = 0;

  const put = (path: string, content: string | Uint8Array) => {
    if (!replaces) return writeFileSync(path, content);
    const temporary = `${path}.${process.pid}-${count++}.tmp`;
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  };

  return {
    write(path, content) {
      // Content is checked before; this is the last place where a path could lead out of the folder.
      if (/(^|\/)\.\.(\/|$)/.test(path)) throw new Error(`${path} leaves the output folder`);
      const absolute = `${folder}/${path}`;
      const parent = absolute.slice(0, absolute.lastIndexOf('/'));
      if (!made.has(parent)) {
        mkdirSync(parent, { recursive: true });
        made.add(parent);
      }
      try {
        put(absolute, content);
      } catch (error) {
        // A folder of an older build may stand where a file belongs, or be gone by now.
        if (!hasCode(error, 'ENOENT')) throw error;
        mkdirSync(parent, { recursive: true });
        put(absolute, content);
      }
      const { size, mtimeMs, ctimeMs } = statSync(absolute);
      return { path, hash: digest('sha256', content, 'base64url'), size, mtime: mtimeMs, ctime: ctimeMs };
    },
  };
}

/** SHA-256, base64url. */
export function hashBytes(content: string | Uint8Array): string {
  return digest('sha256', content, 'base64url');
}
