/** Owns the files of a folder that is a target: walking, hashing, and staying within its root. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, lstat, mkdir, readdir, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasCode, UserError } from '../../../foundation/errors.ts';
import { isWithin } from '../../../foundation/paths.ts';
import { STATE_PREFIX } from '../../plan/deploy-plan.ts';

/** The folder itself, or the nearest one above it that exists. @throws where a file stands in the way */
export async function findExisting(folder: string): Promise<string> {
  try {
    if ((await stat(folder)).isDirectory()) return folder;
    throw new Error(`${folder} is a file`);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    return findExisting(dirname(folder));
  }
}

/** Names of all files but our own; symbolic links are not followed. */
export async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !name.startsWith(STATE_PREFIX));
}

export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url');
}

export async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    return null;
  }
}

export async function keep(path: string, kept: string): Promise<void> {
  try {
    await link(path, kept);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** A link on the way must not lead out of the root. */
export async function makeFolder(root: string, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [realRoot, realFolder] = await Promise.all([realpath(root), realpath(folder)]);
  if (!isWithin(realFolder, realRoot)) {
    throw new UserError({
      message: `"${name}" would be written outside of ${root}: a symbolic link leads there`,
      hint: 'remove the link from the folder',
    });
  }
}

export async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let current = folder; current.length > root.length; current = dirname(current)) {
    try {
      await rmdir(current);
    } catch {
      return;
    }
  }
}
