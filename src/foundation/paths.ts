/** Compares and spells paths. */
import { existsSync, realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';

/** Whether a folder is another one or is inside it. Both absolute and normal. */
export function isWithin(folder: string, other: string): boolean {
  return `${folder}${sep}`.startsWith(other.endsWith(sep) ? other : `${other}${sep}`);
}

/** With '/' on every system, as URLs, output paths and messages spell it. */
export function toSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

/** The path of a file below a folder, with '/'. */
export function relativePath(folder: string, file: string): string {
  return toSlashes(relative(folder, file));
}

/** As users know a path: relative to the root where it is inside, else absolute. */
export function showPath(root: string, path: string): string {
  return isWithin(path, root) && path !== root ? relativePath(root, path) : path;
}

/** Where a symbolic link leads; the path itself where there is none, or nothing at all. */
export function followLink(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
