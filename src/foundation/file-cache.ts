/** Caches generated files by name for later builds. A cached file is complete or absent. */
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from './clock.ts';
import { hasCode } from './errors.ts';
import { makeFolder } from './make-folder.ts';
import { replaceFileSync } from './replace-file.ts';
import { readRegularFile } from './site-files.ts';

export type FileCache = ReturnType<typeof createFileCache>;

/** @param folder absolute path; created by the first write */
export function createFileCache(folder: string) {
  const running = new Map<string, Promise<Uint8Array>>();
  /** Returns null for a missing or empty file. */
  const read = (name: string): Buffer | null => {
    try {
      const bytes = readRegularFile(join(folder, name));
      return bytes.length > 0 ? bytes : null;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    }
  };
  const write = (name: string, bytes: Uint8Array) => {
    makeFolder(folder);
    replaceFileSync(join(folder, name), bytes);
  };
  const readOrMake = async (name: string, make: () => Promise<Uint8Array>) => {
    const cached = read(name);
    if (cached) return cached;
    const bytes = await make();
    write(name, bytes);
    return bytes;
  };
  /** Returns a file's bytes; makes and writes the file first if it is missing. Concurrent calls share one result. */
  const once = (name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> => {
    const started = running.get(name) ?? readOrMake(name, make).finally(() => running.delete(name));
    running.set(name, started);
    return started;
  };
  return { read, write, once };
}

/** A build that does not use a file, such as the build of another branch, does not prove that no later build does. */
const KEPT_DAYS = 30;

/** Removes the files of a cache that no build has used for thirty days. @param used names of the files of this build */
export async function removeUnused(folder: string, used: ReadonlySet<string>): Promise<void> {
  const now = Date.now();
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
  for (const name of names) {
    const path = join(folder, name);
    try {
      const age = now - (await stat(path)).mtimeMs;
      if (!used.has(name)) {
        if (age > KEPT_DAYS * DAY_MS) await rm(path);
      } else if (age > DAY_MS) await utimes(path, now / 1000, now / 1000);
    } catch (error) {
      // Another build may have removed it.
      if (!hasCode(error, 'ENOENT')) throw error;
    }
  }
}
