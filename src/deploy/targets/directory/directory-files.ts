/** Reads and writes the files of a target folder, and keeps writes inside of it. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode, UserError } from '../../../foundation/errors.ts';
import { makeFolder } from '../../../foundation/make-folder.ts';
import { isWithin } from '../../../foundation/paths.ts';
import { openRegularFile, readRegularFile } from '../../../foundation/site-files.ts';
import { STATE_PREFIX } from '../target.ts';

const TEMPORARY = '.new-';

/** Milliseconds. Other deploys may write at the same time, as staging parts and acquiring the lock need no lock. */
const ABANDONED_AFTER = 3_600_000;

/** A unique path on the same file system as the target. */
export function temporaryPath(root: string): string {
  return join(root, STATE_PREFIX, `${TEMPORARY}${process.pid}-${crypto.randomUUID()}`);
}

/** @returns a temporary file, and its SHA-256 in base64url */
export async function receive(
  root: string,
  source: Readable,
): Promise<{ temporary: string; digest: string }> {
  const temporary = temporaryPath(root);
  const hash = createHash('sha256');
  try {
    source.on('data', (chunk: Buffer) => hash.update(chunk));
    await pipeline(source, createWriteStream(temporary, { flush: true }));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return { temporary, digest: hash.digest('base64url') };
}

/** Removes the temporary files of deploys that were killed. */
export async function removeAbandoned(root: string): Promise<void> {
  const folder = join(root, STATE_PREFIX);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(TEMPORARY)) continue;
    const path = join(folder, name);
    // A file that is gone has been put in place.
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(path, { force: true });
  }
}

/** The path, or the nearest one above it that exists. */
export function findExisting(path: string): string {
  return existsSync(path) ? path : findExisting(dirname(path));
}

/** Bytes of a file that is read at once: for a small file, a stream takes seven times the processor time. */
const READ_AT_ONCE = 1_000_000;

/** @param size bytes */
export async function digestOf(path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  if (size <= READ_AT_ONCE) return hash.update(readRegularFile(path)).digest('base64url');
  await pipeline(createReadStream('', { fd: openRegularFile(path) }), hash);
  return hash.digest('base64url');
}

/** Keeps the content of `path` under another name. */
export async function keepFile(path: string, kept: string): Promise<void> {
  try {
    await link(path, kept);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** @throws UserError when a symbolic link leads out of the root */
export async function makeFolderWithin(root: string, folder: string, name: string): Promise<void> {
  makeFolder(folder);
  if (isWithin(await realpath(folder), await realpath(root))) return;
  throw new UserError({
    code: 'symbolic-link',
    message: `"${name}" is outside of ${root}, because a symbolic link leads there`,
    hint: 'remove the link from the folder',
  });
}

export async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  try {
    for (let current = folder; current.length > root.length; current = dirname(current)) await rmdir(current);
  } catch {
    // The folder is not empty.
  }
}
