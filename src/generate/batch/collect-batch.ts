/** Follows the batches of a run: finds the ones that a crash interrupted, and records the answers of finished ones. */

import * as z from 'zod';
import { DAY_MS } from '../../foundation/clock.ts';
import { UserError } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { formatCount } from '../../foundation/report.ts';
import type { BatchStatus } from '../../results/writing-results.ts';
import { createResultRecord, findExcessTokens } from '../calls/call-records.ts';
import { completionSchema, EMPTY_COMPLETION } from '../calls/read-completion.ts';
import type { BatchRecord } from '../journal/journal-records.ts';
import type { CallState } from '../journal/run-state.ts';
import type { OpenRun, RunContext } from '../run/open-run.ts';
import type { BatchServer, ServerBatch } from './batch-server.ts';
import { takeRequestKey } from './request-key.ts';

export interface BatchContext extends RunContext {
  server: BatchServer;
}

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
});

/** Counted answers that are missing are waited for until this many milliseconds after the creation of the batch. */
const PATIENCE = 3 * DAY_MS;

const FINISHED = new Set(['completed', 'expired', 'cancelled', 'failed']);

/** Records the answers of finished batches. @returns the batches that are still running */
export async function collectBatches(context: BatchContext): Promise<BatchStatus[]> {
  await resumeCreation(context);
  const pending: BatchStatus[] = [];
  for (const record of context.run.state.batches.values()) {
    if (record.state !== 'created' || record.batch === null) continue;
    const batch = await context.server.retrieve(record.batch);
    const isCollected = FINISHED.has(batch.status) && (await collectBatch(context, record, batch));
    if (!isCollected) pending.push(batchStatusOf(record, batch));
  }
  return pending;
}

/** Lists the status of every batch of the run, and changes nothing. */
export async function listBatches(run: OpenRun, server: BatchServer): Promise<BatchStatus[]> {
  const statuses: BatchStatus[] = [];
  for (const record of run.state.batches.values()) {
    const { name, state, batch, keys } = record;
    if (state === 'created' && batch !== null)
      statuses.push(batchStatusOf(record, await server.retrieve(batch)));
    else statuses.push({ name, id: batch, status: state, completed: null, failed: null, total: keys.length });
  }
  return statuses;
}

export function batchStatusOf(
  { name, keys }: Pick<BatchRecord, 'name' | 'keys'>,
  { id, status, request_counts }: ServerBatch,
): BatchStatus {
  const { completed = 0, failed = 0 } = request_counts ?? {};
  return { name, id, status, completed, failed, total: keys.length };
}

/**
 * Records the answers of a finished batch. The lines name their calls: they come in any order, and some may be missing.
 * A line with an error was not paid if the server refused the request, or if the file has every answer that the server
 * counts.
 * @returns false if the server has counted more answers than the file has, because the missing ones may still arrive
 */
async function collectBatch(context: BatchContext, record: BatchRecord, batch: ServerBatch) {
  const { run, server, clock, reporter, stop } = context;
  const { prices } = context.config.generate;
  const asked = new Set(record.keys);
  const failed: { call: CallState; status: number | undefined; message: string }[] = [];
  let answered = 0;
  let exchanged = 0;
  for (const file of [batch.output_file_id, batch.error_file_id]) {
    if (!file) continue;
    for await (const written of server.lines(file)) {
      const line = lineSchema.safeParse(parseJson(written)).data;
      if (!line || !asked.has(line.custom_id)) continue;
      const { custom_id: name, response, error } = line;
      const status = response?.status_code;
      if (status === 200) answered++;
      // The server bills the answer even if we cannot read it.
      const { data: answer = EMPTY_COMPLETION } = completionSchema.safeParse(response?.body);
      const { text, call: key } = takeRequestKey(answer.text, record.keys);
      if (key !== null && key !== name) exchanged++;
      const call = run.state.calls.get(key ?? name);
      if (call?.state !== 'open') continue;
      if (status === 200) {
        // An answer to a question of nobody is asked for again.
        const completion = { ...answer, text: key === undefined ? '' : text };
        const result = createResultRecord(call.intent, completion, 'batch', prices, clock.now());
        await run.record(result);
        const problem = findExcessTokens(call.intent, result);
        if (problem) stop.stop({ kind: 'problem', problem });
      } else {
        const message = error?.message ?? error?.code ?? `status ${status ?? 'none'}`;
        failed.push({ call, status, message });
      }
    }
  }
  if (exchanged > 0)
    reporter.warn({
      code: 'exchanged-answers',
      message: `${formatCount(exchanged, 'answer')} of batch ${record.name} came under the name of another call`,
      hint: 'nothing to do: the key within each answer says what it answers, and one with a foreign key is asked for again',
    });
  const counted = batch.request_counts?.completed ?? (batch.status === 'failed' ? 0 : null);
  // The server bills every answer that it counts, even one that the file does not contain.
  const isPaid = counted === null || answered < counted;
  await Promise.all(
    failed.map(({ call, status = 500, message }) =>
      closeCall(context, call, message, isPaid && status >= 500),
    ),
  );
  const missing = openCalls(run, record);
  const mayArrive = batch.status === 'completed' || isPaid;
  if (missing.length > 0 && mayArrive && clock.now() < record.at + PATIENCE) {
    reporter.warn({
      code: 'failed-batch',
      message: `${formatCount(missing.length, 'answer')} of batch ${record.name} did not come, although its status is ${batch.status}`,
      hint: 'run `articles generate --batch collect` again later; they may have been paid and are not sent again',
    });
    return false;
  }
  await closeBatch(context, record, 'collected', `the batch is ${batch.status}`, mayArrive);
  if (batch.status !== 'failed') return true;
  const why = batch.errors?.data?.map(({ message }) => message).find(Boolean);
  throw new UserError({
    code: 'failed-batch',
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

const openCalls = ({ state }: OpenRun, { keys }: BatchRecord) =>
  keys.flatMap((key) => {
    const call = state.calls.get(key);
    return call?.state === 'open' ? [call] : [];
  });

/** Records that a call will get no answer. @param isPaid true if the call may have been paid */
function closeCall({ run, clock }: BatchContext, call: CallState, message: string, isPaid: boolean) {
  const { key, reserve: usd } = call.intent;
  const at = clock.now();
  return run.record(
    isPaid ? { type: 'unknown', at, key, usd, message } : { type: 'failed', at, key, message },
  );
}

/** Records that a batch will bring no more answers. @param isPaid true if its open calls may have been paid */
async function closeBatch(
  context: BatchContext,
  record: BatchRecord,
  state: BatchRecord['state'],
  message: string,
  isPaid: boolean,
): Promise<void> {
  const { run, clock } = context;
  await Promise.all(openCalls(run, record).map((call) => closeCall(context, call, message, isPaid)));
  await run.record({ ...record, state, at: clock.now() });
}
