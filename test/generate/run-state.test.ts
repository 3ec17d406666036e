/** The state of a run counts each attempt once, by the table of docs/generate.md ("The states of a run"). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JournalRecord } from '../../src/generate/journal/journal-records.ts';
import { mergeJournals } from '../../src/generate/journal/merge-journals.ts';
import { applyRecord, createRunState, tallyOf } from '../../src/generate/journal/run-state.ts';

const KEYS = ['r/a/outline.0', 'r/a/seo.0', 'r/b/outline.0'];
const articleOf = (key: string) => key.split('/')[1] ?? '';

function recordOf(type: string, key: string, at: number): JournalRecord {
  const article = articleOf(key);
  const usage = { input: 1, cached: 0, output: 1 };
  switch (type) {
    case 'intent':
      return { type: 'intent', at, key, article, step: 'seo', model: 'm', request: `q${at}`, reserve: 16 };
    case 'result':
      return {
        ...{ type: 'result', at, key, id: `c${at}`, text: `answer ${at}`, finish: 'stop', refusal: null },
        ...{ usage, usd: 1, source: 'live', estimated: false },
      };
    case 'failed':
      return { type: 'failed', at, key, message: 'refused' };
    case 'unknown':
      return { type: 'unknown', at, key, usd: 16, message: 'lost' };
    default:
      return { type: 'article', at, article, status: 'draft', file: 'f', title: 't', findings: [] };
  }
}

/** Records as processes write them: a question, at most one outcome of it, and the article at any time. */
const history = fc
  .array(fc.tuple(fc.constantFrom('intent', 'result', 'failed', 'unknown', 'article'), fc.nat(2)))
  .map((steps) => {
    const open = new Set<string>();
    return steps.flatMap(([type, index], at) => {
      const key = KEYS[index] ?? '';
      if (type === 'intent' ? open.has(key) : type !== 'article' && !open.delete(key)) return [];
      if (type === 'intent') open.add(key);
      return recordOf(type, key, at);
    });
  });

/** An attempt counts with its maximum until its outcome is known. */
const COSTS = new Map([
  ['intent', 16],
  ['result', 1 - 16],
  ['failed', -16],
]);
const billOf = (records: readonly JournalRecord[]) =>
  records.reduce((sum, { type }) => sum + (COSTS.get(type) ?? 0), 0);

test('a call costs what its outcome says, whenever its article ends', () => {
  fc.assert(
    fc.property(history, (records) => {
      const state = createRunState();
      for (const record of records) applyRecord(state, record);
      expect(tallyOf(state).usd).toBe(billOf(records));
    }),
  );
});

test('what the calls of finished articles cost is kept, and the calls are dropped', () => {
  const state = createRunState();
  for (const type of ['intent', 'article']) applyRecord(state, recordOf(type, 'r/a/seo.0', 1));
  expect(state.calls.size).toBe(1);
  applyRecord(state, recordOf('result', 'r/a/seo.0', 2));
  expect([state.calls.size, state.keys.size, tallyOf(state).usd]).toEqual([0, 0, 1]);
});

const bytes = (records: readonly JournalRecord[]) =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));

test('journals of two machines are joined: every answer is there once, and nothing shared is changed', () => {
  fc.assert(
    fc.property(history, fc.nat(), fc.nat(), (records, cut, taken) => {
      // The store went away: this machine has answers to what both know, and another machine went on.
      const common = records.slice(0, records.length === 0 ? 0 : cut % records.length);
      const own = records.slice(common.length).filter(({ type }) => type === 'result');
      const others = records.slice(common.length, common.length + (taken % 5));
      const shared = bytes([...common, ...others]);
      const joined = mergeJournals(shared, bytes([...common, ...own]));
      expect(joined.subarray(0, shared.length).equals(shared)).toBe(true);
      const lines = joined.toString().split('\n').filter(Boolean);
      expect(new Set(lines).size).toBe(lines.length);
      expect(mergeJournals(joined, bytes([...common, ...own])).equals(joined)).toBe(true);
    }),
  );
});

test('an answer that this machine alone has is added, unless the call was answered or asked elsewhere', () => {
  const [intent, result] = [recordOf('intent', 'r/a/seo.0', 1), recordOf('result', 'r/a/seo.0', 2)];
  const lost = recordOf('unknown', 'r/a/seo.0', 3);
  const other = recordOf('intent', 'r/b/outline.0', 4);
  const join = (shared: JournalRecord[], own: JournalRecord[]) =>
    mergeJournals(bytes(shared), bytes(own)).toString();
  expect(join([intent, lost], [intent, result])).toBe(bytes([intent, lost, result]).toString());
  const answered = recordOf('result', 'r/a/seo.0', 5);
  expect(join([intent, answered], [intent, result])).toBe(bytes([intent, answered]).toString());
  // A question that only this machine has was never sent: another machine has asked it.
  const again = recordOf('intent', 'r/b/outline.0', 6);
  expect(join([intent, again], [intent, other])).toBe(bytes([intent, again]).toString());
});
