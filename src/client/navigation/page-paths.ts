/** Finds the path of a page for a link, and the URL of the page's data (B1, B2). */
import { attempt } from '../../foundation/attempt.ts';

export interface Routing {
  /** Base path of the site: '' or '/blog'. */
  base: string;
  /** Old path → path. */
  redirects: Readonly<Record<string, string>>;
}

/** @param href a path as a URL has it: encoded, with base path; query and fragment may follow */
export function findPagePath(href: string, { base, redirects }: Routing): string {
  let path = decode(href);
  if (path === base || path.startsWith(`${base}/`)) path = path.slice(base.length);
  path = path.replace(/[?#].*$/s, '');
  if (path === '/index.html') path = '/';
  path = path.replace(/\/+$/, '') || '/';
  return redirects[path] ?? path;
}

/** The path is encoded, so that percent signs and backslashes in it lead nowhere else. */
export function pageDataUrl(base: string, path: string): string {
  return `${base}/page-data/${encodeURI(path === '/' ? 'index' : path.replace(/^\/+|\/+$/g, ''))}/page-data.json`;
}

/** A path with an invalid encoding stays as it is. */
export function decode(href: string): string {
  return attempt(() => decodeURI(href)) ?? href;
}

/** Whether two complete URLs are equal, or differ only in their fragments. */
export function isSamePage(a: string, b: string): boolean {
  return a.split('#')[0] === b.split('#')[0];
}
