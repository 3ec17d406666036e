/** Makes a folder and those above it, and says why where that is not possible. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from './errors.ts';

/** @param path absolute, or relative to the current folder. One that exists stays as it is */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    // Node says so on a read-only disk too. One folder at a time names the cause.
    const parent = dirname(path);
    if (parent !== path && !existsSync(parent)) makeFolder(parent);
    mkdirSync(path);
  }
}
