/** Writes a file atomically: readers see the old content or the new content, even after a crash. */
import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, copyFile, link, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from './errors.ts';

interface WriteOptions {
  /** Survives a power failure: syncs the new file before it takes its place, and the folder after that. */
  durable?: boolean;
  /** Temporary file on the same file system. Default: a hidden file beside `path`. */
  temporary?: string;
  /** Permissions of the new file. */
  mode?: number;
}

type Content = string | Uint8Array;

/**
 * Replaces or creates a file; its folder must exist.
 * @param content bytes, text, or a function that writes to the open file
 * @throws the error of the file system, with `path` instead of the temporary file
 */
export function replaceFileSync(
  path: string,
  content: Content | ((file: number) => void),
  { durable = false, temporary = temporaryPath(path), mode = 0o666 }: WriteOptions = {},
): void {
  try {
    const file = openSync(temporary, 'w', mode);
    try {
      if (typeof content === 'function') content(file);
      else writeFileSync(file, content);
      if (durable) fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw namePath(error, temporary, path);
  }
  if (durable) syncFolder(dirname(path));
}

/**
 * Replaces or creates a file; its folder must exist.
 * @param options.confirm called when the new content is complete; false leaves the old file in place
 * @returns whether the file was replaced
 */
export function replaceFile(
  path: string,
  content: Content,
  { confirm = () => true, ...options }: WriteOptions & { confirm?: () => boolean | Promise<boolean> } = {},
): Promise<boolean> {
  return writeVia(path, content, options, async (temporary) => {
    if (!(await confirm())) return false;
    await rename(temporary, path);
    return true;
  });
}

/**
 * Creates a file with its whole content, or not at all. If several processes try, one succeeds.
 * @returns false if the file exists already; it is left as it is
 */
export function createFile(path: string, content: Content, options: WriteOptions = {}): Promise<boolean> {
  return writeVia(path, content, options, async (temporary) => {
    try {
      await link(temporary, path).catch((error: unknown) => {
        // Some file systems have no hard links.
        if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV')) throw error;
        return copyFile(temporary, path, constants.COPYFILE_EXCL);
      });
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    }
  });
}

/** @param place moves the complete file to its path, and returns true if it did */
async function writeVia(
  path: string,
  content: Content,
  { durable = false, temporary = temporaryPath(path), mode = 0o666 }: WriteOptions,
  place: (temporary: string) => Promise<boolean>,
): Promise<boolean> {
  let isPlaced: boolean;
  try {
    await writeFile(temporary, content, { mode, flush: durable });
    isPlaced = await place(temporary);
  } catch (error) {
    throw namePath(error, temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  if (durable && isPlaced) syncFolder(dirname(path));
  return isPlaced;
}

/** A hidden file that is unique among processes and threads. Its name is short enough for every file system. */
function temporaryPath(path: string): string {
  const unique = `${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  return join(dirname(path), `.${basename(path).slice(0, 40)}.${unique}.tmp`);
}

/** Makes new names in a folder durable, if the system can sync folders. */
export function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    // Windows and some network file systems cannot.
  }
}

/** Names the target in an error of the file system: users do not know the temporary file, and some errors name no file. */
export function namePath(error: unknown, temporary: string, path: string): unknown {
  if (!(error instanceof Error) || !('path' in error || 'syscall' in error)) return error;
  return Object.assign(error, { path, message: error.message.replaceAll(temporary, path) });
}
