/** Writes the outputs that are made from the whole site, and returns their records. */
import { forEachConcurrently } from '../../foundation/run-concurrently.ts';
import type { OutputGroup } from '../outputs/output-generator.ts';
import { createFileWriter, hashBytes } from '../write/file-writer.ts';
import type { CachedOutput } from '../write/manifest.ts';
import type { Output } from '../write/output-directory.ts';
import type { OutputRecords } from './render-pages.ts';

export function createOutputWriter({ folder, replaces, previous }: Output) {
  const writer = createFileWriter(folder, replaces);
  const result: OutputRecords = { groups: [], outputs: [], written: 0 };

  const make = async (
    { key, files }: OutputGroup,
    before: readonly CachedOutput[],
  ): Promise<CachedOutput[]> => {
    const outputs: CachedOutput[] = [];
    const own = new Map(before.map((output) => [output.path, output]));
    for await (const { path, kind, content } of files()) {
      const mine = own.get(path);
      const known = mine && previous.areIntact([mine]) ? mine : previous.intact(path);
      const hash = hashBytes(content);
      const isSame = known?.hash === hash;
      if (!isSame) result.written++;
      outputs.push(isSame ? { ...known, kind, key } : writer.write({ path, kind, key }, content, hash));
    }
    return outputs;
  };
  return {
    /**
     * Writes the groups side by side, so that none waits for the pictures of another one. Skips a group whose key is the
     * same and whose files are intact.
     */
    async write(groups: readonly OutputGroup[]): Promise<void> {
      const made = new Map<OutputGroup, readonly CachedOutput[]>();
      await forEachConcurrently(groups, groups.length, async (group) => {
        const before = previous.group(group.name);
        const isSame = before && before.key === group.key && previous.areIntact(before.outputs);
        made.set(group, isSame ? before.outputs : await make(group, before?.outputs ?? []));
      });
      for (const group of groups) {
        const outputs = made.get(group) ?? [];
        result.groups.push({
          name: group.name,
          key: group.key,
          start: result.outputs.length,
          count: outputs.length,
          shown: group.shows ?? [],
        });
        // `push(...outputs)` fails with more outputs than a call may have arguments.
        for (const output of outputs) result.outputs.push(output);
      }
    },
    /** The records of all groups that were written. */
    result: (): OutputRecords => result,
  };
}
