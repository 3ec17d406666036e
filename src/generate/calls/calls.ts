/** Owns a call that is never paid twice: budget, pace, journal, sending, and what an outcome means. */

import type { Clock } from '../../foundation/clock.ts';
import type { ResultRecord } from '../run/journal-records.ts';
import type { RecordCall } from '../run/open-run.ts';
import { type Stop, Unfinished } from '../run/stop.ts';
import type { Budget } from './budget.ts';
import { boundUsage, type CallSpec, createIntent, estimateUsage, roughTokens } from './call-spec.ts';
import type { CallState, RunState } from './call-states.ts';
import type { Limiter } from './limiter.ts';
import { costOf, NO_USAGE, type Price } from './money.ts';
import type { Completion, Outcome } from './outcome.ts';
import type { Provider } from './provider.ts';
import type { Recovery } from './recovery.ts';

/** Gives the recorded answer of a call, or makes it. @throws Unfinished */
export type Caller = (spec: CallSpec) => Promise<ResultRecord>;

export interface CallerOptions {
  provider: Pick<Provider, 'send'>;
  recovery: Pick<Recovery, 'recover' | 'recoverLeft'>;
  limiter: Limiter;
  budget: Budget;
  record: RecordCall;
  /** What the journal knows of the run's calls. */
  state: Pick<RunState, 'calls'>;
  price: Price | null;
  clock: Clock;
  random: () => number;
  stop: Stop;
}

const MOST_FAILURES = 6;
const MOST_SLOWDOWNS = 20;

export function createCaller(options: CallerOptions): Caller {
  const { provider, recovery, limiter, budget, record, state: known, price, clock, random, stop } = options;
  // Tokens that calls of a step took: what the next one probably takes.
  const typical = new Map<string, number>();

  const fromCompletion = (spec: CallSpec, completion: Completion): ResultRecord => {
    const usage = completion.usage ?? estimateUsage(spec, completion.text);
    return {
      type: 'result',
      at: clock.now(),
      key: spec.key,
      id: completion.id,
      text: completion.text,
      finish: completion.finish,
      refusal: completion.refusal,
      usage,
      usd: costOf(usage, price, false),
      source: 'live',
      estimated: completion.usage === null,
    };
  };

  const recordResult = async (result: ResultRecord): Promise<ResultRecord> => {
    await record(result);
    return result;
  };

  const recordFailed = (key: string, message: string) =>
    record({ type: 'failed', at: clock.now(), key, message });

  /** @returns null where the call has to be made again */
  const conclude = async (
    spec: CallSpec,
    state: CallState,
    outcome: Outcome,
  ): Promise<ResultRecord | null> => {
    switch (outcome.kind) {
      case 'answer':
        return recordResult(fromCompletion(spec, outcome.completion));
      case 'oversize':
        return recordResult({
          ...fromCompletion(spec, { id: '', text: '', finish: 'oversize', refusal: null, usage: NO_USAGE }),
          usd: state.intent.reserve,
          estimated: true,
        });
      case 'lost':
        return recovery.recover(state, outcome.message, false);
      case 'failed':
        return recovery.recover(state, `${outcome.status}: ${outcome.message}`, true);
      case 'unsent':
        await recordFailed(spec.key, outcome.message);
        return null;
      case 'refused':
        await recordFailed(spec.key, `${outcome.status}: ${outcome.message}`);
        if (outcome.fatal) {
          stop.stop({ kind: 'problem', problem: fatalProblem(outcome.status, outcome.message) });
          throw new Unfinished('stopped', outcome.message);
        }
        return null;
    }
  };

  const attempt = async (
    spec: CallSpec,
    failures: number,
  ): Promise<ResultRecord | { message: string; slowDown: boolean }> => {
    const estimate = boundUsage(spec);
    const kind = `${spec.step} ${spec.language}`;
    const done = await limiter.acquire(typical.get(kind) ?? roughTokens(spec), stop.signal);
    if (!done) throw new Unfinished('stopped', 'the run was stopped');
    const reserve = costOf(estimate, price, false);
    const settleCost = await budget.reserve(reserve);
    if (!settleCost || stop.signal.aborted) {
      settleCost?.(0);
      done({ kind: 'none', rate: {} });
      if (!settleCost) stop.stop({ kind: 'budget' });
      throw new Unfinished('stopped', 'the budget does not reach for another call');
    }
    const intent = createIntent(spec, clock.now(), reserve);
    let cost = reserve;
    try {
      await record(intent).catch((error: unknown) => {
        cost = 0;
        throw error;
      });
      const state = known.calls.get(spec.key);
      if (!state) throw new Error(`the call ${spec.key} was not taken in`);
      const outcome = await provider.send(spec.body);
      const rate = 'rate' in outcome ? outcome.rate : {};
      const usage = outcome.kind === 'answer' ? outcome.completion.usage : null;
      done({
        kind:
          outcome.kind === 'answer'
            ? 'ok'
            : outcome.kind === 'refused' && outcome.slowDown
              ? 'slow-down'
              : 'none',
        rate,
        ...(usage ? { tokens: usage.input + usage.output } : {}),
      });
      if (usage) typical.set(kind, average(typical.get(kind), usage.input + usage.output));
      const result = await conclude(spec, state, outcome);
      cost = result?.usd ?? (state.state === 'unknown' ? reserve : 0);
      if (result) return result;
      const slowDown = outcome.kind === 'refused' && outcome.slowDown;
      // The limiter waits for a server that asked to slow down; the rest waits here.
      if (!slowDown && failures + 1 < MOST_FAILURES)
        await clock.sleep(Math.min(30_000, 250 * 2 ** failures) * (0.5 + random() / 2), stop.signal);
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
      const answer = await attempt(spec, failures);
      if ('usage' in answer) return answer;
      if (answer.slowDown) slowdowns++;
      else failures++;
      if (failures >= MOST_FAILURES || slowdowns >= MOST_SLOWDOWNS) {
        throw new Unfinished(
          'server',
          `the model's server did not answer ${failures + slowdowns} times: ${answer.message}`,
        );
      }
    }
  };
}

function fatalProblem(status: number, message: string) {
  const said = `the model's server refuses: ${message}`;
  if (status === 401 || status === 403)
    return { message: said, hint: 'check OPENAI_API_KEY and run the same command again' };
  if (status === 429)
    return {
      message: `the quota is used up: ${message}`,
      hint: 'add credit at the provider and run the same command again',
    };
  if (status === 404) return { message: said, hint: 'check --model and --base-url' };
  return {
    message: `${said} (status ${status})`,
    hint: 'check model and settings under "generate" in site-config.json',
  };
}

function average(before: number | undefined, now: number): number {
  return before === undefined ? now : before * 0.8 + now * 0.2;
}
