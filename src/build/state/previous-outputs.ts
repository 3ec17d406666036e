/** Owns the look at what the previous build has written: which of its files stand as it left them. */
import { statSync } from 'node:fs';
import type { GroupState, OutputStat, OutputState } from './build-state.ts';

/** The outputs of the previous build, by group and by path. */
export interface Previous {
  group(name: string): { key: string; outputs: OutputState[] } | null;
  /** The record of a path, if its file stands as it was written. */
  standing(path: string): OutputState | null;
  /** Whether all of them stand. */
  allStand(outputs: readonly OutputState[]): boolean;
  /** Whether all that was asked for so far stood: else somebody else has written to the folder. */
  readonly undisturbed: boolean;
}

/** @param folder the output folder. Without previous outputs (a fresh folder) nothing stands. */
export function createPrevious(
  folder: string,
  groups: readonly GroupState[],
  outputs: readonly OutputState[],
): Previous {
  const byName = new Map(groups.map((group) => [group.name, group]));
  let byPath: Map<string, OutputState> | null = null;
  let undisturbed = true;
  const check = (output: OutputState) => {
    const standing = stands(folder, output);
    undisturbed &&= standing;
    return standing;
  };
  return {
    get undisturbed() {
      return undisturbed;
    },
    allStand: (list) => list.every(check),
    group(name) {
      const group = byName.get(name);
      return group
        ? { key: group.key, outputs: outputs.slice(group.start, group.start + group.count) }
        : null;
    },
    standing(path) {
      byPath ??= new Map(outputs.map((output) => [output.path, output]));
      const output = byPath.get(path);
      return output && check(output) ? output : null;
    },
  };
}

/** Whether the file stands as it was written. */
export function stands(folder: string, { path, size, mtime, ctime }: OutputStat): boolean {
  const stat = statSync(`${folder}/${path}`, { throwIfNoEntry: false });
  return stat !== undefined && stat.size === size && stat.mtimeMs === mtime && stat.ctimeMs === ctime;
}
