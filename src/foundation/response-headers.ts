/** Owns how files of the site are handed out, by a bucket and by `serve` alike: content types, caching, compression. */
import type { OutputKind } from '../build/write/manifest.ts';

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
export const CACHE_CONTROL: Readonly<Record<OutputKind, string>> = {
  asset: 'public, max-age=31536000, immutable',
  file: 'public, max-age=3600',
  data: FRESH,
  article: FRESH,
  page: FRESH,
  error: FRESH,
  worker: 'no-cache',
  index: 'public, max-age=600',
};

/** Text below this many bytes is handed out as it is: compression would save less than its header costs. */
const GZIP_FROM = 1024;

export function contentTypeOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.([^.]+)$/.exec(base)?.[1]?.toLowerCase() ?? '';
  return NAMED_TYPES[base] ?? TYPES[extension] ?? 'application/octet-stream';
}

/** @param size bytes */
export function isCompressible(contentType: string, size: number): boolean {
  return contentType.endsWith(TEXT) && size >= GZIP_FROM;
}
