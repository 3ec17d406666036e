/** Owns reading a place out of its URL, and the rules for names in it. */
import { UserError } from '../../foundation/errors.ts';

export interface BucketLocation {
  bucket: string;
  /** '' or ending with "/". */
  prefix: string;
}

/**
 * @throws UserError for a bucket name that Google Cloud Storage would not take, or a "%" that begins no code
 */
export function parseBucketUrl(url: URL): BucketLocation {
  const bucket = decode(url.hostname, url);
  const fault = bucketFault(bucket);
  if (fault !== null || url.port) {
    throw new UserError({
      message: `"${bucket}" cannot be the name of a bucket: ${fault ?? 'it has a port'}`,
      hint: 'use 3 to 63 of a-z, 0-9, "-", "_" and ".", beginning and ending with a letter or digit',
    });
  }
  return { bucket, prefix: parsePrefix(decode(url.pathname, url)) };
}

function decode(part: string, url: URL): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new UserError({
      message: `"${url.href}" has a "%" that begins no code of two hexadecimal digits`,
      hint: 'write a percent sign as %25',
    });
  }
}

/** '' or ending with "/". */
function parsePrefix(pathname: string): string {
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  return prefix === '' ? '' : `${prefix}/`;
}

/** https://cloud.google.com/storage/docs/buckets#naming; null when the name will do. */
function bucketFault(name: string): string | null {
  const longest = name.includes('.') ? 222 : 63;
  if (name.length < 3 || name.length > longest)
    return `it has ${name.length} characters, 3 to 63 are allowed`;
  if (name.split('.').some((part) => part.length > 63))
    return 'a part between dots has more than 63 characters';
  if (!/^[a-z0-9][a-z0-9._-]*[a-z0-9]$/.test(name)) return 'it has characters that are not allowed';
  if (name.includes('..') || name.includes('.-') || name.includes('-.'))
    return 'a dot stands beside a dot or hyphen';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return 'it looks like an IP address';
  if (name.startsWith('goog') || name.includes('google') || name.includes('g00gle'))
    return 'names with "google" are reserved';
  return null;
}

const LONGEST_NAME = 1024;

/** Why an object may not bear this name (prefix included); null when it may. */
export function nameFault(name: string): string | null {
  const bytes = Buffer.byteLength(name);
  if (bytes > LONGEST_NAME) return `its name has ${bytes} bytes, ${LONGEST_NAME} are allowed`;
  if (name === '' || name.startsWith('/') || name.endsWith('/')) return 'its name is not that of a file';
  if (/[\r\n\0]/.test(name)) return 'its name holds a line break or NUL';
  if (name.split('/').some((part) => part === '.' || part === '..' || part === ''))
    return 'its path has an empty, "." or ".." part';
  if (/\p{Surrogate}/u.test(name)) return 'its name is not well-formed Unicode';
  if (name.startsWith('.well-known/acme-challenge/')) return 'this name is reserved by Google Cloud Storage';
  return null;
}
