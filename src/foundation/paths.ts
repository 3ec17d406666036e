/** Compares and formats paths. */
import { existsSync, realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';

/** True if a folder is `other` or is inside it. Both paths are absolute and normalized. */
export function isWithin(folder: string, other: string): boolean {
  return `${folder}${sep}`.startsWith(other.endsWith(sep) ? other : `${other}${sep}`);
}

/** Uses '/' on every system, as URLs, output paths and messages do. */
export function toSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** The path of a file below a folder, with '/'. */
export function relativePath(folder: string, file: string): string {
  return toSlashes(relative(folder, file));
}

/** Formats a path for messages: relative to the root if it is inside, else absolute. */
export function showPath(root: string, path: string): string {
  return isWithin(path, root) && path !== root ? relativePath(root, path) : path;
}

/** Resolves symbolic links; returns a path that does not exist unchanged. */
export function followLink(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
