/** Owns what a journal says of each call: made or not, answered, failed, unknown. */

import type {
  ArticleRecord,
  BatchRecord,
  IntentRecord,
  JournalRecord,
  ResultRecord,
} from '../run/journal-records.ts';
import { addUsage, NO_USAGE, type Usage } from './money.ts';

/** open: sent, and nothing is known since. `codes` is null until the answer was checked. */
export interface CallState {
  intent: IntentRecord;
  state: 'open' | 'answered' | 'failed' | 'unknown';
  result: ResultRecord | null;
  codes: readonly string[] | null;
  /** How often it was not made. */
  failures: number;
}

/** Calls that were paid or count as paid. */
export interface Tally {
  calls: number;
  tokens: Usage;
  /** USD: answers at their price, calls of unknown outcome at the most they can cost. */
  usd: number;
}

export interface RunState {
  /** Calls of articles that are not finished: what a run keeps does not grow with what it has written. */
  calls: Map<string, CallState>;
  /** Keys of each unfinished article's calls. */
  keys: Map<string, Set<string>>;
  /** Calls that nobody asks for again: those of finished articles, and unknown ones that were sent once more. */
  closed: Tally;
  /** Key of a call that the server answered by name: a store that can be believed shows it. */
  answered: string | null;
  articles: Map<string, ArticleRecord>;
  batches: Map<string, BatchRecord>;
  /** USD that a command with batches has set as the bound; later rounds keep it. */
  budget: number | null;
  ended: boolean;
}

export function createRunState(): RunState {
  return {
    calls: new Map(),
    keys: new Map(),
    closed: { calls: 0, tokens: NO_USAGE, usd: 0 },
    answered: null,
    articles: new Map(),
    batches: new Map(),
    budget: null,
    ended: false,
  };
}

/** Takes one record in. */
export function applyRecord(state: RunState, record: JournalRecord): void {
  switch (record.type) {
    case 'intent': {
      const failures = state.calls.get(record.key)?.failures ?? 0;
      close(state, record.key);
      state.calls.set(record.key, { intent: record, state: 'open', result: null, codes: null, failures });
      const keys = state.keys.get(record.article) ?? new Set();
      state.keys.set(record.article, keys.add(record.key));
      return;
    }
    case 'result':
      change(state, record.key, { state: 'answered', result: record });
      if (record.source !== 'batch' && record.id !== '') state.answered = record.key;
      return;
    case 'failed':
      change(state, record.key, {
        state: 'failed',
        failures: (state.calls.get(record.key)?.failures ?? 0) + 1,
      });
      return;
    case 'unknown':
      change(state, record.key, { state: 'unknown' });
      return;
    case 'verdict':
      change(state, record.key, { codes: record.codes });
      return;
    case 'article':
      state.articles.set(record.article, record);
      for (const key of state.keys.get(record.article) ?? []) close(state, key);
      state.keys.delete(record.article);
      return;
    case 'batch':
      state.batches.set(record.name, record);
      return;
    case 'budget':
      state.budget = record.usd;
      return;
    case 'end':
      state.ended = true;
  }
}

function change(state: RunState, key: string, to: Partial<CallState>): void {
  const call = state.calls.get(key);
  if (call) Object.assign(call, to);
}

/** Lets a call go; what it cost stays. */
function close(state: RunState, key: string): void {
  const call = state.calls.get(key);
  if (call) state.closed = addCall(state.closed, call);
  state.calls.delete(key);
}

function addCall(tally: Tally, { intent, state, result }: CallState): Tally {
  if (state === 'failed') return tally;
  return {
    calls: tally.calls + 1,
    tokens: result ? addUsage(tally.tokens, result.usage) : tally.tokens,
    usd: tally.usd + (result ? result.usd : intent.reserve),
  };
}

/** What the run has paid for so far. */
export function tallyOf(state: RunState): Tally {
  return [...state.calls.values()].reduce(addCall, state.closed);
}
