/** Writes the outputs that are made from the whole site, and returns their records. */
import type { Reporter } from '../../foundation/report.ts';
import type { OutputGroup } from '../outputs/output-generator.ts';
import { createFileWriter, hashBytes } from '../write/file-writer.ts';
import type { Output } from '../write/output-directory.ts';
import type { OutputRecords } from './render-pages.ts';

export function createOutputWriter({ folder, replaces, previous }: Output, reporter: Reporter) {
  const phase = reporter.phase('outputs');
  const writer = createFileWriter(folder, replaces);
  const result: OutputRecords = { groups: [], outputs: [], written: 0 };

  const make = async ({ key, files }: OutputGroup) => {
    for await (const { path, kind, content } of files()) {
      const known = previous.intact(path);
      const hash = hashBytes(content);
      const isSame = known?.hash === hash;
      if (!isSame) result.written++;
      result.outputs.push(
        isSame ? { ...known, kind, key } : writer.write({ path, kind, key }, content, hash),
      );
    }
  };
  return {
    /** Writes the groups in order. A group whose key is the same and whose files are intact is left as it is. */
    async write(groups: readonly OutputGroup[]): Promise<void> {
      for (const group of groups) {
        const { name, key } = group;
        const start = result.outputs.length;
        const before = previous.group(name);
        if (before && before.key === key && previous.areIntact(before.outputs))
          result.outputs.push(...before.outputs);
        else await make(group);
        result.groups.push({ name, key, start, count: result.outputs.length - start });
      }
    },
    /** The records of all groups. */
    end(): OutputRecords {
      phase.end(`${result.outputs.length} files`);
      return result;
    },
  };
}
