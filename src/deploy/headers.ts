/** Owns how an output becomes an object: its name, its headers, and whether it is stored compressed. */
import type { OutputKind, OutputRecord } from '../build/manifest.ts';

const TEXT = '; charset=utf-8';

/** By the end of the output path; whole names first. */
const NAMED_TYPES: Readonly<Record<string, string>> = {
  'feed.xml': `application/atom+xml${TEXT}`,
  'rss.xml': `application/rss+xml${TEXT}`,
  'feed.json': `application/feed+json${TEXT}`,
};

const TYPES: Readonly<Record<string, string>> = {
  html: `text/html${TEXT}`,
  css: `text/css${TEXT}`,
  js: `text/javascript${TEXT}`,
  mjs: `text/javascript${TEXT}`,
  json: `application/json${TEXT}`,
  map: `application/json${TEXT}`,
  webmanifest: `application/manifest+json${TEXT}`,
  xml: `application/xml${TEXT}`,
  xsl: `text/xsl${TEXT}`,
  txt: `text/plain${TEXT}`,
  md: `text/markdown${TEXT}`,
  csv: `text/csv${TEXT}`,
  svg: `image/svg+xml${TEXT}`,
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
  zip: 'application/zip',
};

/**
 * Hashed names never change. Everything that a deploy may replace is asked for again by browsers (an ETag makes that
 * cheap) and kept for a minute by shared caches, so that a deploy and a rollback are seen within that minute.
 */
const FRESH = 'public, max-age=0, s-maxage=60, must-revalidate';
const CACHE_CONTROL: Readonly<Record<OutputKind, string>> = {
  asset: 'public, max-age=31536000, immutable',
  file: 'public, max-age=3600',
  data: FRESH,
  article: FRESH,
  page: FRESH,
  error: FRESH,
  worker: 'no-cache',
  index: 'public, max-age=600',
};

/** Text below this many bytes is stored as it is: compression would save less than its header costs. */
const GZIP_FROM = 1024;

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
  const base = output.path.slice(output.path.lastIndexOf('/') + 1);
  const extension = /\.([^.]+)$/.exec(base)?.[1]?.toLowerCase() ?? '';
  const contentType = NAMED_TYPES[base] ?? TYPES[extension] ?? 'application/octet-stream';
  // Brotli at rest is never decoded for a client that cannot read it; gzip is.
  const gzip = encodes && contentType.endsWith(TEXT) && output.size >= GZIP_FROM;
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
