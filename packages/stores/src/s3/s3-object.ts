/** Converts between objects and what S3 servers send: headers, listings of names, listings of versions. */
import {
  childText,
  formatMetadata,
  InvalidAnswerError,
  type ListedObject,
  type ListPage,
  type ObjectSpec,
  parseListing,
  parseTime,
  trimEtag,
  type XmlElement,
} from '../core.ts';

export const METADATA_PREFIX = 'x-amz-meta-articles-';

/** Headers that store an object's own headers and metadata. */
export function formatHeaders(spec: ObjectSpec): Record<string, string> {
  return {
    'content-type': spec.contentType,
    'cache-control': spec.cacheControl,
    ...(spec.contentEncoding === '' ? {} : { 'content-encoding': spec.contentEncoding }),
    ...formatMetadata(METADATA_PREFIX, spec.metadata),
  };
}

/** A page of ListObjectsV2. @param prefix of the target; removed from names */
export function parseNames(body: Buffer, prefix: string): ListPage {
  const { root, entries } = parseListing(body, 'ListBucketResult', 'Contents', (element) =>
    parseEntry(element, prefix),
  );
  const next = childText(root, 'NextContinuationToken');
  return {
    objects: entries,
    nextPageToken: hasMore(root, next !== '') ? next : undefined,
  };
}

/** A page of ListObjectVersions: live objects, and earlier versions with their ids. */
export function parseVersions(body: Buffer, prefix: string): ListPage {
  const { root, entries } = parseListing(body, 'ListVersionsResult', 'Version', (element) => {
    const object = parseEntry(element, prefix);
    const isLive = childText(element, 'IsLatest') === 'true';
    return isLive
      ? object
      : { ...object, generation: `${object.generation} ${childText(element, 'VersionId')}` };
  });
  const marker = childText(root, 'NextKeyMarker');
  const token = JSON.stringify([marker, childText(root, 'NextVersionIdMarker')]);
  return { objects: entries, nextPageToken: hasMore(root, marker !== '') ? token : undefined };
}

/** @throws InvalidAnswerError for a page that has a next one and does not say which */
function hasMore(root: XmlElement, hasMarker: boolean): boolean {
  const isTruncated = childText(root, 'IsTruncated') === 'true';
  if (isTruncated && !hasMarker) throw new InvalidAnswerError('the listing names no next page');
  return isTruncated;
}

function parseEntry(element: XmlElement, prefix: string): ListedObject {
  return {
    name: childText(element, 'Key').slice(prefix.length),
    generation: trimEtag(childText(element, 'ETag')),
    size: Number(childText(element, 'Size')),
    updated: parseTime(childText(element, 'LastModified')),
  };
}
