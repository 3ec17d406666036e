/** Joins two copies of a journal, so that no paid answer of either is lost. */
import { parseJson } from '../../foundation/json.ts';
import { type JournalRecord, journalRecordSchema } from './journal-records.ts';

/**
 * @param shared what machines share; it stays as it is, and what it lacks comes after it
 * @param own whole lines of the copy on this machine
 */
export function mergeJournals(shared: Buffer, own: Buffer): Buffer {
  if (own.subarray(0, shared.length).equals(shared)) return own;
  if (shared.subarray(0, own.length).equals(own)) return shared;
  const merged = createMerged();
  const known = new Set(linesOf(shared));
  for (const line of known) merged.add(parse(line));
  const missing = linesOf(own).filter((line) => merged.takes(parse(line), known.has(line)));
  return Buffer.concat([shared, Buffer.from(missing.map((line) => `${line}\n`).join(''))]);
}

const linesOf = (bytes: Buffer) => bytes.toString().split('\n').filter(Boolean);

const parse = (line: string) => journalRecordSchema.safeParse(parseJson(line)).data;

/** Only what was sent, paid and settled is added: verdicts, articles and the end of a run follow from the answers. */
function createMerged() {
  /** The last record of each call, and the last state of each batch. */
  const last = new Map<string, string>();
  /** Whether the merged journal has the last question of this machine, by call. */
  const asked = new Map<string, boolean>();

  const add = (record: JournalRecord | undefined): void => {
    if (record?.type === 'batch') last.set(record.name, record.state);
    else if (record && 'key' in record && record.type !== 'prompt' && record.type !== 'verdict')
      last.set(record.key, record.type);
  };

  const isNew = (record: JournalRecord | undefined): boolean => {
    switch (record?.type) {
      case 'intent':
        // A call is shared before it is sent, so what another machine has asked meanwhile was not sent from here.
        return !last.has(record.key);
      case 'result':
      case 'failed':
        return asked.get(record.key) === true && /^(?:intent|unknown)$/.test(last.get(record.key) ?? '');
      case 'batch':
        return record.state === 'created' && last.get(record.name) === 'creating';
      case 'prompt':
      case 'settled':
        return true;
      default:
        return false;
    }
  };

  return {
    add,
    /** Takes the lines of this machine in their order. @returns true if the merged journal lacks the line */
    takes(record: JournalRecord | undefined, isKnown: boolean): boolean {
      const takes = !isKnown && isNew(record);
      if (takes) add(record);
      if (record?.type === 'intent') asked.set(record.key, isKnown || takes);
      return takes;
    },
  };
}
