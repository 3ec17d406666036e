/** Makes calls that are never paid twice: within budget and rate limit, recorded before they are sent. */

import type { SiteConfig } from '../../config/config-schema.ts';
import { backOff } from '../../foundation/back-off.ts';
import type { Problem } from '../../foundation/errors.ts';
import type { ResultRecord } from '../journal/journal-records.ts';
import type { CallState } from '../journal/run-state.ts';
import {
  boundCost,
  type CallSpec,
  createIntent,
  createResult,
  findExcess,
  OVERSIZE,
  roughTokens,
} from './call-records.ts';
import type { Canary } from './canary.ts';
import type { Limiter } from './limiter.ts';
import type { Outcome } from './outcome.ts';
import type { Provider } from './provider.ts';
import type { CallOptions, Recovery } from './recovery.ts';
import { Unfinished } from './stop.ts';

/** Returns the recorded answer of a call, or makes the call. @throws Unfinished */
export type Caller = (spec: CallSpec) => Promise<ResultRecord>;

interface CallerOptions extends CallOptions {
  provider: Pick<Provider, 'send' | 'hasStore'>;
  settings: Pick<SiteConfig['generate'], 'store'>;
  recovery: Recovery;
  limiter: Limiter;
  canary: Canary;
  random: () => number;
}

/** Attempts at one call; a server that asks to slow down gets more. */
const MAX_FAILURES = 6;
const MAX_SLOWDOWNS = 20;
const BACK_OFF = { first: 250, longest: 30_000 };

export function createCaller(options: CallerOptions): Caller {
  const {
    settings,
    provider,
    recovery,
    limiter,
    canary,
    budget,
    record,
    state: known,
    price,
    clock,
    random,
    stop,
  } = options;
  // Average tokens of the calls of each step: an estimate for the next one.
  const typical = new Map<string, number>();

  const recordFailed = (key: string, message: string) =>
    record({ type: 'failed', at: clock.now(), key, message });

  /** Records the outcome. @returns null where the call has to be made again */
  const conclude = async (spec: CallSpec, state: CallState, outcome: Outcome) => {
    switch (outcome.kind) {
      case 'answer':
      case 'oversize': {
        const { completion, bytes } =
          outcome.kind === 'answer' ? { ...outcome, bytes: undefined } : { ...outcome, completion: OVERSIZE };
        const result = createResult(state.intent, completion, 'live', price, clock.now(), bytes);
        await record(result);
        return result;
      }
      case 'lost':
        return recovery.recover(state, outcome.message, outcome.ended);
      case 'unsent':
        await recordFailed(spec.key, outcome.message);
        return null;
      case 'refused':
        await recordFailed(spec.key, `${outcome.status}: ${outcome.message}`);
        if (!outcome.fatal) return null;
        stop.stop({ kind: 'problem', problem: fatalProblem(outcome.status, outcome.message) });
        throw new Unfinished('stopped', outcome.message);
    }
  };

  const attempt = async (
    spec: CallSpec,
    failures: number,
  ): Promise<ResultRecord | { message: string; slowDown: boolean }> => {
    const kind = `${spec.step} ${spec.language}`;
    const reserve = boundCost(spec, price, false);
    if (!(await canary.enter(spec, reserve, stop.signal))) {
      stop.stop({ kind: 'problem', problem: canary.problem(spec.step) });
      throw new Unfinished('stopped', 'the first answers of the run cannot be used');
    }
    const done = await limiter.acquire(typical.get(kind) ?? roughTokens(spec));
    if (!done) throw new Unfinished('stopped', 'the run was stopped');
    const settleCost = await budget.reserve(reserve);
    if (!settleCost || stop.signal.aborted) {
      settleCost?.(0);
      done({ kind: 'none', rate: {} });
      if (!settleCost) stop.stop({ kind: 'budget' });
      throw new Unfinished('stopped', 'the budget does not allow another call');
    }
    let cost = 0;
    try {
      const stored = settings.store === 'auto' ? await provider.hasStore() : settings.store !== false;
      await record(createIntent(spec, clock.now(), reserve, stored));
      // From here on the call may be paid, whatever throws.
      cost = reserve;
      const state = known.calls.get(spec.key);
      if (!state) throw new Error(`the intent of ${spec.key} is not in the state`);
      const outcome = await provider.send(
        stored ? { ...spec.body, store: true, metadata: { job: spec.key } } : spec.body,
      );
      const slowDown = 'slowDown' in outcome && outcome.slowDown;
      const usage = outcome.kind === 'answer' ? outcome.completion.usage : null;
      done({
        kind: outcome.kind === 'answer' ? 'ok' : slowDown ? 'slow-down' : 'none',
        rate: 'rate' in outcome ? outcome.rate : {},
        ...(usage ? { tokens: usage.input + usage.output } : {}),
      });
      if (usage) typical.set(kind, average(typical.get(kind), usage.input + usage.output));
      const result = await conclude(spec, state, outcome);
      cost = result?.usd ?? 0;
      if (result) {
        const excess = findExcess(state.intent, result);
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
  };

  return async (spec) => {
    const before = known.calls.get(spec.key);
    if (before?.result) return before.result;
    if (before?.state === 'open' || before?.state === 'unknown') {
      const answer = await recovery.recoverLeft(before);
      if (answer) return answer;
    }
    let failures = 0;
    let slowdowns = 0;
    for (;;) {
      const answer = await attempt(spec, failures).finally(() => canary.leave(spec.key));
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

function fatalProblem(status: number, message: string): Problem {
  if (status === 402)
    return {
      code: 'used-up-quota',
      message: `the quota is used up: ${message}`,
      hint: 'add credit at the provider and run the same command again',
    };
  const refusal = `the model's server refuses: ${message}`;
  if (status === 404)
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

function average(before: number | undefined, now: number): number {
  return before === undefined ? now : before * 0.8 + now * 0.2;
}
