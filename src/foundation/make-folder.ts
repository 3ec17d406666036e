/** Makes a folder and its parents. An error says why this is not possible. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FileRefusal, finding, hasCode } from './errors.ts';

const REFUSED = finding('permission-denied', 'the system makes no folder there', 'choose another place');

/**
 * Node's own way says ENOENT on a read-only disk, and has no end where the system makes no folder, as in /proc.
 * @param path absolute, or relative to the current folder. An existing folder stays as it is
 */
export function makeFolder(path: string): void {
  if (isMade(path)) return;
  makeFolder(dirname(path));
  if (!isMade(path)) throw new FileRefusal(path, REFUSED);
}

/** @returns false where the folder above is missing */
function isMade(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    if (hasCode(error, 'EEXIST') && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return true;
    throw error;
  }
}
