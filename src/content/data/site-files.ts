/** Owns which files belong to the content: those that lie in it. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../../foundation/paths.ts';

export const LIES_ELSEWHERE = {
  message: 'a symbolic link that leads out of the content is not followed',
  hint: 'put the file itself there',
};

/** Whether a file of the content is a link, or lies behind one, to a place outside of it. @param file below the root */
export function liesElsewhere(root: string, file: string): boolean {
  try {
    return !isWithin(realpathSync(join(root, file)), realpathSync(join(root, 'content')));
  } catch {
    // What is not there is told by whoever reads it.
    return false;
  }
}
