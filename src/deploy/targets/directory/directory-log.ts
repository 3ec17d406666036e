/**
 * Records what a folder cannot store with its files: generation, headers and metadata.
 *
 * An entry is appended before its file is put in place, and applies only to bytes with its digest. So a crash between
 * the two leaves every file with its entry, while a file that another program has changed has no entry.
 */
import * as z from 'zod';
import { openAppendLog } from '../../../foundation/append-log.ts';
import { replaceFile } from '../../../foundation/replace-file.ts';
import type { ObjectSpec } from '../target.ts';

/** Headers and metadata in a file of the target, where metadata is called `marks`. */
export const headSchema = z.object({
  contentType: z.string(),
  cacheControl: z.string(),
  contentEncoding: z.enum(['', 'gzip']),
  marks: z.record(z.string(), z.string()),
});

export function formatHead({ contentType, cacheControl, contentEncoding, metadata }: ObjectSpec) {
  return { contentType, cacheControl, contentEncoding, marks: { ...metadata } };
}

const entrySchema = headSchema.extend({
  name: z.string(),
  /** SHA-256 of the file's bytes, base64url. */
  digest: z.string().regex(/^[\w-]{43}$/),
  generation: z.number(),
});
export type LogEntry = z.output<typeof entrySchema>;

export async function loadLog(path: string) {
  const byBytes = new Map<string, LogEntry>();
  let generation = 0;
  const add = (entry: LogEntry) => {
    byBytes.set(`${entry.digest} ${entry.name}`, entry);
    generation = Math.max(generation, entry.generation);
  };
  const read = (line: string) => parseEntry(line).forEach(add);
  const log = await openAppendLog(path, read, { shared: true, durable: false });
  return {
    /** The newest entry for these bytes under this name. */
    find: (name: string, digest: string) => byBytes.get(`${digest} ${name}`),
    entries: () => byBytes.values(),
    nextGeneration: () => ++generation,
    append(entry: LogEntry): Promise<void> {
      add(entry);
      return log.append(JSON.stringify(entry));
    },
    /** Keeps only these entries. */
    async rewrite(entries: readonly LogEntry[]): Promise<void> {
      const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
      await replaceFile(path, lines.join(''), { keeps: false });
      byBytes.clear();
      entries.forEach(add);
    },
  };
}

/** Skips lines of crashes and of other programs. */
function parseEntry(line: string): LogEntry[] {
  try {
    return [entrySchema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
