/** The state of the S3 server: buckets, versions, preconditions, as Amazon's documentation describes them. */
import { createHash } from 'node:crypto';
import type { StoreObject } from './store-server.ts';

export interface S3Object extends StoreObject {
  etag: string;
  versionId: string;
  updated: number;
  /** A deletion of a versioned bucket. */
  isMarker?: boolean;
}

export interface S3Bucket {
  name: string;
  live: Map<string, S3Object>;
  /** Newest first by name; with versioning only. */
  earlier: S3Object[];
  /** Subresource → document: versioning, lifecycle, policy, website. */
  settings: Map<string, string>;
}

export interface S3Features {
  /** false: preconditions are ignored; 'refused': answered with 501. */
  conditionalWrites: boolean | 'refused';
  conditionalCopies: boolean;
  conditionalDeletes: boolean;
  /** True if the server knows versions and the settings of buckets. */
  settings: boolean;
}

/** An error as the protocol answers it. */
export class S3StoreError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: string;
  constructor(status: number, code: string, message = code, extra = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export function createS3Bucket(name: string, isVersioned: boolean): S3Bucket {
  const settings = new Map<string, string>();
  if (isVersioned)
    settings.set('versioning', '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>');
  return { name, live: new Map(), earlier: [], settings };
}

export const isVersioned = ({ settings }: S3Bucket) => /Enabled/.test(settings.get('versioning') ?? '');

export function checkCondition(
  object: S3Object | undefined,
  { 'if-match': match, 'if-none-match': none }: Record<string, unknown>,
): void {
  if (none === '*' && object) throw new S3StoreError(412, 'PreconditionFailed');
  if (match === undefined) return;
  if (!object) throw new S3StoreError(404, 'NoSuchKey', 'The specified key does not exist.');
  if (match !== `"${object.etag}"`) throw new S3StoreError(412, 'PreconditionFailed');
}

export function storeObject(
  bucket: S3Bucket,
  name: string,
  bytes: Buffer,
  headers: Omit<StoreObject, 'name' | 'bytes'>,
  now: number,
): S3Object {
  if (Buffer.byteLength(name) > 1024) throw new S3StoreError(400, 'KeyTooLongError');
  archive(bucket, name);
  const object: S3Object = {
    ...headers,
    name,
    bytes,
    etag: createHash('md5').update(bytes).digest('hex'),
    versionId: isVersioned(bucket) ? crypto.randomUUID() : 'null',
    updated: now,
  };
  bucket.live.set(name, object);
  return object;
}

export function deleteObject(bucket: S3Bucket, name: string): void {
  archive(bucket, name);
  bucket.live.delete(name);
}

function archive(bucket: S3Bucket, name: string): void {
  const object = bucket.live.get(name);
  if (object && isVersioned(bucket)) bucket.earlier.unshift(object);
}

export function findVersion(bucket: S3Bucket, name: string, versionId: string | null): S3Object {
  const object =
    versionId === null
      ? bucket.live.get(name)
      : [...bucket.live.values(), ...bucket.earlier].find(
          (version) => version.name === name && version.versionId === versionId,
        );
  if (object) return object;
  throw new S3StoreError(404, versionId === null ? 'NoSuchKey' : 'NoSuchVersion', 'It does not exist.');
}

export const escapeText = (text: string) =>
  text.replace(
    /[<>&"]/g,
    (character) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[character] ?? '',
  );

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** A page of ListObjectsV2. */
export function listNames(bucket: S3Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const delimiter = query.get('delimiter') ?? '';
  const names = orderNames(bucket).filter(
    (name) => name.startsWith(prefix) && (after === '' || compareBytes(name, after) > 0),
  );
  const folders = new Set<string>();
  const objects: S3Object[] = [];
  for (const name of names) {
    const end = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
    if (end >= 0) folders.add(name.slice(0, end + delimiter.length));
    else if (objects.length <= most) objects.push(findVersion(bucket, name, null));
  }
  const page = objects.slice(0, most);
  const isTruncated = objects.length > most;
  const token = isTruncated
    ? `<NextContinuationToken>${escapeText(page.at(-1)?.name ?? '')}</NextContinuationToken>`
    : '';
  const contents = page.map((object) => `<Contents>${formatEntry(object, query)}</Contents>`).join('');
  const prefixes = [...folders].map(
    (folder) => `<CommonPrefixes><Prefix>${escapeText(folder)}</Prefix></CommonPrefixes>`,
  );
  return `<ListBucketResult><Name>${bucket.name}</Name><Prefix>${escapeText(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${token}${contents}${prefixes.join('')}</ListBucketResult>`;
}

const orders = new WeakMap<S3Bucket, { size: number; last: string | undefined; names: string[] }>();

/** Sorted once while no name comes or goes: a large listing asks for many pages of it. */
function orderNames(bucket: S3Bucket): string[] {
  const order = orders.get(bucket);
  const last = [...bucket.live.keys()].at(-1);
  if (order && order.size === bucket.live.size && order.last === last) return order.names;
  const names = [...bucket.live.keys()].sort(compareBytes);
  orders.set(bucket, { size: bucket.live.size, last, names });
  return names;
}

/** A page of ListObjectVersions: live objects, then earlier versions, by name. */
export function listVersions(bucket: S3Bucket, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? 1000), 1000);
  const all = [
    ...[...bucket.live.values()].map((object) => ({ object, isLatest: true })),
    ...bucket.earlier.map((object) => ({ object, isLatest: false })),
  ]
    .filter(({ object }) => object.name.startsWith(prefix))
    .sort((a, b) => compareBytes(a.object.name, b.object.name));
  const marker = `${query.get('key-marker')} ${query.get('version-id-marker')}`;
  const start = all.findIndex(({ object }) => `${object.name} ${object.versionId}` === marker) + 1;
  const page = all.slice(start, start + most);
  const isTruncated = start + most < all.length;
  const last = page.at(-1)?.object;
  const next =
    isTruncated && last
      ? `<NextKeyMarker>${escapeText(last.name)}</NextKeyMarker><NextVersionIdMarker>${last.versionId}</NextVersionIdMarker>`
      : '';
  const entries = page.map(
    ({ object, isLatest }) =>
      `<Version>${formatEntry(object, query)}<VersionId>${object.versionId}</VersionId><IsLatest>${isLatest}</IsLatest></Version>`,
  );
  return `<ListVersionsResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListVersionsResult>`;
}

function formatEntry({ name, etag, bytes, updated }: S3Object, query: URLSearchParams): string {
  // Clients that ask for it also decode "+".
  const key = query.get('encoding-type') === 'url' ? encodeURIComponent(name) : name;
  return `<Key>${escapeText(key)}</Key><LastModified>${new Date(updated).toISOString()}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass>`;
}
