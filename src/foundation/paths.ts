/** Owns how folders lie to each other. */
import { sep } from 'node:path';

/** Whether a folder is another one, or lies in it. Both absolute and normal. */
export function isWithin(folder: string, other: string): boolean {
  return `${folder}${sep}`.startsWith(other.endsWith(sep) ? other : `${other}${sep}`);
}
