/**
 * Records what a folder cannot store with its files: generation, headers and metadata.
 *
 * An entry is appended before its file is put in place, and applies only to bytes with its digest. So a crash between
 * the two leaves no file without an entry, and a file that another program has changed has none.
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
  metageneration: z.number(),
});
export type LogEntry = z.output<typeof entrySchema>;

export interface DirectoryLog {
  /** The newest entry for these bytes under this name. */
  find(name: string, digest: string): LogEntry | undefined;
  entries(): Iterable<LogEntry>;
  nextGeneration(): number;
  append(entry: LogEntry): Promise<void>;
  /** Keeps only these entries. */
  rewrite(entries: readonly LogEntry[]): Promise<void>;
}

export async function loadLog(path: string): Promise<DirectoryLog> {
  const byBytes = new Map<string, LogEntry>();
  let generation = 0;
  const add = (entry: LogEntry) => {
    byBytes.set(`${entry.digest} ${entry.name}`, entry);
    generation = Math.max(generation, entry.generation);
  };
  // Lines of crashes and of other programs are skipped.
  const read = (line: string) => {
    const entry = parseEntry(line);
    if (entry) add(entry);
  };
  const log = await openAppendLog(path, read, { shared: true, durable: false });
  return {
    find: (name, digest) => byBytes.get(`${digest} ${name}`),
    entries: () => byBytes.values(),
    nextGeneration: () => ++generation,
    append(entry) {
      add(entry);
      return log.append(JSON.stringify(entry));
    },
    async rewrite(entries) {
      await replaceFile(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      byBytes.clear();
      entries.forEach(add);
    },
  };
}

function parseEntry(line: string): LogEntry | null {
  try {
    return entrySchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
