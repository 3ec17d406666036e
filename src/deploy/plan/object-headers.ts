/** Gives an output its object name and headers, and decides whether it is stored compressed. */
import type { ManifestEntry } from '../../build/write/manifest.ts';
import { CACHE_CONTROL, contentTypeOf, isCompressible } from '../../foundation/response-headers.ts';

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
