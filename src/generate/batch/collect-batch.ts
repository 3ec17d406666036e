/** Follows the batches of a run: finds the ones that a crash interrupted, and records the answers of finished ones. */
import * as z from 'zod';
import { UserError } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { createResult } from '../calls/call-records.ts';
import { completionSchema, EMPTY_COMPLETION } from '../calls/outcome.ts';
import type { BatchRecord } from '../journal/journal-records.ts';
import type { OpenRun, RunContext } from '../run/open-run.ts';
import type { BatchServer, ServerBatch } from './batch-server.ts';

export interface BatchContext extends RunContext {
  server: BatchServer;
}

export interface BatchStatus {
  name: string;
  /** The server's status, or the journal's where the server no longer has the batch. */
  status: string;
  /** Calls; null where the server was not asked. */
  completed: number | null;
  failed: number | null;
  total: number;
}

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
});

/** Milliseconds after the creation of a batch in which counted answers may still arrive. */
const PATIENCE = 3 * 86_400_000;

const FINISHED = new Set(['completed', 'expired', 'cancelled', 'failed']);

/** Records the answers of finished batches. @returns the batches that are still running */
export async function collectBatches(context: BatchContext): Promise<BatchStatus[]> {
  await resumeCreation(context);
  const pending: BatchStatus[] = [];
  for (const record of context.run.state.batches.values()) {
    if (record.state !== 'created' || record.batch === null) continue;
    const batch = await context.server.retrieve(record.batch);
    const isCollected = FINISHED.has(batch.status) && (await collectBatch(context, record, batch));
    if (!isCollected) pending.push(statusOf(record, batch));
  }
  return pending;
}

/** The status of every batch of the run; changes nothing. */
export async function listBatches(run: OpenRun, server: BatchServer): Promise<BatchStatus[]> {
  const statuses: BatchStatus[] = [];
  for (const record of run.state.batches.values()) {
    const { name, state, batch, keys } = record;
    if (state === 'created' && batch !== null) statuses.push(statusOf(record, await server.retrieve(batch)));
    else statuses.push({ name, status: state, completed: null, failed: null, total: keys.length });
  }
  return statuses;
}

function statusOf({ name, keys }: BatchRecord, { status, request_counts }: ServerBatch): BatchStatus {
  const { completed = 0, failed = 0 } = request_counts ?? {};
  return { name, status, completed, failed, total: keys.length };
}

/**
 * Lines come in any order, and some are missing: each names its call.
 * @returns false where the server has counted more answers than it returns
 */
async function collectBatch(context: BatchContext, record: BatchRecord, batch: ServerBatch) {
  const { run, server, clock, price, reporter } = context;
  const asked = new Set(record.keys);
  let answered = 0;
  for (const file of [batch.output_file_id, batch.error_file_id]) {
    if (!file) continue;
    for await (const text of server.lines(file)) {
      const line = lineSchema.safeParse(parseJson(text)).data;
      if (!line || !asked.has(line.custom_id)) continue;
      const { custom_id: key, response, error } = line;
      const status = response?.status_code;
      if (status === 200) answered++;
      const call = run.state.calls.get(key);
      if (call?.state !== 'open') continue;
      if (status === 200) {
        // It is billed, readable or not.
        const completion = completionSchema.safeParse(response?.body).data ?? EMPTY_COMPLETION;
        await run.record(createResult(call.intent, completion, 'batch', price, clock.now()));
      } else {
        const message = error?.message ?? error?.code ?? `status ${status ?? 'none'}`;
        await run.record({ type: 'failed', at: clock.now(), key, message });
      }
    }
  }
  const missing = openKeys(run, record);
  // The server bills what it counts as answered, even if the file does not contain it.
  const isPaid = batch.status === 'completed' || answered < (batch.request_counts?.completed ?? 0);
  if (missing.length > 0 && isPaid && clock.now() < record.at + PATIENCE) {
    reporter.warn({
      message: `${missing.length} answers of batch ${record.name} are missing, although its status is ${batch.status}`,
      hint: 'run `articles generate --batch collect` again later; they may have been paid and are not sent again',
    });
    return false;
  }
  await closeBatch(context, record, 'collected', `the batch is ${batch.status}`, isPaid);
  if (batch.status !== 'failed') return true;
  const why = batch.errors?.data?.map(({ message }) => message).find(Boolean);
  throw new UserError({
    message: `the server did not accept batch ${record.name}${why ? `: ${why}` : ''}`,
    hint: 'correct it and run `articles generate --batch submit` again; nothing was paid',
  });
}

/** Looks up batches whose creation a crash interrupted: the server may have created them. */
export async function resumeCreation(context: BatchContext): Promise<void> {
  const { config, run, server, clock, stop } = context;
  const neverCreated = (record: BatchRecord) =>
    closeBatch(context, record, 'collected', 'the batch was never created', false);
  for (const record of run.state.batches.values()) {
    if (record.state === 'planned' || record.state === 'uploaded') await neverCreated(record);
    if (record.state !== 'creating' || record.file === null) continue;
    const { timeoutSeconds, settleSeconds } = config.generate;
    const until = record.at + (timeoutSeconds + settleSeconds) * 1000;
    let found = await server.find(record.name, record.file);
    while (found === null && clock.now() < until && !stop.signal.aborted) {
      await clock.sleep(Math.min(2000, until - clock.now()), stop.signal);
      found = await server.find(record.name, record.file);
    }
    if (found === null && stop.signal.aborted) return;
    if (found === null) await neverCreated(record);
    else if (found === 'unsupported')
      await closeBatch(context, record, 'unknown', 'the server cannot list its batches', true);
    else await run.record({ ...record, at: clock.now(), state: 'created', batch: found.id });
  }
}

const openKeys = ({ state }: OpenRun, { keys }: BatchRecord) =>
  keys.filter((key) => state.calls.get(key)?.state === 'open');

/** Records that a batch brings no more answers. @param isPaid whether its open calls may have been paid */
async function closeBatch(
  { run, clock }: BatchContext,
  record: BatchRecord,
  state: BatchRecord['state'],
  message: string,
  isPaid: boolean,
): Promise<void> {
  const at = clock.now();
  const closed = openKeys(run, record).map((key) => {
    const usd = run.state.calls.get(key)?.intent.reserve ?? 0;
    return run.record(
      isPaid ? { type: 'unknown', at, key, usd, message } : { type: 'failed', at, key, message },
    );
  });
  await Promise.all(closed);
  await run.record({ ...record, state, at });
}
