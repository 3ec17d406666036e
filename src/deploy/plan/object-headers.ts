/** Owns how an output becomes an object: its name, its headers, and whether it is stored compressed. */
import type { OutputRecord } from '../../build/write/manifest.ts';
import { CACHE_CONTROL, contentTypeOf, isCompressible } from '../../foundation/response-headers.ts';

/**
 * `a/b.html` → `a/b` where the place serves it so: a request for `/a/b` then needs no redirect. The home page, error and
 * offline pages keep their names (website settings and the service worker ask for them), and so do verification files
 * of other services, which are of the kind "file".
 */
export function createObjectName(
  output: OutputRecord,
  naming: 'extensionless' | 'file',
  layout: 'file' | 'directory',
): string {
  const { path, kind } = output;
  if (naming === 'file' || layout === 'directory' || (kind !== 'article' && kind !== 'page')) return path;
  return /(^|\/)index\.html$/.test(path) ? path : path.replace(/\.html$/, '');
}

export function createHeaders(
  output: OutputRecord,
  encodes: boolean,
): { contentType: string; cacheControl: string; contentEncoding: '' | 'gzip' } {
  const contentType = contentTypeOf(output.path);
  // Brotli at rest is never decoded for a client that cannot read it; gzip is.
  const gzip = encodes && isCompressible(contentType, output.size);
  return { contentType, cacheControl: CACHE_CONTROL[output.kind], contentEncoding: gzip ? 'gzip' : '' };
}

export function isHtml(contentType: string): boolean {
  return contentType.startsWith('text/html');
}

/** Tells search engines to leave a page alone, whatever it said before. */
export function addNoindex(html: string): string {
  const tag = '<meta name="robots" content="noindex, nofollow">';
  const rest = html.replace(/<meta\b(?=[^>]*\bname\s*=\s*["']?robots["']?[\s/>])[^>]*>/gi, '');
  const placed = rest.replace(/<head\b[^>]*>/i, (head) => head + tag);
  return placed === rest ? tag + rest : placed;
}
