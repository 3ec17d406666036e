/** Owns runs in batches: each round sends every call that can be made now, at half the price, and collects what came back. */

import { boundUsage, type CallSpec, createIntent } from '../calls/call-spec.ts';
import { tallyOf } from '../calls/call-states.ts';
import type { Caller } from '../calls/calls.ts';
import { costOf } from '../calls/money.ts';
import type { BatchRecord } from '../run/journal-records.ts';
import { type RunOptions, workThrough } from '../run/run-articles.ts';
import type { GenerateResult } from '../run/run-result.ts';
import { Unfinished } from '../run/stop.ts';
import { collectBatch } from './batch-answers.ts';
import type { BatchServer, ServerBatch } from './batch-server.ts';

/** What the API takes in one batch. */
export interface BatchLimits {
  requests: number;
  bytes: number;
}

export const BATCH_LIMITS: BatchLimits = { requests: 50_000, bytes: 200_000_000 };

export interface BatchOptions extends RunOptions {
  server: BatchServer;
  limits: BatchLimits;
}

export interface BatchStatus {
  name: string;
  /** The server's word, or the journal's where the server has it no more. */
  status: string;
  /** Calls; null where the server was not asked. */
  completed: number | null;
  failed: number | null;
  total: number;
}

/** A line that fails in as many batches is not sent again by itself. */
const MOST_FAILURES = 6;

const DONE = new Set(['completed', 'expired', 'cancelled', 'failed']);

/** Settles what a crash left open, finishes articles that have all answers, and sends the next round. */
export async function submitRound(
  options: BatchOptions,
): Promise<{ unfinished: GenerateResult['unfinished']; sent: number }> {
  await adoptCreated(options);
  const specs: CallSpec[] = [];
  const { state } = options.run;
  const call: Caller = async (spec) => {
    const known = state.calls.get(spec.key);
    if (known?.result) return known.result;
    if (known?.state === 'open') throw new Unfinished('pending', 'a batch is on its way');
    if (known?.state === 'unknown' && !options.retryUnknown)
      throw new Unfinished('unknown', 'the server cannot say whether the call was paid');
    if (known && known.failures >= MOST_FAILURES && !options.retryUnknown)
      throw new Unfinished(
        'given-up',
        `the server failed ${known.failures} times with a call of it; --retry-unknown sends it again`,
      );
    specs.push(spec);
    throw new Unfinished('pending', 'goes into the next batch');
  };
  const unfinished = await workThrough(options, call, { pause: () => 0, spent: () => tallyOf(state).usd });
  const affordable = takeAffordable(options, specs);
  let sent = 0;
  for (const part of splitSpecs(affordable, options.limits)) {
    if (!(await sendBatch(options, part))) break;
    sent += part.length;
  }
  return { unfinished, sent };
}

function takeAffordable({ budget, run, price, stop }: BatchOptions, specs: readonly CallSpec[]): CallSpec[] {
  let spent = tallyOf(run.state).usd;
  const taken = specs.filter((spec) => {
    const cost = costOf(boundUsage(spec), price, true);
    if (budget !== null && spent + cost > budget) return false;
    spent += cost;
    return true;
  });
  if (taken.length < specs.length) stop.stop({ kind: 'budget' });
  return taken;
}

function lineOf({ key, body }: CallSpec): string {
  return `${JSON.stringify({ custom_id: key, method: 'POST', url: '/v1/chat/completions', body })}\n`;
}

/** The lines of each batch, in order and within the limits; a line that is too large alone stands alone. */
export function splitSpecs(specs: readonly CallSpec[], limits: BatchLimits): CallSpec[][] {
  const parts: CallSpec[][] = [];
  let bytes = 0;
  for (const spec of specs) {
    const size = Buffer.byteLength(lineOf(spec));
    const last = parts.at(-1);
    if (last && last.length < limits.requests && bytes + size <= limits.bytes) {
      last.push(spec);
      bytes += size;
    } else {
      parts.push([spec]);
      bytes = size;
    }
  }
  return parts;
}

/**
 * Upload, intents, creation: each step stands in the journal before the next, and only the last costs money.
 * @returns false where the run was stopped before it
 */
async function sendBatch(
  { run, server, clock, price, stop }: BatchOptions,
  specs: readonly CallSpec[],
): Promise<boolean> {
  const name = `${run.plan.id}/batch-${run.state.batches.size + 1}`;
  const keys = specs.map(({ key }) => key);
  const note = (state: BatchRecord['state'], file: string | null, batch: string | null) =>
    run.record({ type: 'batch', at: clock.now(), name, state, file, batch, keys });
  const isStopped = () => (stop.reason()?.kind ?? 'budget') !== 'budget';
  if (isStopped()) return false;
  await note('planned', null, null);
  const file = await server.upload(`${name.replace('/', '-')}.jsonl`, specs.map(lineOf).join(''));
  await note('uploaded', file, null);
  if (isStopped()) return false;
  await Promise.all(
    specs.map((spec) => run.record(createIntent(spec, clock.now(), costOf(boundUsage(spec), price, true)))),
  );
  await note('creating', file, null);
  const batch = await server.create(file, name);
  await note('created', file, batch.id);
  return true;
}

/** A crash while a batch was being made: the server is asked whether there is one. */
async function adoptCreated({ config, run, server, clock, stop }: BatchOptions): Promise<void> {
  for (const record of run.state.batches.values()) {
    if (record.state === 'planned' || record.state === 'uploaded') {
      await freeCalls(run, record, clock.now());
      await run.record({ ...record, at: clock.now(), state: 'collected' });
    }
    if (record.state !== 'creating' || record.file === null) continue;
    const { timeoutSeconds, settleSeconds } = config.generate;
    const until = record.at + (timeoutSeconds + settleSeconds) * 1000;
    let found = await server.find(record.name, record.file);
    while (found === null && clock.now() < until && !stop.signal.aborted) {
      await clock.sleep(Math.min(2000, until - clock.now()), stop.signal);
      found = await server.find(record.name, record.file);
    }
    if (stop.signal.aborted && found === null) return;
    if (found === 'unsupported') {
      for (const key of record.keys)
        await run.record({
          type: 'unknown',
          at: clock.now(),
          key,
          usd: run.state.calls.get(key)?.intent.reserve ?? 0,
          message: 'the server does not list its batches',
        });
      await run.record({ ...record, at: clock.now(), state: 'unknown' });
    } else if (found) await run.record({ ...record, at: clock.now(), state: 'created', batch: found.id });
    else {
      await freeCalls(run, record, clock.now());
      await run.record({ ...record, at: clock.now(), state: 'collected' });
    }
  }
}

/** The calls of a batch that was never made can be made. */
async function freeCalls(run: RunOptions['run'], record: BatchRecord, at: number): Promise<void> {
  const open = record.keys.filter((key) => run.state.calls.get(key)?.state === 'open');
  await Promise.all(
    open.map((key) => run.record({ type: 'failed', at, key, message: 'the batch was never made' })),
  );
}

/** Takes in what finished batches brought. @returns the batches that are still on their way */
export async function collectBatches(options: BatchOptions): Promise<BatchStatus[]> {
  await adoptCreated(options);
  const pending: BatchStatus[] = [];
  for (const record of options.run.state.batches.values()) {
    if (record.state !== 'created' || record.batch === null) continue;
    const batch = await options.server.retrieve(record.batch);
    const isCollected = DONE.has(batch.status) && (await collectBatch(options, record, batch));
    if (!isCollected) pending.push(statusOf(record, batch));
  }
  return pending;
}

/** Says how the run's batches stand, changing nothing. */
export async function listBatches({
  run,
  server,
}: Pick<BatchOptions, 'run' | 'server'>): Promise<BatchStatus[]> {
  const statuses: BatchStatus[] = [];
  for (const record of run.state.batches.values()) {
    const { name, state, batch, keys } = record;
    if (state === 'created' && batch !== null) statuses.push(statusOf(record, await server.retrieve(batch)));
    else statuses.push({ name, status: state, completed: null, failed: null, total: keys.length });
  }
  return statuses;
}

function statusOf({ name, keys }: BatchRecord, { status, request_counts }: ServerBatch): BatchStatus {
  return {
    name,
    status,
    completed: request_counts?.completed ?? 0,
    failed: request_counts?.failed ?? 0,
    total: keys.length,
  };
}
