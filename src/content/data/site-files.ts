/** Refuses files that a symbolic link takes out of the folders of a site. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../foundation/attempt.ts';
import type { Problem } from '../../foundation/errors.ts';
import { isWithin } from '../../foundation/paths.ts';

export const LIES_ELSEWHERE: Problem = {
  code: 'symbolic-link',
  message: 'a symbolic link that leads out of the content is not followed',
  hint: 'put the file itself there',
};

/** True if a symbolic link takes the file out of its top folder, which is content/ or theme/. @param file relative to the root */
export function liesElsewhere(root: string, file: string): boolean {
  return leadsOutOf(join(root, file.replace(/\/.*$/, '')), join(root, file));
}

/** True if a path leads out of a folder once its symbolic links are followed. Code that reads a missing file reports that. */
export function leadsOutOf(folder: string, path: string): boolean {
  return attempt(() => !isWithin(realpathSync(path), realpathSync(folder))) ?? false;
}
