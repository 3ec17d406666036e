/** Converts between objects and what S3 servers send: headers, listings of names, listings of versions. */
import type { IncomingHttpHeaders } from 'node:http';
import { requireText } from '../http-exchange.ts';
import { InvalidAnswerError } from '../request-errors.ts';
import type { ListedObject, Metadata, ObjectSpec, StoredObject } from '../target.ts';
import type { S3Response } from './s3-client.ts';
import { parseXml, textOf, type XmlElement } from './s3-xml.ts';

const METADATA_PREFIX = 'x-amz-meta-articles-';

/** Headers that store an object's own headers and metadata. */
export function formatHeaders(spec: ObjectSpec): Record<string, string> {
  return {
    'content-type': spec.contentType,
    'cache-control': spec.cacheControl,
    ...(spec.contentEncoding === '' ? {} : { 'content-encoding': spec.contentEncoding }),
    ...Object.fromEntries(
      Object.entries(spec.metadata).map(([key, value]) => [METADATA_PREFIX + key, encodeValue(value)]),
    ),
  };
}

/** Headers may contain only visible ASCII. */
function encodeValue(value: string): string {
  return value.replace(/[^\x21-\x7e]|%/gu, encodeURIComponent);
}

function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** @param generation of the live object, '0' for none */
export function formatCondition(generation: string): Record<string, string> {
  return generation === '0' ? { 'if-none-match': '*' } : { 'if-match': `"${generation}"` };
}

/** A generation is an ETag. The generation of an earlier version has the id of the version too. */
export function splitGeneration(generation: string): { etag: string; versionId: string | undefined } {
  const [etag = '', versionId] = generation.split(' ');
  return { etag, versionId };
}

/** Reads an object from the answer to HEAD. */
export function parseHead(name: string, { headers }: S3Response, generation?: string): StoredObject {
  const metadata: Record<string, string> = {};
  for (const [key, value] of Object.entries(headers)) {
    if (key.startsWith(METADATA_PREFIX) && typeof value === 'string')
      metadata[key.slice(METADATA_PREFIX.length)] = decodeValue(value);
  }
  return {
    name,
    generation: generation ?? requireEtag(headers),
    size: Number(headers['content-length'] ?? 0),
    updated: parseTime(headers['last-modified']),
    contentType: headers['content-type'] ?? '',
    cacheControl: headers['cache-control'] ?? '',
    contentEncoding: headers['content-encoding'] ?? '',
    metadata,
  };
}

/** The object that a write has stored. @param etag where the answer has it in its body */
export function createStored(
  spec: ObjectSpec,
  size: number,
  { headers }: S3Response,
  etag?: string,
): StoredObject {
  const { name, contentType, cacheControl, contentEncoding } = spec;
  const metadata: Metadata = { ...spec.metadata };
  const generation = etag === undefined ? requireEtag(headers) : trimEtag(etag);
  const updated = readServerTime(headers);
  return { name, contentType, cacheControl, contentEncoding, metadata, generation, size, updated };
}

/** Every answer about one object has it. @throws InvalidAnswerError for one of another program, such as a proxy */
export function requireEtag(headers: IncomingHttpHeaders): string {
  const etag = trimEtag(headers.etag ?? '');
  if (etag === '') throw new InvalidAnswerError('the answer had no ETag');
  return etag;
}

function trimEtag(etag: string): string {
  return etag.replace(/^W\/|"/g, '').trim();
}

/** The server's clock in milliseconds, without their fraction of a second. */
export function readServerTime(headers: IncomingHttpHeaders): number {
  return Date.parse(headers.date ?? '') || Date.now();
}

/** Many servers know the second only. The end of that second is the latest moment of the change. */
function parseTime(text: string | undefined): number {
  const time = Date.parse(text ?? '') || 0;
  return time % 1000 === 0 ? time + 999 : time;
}

export interface ListPage {
  objects: ListedObject[];
  nextPageToken: string | undefined;
}

/** A page of ListObjectsV2. @param prefix of the target; removed from names */
export function parseNames(body: Buffer, prefix: string): ListPage {
  const { root, entries } = parseResult(body, 'ListBucketResult', 'Contents', (element) =>
    parseEntry(element, prefix),
  );
  const next = textOf(root, 'NextContinuationToken');
  return {
    objects: entries,
    nextPageToken: hasMore(root, next !== '') ? next : undefined,
  };
}

/** A page of ListObjectVersions: live objects, and earlier versions with their ids. */
export function parseVersions(body: Buffer, prefix: string): ListPage {
  const { root, entries } = parseResult(body, 'ListVersionsResult', 'Version', (element) => {
    const object = parseEntry(element, prefix);
    const isLive = textOf(element, 'IsLatest') === 'true';
    return isLive
      ? object
      : { ...object, generation: `${object.generation} ${textOf(element, 'VersionId')}` };
  });
  const marker = textOf(root, 'NextKeyMarker');
  const token = JSON.stringify([marker, textOf(root, 'NextVersionIdMarker')]);
  return { objects: entries, nextPageToken: hasMore(root, marker !== '') ? token : undefined };
}

/** @throws InvalidAnswerError for a page that has a next one and does not say which */
function hasMore(root: XmlElement, hasMarker: boolean): boolean {
  const isTruncated = textOf(root, 'IsTruncated') === 'true';
  if (isTruncated && !hasMarker) throw new InvalidAnswerError('the listing names no next page');
  return isTruncated;
}

function parseResult<T>(body: Buffer, name: string, entry: string, parse: (element: XmlElement) => T) {
  const entries: T[] = [];
  // An empty answer and a page of HTML show in the first characters.
  requireText(body.subarray(0, 1_000));
  const root = parseXml(body, (element) => {
    if (element.name !== entry) return false;
    entries.push(parse(element));
    return true;
  });
  if (root?.name !== name) throw new InvalidAnswerError(`the answer was not a whole ${name}`);
  return { root, entries };
}

function parseEntry(element: XmlElement, prefix: string): ListedObject {
  return {
    name: textOf(element, 'Key').slice(prefix.length),
    generation: trimEtag(textOf(element, 'ETag')),
    size: Number(textOf(element, 'Size')),
    updated: parseTime(textOf(element, 'LastModified')),
  };
}
