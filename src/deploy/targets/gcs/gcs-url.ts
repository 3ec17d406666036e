/** Parses `gs://bucket/prefix`. */
import { UserError } from '../../../foundation/errors.ts';
import { decodeUrlPart, parsePrefix } from '../bucket-requests.ts';

/** @throws UserError for an invalid bucket name, or a "%" without two hexadecimal digits */
export function parseBucketUrl(url: URL): { bucket: string; prefix: string } {
  const bucket = decodeUrlPart(url.hostname, url);
  if (url.port || !isBucketName(bucket)) {
    throw new UserError({
      code: 'invalid-target',
      message: `"${url.host}" is not a valid bucket name`,
      hint: 'use 3 to 63 of a-z, 0-9, "-", "_" and ".", with a letter or digit at both ends and without "google"',
    });
  }
  return { bucket, prefix: parsePrefix(url) };
}

/** https://cloud.google.com/storage/docs/buckets#naming */
function isBucketName(name: string): boolean {
  const maximum = name.includes('.') ? 222 : 63;
  return (
    name.length <= maximum &&
    /^[a-z0-9][a-z0-9._-]+[a-z0-9]$/.test(name) &&
    name.split('.').every((part) => part.length <= 63) &&
    !/\.[.-]|-\.|^\d+\.\d+\.\d+\.\d+$|^goog|google|g00gle/.test(name)
  );
}
