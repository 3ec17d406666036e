/** Appends records durably to the journal of a run, and reads them back. */

import { randomBytes } from 'node:crypto';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { openAppendLog, readLines } from '../../foundation/append-log.ts';
import { hasCode, messageOf, type Problem, UserError } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { createUnreadable } from '../../foundation/stored-version.ts';
import { type JournalRecord, journalRecordSchema } from './journal-records.ts';

type OnRecord = (record: JournalRecord) => void;

/** Writes the same lines to the place that machines share, before they are written here. @param offset in bytes */
export type Mirror = (text: string, offset: number) => Promise<void>;

/**
 * Reads a journal and opens it for more records.
 * @param each called with every record, in order
 * @param room bytes that the answers of all calls that run at once may take; a call is recorded only while they are free
 * @returns `torn` is true if a crash had cut off the last line; that record was never confirmed, so nothing depends on it.
 * `append` resolves when the record is on the disk, and in the shared place. `close` frees the room
 * @throws UserError with the line of a record that cannot be read
 */
export async function openJournal(path: string, each: OnRecord, room: number, mirror?: Mirror) {
  const fail = (error: unknown): never => {
    throw diskError(path, error);
  };
  const lines = parseLines(path, each, (problem) => {
    throw new UserError(problem);
  });
  const reserve = room > 0 ? await createReserve(`${path}.reserve`, room).catch(fail) : null;
  const makeRoom = async (error: unknown) => (await reserve?.release(error)) ?? false;
  const log = await openAppendLog(path, lines, { shared: false, durable: true, makeRoom, mirror }).catch(
    fail,
  );
  const append = async (record: JournalRecord): Promise<void> => {
    if (record.type === 'intent') await reserve?.check(log.size());
    await log.append(JSON.stringify(record));
  };
  return {
    torn: log.torn,
    append: (record: JournalRecord): Promise<void> => append(record).catch(fail),
    close: async () => reserve?.remove(),
  };
}

/** Reads a journal and does not change the file. @param onDamaged called with every line that cannot be read */
export async function readJournal(
  path: string,
  each: OnRecord,
  onDamaged: (problem: Problem) => void,
): Promise<void> {
  await readLines(path, parseLines(path, each, onDamaged));
}

function parseLines(path: string, each: OnRecord, onDamaged: (problem: Problem) => void) {
  return (text: string, line: number): void => {
    const value = parseJson(text);
    const record = journalRecordSchema.safeParse(value);
    if (record.success) each(record.data);
    else
      onDamaged(
        createUnreadable(
          isOfNewerType(value),
          'this line of the journal',
          'restore it from a copy, or delete the line: its call is then looked up at the server, or counts as spent',
          { file: path, line },
        ),
      );
  };
}

const TYPES: ReadonlySet<string> = new Set(journalRecordSchema.options.map(({ shape }) => shape.type.value));

/** A whole record with a type that this version does not know. */
function isOfNewerType(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    !TYPES.has(value.type)
  );
}

/** Turns the error of a full, read-only or broken disk into a UserError, and returns any other error unchanged. */
export function diskError(path: string, error: unknown): unknown {
  const isFull = hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG');
  if (!isFull && !hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'EIO')) return error;
  return new UserError({
    code: 'record-not-written',
    message: isFull ? `the disk is full: cannot write ${path}` : `cannot write ${path}: ${messageOf(error)}`,
    hint: `${isFull ? 'make room' : 'make the folder writable'} and run the same command again; nothing that was paid is lost`,
  });
}

/**
 * Creates a file that takes the room. It is deleted when the disk is full.
 * @param bytes that the answers of all calls that run at once may take
 * @throws the error of the file system if there is no room
 */
async function createReserve(path: string, bytes: number) {
  // A file system may compress anything but random bytes.
  await writeFile(path, randomBytes(bytes), { flush: true });
  let length = bytes;
  let full: unknown = null;
  const remove = () => rm(path, { force: true });
  return {
    /** @param size of the log. @throws if it cannot take the answers of another call */
    async check(size: number): Promise<void> {
      if (full) throw full;
      if (size + bytes <= length) return;
      // The limit of a file's size holds for this file too. Its end takes no room.
      await truncate(path, size + 2 * bytes);
      length = size + 2 * bytes;
    },
    /** Frees the room. @returns false if that was done before */
    async release(error: unknown): Promise<boolean> {
      if (full) return false;
      full = error;
      await remove();
      return true;
    },
    remove,
  };
}
