/** Finds out what became of calls without an answer, and how much of the budget they hold meanwhile. */
import { expect, test } from 'vitest';
import { createBudget } from '../../src/generate/calls/budget.ts';
import type { Lookup } from '../../src/generate/calls/provider.ts';
import { createRecovery } from '../../src/generate/calls/recovery.ts';
import { createStop } from '../../src/generate/calls/stop.ts';
import type { JournalRecord } from '../../src/generate/journal/journal-records.ts';
import { applyRecord, createRunState } from '../../src/generate/journal/run-state.ts';
import { createTestClock } from './clock.ts';

const PRICE = { input: 1, cachedInput: 1, output: 1, batchDiscount: 1 };

/** A run that was killed with the call "open" under way and "answered" answered. @param stored when the answer comes to stand in the store, in seconds after the call was sent */
function openRun(stored: number, { budget = createBudget(null, 0), store = true, asked = true } = {}) {
  const clock = createTestClock();
  const sent = clock.now();
  const state = createRunState();
  const journal: JournalRecord[] = [];
  const record = async (entry: JournalRecord) => {
    journal.push(entry);
    applyRecord(state, entry);
  };
  const intent = { type: 'intent', at: sent, article: 'a', step: 's', model: 'm', request: '' } as const;
  applyRecord(state, { ...intent, key: 'open', reserve: 0.8, stored: asked });
  state.answered = 'answered';
  const completion = (usd: number) => ({
    id: 'id',
    text: 'text',
    finish: 'stop',
    refusal: null,
    usage: { input: 0, cached: 0, output: usd * 1e6 },
    model: null,
    cost: null,
    isWritten: true,
    job: 'open',
  });
  const lookup = async (key: string): Promise<Lookup> =>
    key === 'answered' || clock.now() >= sent + stored * 1000
      ? { kind: 'found', completion: completion(0.5) }
      : { kind: 'absent' };
  const recovery = createRecovery({
    provider: { lookup },
    budget,
    record,
    state,
    prices: { m: PRICE },
    clock,
    stop: createStop(),
    settings: {
      store,
      timeoutSeconds: 180,
      settleSeconds: 60,
      retryUnknown: { failed: 0, gateway: 0, lost: 0, usd: 0 },
    },
    retryUnknown: false,
  });
  const call = state.calls.get('open');
  if (!call) throw new Error('no call');
  return { clock, journal, call, recovery };
}

test('an answer is waited for as long as the server may be at work, and a while longer', async () => {
  const { clock, recovery, call } = openRun(230);
  const answer = recovery.recoverLeft(call);
  await clock.advance(240_000);
  expect(await answer).toMatchObject({ text: 'text', source: 'stored', usd: 0.5 });
});

test('a call that the server still does not know then may be made again, and no sooner', async () => {
  const { clock, recovery, call, journal } = openRun(Number.POSITIVE_INFINITY);
  const answer = recovery.recoverLeft(call);
  await clock.advance(235_000);
  expect(journal).toEqual([]);
  await clock.advance(10_000);
  expect(await answer).toBeNull();
  expect(journal.map(({ type }) => type)).toEqual(['failed']);
});

test('a call that the server says has failed is asked for until the store has settled', async () => {
  const { recovery, call, clock, journal } = openRun(Number.POSITIVE_INFINITY);
  const answer = recovery.recover(call, '500: oops', 'failed');
  await clock.advance(55_000);
  expect(journal).toEqual([]);
  await clock.advance(10_000);
  expect(await answer).toBeNull();
  const late = openRun(40);
  const found = late.recovery.recover(late.call, '500: oops', 'failed');
  await late.clock.advance(45_000);
  expect(await found).toMatchObject({ text: 'text' });
});

test('without a store nothing is believed to be unpaid', async () => {
  const { recovery, call, journal } = openRun(0, { store: false });
  await expect(recovery.recover(call, '500: oops', 'failed')).rejects.toThrow(/cannot tell whether/);
  expect(journal).toMatchObject([{ type: 'unknown', usd: 0.8 }]);
});

test('an empty store says nothing of a call that was sent without one', async () => {
  const { recovery, call } = openRun(Number.POSITIVE_INFINITY, { asked: false });
  await expect(recovery.recoverLeft(call)).rejects.toThrow(/cannot tell whether/);
});

test('reserves the possible cost of a call until its outcome is known', async () => {
  const budget = createBudget(1, 0);
  const { clock, recovery, call } = openRun(200, { budget });
  const granted: boolean[] = [];
  void budget.reserve(0.4).then((settle) => granted.push(settle !== null));
  await clock.advance(195_000);
  expect(granted).toEqual([]);
  await clock.advance(10_000);
  await recovery.recoverLeft(call);
  expect(granted).toEqual([true]);
  expect(budget.spent()).toBeCloseTo(0.5, 9);
});
