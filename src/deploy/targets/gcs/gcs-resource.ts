/** Converts between objects and the JSON resources of Google Cloud Storage. */
import * as z from 'zod';
import { InvalidAnswerError } from '../request-errors.ts';
import type { Metadata, ObjectSpec, StoredObject } from '../target.ts';

/** Everything that a plan needs, so that no object needs a separate request. */
export const LIST_FIELDS =
  'name,generation,metageneration,size,updated,contentType,cacheControl,contentEncoding,metadata';

const KEY_PREFIX = 'articles-';

/** Without zod: a listing has thousands of these. @param prefix of the target; removed from the name */
export function parseObject(resource: unknown, prefix: string): StoredObject {
  const fields: Record<string, unknown> = { ...toRecord(resource) };
  const name = toText(fields.name);
  const generation = toText(fields.generation);
  if (name === '' || generation === '') throw new InvalidAnswerError('the answer was not an object');
  const metadata: Record<string, string> = {};
  for (const [key, value] of Object.entries(toRecord(fields.metadata))) {
    if (key.startsWith(KEY_PREFIX) && typeof value === 'string')
      metadata[key.slice(KEY_PREFIX.length)] = value;
  }
  return {
    name: name.slice(prefix.length),
    generation: `${generation}.${toText(fields.metageneration) || '1'}`,
    size: Number(fields.size ?? 0),
    updated: Date.parse(toText(fields.updated)) || 0,
    contentType: toText(fields.contentType),
    cacheControl: toText(fields.cacheControl),
    contentEncoding: toText(fields.contentEncoding),
    metadata,
  };
}

function toRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** @param generation of `parseObject`; '0' for no object */
export function formatPreconditions(generation: string) {
  const [ifGenerationMatch = '', ifMetagenerationMatch = ''] = generation.split('.');
  return { ifGenerationMatch, ifMetagenerationMatch };
}

/** Custom metadata; null removes a key of `stored` that is no longer wanted. */
export function formatCustomMetadata(
  metadata: Metadata,
  stored: Metadata = {},
): Record<string, string | null> {
  const keys = Object.keys({ ...stored, ...metadata });
  return Object.fromEntries(keys.map((key) => [KEY_PREFIX + key, metadata[key] ?? null]));
}

/** The resource of a whole object. */
export function formatResource(spec: ObjectSpec) {
  return {
    contentType: spec.contentType,
    cacheControl: spec.cacheControl,
    ...(spec.contentEncoding === '' ? {} : { contentEncoding: spec.contentEncoding }),
    metadata: formatCustomMetadata(spec.metadata),
  };
}

const page = z.object({ items: z.array(z.unknown()).default([]), nextPageToken: z.string().optional() });
/** A page of a listing. An empty one has no items. */
export const parsePage = (answer: unknown) => parseAnswer(page, answer);

const rewrite = z.object({ done: z.boolean(), rewriteToken: z.string().optional(), resource: z.unknown() });
export const parseRewrite = (answer: unknown) => parseAnswer(rewrite, answer);

export function parseAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const { data, success } = schema.safeParse(answer);
  if (!success) throw new InvalidAnswerError('the answer was not one of Google Cloud Storage');
  return data;
}
