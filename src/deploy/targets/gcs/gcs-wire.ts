/** Owns the JSON of Google Cloud Storage: objects as it writes them, and as we read them. */
import * as z from 'zod';
import type { Marks, ObjectSpec, StoredObject } from '../target.ts';

/** One list page then tells everything that a plan needs, and no object is asked for by itself. */
export const LIST_FIELDS =
  'name,generation,metageneration,size,updated,contentType,cacheControl,contentEncoding,metadata';

const MARK = 'articles-';

/** Read by hand: a listing has thousands of these. @param prefix of the target; taken off the name */
export function parseObject(resource: unknown, prefix: string): StoredObject {
  const fields: Record<string, unknown> = { ...toRecord(resource) };
  const name = toText(fields.name);
  const generation = toText(fields.generation);
  if (name === '' || generation === '') throw new Error('an answer of the storage server is no object');
  const marks: Record<string, string> = {};
  for (const [key, value] of Object.entries(toRecord(fields.metadata))) {
    if (key.startsWith(MARK) && typeof value === 'string') marks[key.slice(MARK.length)] = value;
  }
  return {
    name: name.slice(prefix.length),
    generation,
    metageneration: toText(fields.metageneration) || '1',
    size: Number(fields.size ?? 0),
    updated: Date.parse(toText(fields.updated)) || 0,
    contentType: toText(fields.contentType),
    cacheControl: toText(fields.cacheControl),
    contentEncoding: toText(fields.contentEncoding),
    marks,
  };
}

function toRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Custom metadata; marks that stand but are not wanted become null, which removes them. */
export function formatMarks(marks: Marks, standing: Marks = {}): Record<string, string | null> {
  const removed = Object.keys(standing).filter((key) => marks[key] === undefined);
  return Object.fromEntries([
    ...removed.map((key): [string, null] => [MARK + key, null]),
    ...Object.entries(marks).map(([key, value]): [string, string] => [MARK + key, value]),
  ]);
}

/** The resource of an object that is written whole. */
export function toMetadata(spec: ObjectSpec) {
  return {
    contentType: spec.contentType,
    cacheControl: spec.cacheControl,
    ...(spec.contentEncoding === '' ? {} : { contentEncoding: spec.contentEncoding }),
    metadata: formatMarks(spec.marks),
  };
}

/** The server's clock in milliseconds, from the Date header of an answer; ours if it has none. */
export function readServerTime(response: unknown): number {
  const parsed = z.object({ headers: z.object({ date: z.string() }) }).safeParse(response);
  return (parsed.success && Date.parse(parsed.data.headers.date)) || Date.now();
}

const nextPage = z.object({ pageToken: z.string().optional() }).nullish();
export function readPageToken(query: unknown): string | undefined {
  return nextPage.parse(query)?.pageToken;
}

const rewritten = z.object({ resource: z.unknown() });
/** The object in the answer to a rewrite. */
export function readResource(response: unknown): unknown {
  return rewritten.parse(response).resource;
}
