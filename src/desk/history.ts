/** Reads from git how some lines of a file came to be. */
import { runGit } from '../foundation/git.ts';

export interface Revision {
  commit: string;
  /** RFC 3339. */
  time: string;
  author: string;
  subject: string;
  /** The lines before and after, with `-` and `+`. */
  lines: string[];
}

/** Newest first. Empty where the file is not in git. @param first counts from 1 */
export async function readHistory(
  root: string,
  file: string,
  first: number,
  last: number,
): Promise<Revision[]> {
  // A record begins with a character that no text of a diff begins with.
  const format = '--format=%x01%H%x09%aI%x09%an%x09%s';
  const log = await runGit(root, ['log', '-n', '30', format, '-L', `${first},${last}:${file}`]);
  return log.split('\u0001').flatMap((record) => {
    const [head = '', ...diff] = record.split('\n');
    const [commit, time, author, subject] = head.split('\t');
    if (!commit || !time) return [];
    const lines = diff.filter((line) => /^[-+](?!--|\+\+)/.test(line));
    return [{ commit, time, author: author ?? '', subject: subject ?? '', lines }];
  });
}
