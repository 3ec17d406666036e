/** Reads from Git when each article changed last, for sites with `"updated": "git"`. */
import { execFileSync } from 'node:child_process';
import { attempt } from '../../foundation/attempt.ts';
import { hashText } from '../../foundation/hash.ts';
import { dateIn } from './dates.ts';
import type { ArticleMeta } from './parse-article.ts';

const COMMIT = '\u0001';

/**
 * @param root absolute
 * @returns the time of the last commit of each file in milliseconds since the epoch, by its path below the root; a text with the reason where there are none
 */
export function readGitDates(root: string): ReadonlyMap<string, number> | string {
  const git = (...args: string[]) =>
    attempt(() =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30, stdio: 'pipe' }),
    );
  const shallow = git('rev-parse', '--is-shallow-repository')?.trim();
  if (shallow === undefined) return 'the folder is in no Git repository';
  if (shallow === 'true') return 'this copy of the repository has the newest commits only';
  // The names of a merge are those of the commits that it brings in.
  const log = git(
    'log',
    '-z',
    `--format=${COMMIT}%ct`,
    '--name-only',
    '--no-renames',
    '--relative',
    '--',
    'content',
  );
  const dates = new Map<string, number>();
  let time = 0;
  for (const part of (log ?? '').split('\0')) {
    const name = part.replace(/^\n/, '');
    if (name.startsWith(COMMIT)) time = Number(name.slice(1)) * 1000;
    else if (name !== '' && !dates.has(name)) dates.set(name, time);
  }
  return dates;
}

/** Gives an article without `updated` the day of its last commit, where that is after its date. */
export function dateByGit<Meta extends ArticleMeta>(
  meta: Meta,
  dates: ReadonlyMap<string, number>,
  timeZone: string,
): Meta {
  const time = dates.get(meta.file);
  if (meta.updated !== null || time === undefined) return meta;
  const { day } = dateIn({ day: '', time }, timeZone);
  const updated = dateIn({ day, time: null }, timeZone);
  if (day <= meta.date.day) return meta;
  return { ...meta, updated, cardHash: hashText(`${meta.cardHash} ${day}`) };
}
