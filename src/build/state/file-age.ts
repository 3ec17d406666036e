/** Tells from the stat of a file whether it is unchanged. */
import type { Stat } from '../write/manifest.ts';

/** Milliseconds: file systems keep times this coarsely, so a younger file may change again without a sign. */
const TIME_GRAIN = 50;

/** Whether every later change would show in the stat. @param scanned milliseconds, before the stat was taken */
export function isSettled({ mtime, ctime }: Pick<Stat, 'mtime' | 'ctime'>, scanned: number): boolean {
  return Math.max(ctime, mtime) < scanned - TIME_GRAIN;
}

/** @param scanned milliseconds, before the known stat was taken */
export function isUnchanged(file: Stat, known: Stat, scanned: number): boolean {
  const isSame = file.size === known.size && file.mtime === known.mtime && file.ctime === known.ctime;
  return isSame && isSettled(file, scanned);
}
