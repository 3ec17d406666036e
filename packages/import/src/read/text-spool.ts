/** Keeps long texts in a file that nobody else sees, so that an export of any size needs little memory. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Shorter texts stay in memory. */
const LEAST = 500;

export function openTextSpool() {
  let file: number | null = null;
  let length = 0;
  const open = (): number => {
    if (file !== null) return file;
    const folder = mkdtempSync(join(tmpdir(), 'articles-import-'));
    file = openSync(join(folder, 'texts'), 'wx+', 0o600);
    // The system keeps an open file until it is closed, also if the program is stopped.
    rmSync(folder, { recursive: true });
    return file;
  };
  return {
    /** @returns a function that reads the text again */
    put(text: string): () => string {
      if (text.length < LEAST) return constant(text);
      const bytes = Buffer.from(text);
      const handle = open();
      const start = length;
      length += writeSync(handle, bytes, 0, bytes.length, start);
      return reader(handle, start, bytes.length);
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

// Functions of their own: a closure keeps every variable in memory that another closure beside it uses.
const constant = (text: string) => () => text;

const reader = (handle: number, start: number, size: number) => () => {
  const bytes = Buffer.alloc(size);
  readSync(handle, bytes, 0, size, start);
  return bytes.toString('utf8');
};
