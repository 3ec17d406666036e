/** Reads what a journal says of a run: its calls with their outcome and cost, its articles and its batches. */
import { existsSync } from 'node:fs';
import { type Problem, UserError } from '../../foundation/errors.ts';
import { readJournal } from '../journal/journal.ts';
import type { ArticleRecord, BatchRecord, IntentRecord, JournalRecord } from '../journal/journal-records.ts';
import type { LedgerLine } from '../journal/ledger-line.ts';
import { NO_USAGE, type Usage } from '../journal/money.ts';
import { journalPath, listRuns } from './run-plan.ts';

/** One attempt at a call. */
export interface CallEntry extends Pick<IntentRecord, 'article' | 'model' | 'step' | 'key' | 'at'> {
  /** paid: the call was answered. unpaid: it was refused or never made. unknown: it may be paid, and counts as spent. */
  outcome: 'paid' | 'unpaid' | 'unknown';
  /** True until the journal says how the call ended. */
  isOpen: boolean;
  /** True if the store of the server may have the answer, and the call was not sent again. */
  isStored: boolean;
  usage: Usage;
  usd: number;
  /** Codes of the findings in the answer; null if it was not checked. */
  codes: string[] | null;
}

/** Called with every line that cannot be read; the other lines count. */
export type OnDamaged = Parameters<typeof readJournal>[2];

interface RunRecords {
  calls: CallEntry[];
  /** The last record of each. */
  articles: Map<string, ArticleRecord>;
  batches: Map<string, BatchRecord>;
  /** Lines that the committed ledger got. */
  settled: LedgerLine[];
  /** When the run did something last; null if it never did. */
  time: number | null;
}

export async function readRun(root: string, run: string, onDamaged: OnDamaged): Promise<RunRecords> {
  const records: RunRecords = {
    calls: [],
    articles: new Map(),
    batches: new Map(),
    settled: [],
    time: null,
  };
  const last = new Map<string, CallEntry>();
  const each = (record: JournalRecord) => {
    if ('at' in record && record.type !== 'settled') records.time = record.at;
    if (record.type === 'article') records.articles.set(record.article, { ...record, text: undefined });
    if (record.type === 'batch') records.batches.set(record.name, record);
    if (record.type === 'settled') records.settled.push(...record.lines);
    const begun = applyCall(record, last);
    if (begun) records.calls.push(begun);
  };
  const path = journalPath(root, run);
  if (existsSync(path)) await readJournal(path, each, onDamaged);
  return records;
}

/**
 * Applies a record to the calls before it.
 * @param last the last attempt of each call
 * @returns the call that the record begins; null for any other record
 */
function applyCall(record: JournalRecord, last: Map<string, CallEntry>): CallEntry | null {
  if (record.type === 'intent') {
    const { article, model, step, key, at, reserve, stored = true } = record;
    const before = last.get(key);
    if (before) before.isStored = false;
    const cost = { outcome: 'unknown', isOpen: true, usage: NO_USAGE, usd: reserve, codes: null } as const;
    const begun: CallEntry = { article, model, step, key, at, isStored: stored, ...cost };
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

/** A call with its run and its article. */
export interface RecordedCall extends CallEntry {
  run: string;
  /** Path of the article; null if no file was written. */
  file: string | null;
}

/** Reads the calls of all runs. */
export async function readCalls(root: string, onDamaged: OnDamaged = fail): Promise<RecordedCall[]> {
  const found: RecordedCall[] = [];
  for (const run of listRuns(root)) {
    const { calls, articles } = await readRun(root, run, onDamaged);
    for (const call of calls) found.push({ ...call, run, file: articles.get(call.article)?.file ?? null });
  }
  return found;
}

function fail(problem: Problem): void {
  throw new UserError(problem);
}
