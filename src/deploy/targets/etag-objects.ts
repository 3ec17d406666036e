/** Shared by buckets whose generations are ETags: preconditions, metadata in headers, and times. */
import type { IncomingHttpHeaders } from 'node:http';
import { attempt } from '../../foundation/attempt.ts';
import { type HttpResponse, requireText } from './http-exchange.ts';
import { InvalidAnswerError } from './request-errors.ts';
import type { ListedObject, Metadata, ObjectSpec, StoredObject } from './target.ts';
import { parseXml, type XmlElement } from './xml.ts';

export interface ListPage {
  objects: ListedObject[];
  nextPageToken: string | undefined;
}

/** Headers that hold metadata. They may contain only visible ASCII. @param prefix of their names */
export function formatMetadata(prefix: string, metadata: Metadata): Record<string, string> {
  const encode = (value: string) => value.replace(/[^\x21-\x7e]|%/gu, encodeURIComponent);
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [prefix + key, encode(value)]));
}

/** @param entries names and values of headers, or of what a listing has in their place */
export function parseMetadata(prefix: string, entries: Iterable<[string, unknown]>): Metadata {
  const metadata: Record<string, string> = {};
  for (const [key, value] of entries) {
    if (key.startsWith(prefix) && typeof value === 'string')
      metadata[key.slice(prefix.length)] = attempt(() => decodeURIComponent(value)) ?? value;
  }
  return metadata;
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

/** Reads an object from the answer to HEAD. @param prefix of the names of headers that hold metadata */
export function parseHead(
  name: string,
  headers: IncomingHttpHeaders,
  prefix: string,
  generation?: string,
): StoredObject {
  return {
    name,
    generation: generation ?? requireEtag(headers),
    size: Number(headers['content-length'] ?? 0),
    updated: parseTime(headers['last-modified']),
    contentType: headers['content-type'] ?? '',
    cacheControl: headers['cache-control'] ?? '',
    contentEncoding: headers['content-encoding'] ?? '',
    metadata: parseMetadata(prefix, Object.entries(headers)),
  };
}

/** The object that a write has stored. @param etag where the answer has it in its body */
export function createStored(
  spec: ObjectSpec,
  size: number,
  { headers }: Pick<HttpResponse, 'headers'>,
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

export function trimEtag(etag: string): string {
  return etag.replace(/^W\/|"/g, '').trim();
}

/** The server's clock in milliseconds, without their fraction of a second. */
export function readServerTime(headers: IncomingHttpHeaders): number {
  return Date.parse(headers.date ?? '') || Date.now();
}

/** Many servers know the second only. The end of that second is the latest moment of the change. */
export function parseTime(text: string | undefined): number {
  const time = Date.parse(text ?? '') || 0;
  return time % 1000 === 0 ? time + 999 : time;
}

/**
 * Reads an answer that is a long list in XML, an entry at a time.
 * @param name of the root element @param entry name of the elements that `parse` reads @throws InvalidAnswerError
 */
export function parseListing<T>(
  body: Buffer,
  name: string,
  entry: string,
  parse: (element: XmlElement) => T,
) {
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
