/** Makes calls within budget and rate limit. Each call is recorded before it is sent, so that no call is paid twice. */

import { backOff } from '../../foundation/back-off.ts';
import type { Problem } from '../../foundation/errors.ts';
import { hashJson } from '../../foundation/json.ts';
import type { ResultRecord } from '../journal/journal-records.ts';
import type { CallState } from '../journal/run-state.ts';
import {
  boundCost,
  type CallSpec,
  createIntentRecord,
  createResultRecord,
  findExcessTokens,
  OVERSIZE,
  roughTokens,
} from './call-records.ts';
import type { Canary } from './canary.ts';
import type { Limiter } from './limiter.ts';
import type { Outcome } from './outcome.ts';
import type { Provider } from './provider.ts';
import type { Completion } from './read-completion.ts';
import type { CallOptions, Recovery } from './recovery.ts';
import { Unfinished } from './stop.ts';

/** Returns the recorded answer of a call, or makes the call. @throws Unfinished */
export type Caller = (spec: CallSpec) => Promise<ResultRecord>;

interface CallerOptions extends CallOptions {
  provider: Pick<Provider, 'send' | 'hasStore'>;
  recovery: Recovery;
  limiter: Limiter;
  canary: Canary;
  /** Answers that other runs have paid for, by the hash of their request. */
  recorded?: ReadonlyMap<string, ResultRecord>;
  random: () => number;
}

/** A call is tried this often. Requests to slow down are counted separately. */
const MAX_FAILURES = 6;
const MAX_SLOWDOWNS = 20;
const BACK_OFF = { first: 250, longest: 30_000 };

export function createCaller(options: CallerOptions): Caller {
  const { recovery, canary, state } = options;
  return async (spec) => {
    const known = state.calls.get(spec.key);
    if (known?.result) return known.result;
    const elsewhere = known ? undefined : options.recorded?.get(hashJson(spec.body));
    if (elsewhere) return elsewhere;
    if (known?.state === 'open' || known?.state === 'unknown') {
      const answer = await recovery.recoverLeft(known);
      if (answer) return answer;
    }
    let failures = 0;
    let slowdowns = 0;
    for (;;) {
      const answer = await attempt(options, spec, failures).finally(() => canary.leave(spec.key));
      if ('usage' in answer) return answer;
      if (answer.slowDown) slowdowns++;
      else failures++;
      if (failures >= MAX_FAILURES || slowdowns >= MAX_SLOWDOWNS) {
        const tries = failures + slowdowns;
        throw new Unfinished('server', `the model's server did not answer ${tries} times: ${answer.message}`);
      }
    }
  };
}

/** Makes a call once. @returns the answer, or the reason to make the call again. @throws Unfinished */
async function attempt(
  options: CallerOptions,
  spec: CallSpec,
  failures: number,
): Promise<ResultRecord | { message: string; slowDown: boolean }> {
  const { provider, record, state, prices, clock, random, stop } = options;
  const reserve = boundCost(spec, prices, false);
  const { done, settleCost } = await admit(options, spec, reserve);
  let cost = 0;
  try {
    const stored = await provider.hasStore(spec.key);
    await record(createIntentRecord(spec, clock.now(), reserve, stored));
    // From here on the call may be paid, whatever throws.
    cost = reserve;
    const call = state.calls.get(spec.key);
    if (!call) throw new Error(`the intent of ${spec.key} is not in the state`);
    const outcome = await provider.send(
      stored ? { ...spec.body, store: true, metadata: { job: spec.key } } : spec.body,
      spec.key,
    );
    const slowDown = 'slowDown' in outcome && outcome.slowDown;
    const usage = outcome.kind === 'answer' ? outcome.completion.usage : null;
    done({
      kind: outcome.kind === 'answer' ? 'ok' : slowDown ? 'slow-down' : 'none',
      rate: 'rate' in outcome ? outcome.rate : {},
      ...(usage ? { tokens: usage.input + usage.output } : {}),
    });
    const result = await recordOutcome(options, call, outcome).finally(() => stopIfBusy(options, outcome));
    cost = result?.usd ?? (call.state === 'unknown' ? reserve : 0);
    if (result) {
      const excess = findExcessTokens(call.intent, result);
      if (excess) stop.stop({ kind: 'problem', problem: excess });
      return result;
    }
    // The limiter waits for a server that asked to slow down; other failures wait here.
    if (!slowDown && failures + 1 < MAX_FAILURES)
      await clock.sleep(backOff(failures, BACK_OFF, random), stop.signal);
    return { message: 'message' in outcome ? outcome.message : 'no answer', slowDown };
  } finally {
    done({ kind: 'none', rate: {} });
    settleCost(cost);
  }
}

/** Waits until canary, rate limit and budget allow the call. @throws Unfinished if one of them ends the run */
async function admit(
  { canary, limiter, budget, stop, state }: CallerOptions,
  spec: CallSpec,
  reserve: number,
) {
  // A call that is sent again is no new question.
  const attempt = spec.attempt + (state.calls.get(spec.key)?.losses ?? 0);
  if (!(await canary.enter({ ...spec, attempt }, reserve, stop.signal))) {
    stop.stop({ kind: 'problem', problem: canary.problem(spec.step) });
    throw new Unfinished('stopped', 'the first answers of the run cannot be used');
  }
  const done = await limiter.acquire(roughTokens(spec));
  if (!done) throw new Unfinished('stopped', 'the run was stopped');
  const settleCost = await budget.reserve(reserve);
  if (settleCost && !stop.signal.aborted) return { done, settleCost };
  settleCost?.(0);
  done({ kind: 'none', rate: {} });
  if (settleCost) throw new Unfinished('stopped', 'the run was stopped');
  stop.stop({ kind: 'budget', usd: reserve });
  throw new Unfinished('stopped', 'the budget does not allow another call');
}

/** A longer pause ends the run. In milliseconds. */
const MAX_PAUSE = 600_000;

/** Stops the run if the server asks for a long pause. */
function stopIfBusy({ clock, stop }: CallerOptions, outcome: Outcome): void {
  const pause = ('slowDown' in outcome && outcome.slowDown && outcome.rate.retryAfter) || 0;
  if (pause <= MAX_PAUSE) return;
  const minutes = Math.ceil(pause / 60_000);
  const size = minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
  const until = new Date(clock.now() + pause).toISOString().slice(0, 16).replace('T', ' ');
  const problem: Problem = {
    code: 'busy-model-server',
    message: `the model's server asks for a pause of ${size}, until ${until} UTC`,
    hint: 'run the same command again then; what was paid is kept',
  };
  stop.stop({ kind: 'problem', problem });
}

/** Records what became of a call. @returns null if the call has to be made again. @throws Unfinished */
async function recordOutcome(
  { recovery, record, prices, clock, stop }: CallerOptions,
  call: CallState,
  outcome: Outcome,
): Promise<ResultRecord | null> {
  const recordResult = async (completion: Completion, bytes?: number) => {
    const result = createResultRecord(call.intent, completion, 'live', prices, clock.now(), bytes);
    await record(result);
    return result;
  };
  const recordFailed = (message: string) =>
    record({ type: 'failed', at: clock.now(), key: call.intent.key, message });
  switch (outcome.kind) {
    case 'answer':
      return recordResult(outcome.completion);
    case 'oversize':
      return recordResult(OVERSIZE, outcome.bytes);
    case 'lost':
      return recovery.recover(call, outcome.message, outcome.cause);
    case 'unsent':
      await recordFailed(outcome.message);
      return null;
    case 'refused':
      await recordFailed(`${outcome.status}: ${outcome.message}`);
      if (!outcome.fatal) return null;
      stop.stop({ kind: 'problem', problem: fatalProblem(outcome.status, outcome.message) });
      throw new Unfinished('stopped', outcome.message);
  }
}

function fatalProblem(status: number, message: string): Problem {
  if (status === 402)
    return {
      code: 'used-up-quota',
      message: `the quota is used up: ${message}`,
      hint: 'add credit at the provider and run the same command again',
    };
  const refusal = `the model's server refuses: ${message}`;
  if (status === 404 || status === 421)
    return { code: 'refusing-model-server', message: refusal, hint: 'check --model and --base-url' };
  if (status === 401 || status === 403)
    return {
      code: 'refusing-model-server',
      message: refusal,
      hint: 'check OPENAI_API_KEY and run the same command again',
    };
  const hint = 'check model and settings under "generate" in site-config.json';
  return { code: 'refusing-model-server', message: `${refusal} (status ${status})`, hint };
}
