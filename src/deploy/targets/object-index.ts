/**
 * Completes listings that have neither headers nor metadata, such as those of S3, with few requests.
 *
 * One object of the target, the index, keeps the details of all objects. An entry describes an object at one moment. It
 * applies to a listed object of the same generation that has not changed since; any other object is looked up. A lost or
 * outdated index therefore costs requests but is never wrong, and writing it needs no lock. Times are compared in seconds,
 * so the index misses one case: another program changes only the headers, in the same second as our own write.
 */
import * as z from 'zod';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import { packObjects, shareText, unpackObjects } from './object-lines.ts';
import {
  type ListedObject,
  type ObjectBody,
  type ObjectSpec,
  PARTS_PREFIX,
  STATE_PREFIX,
  type StoredObject,
} from './target.ts';

const INDEX_NAME = `${STATE_PREFIX}index`;

const entrySchema = z.object({
  name: z.string(),
  generation: z.string(),
  size: z.number(),
  updated: z.number(),
  contentType: z.string(),
  cacheControl: z.string(),
  contentEncoding: z.string(),
  metadata: z.record(z.string(), z.string()),
});

interface IndexAccess {
  concurrency: number;
  stat(name: string, generation: string): Promise<{ object: StoredObject } | null>;
  read(name: string): Promise<Buffer>;
  write(spec: ObjectSpec, body: ObjectBody, generation: string): Promise<StoredObject>;
}

export function createObjectIndex({ concurrency, stat, read, write }: IndexAccess) {
  const known = new Map<string, StoredObject>();
  let generation = '0';
  let isOutdated = false;
  /** An object was looked up since the last whole listing. */
  let missed = false;

  const load = async (index: ListedObject | undefined) => {
    if (!index || index.generation === generation) return;
    generation = index.generation;
    for await (const objects of unpackObjects(await read(INDEX_NAME), entrySchema)) {
      for (const object of objects) {
        const own = known.get(object.name);
        if (!own || own.updated < object.updated) known.set(object.name, shareTexts(object));
      }
    }
  };

  return {
    /**
     * Completes one page of a listing.
     * @returns objects with their details. Generations are those of the listing, so that preconditions refer to it.
     */
    async complete(page: readonly ListedObject[]): Promise<StoredObject[]> {
      await load(page.find(({ name }) => name === INDEX_NAME)).catch(() => undefined);
      const objects = page.map((object): StoredObject | null => {
        if (isStagedFile(object.name)) return { ...object, ...NO_DETAILS };
        const entry = known.get(object.name);
        if (!entry || !appliesTo(entry, object)) return null;
        // The names and texts of a page would keep all of its bytes in memory.
        return Object.assign(entry, { size: object.size, updated: object.updated });
      });
      const unknown = page.flatMap((object, at) =>
        objects[at] === null && object.name !== INDEX_NAME ? [{ object, at }] : [],
      );
      if (unknown.length > 0) missed = true;
      await forEachConcurrently(unknown, concurrency, async ({ object, at }) => {
        const found = (await stat(object.name, object.generation))?.object;
        if (found) objects[at] = { ...found, ...object };
      });
      return objects.filter((object) => object !== null);
    },
    /** Ends the listing of all live objects of the target: the index then has these, and no others. */
    replace(objects: readonly StoredObject[]): void {
      isOutdated ||= missed;
      missed = false;
      if (objects.length < known.size) known.clear();
      for (const object of objects) if (!isStagedFile(object.name)) known.set(object.name, object);
    },
    /** Adds an object that this process has written. */
    learn(object: StoredObject): void {
      isOutdated = true;
      known.set(object.name, object);
    },
    forget(name: string): void {
      isOutdated = true;
      known.delete(name);
    },
    /** Writes the index if this process knows more. A failure only costs later listings some requests. */
    async save(): Promise<void> {
      if (!isOutdated) return;
      const spec: ObjectSpec = {
        name: INDEX_NAME,
        contentType: 'application/gzip',
        cacheControl: 'no-store',
        contentEncoding: '',
        metadata: {},
      };
      try {
        generation = (await write(spec, await packObjects(known.values()), generation)).generation;
        isOutdated = false;
      } catch {
        // Another deploy has written an index since.
      }
    },
  };
}

/** The same object, which shares the texts that are the same for many objects. */
function shareTexts({ name, generation, size, updated, ...rest }: StoredObject): StoredObject {
  const { kind, scope } = rest.metadata;
  const contentType = shareText(rest.contentType);
  const cacheControl = shareText(rest.cacheControl);
  const contentEncoding = shareText(rest.contentEncoding);
  const metadata =
    kind === undefined || scope === undefined
      ? rest.metadata
      : { ...rest.metadata, kind: shareText(kind), scope: shareText(scope) };
  return { name, generation, size, updated, contentType, cacheControl, contentEncoding, metadata };
}

const NO_DETAILS = { contentType: '', cacheControl: '', contentEncoding: '', metadata: {} };

/** A staged file is named by its content, so no plan needs its details. */
function isStagedFile(name: string): boolean {
  return name.startsWith(PARTS_PREFIX) && !name.endsWith('.json');
}

function appliesTo(entry: StoredObject, object: ListedObject): boolean {
  const second = (milliseconds: number) => Math.floor(milliseconds / 1000);
  return entry.generation === object.generation && second(object.updated) <= second(entry.updated);
}
