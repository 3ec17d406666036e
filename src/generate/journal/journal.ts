/** Appends records durably to the journal of a run, and reads them back. */
import { openAppendLog, readLines } from '../../foundation/append-log.ts';
import { hasCode, messageOf, UserError } from '../../foundation/errors.ts';
import { type JournalRecord, journalRecordSchema } from './journal-records.ts';

type OnRecord = (record: JournalRecord) => void;

/**
 * Reads a journal and opens it for more records.
 * @param each called with every record, in order
 * @returns `torn`: a crash had cut off the last line; it was never confirmed, so nothing depends on it. `append` resolves
 * when the record is on the disk; it throws a UserError where the disk refuses, and then appends nothing more
 * @throws UserError naming the line of a record that cannot be read
 */
export async function openJournal(path: string, each: OnRecord) {
  const fail = (error: unknown): never => {
    throw diskError(path, error);
  };
  const log = await openAppendLog(path, parseLines(path, each), { shared: false, durable: true }).catch(fail);
  return {
    torn: log.torn,
    append: (record: JournalRecord): Promise<void> => log.append(JSON.stringify(record)).catch(fail),
  };
}

/** As `openJournal`, without changing the file. */
export async function readJournal(path: string, each: OnRecord): Promise<void> {
  await readLines(path, parseLines(path, each));
}

function parseLines(path: string, each: OnRecord): (text: string, line: number) => void {
  return (text, line) => {
    let record: JournalRecord;
    try {
      record = journalRecordSchema.parse(JSON.parse(text));
    } catch {
      throw new UserError({
        file: path,
        line,
        code: 'damaged-record',
        message: 'this line of the journal cannot be read',
        hint: 'restore it from a copy, or delete the line: its call is then looked up at the server, or counts as spent',
      });
    }
    each(record);
  };
}

/** Turns a full or read-only disk into a user error; other errors stay. */
export function diskError(path: string, error: unknown): unknown {
  const isFull = hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG');
  if (!isFull && !hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'EIO')) return error;
  return new UserError({
    code: 'record-not-written',
    message: isFull ? `the disk is full: cannot write ${path}` : `cannot write ${path}: ${messageOf(error)}`,
    hint: `${isFull ? 'make room' : 'make the folder writable'} and run the same command again; nothing that was paid is lost`,
  });
}
