/** Owns what a journal says of each call: made or not, answered, failed, unknown. */
import type { ArticleRecord, BatchRecord, IntentRecord, JournalRecord, ResultRecord } from './records.ts';

/** open: sent, and nothing is known since. `codes` is null until the answer was checked. */
export interface CallState {
  intent: IntentRecord;
  state: 'open' | 'answered' | 'failed' | 'unknown';
  result: ResultRecord | null;
  codes: readonly string[] | null;
}

export interface RunState {
  calls: Map<string, CallState>;
  /** Keys of each article's calls. */
  keys: Map<string, Set<string>>;
  articles: Map<string, ArticleRecord>;
  batches: Map<string, BatchRecord>;
  ended: boolean;
}

export function createRunState(): RunState {
  return { calls: new Map(), keys: new Map(), articles: new Map(), batches: new Map(), ended: false };
}

/** Takes one record in; the texts of finished articles are let go. */
export function applyRecord(state: RunState, record: JournalRecord): void {
  switch (record.type) {
    case 'intent': {
      state.calls.set(record.key, { intent: record, state: 'open', result: null, codes: null });
      const keys = state.keys.get(record.article) ?? new Set();
      state.keys.set(record.article, keys.add(record.key));
      return;
    }
    case 'result':
      change(state, record.key, { state: 'answered', result: record });
      return;
    case 'failed':
    case 'unknown':
      change(state, record.key, { state: record.type });
      return;
    case 'verdict':
      change(state, record.key, { codes: record.codes });
      return;
    case 'article':
      state.articles.set(record.article, record);
      for (const key of state.keys.get(record.article) ?? []) {
        const call = state.calls.get(key);
        if (call?.result) call.result = { ...call.result, text: '' };
      }
      return;
    case 'batch':
      state.batches.set(record.name, record);
      return;
    case 'end':
      state.ended = true;
  }
}

function change(state: RunState, key: string, to: Partial<CallState>): void {
  const call = state.calls.get(key);
  if (call) Object.assign(call, to);
}

/** USD that the run has spent: answers at their price, calls of unknown outcome at the most they can cost. */
export function spentOf(state: RunState): number {
  let sum = 0;
  for (const call of state.calls.values()) {
    if (call.result) sum += call.result.usd;
    else if (call.state === 'open' || call.state === 'unknown') sum += call.intent.reserve;
  }
  return sum;
}
