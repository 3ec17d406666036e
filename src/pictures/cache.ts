/** Keeps finished pictures for the next build: file name → bytes, complete or absent. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../foundation/errors.ts';
import { replaceFile } from '../foundation/replace-file.ts';

export interface PictureCache {
  /** null for a missing or empty file. */
  read(name: string): Promise<Uint8Array | null>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The bytes of a file, made and written first if it is missing. Calls at the same time share one result. */
  once(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** @param folder absolute path; created by the first write */
export function createPictureCache(folder: string): PictureCache {
  const share = createSharing<Uint8Array>();
  const read = async (name: string) => {
    try {
      const bytes = await readFile(join(folder, name));
      return bytes.length > 0 ? bytes : null;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    }
  };
  const write = async (name: string, bytes: Uint8Array) => {
    await mkdir(folder, { recursive: true });
    await replaceFile(join(folder, name), bytes);
  };
  const readOrMake = async (name: string, make: () => Promise<Uint8Array>) => {
    const cached = await read(name);
    if (cached) return cached;
    const bytes = await make();
    await write(name, bytes);
    return bytes;
  };
  return { read, write, once: (name, make) => share(name, () => readOrMake(name, make)) };
}

/** Returns a function that lets calls for the same key at the same time share one piece of work. */
export function createSharing<Result>() {
  const running = new Map<string, Promise<Result>>();
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const started = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
