/**
 * Completes listings that have neither headers nor metadata, such as those of S3, with few requests.
 *
 * One object of the target, the index, keeps the details of all objects. An entry describes an object at one moment. It
 * applies to a listed object of the same generation that has not changed since; any other object is looked up. A lost or
 * outdated index therefore costs requests but is never wrong, and writing it needs no lock. Times are compared in seconds,
 * so the index misses one case: another program changes only the headers, in the same second as our own write.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import {
  type Body,
  createBody,
  type ListedObject,
  type ObjectSpec,
  PARTS_PREFIX,
  STATE_PREFIX,
  type StoredObject,
} from './target.ts';

const INDEX_NAME = `${STATE_PREFIX}index`;

const indexSchema = z.object({
  version: z.literal(1),
  objects: z.array(
    z.object({
      name: z.string(),
      generation: z.string(),
      size: z.number(),
      updated: z.number(),
      contentType: z.string(),
      cacheControl: z.string(),
      contentEncoding: z.string(),
      metadata: z.record(z.string(), z.string()),
    }),
  ),
});

interface IndexAccess {
  concurrency: number;
  stat(name: string, generation: string): Promise<{ object: StoredObject } | null>;
  read(name: string): Promise<Buffer>;
  write(spec: ObjectSpec, body: Body, generation: string): Promise<StoredObject>;
}

export function createObjectIndex({ concurrency, stat, read, write }: IndexAccess) {
  let known = new Map<string, StoredObject>();
  let generation = '0';
  let isOutdated = false;

  const load = async (index: ListedObject | undefined) => {
    if (!index || index.generation === generation) return;
    generation = index.generation;
    for (const object of await decodeIndex(await read(INDEX_NAME))) {
      const own = known.get(object.name);
      if (!own || own.updated < object.updated) known.set(object.name, object);
    }
  };

  return {
    /**
     * @param isWhole the listing has all live objects of the target
     * @returns objects with their details. Generations are those of the listing, so that preconditions refer to it.
     */
    async complete(listed: readonly ListedObject[], isWhole: boolean): Promise<StoredObject[]> {
      await load(listed.find(({ name }) => name === INDEX_NAME)).catch(() => undefined);
      const current = new Map<string, StoredObject>();
      const objects: (StoredObject | null)[] = listed.map((object) => {
        if (isStagedFile(object.name)) return { ...object, ...NO_DETAILS };
        const entry = known.get(object.name);
        if (!entry || !appliesTo(entry, object)) return null;
        current.set(object.name, { ...entry, ...object });
        return { ...entry, ...object };
      });
      const unknown = listed.flatMap((object, at) =>
        objects[at] === null && object.name !== INDEX_NAME ? [{ object, at }] : [],
      );
      await forEachConcurrently(unknown, concurrency, async ({ object, at }) => {
        const found = (await stat(object.name, object.generation))?.object;
        if (!found) return;
        objects[at] = { ...found, ...object };
        if (found.generation === object.generation) current.set(object.name, found);
      });
      if (isWhole) {
        isOutdated ||= unknown.length > 0;
        known = current;
      }
      return objects.filter((object) => object !== null);
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
        generation = (await write(spec, await encodeIndex(known.values()), generation)).generation;
        isOutdated = false;
      } catch {
        // Another deploy has written an index since.
      }
    },
  };
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

async function encodeIndex(objects: Iterable<StoredObject>): Promise<Body> {
  const text = JSON.stringify({ version: 1, objects: [...objects] });
  return createBody(await promisify(gzip)(text));
}

async function decodeIndex(bytes: Buffer): Promise<StoredObject[]> {
  return indexSchema.parse(JSON.parse((await promisify(gunzip)(bytes)).toString())).objects;
}
