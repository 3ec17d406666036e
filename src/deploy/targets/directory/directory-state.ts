/**
 * Stores the state objects (lock, releases, parts) of a target folder with compare-and-swap: a file for each version,
 * `{name}@{generation}`, which only one process can create.
 */

import { closeSync, readSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { hasCode } from '../../../foundation/errors.ts';
import { parseJson } from '../../../foundation/json.ts';
import { makeFolder } from '../../../foundation/make-folder.ts';
import { createFile } from '../../../foundation/replace-file.ts';
import { openRegularFile, readRegularFile } from '../../../foundation/site-files.ts';
import { listFiles, readFolder } from '../../../foundation/walk-directory.ts';
import { ConflictError, type ObjectSpec, STATE_PREFIX, type StoredObject } from '../target.ts';
import { temporaryPath } from './directory-files.ts';
import { formatHead, headSchema } from './directory-log.ts';

/** First line of the file; the bytes follow. */
const lineSchema = headSchema.extend({ size: z.number() });

/** The head of a file whose first line is damaged. It can be replaced like any other. */
const DAMAGED: z.output<typeof lineSchema> = {
  contentType: '',
  cacheControl: '',
  contentEncoding: '',
  marks: {},
  size: 0,
};

/** Name and generation of a version. */
const VERSION = /^(.+)@(\d+)$/;

/** Reads more than the first line, which is short. The rest may be many megabytes. */
async function readStart(path: string): Promise<Buffer> {
  const file = openRegularFile(path);
  try {
    const buffer = Buffer.alloc(1 << 16);
    return buffer.subarray(0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}

/** @param root absolute path of the target's folder; names start with STATE_PREFIX */
export function openStateFolder(root: string) {
  /** Newest first. */
  const findVersions = (name: string) => {
    const folder = dirname(join(root, name));
    const versions = readFolder(folder).flatMap((file) => {
      const [, start, generation] = VERSION.exec(file.name) ?? [];
      if (start !== basename(name)) return [];
      return { generation: Number(generation), path: join(folder, file.name) };
    });
    return versions.sort((a, b) => b.generation - a.generation);
  };

  /** @param read returns the file, or as much of it as is needed */
  const load = async (
    name: string,
    read: (path: string) => Promise<Buffer>,
  ): Promise<{ object: StoredObject; bytes: Buffer } | null> => {
    for (let attempt = 0; ; attempt++) {
      const [newest] = findVersions(name);
      if (!newest) return null;
      try {
        const content = await read(newest.path);
        const end = content.indexOf(10);
        const { data } = lineSchema.safeParse(parseJson(content.subarray(0, end).toString()));
        const { marks, ...head } = data ?? DAMAGED;
        const generation = String(newest.generation);
        const updated = (await stat(newest.path)).mtimeMs;
        return {
          object: { name, ...head, metadata: marks, generation, updated },
          bytes: content.subarray(end + 1),
        };
      } catch (error) {
        // A newer version has just replaced it.
        if (!hasCode(error, 'ENOENT') || attempt === 20) throw error;
      }
    }
  };
  const find = async (name: string): Promise<StoredObject | null> =>
    (await load(name, readStart))?.object ?? null;

  return {
    async list(prefix: string): Promise<StoredObject[]> {
      const files = (await listFiles(join(root, STATE_PREFIX))).map((file) => STATE_PREFIX + file);
      const names = files.flatMap((file) => VERSION.exec(file)?.[1] ?? []);
      const objects = await Promise.all(
        [...new Set(names.filter((name) => name.startsWith(prefix)))].map(find),
      );
      return objects.filter((object) => object !== null);
    },
    find,
    async read(name: string): Promise<Buffer> {
      const found = await load(name, async (path) => readRegularFile(path));
      if (!found) throw new ConflictError(name);
      return found.bytes;
    },
    async write(spec: ObjectSpec, bytes: Buffer, generation: string): Promise<StoredObject> {
      const current = findVersions(spec.name)[0]?.generation ?? 0;
      if (String(current) !== generation) throw new ConflictError(spec.name);
      const path = join(root, `${spec.name}@${current + 1}`);
      const line = JSON.stringify({ ...formatHead(spec), size: bytes.length });
      makeFolder(dirname(path));
      const options = { durable: true, temporary: temporaryPath(root) };
      const isCreated = await createFile(path, Buffer.concat([Buffer.from(`${line}\n`), bytes]), options);
      const [newest, ...older] = findVersions(spec.name);
      if (!isCreated || newest?.path !== path) {
        if (isCreated) await rm(path, { force: true });
        throw new ConflictError(spec.name);
      }
      for (const version of older) await rm(version.path, { force: true });
      const stored = await find(spec.name);
      if (!stored) throw new ConflictError(spec.name);
      return stored;
    },
    async remove(name: string): Promise<void> {
      for (const version of findVersions(name)) await rm(version.path, { force: true });
    },
  };
}
