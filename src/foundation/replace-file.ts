/** Writes a file atomically: readers see the old content or the new content, even after a crash. */
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, link, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from './errors.ts';

interface WriteOptions {
  /** Survives a power failure: syncs the new file before it takes its place, and the folder after that. */
  durable?: boolean;
  /** Temporary file on the same file system. Default: a hidden file beside `path`. */
  temporary?: string;
}

interface ReplaceOptions extends WriteOptions {
  /** True for a file of people: it keeps its permissions, owner and hard links, and a read-only one is refused. */
  keeps?: boolean;
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
  { durable = false, temporary = temporaryPath(path), keeps = false }: ReplaceOptions = {},
): void {
  const old = keeps ? statWritable(path) : undefined;
  try {
    const file = openSync(temporary, 'w');
    try {
      if (typeof content === 'function') content(file);
      else writeFileSync(file, content);
      if (durable) fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
    takePlace(temporary, path, old);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw namePath(error, temporary, path);
  }
  if (durable) syncFolder(dirname(path));
}

/** @throws the error of the system for a file that may not be written. For the superuser, the permissions decide too */
function statWritable(path: string): Stats | undefined {
  const old = statSync(path, { throwIfNoEntry: false });
  if (!old) return undefined;
  accessSync(path, constants.W_OK);
  if ((old.mode & 0o222) !== 0) return old;
  const message = `EACCES: permission denied, open '${path}'`;
  throw Object.assign(new Error(message), { code: 'EACCES', syscall: 'open', path });
}

const PERMISSIONS = 0o7777;

/** @param old the file that keeps its permissions, owner and hard links */
function takePlace(temporary: string, path: string, old: Stats | undefined): void {
  if (old && (old.nlink > 1 || !takeOwner(temporary, old))) {
    overwrite(temporary, path);
    return;
  }
  if (old) chmodSync(temporary, old.mode & PERMISSIONS);
  renameSync(temporary, path);
}

/** Other names of a file, and an owner that only the superuser could give, belong to the file that is there. After a crash, the whole content is in the temporary file. */
function overwrite(temporary: string, path: string): void {
  const content = readFileSync(temporary);
  const file = openSync(path, 'r+');
  try {
    writeFileSync(file, content);
    ftruncateSync(file, content.length);
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  rmSync(temporary);
}

/** @returns false where the system does not allow it */
function takeOwner(temporary: string, { uid, gid }: Stats): boolean {
  const own = statSync(temporary);
  if (own.uid === uid && own.gid === gid) return true;
  try {
    chownSync(temporary, uid, gid);
    return true;
  } catch (error) {
    if (hasCode(error, 'EPERM')) return false;
    throw error;
  }
}

/**
 * Replaces or creates a file of people; its folder must exist. Permissions, owner and hard links stay.
 * @param options.confirm called when the new content is complete; false leaves the old file in place
 * @returns whether the file was replaced
 */
export async function replaceFile(
  path: string,
  content: Content,
  {
    confirm = () => true,
    keeps = true,
    ...options
  }: ReplaceOptions & { confirm?: () => boolean | Promise<boolean> } = {},
): Promise<boolean> {
  const old = keeps ? statWritable(path) : undefined;
  return writeVia(path, content, options, async (temporary) => {
    if (!(await confirm())) return false;
    takePlace(temporary, path, old);
    return true;
  });
}

/**
 * Creates a file with its whole content, or not at all. If several processes try, one succeeds.
 * @param options.mode permissions, whatever the umask is
 * @returns false if the file exists already; it is left as it is
 */
export function createFile(
  path: string,
  content: Content,
  { mode, ...options }: WriteOptions & { mode?: number } = {},
): Promise<boolean> {
  return writeVia(path, content, options, async (temporary) => {
    if (mode !== undefined) chmodSync(temporary, mode & PERMISSIONS);
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
  { durable = false, temporary = temporaryPath(path) }: WriteOptions,
  place: (temporary: string) => Promise<boolean>,
): Promise<boolean> {
  let isPlaced: boolean;
  try {
    await writeFile(temporary, content, { flush: durable });
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
