/** Finds the path of a page for a link, and the URL of the page's data (B1, B2). */
import { attempt } from '../../foundation/attempt.ts';

export interface Routing {
  /** Base path of the site: '' or '/blog'. */
  base: string;
  /** Current paths by old path. */
  redirects: Readonly<Record<string, string>>;
}

/** @param href an encoded path with base path; query and fragment may follow */
export function findPagePath(href: string, { base, redirects }: Routing): string {
  let path = decode(href);
  if (path === base || path.startsWith(`${base}/`)) path = path.slice(base.length);
  path = path.replace(/[?#].*$/s, '');
  if (path === '/index.html') path = '/';
  path = path.replace(/\/+$/, '') || '/';
  return redirects[path] ?? path;
}

/** Encodes the path, so that percent signs and backslashes in it cannot lead to another file. */
export function pageDataUrl(base: string, path: string): string {
  return `${base}/page-data/${encodeURI(path === '/' ? 'index' : path.replace(/^\/+|\/+$/g, ''))}/page-data.json`;
}

/** Decodes a path. A path with an invalid encoding is returned unchanged. */
export function decode(href: string): string {
  return attempt(() => decodeURI(href)) ?? href;
}

/** True if two complete URLs are equal apart from their fragments. */
export function isSamePage(a: string, b: string): boolean {
  return a.split('#')[0] === b.split('#')[0];
}
