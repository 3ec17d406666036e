/** Owns the way from a link to the path of a page (B1, B2). */
import { attempt } from '../attempt.ts';

export interface Routing {
  /** Base path of the site: '' or '/blog'. */
  base: string;
  /** Old path → path. */
  redirects: Readonly<Record<string, string>>;
  /** Pattern → path of the page that answers it; `/*` at its end stands for any rest, `:name` for one segment. */
  matchPaths: Readonly<Record<string, string>>;
}

/** @param href a path as a URL has it: encoded, with base path; query and fragment may follow */
export function findPagePath(href: string, { base, redirects, matchPaths }: Routing): string {
  let path = decode(href);
  if (path === base || path.startsWith(`${base}/`)) path = path.slice(base.length);
  path = path.replace(/[?#].*$/s, '');
  if (path === '/index.html') path = '/';
  path = path.replace(/\/+$/, '') || '/';
  path = redirects[path] ?? path;
  for (const pattern in matchPaths) if (isMatch(pattern, path)) return matchPaths[pattern] ?? path;
  return path;
}

/** What a path still holds of percent signs and backslashes leads nowhere else. */
export function pageDataUrl(base: string, path: string): string {
  return `${base}/page-data/${encodeURI(path === '/' ? 'index' : path.replace(/^\/+|\/+$/g, ''))}/page-data.json`;
}

/** A path that is wrongly encoded stays as it is. */
export function decode(href: string): string {
  return attempt(() => decodeURI(href)) ?? href;
}

function isMatch(pattern: string, path: string): boolean {
  const source = pattern
    .replace(/[.+?$()[\]]/g, '\\$&')
    .replace(/\/\*$/, '(/.*)?')
    .replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}$`).test(path);
}

/** Whether two complete URLs differ in their fragments alone. */
export function isSamePage(a: string, b: string): boolean {
  return a.split('#')[0] === b.split('#')[0];
}
