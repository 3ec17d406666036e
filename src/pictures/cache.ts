/** Owns the folder where finished pictures wait for the next build: file name → bytes, complete or absent. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../foundation/errors.ts';

export interface PictureCache {
  /** null when there is no such file, or an empty one. */
  read(name: string): Promise<Uint8Array | null>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The file's bytes; made and written first where there is none. Calls at the same time share one making. */
  once(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** @param folder absolute path; made when it is first written to */
export function createPictureCache(folder: string): PictureCache {
  const pending = new Map<string, Promise<Uint8Array>>();

  async function read(name: string): Promise<Uint8Array | null> {
    try {
      const bytes = await readFile(join(folder, name));
      return bytes.length > 0 ? bytes : null;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
      throw error;
    }
  }

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(folder, { recursive: true });
    const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(temporary, bytes);
      await rename(temporary, join(folder, name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async function readOrMake(name: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const cached = await read(name);
    if (cached) return cached;
    const bytes = await make();
    await write(name, bytes);
    return bytes;
  }

  return {
    read,
    write,
    once(name, make) {
      const running = pending.get(name);
      if (running) return running;
      const started = readOrMake(name, make).finally(() => pending.delete(name));
      pending.set(name, started);
      return started;
    },
  };
}
