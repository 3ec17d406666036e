/** Reads from git how some lines of a file came to be. */
import { diffWords, runGit } from './core.ts';

export interface Revision {
  commit: string;
  /** RFC 3339. */
  time: string;
  author: string;
  subject: string;
  /** The lines before and after, with `-` and `+`. */
  lines: string[];
}

/**
 * Newest first. Empty where the file is not in git, or the lines are not committed yet.
 * @param text of the file now @param first of its lines, from 1
 */
export async function readHistory(
  root: string,
  file: string,
  { text, first, last }: { text: string; first: number; last: number },
): Promise<Revision[]> {
  const committed = await runGit(root, ['show', `HEAD:./${file}`]);
  const range = findLines(splitLines(committed), splitLines(text), [first, last]);
  if (committed === '' || !range) return [];
  // A record begins with a character that no text of a diff begins with.
  const format = '--format=%x01%H%x09%aI%x09%an%x09%s';
  const log = await runGit(root, ['log', '-n', '30', format, '-L', `${range.join()}:${file}`]);
  return log.split('\u0001').flatMap((record) => {
    const [head = '', ...diff] = record.split('\n');
    const [commit, time, author, subject] = head.split('\t');
    if (!commit || !time) return [];
    const lines = diff.filter((line) => /^[-+](?!--|\+\+)/.test(line));
    return [{ commit, time, author: author ?? '', subject: subject ?? '', lines }];
  });
}

// The commit has no byte order mark in its text, and may have other line ends.
const splitLines = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\n$/, '')
    .split(/\r?\n/);

type Range = [first: number, last: number];

/** The lines of the committed text that some lines of the present one come from, from 1; null for lines that are new. */
function findLines(before: readonly string[], after: readonly string[], [first, last]: Range): Range | null {
  const found: number[] = [];
  let [old, now] = [1, 1];
  let hunk = { old, now };
  /** What was replaced belongs to the lines in its place. */
  const endHunk = () => {
    if (hunk.now <= last && now > first) for (let line = hunk.old; line < old; line++) found.push(line);
  };
  for (const { kind, words } of diffWords(before, after)) {
    const count = words.length;
    if (kind === 'same') endHunk();
    for (let line = 0; line < count && kind === 'same'; line++)
      if (now + line >= first && now + line <= last) found.push(old + line);
    if (kind !== 'added') old += count;
    if (kind !== 'removed') now += count;
    if (kind === 'same') hunk = { old, now };
  }
  endHunk();
  const [start] = found;
  return start === undefined ? null : [start, found.at(-1) ?? start];
}
