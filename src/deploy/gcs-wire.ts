/** Owns the JSON of Google Cloud Storage: objects as it writes them, and as we read them. */
import { z } from 'zod';
import type { Marks, ObjectSpec, StoredObject } from './target.ts';

/** One list page then tells everything that a plan needs, and no object is asked for by itself. */
export const LIST_FIELDS =
  'name,generation,metageneration,size,updated,contentType,cacheControl,contentEncoding,metadata';

const MARK = 'articles-';

const text = z.union([z.string(), z.number()]).transform(String);
const objectSchema = z.object({
  name: z.string(),
  generation: text,
  metageneration: text.default('1'),
  size: z.coerce.number().default(0),
  updated: z.string().default(''),
  contentType: z.string().default(''),
  cacheControl: z.string().default(''),
  contentEncoding: z.string().default(''),
  metadata: z.record(z.string(), z.string().nullable()).default({}),
});

/** @param prefix of the target; taken off the name */
export function parseObject(metadata: unknown, prefix: string): StoredObject {
  const { metadata: custom, ...object } = objectSchema.parse(metadata);
  const marks: Record<string, string> = {};
  for (const [key, value] of Object.entries(custom)) {
    if (key.startsWith(MARK) && value !== null) marks[key.slice(MARK.length)] = value;
  }
  return {
    ...object,
    name: object.name.slice(prefix.length),
    updated: Date.parse(object.updated) || 0,
    marks,
  };
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
