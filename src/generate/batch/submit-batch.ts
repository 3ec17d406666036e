/** Collects every call that can be made now, and sends them in batches at half the price. */
import { hashJson } from '../../foundation/json.ts';
import type { BatchStatus } from '../../results/writing-results.ts';
import { boundCost, type CallSpec, createIntentRecord } from '../calls/call-records.ts';
import type { Caller } from '../calls/caller.ts';
import { createCanary } from '../calls/canary.ts';
import { createWireBody, type WireSettings } from '../calls/request-body.ts';
import { Unfinished } from '../calls/stop.ts';
import type { BatchRecord } from '../journal/journal-records.ts';
import { tallyOf } from '../journal/run-state.ts';
import { finishRun, writeArticles } from '../run/run-articles.ts';
import { renderResult } from '../run/run-result.ts';
import { type BatchContext, batchStatusOf, resumeCreation } from './collect-batch.ts';
import { addRequestKey } from './request-key.ts';

type Api = WireSettings['api'];

/** The API's limits for one batch. */
const LIMITS = { requests: 50_000, bytes: 200_000_000 };

/** A call that failed in this many batches is sent again only with --retry-unknown. */
const MAX_FAILURES = 6;

/**
 * Finishes the articles whose answers are complete, and sends the next calls of the others. The run stays open while a
 * batch is running; until then an unfinished article is not an error.
 * @param running batches that were sent before
 */
export async function submitBatches(context: BatchContext, running: readonly BatchStatus[]) {
  await resumeCreation(context);
  const specs: CallSpec[] = [];
  const { state } = context.run;
  const call: Caller = async (spec) => {
    const known = state.calls.get(spec.key);
    if (known?.result) return known.result;
    const elsewhere = known ? undefined : context.recorded?.get(hashJson(spec.body));
    if (elsewhere) return elsewhere;
    if (known?.state === 'open') throw new Unfinished('pending', 'its batch is not finished');
    if (known?.state === 'unknown' && !context.retryUnknown)
      throw new Unfinished('unknown', 'the server cannot tell whether the call was paid');
    if (known && known.failures >= MAX_FAILURES && !context.retryUnknown)
      throw new Unfinished(
        'given-up',
        `one of its calls failed ${known.failures} times at the server; --retry-unknown sends it again`,
      );
    specs.push(addRequestKey(spec));
    throw new Unfinished('pending', 'its calls are in the next batch');
  };
  const readings = { pause: () => 0, spent: () => tallyOf(state).usd };
  const unfinished = await writeArticles(context, call, readings);
  let sent = 0;
  const pending = [...running];
  // Servers accept one model in a batch.
  const allowed = takeAllowed(context, specs);
  const models = [...new Set(allowed.map(({ body }) => body.model))];
  for (const part of models.flatMap((model) =>
    splitSpecs(allowed.filter(({ body }) => body.model === model)),
  )) {
    const batch = await sendBatch(context, part);
    if (!batch) break;
    pending.push(batch);
    sent += part.length;
  }
  const isOpen = sent > 0 || [...state.batches.values()].some((batch) => batch.state === 'created');
  const result = await finishRun(context, isOpen ? [] : unfinished, isOpen);
  const text = isOpen
    ? `${result.written.length} written, ${sent} calls sent in batches; next: articles generate --batch collect`
    : renderResult(result);
  return { value: { kind: 'generate-batch' as const, ...result, unfinished, sent, pending }, text };
}

/** Selects the calls that budget and canary allow. Stops the run if nothing is allowed and no batch is running. */
function takeAllowed({ budget, run, config, stop }: BatchContext, specs: readonly CallSpec[]): CallSpec[] {
  const { state } = run;
  const canary = createCanary(state, budget);
  let spent = tallyOf(state).usd;
  const failed = new Set<string>();
  const taken = specs.filter((spec) => {
    const cost = boundCost(spec, config.generate.prices, true);
    if (budget !== null && spent + cost > budget) {
      stop.stop({ kind: 'budget', usd: cost });
      return false;
    }
    const trial = canary.admit(spec, cost);
    if (trial === 'failed') failed.add(spec.step);
    if (trial === 'send') spent += cost;
    return trial === 'send';
  });
  const isRunning = [...state.batches.values()].some((batch) => batch.state === 'created');
  const [step] = failed;
  if (step !== undefined && taken.length === 0 && !isRunning)
    stop.stop({ kind: 'problem', problem: canary.problem(step) });
  return taken;
}

function lineOf({ key, body }: CallSpec, api: Api): string {
  const url = api === 'responses' ? '/v1/responses' : '/v1/chat/completions';
  const wire = createWireBody(body, { api, stream: false });
  return `${JSON.stringify({ custom_id: key, method: 'POST', url, body: wire })}\n`;
}

/** Splits calls into batches within the limits, in order. A call that exceeds the limits gets a separate batch. */
export function splitSpecs(specs: readonly CallSpec[], limits = LIMITS): CallSpec[][] {
  const parts: CallSpec[][] = [];
  let bytes = 0;
  for (const spec of specs) {
    const size = Buffer.byteLength(lineOf(spec, 'chat'));
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
 * Uploads the calls, records their intents, then creates the batch. The journal records each step before the next one
 * starts. Only the creation costs money.
 * @returns null if the run was stopped before the creation
 */
async function sendBatch(
  { run, server, clock, config, stop }: BatchContext,
  specs: readonly CallSpec[],
): Promise<BatchStatus | null> {
  const { prices, api } = config.generate;
  const name = `${run.plan.id}/batch-${run.state.batches.size + 1}`;
  const keys = specs.map(({ key }) => key);
  const note = (state: BatchRecord['state'], file: string | null, batch: string | null) =>
    run.record({ type: 'batch', at: clock.now(), name, state, file, batch, keys });
  const isStopped = () => (stop.reason()?.kind ?? 'budget') !== 'budget';
  if (isStopped()) return null;
  await note('planned', null, null);
  const file = await server.upload(
    `${name.replace('/', '-')}.jsonl`,
    specs.map((spec) => lineOf(spec, api)).join(''),
  );
  await note('uploaded', file, null);
  if (isStopped()) return null;
  await Promise.all(
    specs.map((spec) =>
      run.record(createIntentRecord(spec, clock.now(), boundCost(spec, prices, true), false)),
    ),
  );
  await note('creating', file, null);
  const batch = await server.create(file, name);
  await note('created', file, batch.id);
  return batchStatusOf({ name, keys }, batch);
}
