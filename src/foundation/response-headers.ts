/** Response headers of the site's files: content types, caching, compression. Buckets and `serve` send the same ones. */
import { lookup } from 'mrmime';

const CHARSET = '; charset=utf-8';

/** Feeds have their own media types, and Apple reads this file of apps as JSON. */
const TYPES_OF_NAMES: Readonly<Record<string, string>> = {
  'feed.xml': 'application/atom+xml',
  'rss.xml': 'application/rss+xml',
  'feed.json': 'application/feed+json',
  'apple-app-site-association': 'application/json',
};

/** Types for which browsers and validators expect another name than mrmime's. */
const TYPES_OF_EXTENSIONS: Readonly<Record<string, string>> = {
  ico: 'image/x-icon',
  xml: 'application/xml',
  xsl: 'text/xsl',
};

/** The kind of a file determines how long it is cached, and in which group a deploy writes it. */
export type OutputKind =
  | 'asset' // hashed name, immutable: scripts, styles, fonts, drawn pictures
  | 'file' // other files: icons, images, web manifest, search index without hash
  | 'data' // page data, slice data, static queries, app data
  | 'article' // HTML of an article
  | 'page' // HTML of a listing or any other page, redirects too
  | 'error' // 404.html, 500.html and the offline page
  | 'worker' // sw.js
  | 'index' // sitemap, robots, feeds
  | 'operator'; // configuration of the host; a deploy does not publish it

/**
 * For files that a deploy may replace: browsers revalidate them, which an ETag makes cheap, and shared caches keep them
 * for a minute, so readers see a deploy or a rollback within a minute.
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
  operator: 'no-cache',
};

/**
 * Sent with every response if the host supports headers. The policy for a page's content is in a meta element, but a meta
 * element cannot set frame-ancestors.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Sent with every drawing: opened by its address it is a document of the site. It names frame-ancestors too, for hosts where one
 * value takes the place of the other.
 */
export const DRAWING_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "script-src 'none'; frame-ancestors 'self'; sandbox",
};

/** Bytes. Compressing a smaller file saves less than the Content-Encoding header costs. */
const MIN_GZIP_SIZE = 1024;

/** The type of a file by its name; text is UTF-8. */
export function contentTypeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = TYPES_OF_NAMES[name] ?? TYPES_OF_EXTENSIONS[extension] ?? (extension && lookup(extension));
  if (!type) return 'application/octet-stream';
  return /^text\/|[/+](?:json|xml)$/.test(type) ? type + CHARSET : type;
}

/** @param size bytes */
export function isCompressible(contentType: string, size: number): boolean {
  return contentType.endsWith(CHARSET) && size >= MIN_GZIP_SIZE;
}
