/** Gives builds a folder for what they keep, also where the folder of the site cannot be written. */
import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { attempt } from '../../foundation/attempt.ts';
import { hasCode } from '../../foundation/errors.ts';
import type { Reporter } from '../../foundation/report.ts';
import { cacheFolder, stateFile } from './build-state.ts';

/**
 * Where the disk or its permissions refuse the cache, and no earlier build has left one for this output, what this program keeps
 * goes into a temporary folder until it ends. Threads get the folder by the environment. A line says so.
 */
export function placeCache(
  { root, out }: { root: string; out: string },
  reporter: Pick<Reporter, 'info'>,
): void {
  const folder = cacheFolder(root);
  if (existsSync(stateFile(root, out)) || mayWrite(folder)) return;
  const temporary = attempt(() => mkdtempSync(join(tmpdir(), 'articles-cache-')));
  // Then the build says which file it cannot write.
  if (temporary === undefined) return;
  process.env.ARTICLES_CACHE = temporary;
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  reporter.info(
    `${folder} cannot be written, so this build keeps nothing for the next one; ARTICLES_CACHE names another folder`,
  );
}

/** False where the nearest folder that exists refuses. */
function mayWrite(folder: string): boolean {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.W_OK);
    return true;
  } catch (error) {
    if (!hasCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
    return false;
  }
}
