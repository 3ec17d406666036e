/** Keeps a log of lines that is only ever appended to, and reads it back after a crash. */
import { createReadStream } from 'node:fs';
import { open, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './errors.ts';
import { syncFolder } from './replace-file.ts';

export interface LogOptions {
  /**
   * Other processes append too, so nothing is ever removed: a torn line stays, ended by a line break, and readers must
   * skip it. Otherwise the torn line is moved to `{path}.torn`, and a write that fails leaves no part of its lines.
   */
  shared: boolean;
  /** Sync every write to the disk. */
  durable: boolean;
}

/**
 * Reads a log and opens it for more. The file is made by the first line, in a folder that must exist then.
 * @param each called with every whole line, in order
 */
export async function openAppendLog(
  path: string,
  each: (line: string, number: number) => void,
  { shared, durable }: LogOptions,
) {
  const { end, torn } = await readLines(path, each);
  if (torn && !shared) {
    await writeFile(`${path}.torn`, torn, { flag: 'a', flush: durable });
    await truncate(path, end);
  }
  let size = end;
  let before = torn && shared ? '\n' : '';
  let waiting: { line: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let writing = false;
  let failure: { error: unknown } | null = null;

  const write = async (text: string) => {
    const file = await open(path, 'a');
    try {
      await file.appendFile(text);
      if (durable) await file.datasync();
    } catch (error) {
      if (!shared) await file.truncate(size).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
    if (durable && size === 0) syncFolder(dirname(path));
    size += Buffer.byteLength(text);
    before = '';
  };

  const writeWaiting = async () => {
    if (writing) return;
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (failure) throw failure.error;
        await write(before + batch.map(({ line }) => `${line}\n`).join(''));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        failure ??= { error };
        for (const { reject } of batch) reject(error);
      }
    }
    writing = false;
  };

  return {
    /** Whether a crash had cut off the last line. */
    torn: torn !== null,
    /**
     * Resolves when the line is written. Lines that wait are written, and synced, together.
     * @param line without a line break
     * @throws the error of the file system; after it, every further call throws it too
     */
    append: (line: string) =>
      new Promise<void>((resolve, reject) => {
        waiting.push({ line, resolve, reject });
        void writeWaiting();
      }),
  };
}

/**
 * Reads the whole lines of a file; a missing file has none.
 * @param each gets the line without its line break, and its number from 1
 * @param from bytes to skip, such as the `end` of an earlier call
 * @returns the offset after the last whole line, and the bytes after it
 */
export async function readLines(
  path: string,
  each: (line: string, number: number) => void,
  from = 0,
): Promise<{ end: number; torn: Buffer | null }> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  let end = from;
  let number = 0;
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  if (!file) return { end, torn: null };
  for await (const chunk of createReadStream('', { fd: file, start: from })) {
    const bytes = Buffer.concat([rest, Buffer.from(chunk)]);
    let start = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, start)) {
      each(bytes.toString('utf8', start, at), ++number);
      start = at + 1;
    }
    end += start;
    rest = bytes.subarray(start);
  }
  return { end, torn: rest.length > 0 ? rest : null };
}
