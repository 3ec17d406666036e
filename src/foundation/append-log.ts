/** Keeps an append-only log of lines, and reads it back after a crash. */
import { createReadStream } from 'node:fs';
import { open, truncate, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './errors.ts';
import { syncFolder } from './replace-file.ts';
import { openRegularFile } from './site-files.ts';

interface LogOptions {
  /**
   * True if other processes append too. Then nothing is ever removed: a torn line stays and gets a line break, and readers
   * must skip it. If false, a torn line is moved to `{path}.torn`, and a failed write leaves no part of its lines.
   */
  shared: boolean;
  /** Sync every write to the disk. */
  durable: boolean;
  /** Called once if a write fails. True if the write is worth another attempt. */
  makeRoom?(error: unknown): Promise<boolean>;
  /**
   * Writes the same lines to another place, first. Lines that it refuses are kept here all the same, and `append` throws.
   * @param offset in bytes, where the lines begin
   */
  mirror?: ((text: string, offset: number) => Promise<void>) | undefined;
}

/**
 * Reads a log and opens it for appending. The first line creates the file; its folder must exist by then.
 * @param each called with every whole line, in order
 */
export async function openAppendLog(
  path: string,
  each: (line: string, number: number) => void,
  { shared, durable, makeRoom, mirror }: LogOptions,
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
  /** Why the other place has no more lines. Later ones would leave a gap there. */
  let unshared: { error: unknown } | null = null;

  const share = async (text: string) => {
    if (unshared) return;
    try {
      await mirror?.(text, size);
    } catch (error) {
      unshared = { error };
    }
  };

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
        const text = before + batch.map(({ line }) => `${line}\n`).join('');
        await share(text);
        await write(text).catch(async (error: unknown) => {
          if (!(await makeRoom?.(error))) throw error;
          await write(text);
        });
        for (const { resolve, reject } of batch) unshared ? reject(unshared.error) : resolve();
      } catch (error) {
        failure ??= { error };
        for (const { reject } of batch) reject(error);
      }
    }
    writing = false;
  };

  return {
    /** True if the last line was torn by a crash. */
    torn: torn !== null,
    /** In bytes. */
    size: () => size,
    /**
     * Resolves when the line is written. Waiting lines are written and synced together.
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

function openIfThere(path: string): number | null {
  try {
    return openRegularFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * Reads the whole lines of a file; a missing file has none.
 * @param each gets the line without its line break, and its number from 1
 * @returns the offset after the last whole line, and the bytes after it
 */
export async function readLines(
  path: string,
  each: (line: string, number: number) => void,
): Promise<{ end: number; torn: Buffer | null }> {
  let end = 0;
  let number = 0;
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  const file = openIfThere(path);
  if (file === null) return { end, torn: null };
  for await (const chunk of createReadStream('', { fd: file })) {
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
