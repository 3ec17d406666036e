/** Resolves a request URL to a file in the output folder. URLs are clean, each page has one, and no file outside is reached. */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { hasCode } from '../foundation/errors.ts';

export type Resolution =
  /** `name` is the output path. */
  | { type: 'file'; name: string; file: string; stats: Stats }
  /** `location` is a path of this server. */
  | { type: 'redirect'; location: string }
  | { type: 'missing'; page: { name: string; file: string; stats: Stats } | null }
  /** The URL is malformed, or leads out of the folder. */
  | { type: 'invalid' };

/**
 * @param out absolute output folder
 * @param basePath '' or a path such as "/blog"
 * @param url as in the request line
 */
export function resolveUrl(out: string, basePath: string, url: string): Resolution {
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  const segments = decodeSegments(path);
  if (!segments) return { type: 'invalid' };
  const base = basePath.split('/').filter(Boolean);
  if (segments.length === 0 && base.length > 0) return { type: 'redirect', location: `${basePath}/${query}` };
  if (!base.every((segment, index) => segments[index] === segment)) return missing(out, []);
  const name = segments.slice(base.length);
  const found = findFile(out, name.join('/'));
  if (!found) return missing(out, name);
  const clean = `${basePath}/${cleanName(found.name)}`;
  // decodeSegments has decoded every segment, so this cannot throw.
  if (decodeURIComponent(path) === clean) return { type: 'file', ...found };
  return { type: 'redirect', location: clean.split('/').map(encodeURIComponent).join('/') + query };
}

/** Finds the not-found page of the path's edition. */
function missing(out: string, name: readonly string[]): Resolution {
  const [first] = name;
  const edition = first === undefined ? null : findRegular(out, `${first}/404.html`);
  return { type: 'missing', page: edition ?? findRegular(out, '404.html') };
}

/** Returns null if a segment is "." or "..", contains a separator or NUL, or is malformed. */
function decodeSegments(path: string): string[] | null {
  if (!path.startsWith('/')) return null;
  try {
    const segments = path.split('/').filter(Boolean).map(decodeURIComponent);
    return segments.some((segment) => /^\.\.?$|[/\\\0]/.test(segment)) ? null : segments;
  } catch {
    return null;
  }
}

/** Finds the file of `/a/b`: a/b, a/b.html or a/b/index.html. */
function findFile(out: string, name: string) {
  const candidates = name === '' ? ['index.html'] : [name, `${name}.html`, `${name}/index.html`];
  for (const candidate of candidates) {
    const found = findRegular(out, candidate);
    if (found) return found;
  }
  return null;
}

function findRegular(out: string, name: string): { name: string; file: string; stats: Stats } | null {
  try {
    const file = realpathSync(join(out, name));
    // A link must not lead out of the folder.
    if (!file.startsWith(realpathSync(out) + sep)) return null;
    const stats = statSync(file);
    return stats.isFile() ? { name, file, stats } : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP')) return null;
    throw error;
  }
}

function cleanName(name: string): string {
  return name.replace(/(^|\/)index\.html$/, '').replace(/\.html$/, '');
}
