/** Tells which files of the previous build have not been changed or removed since. */
import { statSync } from 'node:fs';
import { readRegularFile } from '../../foundation/site-files.ts';
import type { CachedOutput, Stat } from '../write/manifest.ts';
import type { StoredState } from './build-state.ts';

export interface PreviousGroup {
  key: string;
  /** Row of the first of its outputs. */
  start: number;
  outputs: CachedOutput[];
}

/** The outputs of the previous build, by group and by path. */
export interface PreviousOutputs {
  group(name: string): PreviousGroup | null;
  /** The record of a path whose file is intact, else null. */
  intact(path: string): CachedOutput | null;
  areIntact(outputs: readonly CachedOutput[]): boolean;
  /** True for a group with intact files. */
  isWhole(name: string): boolean;
  /** True if all files checked so far were intact, so that nothing else seems to write into the folder. */
  readonly undisturbed: boolean;
}

/** @param stored null for a folder without previous outputs. @param hasPassed true where all of its outputs were found intact */
export function createPrevious(
  folder: string,
  stored: Pick<StoredState, 'groups' | 'outputs'> | null,
  hasPassed = false,
): PreviousOutputs {
  const byName = new Map(stored?.groups.rows().map((group) => [group.name, group]));
  let byPath: Map<string, CachedOutput> | null = null;
  let undisturbed = true;
  const check = (output: CachedOutput) => {
    const intact = hasPassed || isIntact(folder, output);
    undisturbed &&= intact;
    return intact;
  };
  const findGroup = (name: string): PreviousGroup | null => {
    const group = byName.get(name);
    if (!group || !stored) return null;
    const { key, start, count } = group;
    const rows = Array.from({ length: count }, (_, index) => start + index);
    return { key, start, outputs: stored.outputs.rows(rows) };
  };
  return {
    get undisturbed() {
      return undisturbed;
    },
    areIntact: (outputs) => outputs.every(check),
    isWhole: (name) => findGroup(name)?.outputs.every(check) ?? false,
    group: findGroup,
    intact(path) {
      byPath ??= new Map(stored?.outputs.rows().map((output) => [output.path, output]));
      const output = byPath.get(path);
      return output && check(output) ? output : null;
    },
  };
}

/** Reads the files of a group by their paths below the folder; null where they are not as they were written. */
export function readGroup(
  folder: string,
  previous: PreviousOutputs,
  name: string,
): ((path: string) => string) | null {
  return previous.isWhole(name) ? (path) => readRegularFile(`${folder}/${path}`).toString() : null;
}

/** True if the file has the size and times that it was written with. */
export function isIntact(
  folder: string,
  { path, size, mtime, ctime }: Pick<CachedOutput, 'path' | keyof Stat>,
): boolean {
  const stat = statSync(`${folder}/${path}`, { throwIfNoEntry: false });
  return stat !== undefined && stat.size === size && stat.mtimeMs === mtime && stat.ctimeMs === ctime;
}
