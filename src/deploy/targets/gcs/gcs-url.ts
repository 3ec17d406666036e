/** Parses `gs://bucket/prefix`. */
import { UserError } from '../../../foundation/errors.ts';
import { decodeUrlPart, parsePrefix } from '../bucket-requests.ts';

/** @throws UserError for an invalid bucket name, or a "%" without two hexadecimal digits */
export function parseBucketUrl(url: URL): { bucket: string; prefix: string } {
  const bucket = decodeUrlPart(url.hostname, url);
  const problem = url.port ? 'it has a port' : findNameProblem(bucket);
  if (problem !== null) {
    throw new UserError({
      code: 'invalid-target',
      message: `"${bucket}" is not a valid bucket name: ${problem}`,
      hint: 'use 3 to 63 of a-z, 0-9, "-", "_" and "."; the first and the last must be a letter or digit',
    });
  }
  return { bucket, prefix: parsePrefix(url) };
}

/** https://cloud.google.com/storage/docs/buckets#naming */
function findNameProblem(name: string): string | null {
  const maximum = name.includes('.') ? 222 : 63;
  if (name.length < 3 || name.length > maximum) return `it has ${name.length} characters, not 3 to 63`;
  if (name.split('.').some((part) => part.length > 63))
    return 'a part between dots has more than 63 characters';
  if (!/^[a-z0-9][a-z0-9._-]*[a-z0-9]$/.test(name)) return 'it has characters that are not allowed';
  if (/\.[.-]|-\./.test(name)) return 'it has a dot next to a dot or hyphen';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return 'it looks like an IP address';
  return name.startsWith('goog') || /google|g00gle/.test(name) ? 'names with "google" are reserved' : null;
}
