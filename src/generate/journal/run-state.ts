/** Rebuilds the state of a run from its journal: the outcome and the cost of its calls, its articles and its batches. */
import type { LossCause } from '../calls/outcome.ts';
import type {
  ArticleRecord,
  BatchRecord,
  IntentRecord,
  JournalRecord,
  ResultRecord,
} from './journal-records.ts';
import { addUsage, NO_USAGE, type Usage } from './money.ts';

/** A call is open if its intent is recorded and its outcome is not. `codes` is null until the answer is checked. */
export interface CallState {
  intent: IntentRecord;
  state: 'open' | 'answered' | 'failed' | 'unknown';
  result: ResultRecord | null;
  codes: readonly string[] | null;
  /** Number of unpaid failures of the call. */
  failures: number;
  /** Number of unknown outcomes, and the reason for the last one. */
  losses: number;
  cause?: LossCause | undefined;
}

/** Totals of the calls that were paid or count as paid. */
export interface CallTally {
  calls: number;
  tokens: Usage;
  /** Answers whose usage cannot be read. They count with their maximum cost. */
  estimated: number;
  /** Cost in USD. A call of unknown outcome counts with its maximum cost. */
  usd: number;
}

/** Unusable answers and lost calls of a step. */
interface Lost {
  calls: number;
  /** The calls among them that the server did not answer. */
  faults: number;
  usd: number;
  /** Finding codes of the latest one. */
  codes: readonly string[];
}

export const NOTHING_LOST: Lost = { calls: 0, faults: 0, usd: 0, codes: [] };

export interface RunState {
  /** The calls of unfinished articles, and open ones. Others are dropped, so that memory does not grow with the run. */
  calls: Map<string, CallState>;
  /** The keys of these calls, by article. */
  keys: Map<string, Set<string>>;
  /** Totals of the calls that were dropped: calls of finished articles, and calls that were sent again. */
  closed: CallTally;
  /** USD that calls of unknown outcome have cost at most before they were sent again. */
  resent: number;
  /** The key of a call that the server certainly answered. A store that does not show it cannot be trusted. */
  answered: string | null;
  /** Steps that have had a usable answer. */
  accepted: Set<string>;
  /** Losses since the command began, by step. A usable answer sets the losses of its step to none. */
  lost: Map<string, Lost>;
  articles: Map<string, ArticleRecord>;
  /** Number of times that each rejected article was made again. The number is a part of the keys of its calls. */
  rounds: Map<string, number>;
  batches: Map<string, BatchRecord>;
  /** Hashes of the messages whose content the journal has. */
  messages: Set<string>;
  /** In USD, as a batch command has set it. Later commands keep it. */
  budget: number | null;
  ended: boolean;
}

export function createRunState(): RunState {
  return {
    calls: new Map(),
    keys: new Map(),
    closed: { calls: 0, tokens: NO_USAGE, estimated: 0, usd: 0 },
    resent: 0,
    answered: null,
    accepted: new Set(),
    lost: new Map(),
    articles: new Map(),
    rounds: new Map(),
    batches: new Map(),
    messages: new Set(),
    budget: null,
    ended: false,
  };
}

/** The transitions stand in one table of docs/generate.md ("The states of a run"). */
export function applyRecord(state: RunState, record: JournalRecord): void {
  const call = 'key' in record ? state.calls.get(record.key) : undefined;
  switch (record.type) {
    case 'intent': {
      const { failures = 0, losses = 0 } = call ?? {};
      if (call?.state === 'unknown') state.resent += call.intent.reserve;
      close(state, record.key);
      const open: CallState = { intent: record, state: 'open', result: null, codes: null, failures, losses };
      state.calls.set(record.key, open);
      const keys = state.keys.get(record.article) ?? new Set();
      state.keys.set(record.article, keys.add(record.key));
      return;
    }
    case 'prompt':
      for (const { hash } of record.messages) state.messages.add(hash);
      return;
    case 'result':
      if (call) Object.assign(call, { state: 'answered', result: record } satisfies Partial<CallState>);
      closeEnded(state, call);
      if (record.source !== 'batch' && record.id !== '' && call?.intent.stored !== false)
        state.answered = record.key;
      return;
    case 'failed':
      if (call)
        Object.assign(call, { state: 'failed', failures: call.failures + 1 } satisfies Partial<CallState>);
      closeEnded(state, call);
      return;
    case 'unknown': {
      if (!call) return;
      const { cause, usd } = record;
      Object.assign(call, { state: 'unknown', losses: call.losses + 1, cause } satisfies Partial<CallState>);
      lose(state, call, usd, ['unknown']);
      return;
    }
    case 'verdict':
      if (!call) return;
      call.codes = record.codes;
      if (record.codes.length === 0) {
        state.accepted.add(call.intent.step);
        state.lost.delete(call.intent.step);
      } else lose(state, call, call.result?.usd ?? 0, record.codes);
      return;
    case 'article':
      // Memory must not grow with the texts of the run.
      state.articles.set(record.article, { ...record, text: undefined });
      for (const key of state.keys.get(record.article) ?? []) closeEnded(state, state.calls.get(key));
      return;
    case 'again':
      state.articles.delete(record.article);
      state.rounds.set(record.article, (state.rounds.get(record.article) ?? 0) + 1);
      return;
    case 'batch':
      state.batches.set(record.name, record);
      return;
    case 'budget':
      state.budget = record.usd;
      state.lost.clear();
      return;
    case 'settled':
      return;
    case 'end':
      state.ended = true;
  }
}

function lose(state: RunState, { intent }: CallState, usd: number, codes: readonly string[]): void {
  const { step } = intent;
  if (state.accepted.has(step)) return;
  const before = state.lost.get(step) ?? NOTHING_LOST;
  const faults = before.faults + (codes.includes('unknown') ? 1 : 0);
  state.lost.set(step, { calls: before.calls + 1, faults, usd: before.usd + usd, codes });
}

/** Drops a call of a finished article. One that may still be looked up stays until its cost is known. */
function closeEnded(state: RunState, call: CallState | undefined): void {
  if (!call || call.state === 'open' || call.state === 'unknown' || !state.articles.has(call.intent.article))
    return;
  const { key, article } = call.intent;
  close(state, key);
  const keys = state.keys.get(article);
  keys?.delete(key);
  if (keys?.size === 0) state.keys.delete(article);
}

/** Drops a call, and keeps its cost in the totals. */
function close(state: RunState, key: string): void {
  const call = state.calls.get(key);
  if (call) state.closed = addCall(state.closed, call);
  state.calls.delete(key);
}

function addCall(tally: CallTally, { intent, state, result }: CallState): CallTally {
  if (state === 'failed') return tally;
  return {
    calls: tally.calls + 1,
    tokens: result ? addUsage(tally.tokens, result.usage) : tally.tokens,
    estimated: tally.estimated + (result?.estimated ? 1 : 0),
    usd: tally.usd + (result ? result.usd : intent.reserve),
  };
}

/** Totals of the whole run so far. */
export function tallyOf(state: RunState): CallTally {
  return [...state.calls.values()].reduce(addCall, state.closed);
}
