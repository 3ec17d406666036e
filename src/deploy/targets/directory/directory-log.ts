/**
 * Owns what a folder cannot say of its files: generation, headers and marks, in a log that is only ever appended to.
 * An entry is written before its file is put in place, and counts only for the bytes whose hash it names. So a crash
 * between the two leaves no file without its entry, and a file that somebody else has changed has none.
 */
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { hasCode } from '../../../foundation/errors.ts';

const entrySchema = z.object({
  name: z.string(),
  /** SHA-256 of the file's bytes, base64url. */
  digest: z.string().regex(/^[\w-]{43}$/),
  generation: z.number(),
  metageneration: z.number(),
  contentType: z.string(),
  cacheControl: z.string(),
  contentEncoding: z.enum(['', 'gzip']),
  marks: z.record(z.string(), z.string()),
});
export type LogEntry = z.output<typeof entrySchema>;

export interface Log {
  /** The newest entry for these bytes under this name. */
  find(name: string, digest: string): LogEntry | undefined;
  entries(): Iterable<LogEntry>;
  nextGeneration(): number;
  append(entry: LogEntry): Promise<void>;
  /** Leaves only these entries. */
  rewrite(entries: readonly LogEntry[]): Promise<void>;
}

export async function loadLog(path: string): Promise<Log> {
  const byBytes = new Map<string, LogEntry>();
  let generation = 0;
  const add = (entry: LogEntry) => {
    byBytes.set(`${entry.digest} ${entry.name}`, entry);
    generation = Math.max(generation, entry.generation);
  };
  const text = await readText(path);
  // A line that a crash has cut off must not swallow the next one.
  let start = text === '' || text.endsWith('\n') ? '' : '\n';
  for (const line of text.split('\n')) {
    const entry = parseEntry(line);
    if (entry) add(entry);
  }
  return {
    find: (name, digest) => byBytes.get(`${digest} ${name}`),
    entries: () => byBytes.values(),
    nextGeneration: () => ++generation,
    async append(entry) {
      add(entry);
      await appendFile(path, `${start}${JSON.stringify(entry)}\n`);
      // Not before: of lines that are written at once any may come first.
      start = '';
    },
    async rewrite(entries) {
      await writeFile(`${path}.new`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      await rename(`${path}.new`, path);
      byBytes.clear();
      entries.forEach(add);
    },
  };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    return '';
  }
}

/** null for a line that a crash has cut off, or that somebody else has written: a digest names a file. */
function parseEntry(line: string): LogEntry | null {
  try {
    return entrySchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
