/**
 * Owns the state objects (lock, releases, parts) of a directory: a file for each version, `{name}@{generation}.{meta}`,
 * made by link(2), which fails where one stands. That is the compare-and-swap that the lock is built on.
 */
import { link, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import * as z from 'zod';
import { hasCode } from '../../../foundation/errors.ts';
import { ConflictError, type ObjectSpec, type Precondition, type StoredObject } from '../target.ts';
import { temporaryPath } from './directory-temporary.ts';

const headSchema = z.object({
  contentType: z.string(),
  cacheControl: z.string(),
  contentEncoding: z.enum(['', 'gzip']),
  marks: z.record(z.string(), z.string()),
  size: z.number(),
});

export interface StateFolder {
  list(prefix: string): Promise<StoredObject[]>;
  find(name: string): Promise<StoredObject | null>;
  read(name: string): Promise<Buffer>;
  /** `bytes` null keeps the bytes and makes a new metageneration. */
  write(spec: ObjectSpec, bytes: Buffer | null, when: Precondition): Promise<StoredObject>;
  remove(stored: StoredObject): Promise<void>;
}

interface Version {
  generation: number;
  metageneration: number;
  path: string;
}

/** @param root absolute path of the target's folder; names are relative to it and start with `.articles/` */
export function openStateFolder(root: string): StateFolder {
  const versionsOf = async (name: string): Promise<Version[]> => {
    const folder = dirname(join(root, name));
    const base = `${name.slice(name.lastIndexOf('/') + 1)}@`;
    return (await listFolder(folder))
      .flatMap((file) => {
        const [, generation, metageneration] = /^(\d+)\.(\d+)$/.exec(file.slice(base.length)) ?? [];
        if (!file.startsWith(base) || generation === undefined || metageneration === undefined) return [];
        return [
          {
            generation: Number(generation),
            metageneration: Number(metageneration),
            path: join(folder, file),
          },
        ];
      })
      .sort((a, b) => b.generation - a.generation || b.metageneration - a.metageneration);
  };

  const load = async (name: string, version: Version): Promise<StoredObject> => {
    const bytes = await readFile(version.path);
    const head = headSchema.parse(JSON.parse(bytes.subarray(0, bytes.indexOf(10)).toString()));
    const { mtimeMs } = await stat(version.path);
    return {
      name,
      ...head,
      generation: String(version.generation),
      metageneration: String(version.metageneration),
      updated: mtimeMs,
    };
  };

  const find: StateFolder['find'] = async (name) => {
    for (let attempt = 0; ; attempt++) {
      const [newest] = await versionsOf(name);
      if (!newest) return null;
      try {
        return await load(name, newest);
      } catch (error) {
        // A newer version has just taken its place.
        if (!hasCode(error, 'ENOENT') || attempt === 20) throw error;
      }
    }
  };

  const readBytes = async (name: string) => {
    const [newest] = await versionsOf(name);
    if (!newest) throw new Error(`there is no state object "${name}"`);
    const bytes = await readFile(newest.path);
    return bytes.subarray(bytes.indexOf(10) + 1);
  };

  return {
    async list(prefix) {
      const names = new Set<string>();
      for (const path of await walk(join(root, '.articles'))) {
        const name = relative(root, path)
          .split(sep)
          .join('/')
          .replace(/@\d+\.\d+$/, '');
        if (path.includes('@') && name.startsWith(prefix)) names.add(name);
      }
      const objects = await Promise.all([...names].map(find));
      return objects.filter((object) => object !== null);
    },
    find,
    read: readBytes,
    async write(spec, bytes, { generation, metageneration, check }) {
      check?.();
      const [newest] = await versionsOf(spec.name);
      const standing = newest ? String(newest.generation) : '0';
      const meta = newest ? String(newest.metageneration) : '0';
      if (standing !== generation || (metageneration !== undefined && meta !== metageneration)) {
        throw new ConflictError(spec.name);
      }
      const next =
        bytes === null && newest
          ? { generation: newest.generation, metageneration: newest.metageneration + 1 }
          : { generation: (newest?.generation ?? 0) + 1, metageneration: 1 };
      const path = join(root, `${spec.name}@${next.generation}.${next.metageneration}`);
      const content = bytes ?? (await readBytes(spec.name));
      const { name: _, ...head } = { ...spec, size: content.length };
      await mkdir(dirname(path), { recursive: true });
      const temporary = temporaryPath(root);
      await writeFile(temporary, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content]));
      try {
        await flush(temporary);
        await link(temporary, path);
      } catch (error) {
        if (hasCode(error, 'EEXIST')) throw new ConflictError(spec.name);
        throw error;
      } finally {
        await rm(temporary, { force: true });
      }
      const [winner, ...older] = await versionsOf(spec.name);
      if (winner?.path !== path) {
        await rm(path, { force: true });
        throw new ConflictError(spec.name);
      }
      for (const version of older) await rm(version.path, { force: true });
      return load(spec.name, { ...next, path });
    },
    async remove(stored) {
      for (const version of await versionsOf(stored.name)) await rm(version.path, { force: true });
    },
  };
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    return [];
  }
}

async function walk(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    return [];
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.close();
}
