/** The state of the storage server: buckets, generations, preconditions, as the real service keeps them. */
import { createHash } from 'node:crypto';

export interface GcsObject {
  name: string;
  bytes: Buffer;
  md5: string;
  generation: number;
  metageneration: number;
  contentType: string;
  cacheControl?: string | undefined;
  contentEncoding?: string | undefined;
  metadata: Record<string, string>;
  updated: number;
  timeDeleted: number | null;
}

export interface GcsBucket {
  name: string;
  /** All settings that clients wrote, merged. */
  settings: Record<string, unknown>;
  policy: { etag: string; bindings: { role: string; members: string[] }[] };
  live: Map<string, GcsObject>;
  /** false: a deleted object leaves no version, as on Google's storage-testbench. The service itself keeps one. */
  keepsDeleted: boolean;
  noncurrent: GcsObject[];
  /** All of them in byte order; null after a change. */
  ordered: GcsObject[] | null;
}

export type Resource = Record<string, unknown>;

/** An error as the service answers it. */
export class GcsError extends Error {
  readonly status: number;
  readonly reason: string;
  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

export function createBucket(name: string, settings: Record<string, unknown> = {}): GcsBucket {
  return {
    name,
    settings,
    policy: { etag: '1', bindings: [] },
    live: new Map(),
    keepsDeleted: true,
    noncurrent: [],
    ordered: null,
  };
}

/** @param last the newest generation that was given */
export function createGenerations(last = 1_700_000_000_000_000): () => number {
  return () => ++last;
}

function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}

export function checkPreconditions(object: GcsObject | undefined, query: URLSearchParams): void {
  const expect = (key: string, actual: number) => {
    const wanted = query.get(key);
    if (wanted !== null && wanted !== String(actual)) {
      throw new GcsError(
        412,
        'conditionNotMet',
        `At least one of the pre-conditions you specified did not hold.`,
      );
    }
  };
  expect('ifGenerationMatch', object?.generation ?? 0);
  if (query.has('ifMetagenerationMatch')) expect('ifMetagenerationMatch', object?.metageneration ?? 0);
}

export function putObject(
  bucket: GcsBucket,
  name: string,
  bytes: Buffer,
  resource: Resource,
  query: URLSearchParams,
  generation: number,
): GcsObject {
  if (Buffer.byteLength(name) > 1024 || /[\r\n]/.test(name) || name === '') {
    throw new GcsError(400, 'invalid', `The specified object name is not valid.`);
  }
  const standing = bucket.live.get(name);
  checkPreconditions(standing, query);
  const md5 = md5Of(bytes);
  if (typeof resource.md5Hash === 'string' && resource.md5Hash !== md5) {
    const message = `Provided MD5 hash "${resource.md5Hash}" doesn't match calculated MD5 hash "${md5}".`;
    throw new GcsError(400, 'invalid', message);
  }
  if (standing) retire(bucket, standing);
  const object: GcsObject = {
    name,
    bytes,
    md5,
    generation,
    metageneration: 1,
    contentType: text(resource.contentType) ?? 'application/octet-stream',
    cacheControl: text(resource.cacheControl),
    contentEncoding: text(resource.contentEncoding),
    metadata: mergeMetadata({}, resource.metadata),
    updated: Date.now(),
    timeDeleted: null,
  };
  bucket.live.set(name, object);
  bucket.ordered = null;
  return object;
}

export function removeObject(bucket: GcsBucket, name: string, query: URLSearchParams): void {
  const standing = bucket.live.get(name);
  if (!standing) throw new GcsError(404, 'notFound', `No such object: ${bucket.name}/${name}`);
  checkPreconditions(standing, query);
  // A request that names the generation deletes it for good, with versioning too.
  if (bucket.keepsDeleted && !query.has('generation')) retire(bucket, standing);
  bucket.live.delete(name);
  bucket.ordered = null;
}

function retire(bucket: GcsBucket, object: GcsObject): void {
  const { versioning } = bucket.settings;
  const enabled = typeof versioning === 'object' && versioning !== null && 'enabled' in versioning;
  if (enabled && versioning.enabled === true) bucket.noncurrent.push({ ...object, timeDeleted: Date.now() });
}

export function patchObject(
  bucket: GcsBucket,
  name: string,
  resource: Resource,
  query: URLSearchParams,
): GcsObject {
  const object = bucket.live.get(name);
  if (!object) throw new GcsError(404, 'notFound', `No such object: ${bucket.name}/${name}`);
  checkPreconditions(object, query);
  if ('contentType' in resource) object.contentType = text(resource.contentType) ?? '';
  if ('cacheControl' in resource) object.cacheControl = text(resource.cacheControl);
  if ('contentEncoding' in resource) object.contentEncoding = text(resource.contentEncoding);
  object.metadata = mergeMetadata(object.metadata, resource.metadata);
  object.metageneration++;
  object.updated = Date.now();
  return object;
}

/** Merge patch: null removes a key. */
function mergeMetadata(standing: Record<string, string>, patch: unknown): Record<string, string> {
  const merged = { ...standing };
  if (typeof patch !== 'object' || patch === null) return merged;
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = String(value);
  }
  return merged;
}

/** The JSON resource, whole. */
export function toResource(bucket: GcsBucket, object: GcsObject): Resource {
  const { name, bytes, generation, metageneration, contentType, cacheControl, contentEncoding } = object;
  return {
    kind: 'storage#object',
    bucket: bucket.name,
    name,
    generation: String(generation),
    metageneration: String(metageneration),
    size: String(bytes.length),
    md5Hash: object.md5,
    updated: new Date(object.updated).toISOString(),
    contentType,
    ...(cacheControl === undefined ? {} : { cacheControl }),
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
    ...(Object.keys(object.metadata).length > 0 ? { metadata: object.metadata } : {}),
    ...(object.timeDeleted === null ? {} : { timeDeleted: new Date(object.timeDeleted).toISOString() }),
  };
}

/** One page of a listing, in byte order, with the fields that were asked for. */
export function listObjects(bucket: GcsBucket, query: URLSearchParams): Resource {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const most = Math.min(Number(query.get('maxResults') ?? 1000), 1000);
  const start = Number(Buffer.from(query.get('pageToken') ?? '', 'base64').toString() || 0);
  const objects = orderedOf(bucket, query.get('versions') === 'true').filter(({ name }) =>
    name.startsWith(prefix),
  );
  const folderOf = (name: string) => {
    const end = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
    return end < 0 ? null : name.slice(0, end + delimiter.length);
  };
  const fields = /items\(([^)]*)\)/.exec(query.get('fields') ?? '')?.[1]?.split(',');
  const items: Resource[] = [];
  const folders = new Set<string>();
  let next = start;
  for (; next < objects.length && items.length + folders.size < most; next++) {
    const object = objects[next];
    if (!object) continue;
    const folder = folderOf(object.name);
    if (folder !== null) {
      folders.add(folder);
      continue;
    }
    const resource = toResource(bucket, object);
    items.push(
      fields
        ? Object.fromEntries(Object.entries(resource).filter(([key]) => fields.includes(key)))
        : resource,
    );
  }
  // A folder that a page has named is complete with it.
  while (next < objects.length && folders.has(folderOf(objects[next]?.name ?? '') ?? '')) next++;
  return {
    ...(items.length > 0 ? { items } : {}),
    ...(folders.size > 0 ? { prefixes: [...folders] } : {}),
    ...(next < objects.length ? { nextPageToken: Buffer.from(String(next)).toString('base64') } : {}),
  };
}

/** Sorted once for every state of the bucket: a large listing asks for many pages of it. */
function orderedOf(bucket: GcsBucket, versions: boolean): readonly GcsObject[] {
  if (bucket.ordered === null) {
    const keyed = [...bucket.live.values(), ...bucket.noncurrent].map((object) => ({
      object,
      key: Buffer.from(object.name),
    }));
    keyed.sort((a, b) => Buffer.compare(a.key, b.key) || a.object.generation - b.object.generation);
    bucket.ordered = keyed.map(({ object }) => object);
  }
  return versions ? bucket.ordered : bucket.ordered.filter(({ timeDeleted }) => timeDeleted === null);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
