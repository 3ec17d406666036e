/** Rebuilds the state of a run from its journal: which calls are answered, failed or unknown, and what they cost. */
import type {
  ArticleRecord,
  BatchRecord,
  IntentRecord,
  JournalRecord,
  ResultRecord,
} from './journal-records.ts';
import { addUsage, NO_USAGE, type Usage } from './money.ts';

/** open: the intent is recorded, the outcome is not. `codes` is null until the answer is checked. */
export interface CallState {
  intent: IntentRecord;
  state: 'open' | 'answered' | 'failed' | 'unknown';
  result: ResultRecord | null;
  codes: readonly string[] | null;
  /** How often the call failed unpaid. */
  failures: number;
}

/** Calls that were paid or count as paid. */
export interface Tally {
  calls: number;
  tokens: Usage;
  /** Answers whose usage cannot be read: they count with the most that they can have cost. */
  estimated: number;
  /** USD: answers at their price, calls of unknown outcome at the most they can cost. */
  usd: number;
}

export interface Lost {
  calls: number;
  usd: number;
  /** Of the last one. */
  codes: readonly string[];
}

export const NOTHING_LOST: Lost = { calls: 0, usd: 0, codes: [] };

export interface RunState {
  /** Calls of unfinished articles only, so that memory does not grow with the articles written. */
  calls: Map<string, CallState>;
  /** Keys of each unfinished article's calls. */
  keys: Map<string, Set<string>>;
  /** Calls that are not needed again: those of finished articles, and unknown ones that were resent. */
  closed: Tally;
  /** Key of a call that the server answered with an id: a trustworthy store must have it. */
  answered: string | null;
  /** Steps with an answer that could be used. */
  accepted: Set<string>;
  /** Answers and lost calls of steps without a usable answer, since the command began. */
  lost: Lost;
  articles: Map<string, ArticleRecord>;
  /** How often a rejected article is made again: its calls have keys that no earlier call has. */
  rounds: Map<string, number>;
  batches: Map<string, BatchRecord>;
  /** USD, as set by a batch command; later commands keep it. */
  budget: number | null;
  ended: boolean;
}

export function createRunState(): RunState {
  return {
    calls: new Map(),
    keys: new Map(),
    closed: { calls: 0, tokens: NO_USAGE, estimated: 0, usd: 0 },
    answered: null,
    accepted: new Set(),
    lost: NOTHING_LOST,
    articles: new Map(),
    rounds: new Map(),
    batches: new Map(),
    budget: null,
    ended: false,
  };
}

export function applyRecord(state: RunState, record: JournalRecord): void {
  const call = 'key' in record ? state.calls.get(record.key) : undefined;
  switch (record.type) {
    case 'intent': {
      const failures = call?.failures ?? 0;
      close(state, record.key);
      state.calls.set(record.key, { intent: record, state: 'open', result: null, codes: null, failures });
      const keys = state.keys.get(record.article) ?? new Set();
      state.keys.set(record.article, keys.add(record.key));
      return;
    }
    case 'result':
      if (call) Object.assign(call, { state: 'answered', result: record } satisfies Partial<CallState>);
      if (record.source !== 'batch' && record.id !== '' && call?.intent.stored !== false)
        state.answered = record.key;
      return;
    case 'failed':
    case 'unknown':
      if (call) call.state = record.type;
      if (call && record.type === 'failed') call.failures++;
      if (call && record.type === 'unknown') lose(state, call, record.usd, ['unknown']);
      return;
    case 'verdict':
      if (!call) return;
      call.codes = record.codes;
      if (record.codes.length === 0) state.accepted.add(call.intent.step);
      else lose(state, call, call.result?.usd ?? 0, record.codes);
      return;
    case 'article':
      state.articles.set(record.article, record);
      for (const key of state.keys.get(record.article) ?? []) close(state, key);
      state.keys.delete(record.article);
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
      state.lost = NOTHING_LOST;
      return;
    case 'end':
      state.ended = true;
  }
}

function lose(state: RunState, { intent }: CallState, usd: number, codes: readonly string[]): void {
  if (state.accepted.has(intent.step)) return;
  state.lost = { calls: state.lost.calls + 1, usd: state.lost.usd + usd, codes };
}

/** Forgets a call; its cost stays in the tally. */
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
    estimated: tally.estimated + (result?.estimated ? 1 : 0),
    usd: tally.usd + (result ? result.usd : intent.reserve),
  };
}

/** What the run has paid for so far. */
export function tallyOf(state: RunState): Tally {
  return [...state.calls.values()].reduce(addCall, state.closed);
}
