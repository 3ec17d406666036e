/** Reads the calls of a journal with their outcome and cost. */
import type { IntentRecord, JournalRecord } from '../journal/journal-records.ts';
import { NO_USAGE, type Usage } from '../journal/money.ts';

/** One attempt at a call. */
export interface CallEntry extends Pick<IntentRecord, 'article' | 'model' | 'step' | 'key' | 'at'> {
  /** paid: the call was answered. unpaid: it was refused or never made. unknown: it may be paid, and counts as spent. */
  outcome: 'paid' | 'unpaid' | 'unknown';
  /** True until the journal says how the call ended. */
  isOpen: boolean;
  usage: Usage;
  usd: number;
  /** Codes of the findings in the answer; null if it was not checked. */
  codes: string[] | null;
}

/**
 * Applies a record to the calls before it.
 * @param last the last attempt of each call
 * @returns the call that the record begins; null for any other record
 */
export function applyCall(record: JournalRecord, last: Map<string, CallEntry>): CallEntry | null {
  if (record.type === 'intent') {
    const { article, model, step, key, at, reserve } = record;
    const cost = { outcome: 'unknown', isOpen: true, usage: NO_USAGE, usd: reserve, codes: null } as const;
    const begun: CallEntry = { article, model, step, key, at, ...cost };
    last.set(key, begun);
    return begun;
  }
  const entry = 'key' in record ? last.get(record.key) : undefined;
  if (!entry) return null;
  if (record.type === 'verdict') entry.codes = record.codes;
  if (record.type === 'result')
    Object.assign(entry, {
      outcome: 'paid',
      usage: record.usage,
      usd: record.usd,
    } satisfies Partial<CallEntry>);
  if (record.type === 'unknown')
    Object.assign(entry, { outcome: 'unknown', usd: record.usd } satisfies Partial<CallEntry>);
  if (record.type === 'failed')
    Object.assign(entry, { outcome: 'unpaid', usd: 0 } satisfies Partial<CallEntry>);
  if (record.type !== 'verdict' && record.type !== 'prompt') entry.isOpen = false;
  return null;
}
