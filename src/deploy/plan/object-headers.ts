/** Chooses the name and the headers of an object, and checks names. */
import type { ManifestEntry } from '../../build/write/manifest.ts';
import { CACHE_CONTROL, contentTypeOf, isCompressible } from '../../foundation/response-headers.ts';
import { PREVIEW_PREFIX, STATE_PREFIX } from '../targets/target.ts';

const OFFLINE_PAGE = /(^|\/)offline\.html$/;

/**
 * Names the object `a/b.html` `a/b` where the target serves it so: a request for `/a/b` then needs no redirect. Home and
 * error pages keep their names, because the bucket's website settings name them. The service worker requests the offline
 * page like any other page. Verification files of other services have the kind "file" and keep their names too.
 */
export function createObjectName(
  { path, kind }: ManifestEntry,
  naming: 'extensionless' | 'file',
  layout: 'file' | 'directory',
): string {
  const isPage = kind === 'article' || kind === 'page' || (kind === 'error' && OFFLINE_PAGE.test(path));
  if (naming === 'file' || layout === 'directory' || !isPage) return path;
  return /(^|\/)index\.html$/.test(path) ? path : path.replace(/\.html$/, '');
}

export function createHeaders(
  output: ManifestEntry,
  encodes: boolean,
): { contentType: string; cacheControl: string; contentEncoding: '' | 'gzip' } {
  const contentType = contentTypeOf(output.path);
  // Buckets decode stored gzip for clients that need it, but not Brotli.
  const gzip = encodes && isCompressible(contentType, output.size);
  return { contentType, cacheControl: CACHE_CONTROL[output.kind], contentEncoding: gzip ? 'gzip' : '' };
}

const MAX_NAME_BYTES = 1024;

/** Explains why an object cannot have this name. null for a valid one. */
export function findNameProblem(name: string, prefix: string): string | null {
  const bytes = Buffer.byteLength(prefix + name);
  if (bytes > MAX_NAME_BYTES) return `its name has ${bytes} bytes; the maximum is ${MAX_NAME_BYTES}`;
  if (/[\r\n\0]/.test(name)) return 'its name has a line break or NUL';
  if (name.split('/').some((part) => part === '.' || part === '..' || part === ''))
    return 'its path has an empty, "." or ".." part';
  if (/\p{Surrogate}/u.test(name)) return 'its name is not well-formed Unicode';
  if ((prefix + name).startsWith('.well-known/acme-challenge/'))
    return 'Google Cloud Storage reserves this name';
  const reserved = [STATE_PREFIX, PREVIEW_PREFIX].find((start) => name.startsWith(start));
  return reserved === undefined ? null : `deploys reserve names below "${reserved}"`;
}
