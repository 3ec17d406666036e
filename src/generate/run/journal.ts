/** Owns the journal of a run: appended and synced before a call is sent and after it is answered, read back after a crash. */
import { open, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { hasCode, messageOf, UserError } from '../../foundation/errors.ts';
import { type JournalRecord, journalRecordSchema } from './journal-records.ts';

export interface Journal {
  /** Resolves when the record is on the disk. @throws UserError when it cannot be: then nothing more is appended */
  append(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads a journal and opens it for more. A last line that a crash cut off is put aside in `{path}.torn`:
 * it was never confirmed, so nothing was built on it.
 * @param each called with every record, in order
 * @throws UserError naming the line where another line cannot be read
 */
export async function openJournal(
  path: string,
  each: (record: JournalRecord) => void,
): Promise<Journal & { torn: boolean }> {
  const end = await readJournal(path, each);
  const file = await open(path, 'a').catch((error: unknown) => {
    throw diskError(path, error);
  });
  if (end.torn !== null) {
    await writeFile(`${path}.torn`, end.torn, { flag: 'a' });
    await file.truncate(end.size);
  }
  let size = end.size;
  let pending: { text: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let writing: Promise<void> | null = null;
  let broken: unknown = null;

  // All records that wait are written and synced together: many workers share one fsync.
  const flush = async () => {
    while (pending.length > 0) {
      const batch = pending;
      pending = [];
      try {
        if (broken !== null) throw broken;
        const bytes = Buffer.from(batch.map(({ text }) => text).join(''));
        await file.appendFile(bytes);
        await file.datasync();
        size += bytes.byteLength;
        for (const { resolve } of batch) resolve();
      } catch (error) {
        broken ??= diskError(path, error);
        await file.truncate(size).catch(() => undefined);
        for (const { reject } of batch) reject(broken);
      }
    }
    writing = null;
  };

  return {
    torn: end.torn !== null,
    append: (record) =>
      new Promise((resolve, reject) => {
        pending.push({ text: `${JSON.stringify(record)}\n`, resolve, reject });
        writing ??= flush();
      }),
    async close() {
      await writing;
      await file.close();
    },
  };
}

/** @returns the length of what is whole, and the bytes behind it */
export async function readJournal(
  path: string,
  each: (record: JournalRecord) => void,
): Promise<{ size: number; torn: Buffer | null }> {
  let number = 0;
  let size = 0;
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
  const file = await open(path, 'r').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (!file) return { size, torn: null };
  for await (const chunk of file.createReadStream()) {
    const bytes = Buffer.concat([rest, Buffer.from(chunk)]);
    let start = 0;
    for (let at = bytes.indexOf(10, start); at >= 0; at = bytes.indexOf(10, start)) {
      each(parseLine(path, ++number, bytes.toString('utf8', start, at)));
      size += at + 1 - start;
      start = at + 1;
    }
    rest = bytes.subarray(start);
  }
  return { size, torn: rest.length > 0 ? rest : null };
}

function parseLine(path: string, line: number, text: string): JournalRecord {
  try {
    return journalRecordSchema.parse(JSON.parse(text));
  } catch {
    throw new UserError({
      file: path,
      line,
      message: 'this line of the journal cannot be read',
      hint: 'restore it from a copy, or delete the line: its call is then looked up at the server, or counts as spent',
    });
  }
}

/** Turns what a disk says into words for people; other errors stay. */
export function diskError(path: string, error: unknown): unknown {
  if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) {
    return new UserError({
      message: `the disk is full: ${basename(path)} cannot be written`,
      hint: 'make room and run the same command again; nothing that was paid is lost',
    });
  }
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'EIO')) {
    return new UserError({
      message: `${path} cannot be written: ${messageOf(error)}`,
      hint: 'make the folder writable and run the same command again',
    });
  }
  return error;
}
