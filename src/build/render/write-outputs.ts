/** Writes the outputs that are made from the whole site, and returns their records. */
import type { Reporter } from '../../foundation/report.ts';
import type { OutputGroup } from '../outputs/output-generator.ts';
import { createFileWriter, hashBytes } from '../write/file-writer.ts';
import type { Output } from '../write/output-directory.ts';
import type { OutputRecords } from './render-pages.ts';

/** A group whose key is the same and whose files are intact is left as it is. */
export async function writeOutputs(
  { folder, replaces, previous }: Output,
  groups: readonly OutputGroup[],
  reporter: Reporter,
): Promise<OutputRecords> {
  const phase = reporter.phase('outputs');
  const writer = createFileWriter(folder, replaces);
  const result: OutputRecords = { groups: [], outputs: [], written: 0 };
  for (const group of groups) {
    const start = result.outputs.length;
    const before = previous.group(group.name);
    if (before && before.key === group.key && previous.areIntact(before.outputs)) {
      result.outputs.push(...before.outputs);
    } else {
      for await (const { path, kind, content } of group.files()) {
        const known = previous.intact(path);
        const hash = hashBytes(content);
        const isSame = known?.hash === hash;
        if (!isSame) result.written++;
        const { key } = group;
        result.outputs.push(
          isSame ? { ...known, kind, key } : writer.write({ path, kind, key }, content, hash),
        );
      }
    }
    result.groups.push({ name: group.name, key: group.key, start, count: result.outputs.length - start });
  }
  phase.end(`${result.outputs.length} files`);
  return result;
}
