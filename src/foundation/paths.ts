/** Compares and spells paths. */
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
