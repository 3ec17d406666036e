/** Keeps the last result of a compilation, so that an unchanged theme starts no compiler. */
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { attempt } from '../foundation/attempt.ts';
import type { Problem } from '../foundation/errors.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { replaceFileSync } from '../foundation/replace-file.ts';
import { readRegularFile } from '../foundation/site-files.ts';

/**
 * @param file absolute path of the cache file, which holds one result
 * @param key hash of all inputs
 * @param make its result is cached unless it is a list of problems
 */
export async function compileOnce<Result>(
  file: string,
  key: string,
  make: () => Promise<Result | Problem[]>,
): Promise<Result | Problem[]> {
  const known = readResult<Result>(file);
  if (known?.key === key) return known.result;
  const result = await make();
  if (!Array.isArray(result)) {
    try {
      makeFolder(dirname(file));
      replaceFileSync(file, serialize({ key, result }));
    } catch {
      // Without a writable cache, builds are only slower.
    }
  }
  return result;
}

/** Returns null if the file is missing or damaged. */
function readResult<Result>(file: string): { key: string; result: Result } | null {
  // compileOnce has written it, so it has the right type.
  return attempt(() => deserialize(readRegularFile(file))) ?? null;
}
