/** Keeps what was compiled last, so that a theme that has not changed starts no compiler. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Problem } from '../foundation/errors.ts';
import { replaceFileSync } from '../foundation/replace-file.ts';

/**
 * @param file absolute path; holds one result
 * @param key over everything that the result is made of
 * @param make its result is kept unless it is a list of problems
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
      mkdirSync(dirname(file), { recursive: true });
      replaceFileSync(file, serialize({ key, result }));
    } catch {
      // A read-only cache costs time only.
    }
  }
  return result;
}

/** null where the file is missing or damaged. */
function readResult<Result>(file: string): { key: string; result: Result } | null {
  try {
    // Written by compileOnce.
    return deserialize(readFileSync(file));
  } catch {
    return null;
  }
}
