/** Tells from the size and times of a file whether it is unchanged. */
import type { Stat } from '../write/manifest.ts';

/** Milliseconds. File systems round times, so a file changed this recently may change again and keep its times. */
const TIME_GRAIN = 50;

/** True if the file is old enough that its times can be trusted. @param scanned milliseconds, before the file was examined */
export function isSettled({ mtime, ctime }: Pick<Stat, 'mtime' | 'ctime'>, scanned: number): boolean {
  return Math.max(ctime, mtime) < scanned - TIME_GRAIN;
}

export function isSame(file: Stat, known: Stat): boolean {
  return file.size === known.size && file.mtime === known.mtime && file.ctime === known.ctime;
}

/** @param scanned milliseconds, before the known values were read */
export function isUnchanged(file: Stat, known: Stat, scanned: number): boolean {
  return isSame(file, known) && isSettled(file, scanned);
}
