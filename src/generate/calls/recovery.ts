/** Finds out whether a call that was sent without a recorded answer was paid: asks the server's store for it. */
import { setMaxListeners } from 'node:events';
import type { SiteConfig } from '../../config/config-schema.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ResultRecord, WriteRecord } from '../journal/journal-records.ts';
import type { Price } from '../journal/money.ts';
import type { CallState, RunState } from '../journal/run-state.ts';
import type { Budget } from './budget.ts';
import { createResult } from './call-records.ts';
import type { Provider } from './provider.ts';
import { type Stop, Unfinished } from './stop.ts';

/** What calls share with their recovery. */
export interface CallOptions {
  budget: Budget;
  record: WriteRecord;
  /** The run's calls, as the journal records them. */
  state: Pick<RunState, 'calls' | 'answered'>;
  price: Price | null;
  clock: Clock;
  stop: Stop;
}

export interface RecoveryOptions extends CallOptions {
  provider: Pick<Provider, 'lookup'>;
  settings: Pick<SiteConfig['generate'], 'store' | 'timeoutSeconds' | 'settleSeconds'>;
  retryUnknown: boolean;
}

const LEFT_OPEN = 'an earlier run ended during the call';

export type Recovery = ReturnType<typeof createRecovery>;

/** Starts asking for the calls that an earlier process left open; the budget holds what they may have cost. */
export function createRecovery(options: RecoveryOptions) {
  const { provider, budget, record, state: known, price, clock, stop, settings, retryUnknown } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([stop.signal, ended.signal]);
  setMaxListeners(0, signal);
  let proven: Promise<boolean> | null = null;

  /** Whether "not found" in the store can be trusted: the store has a call that was certainly answered. */
  const isStoreProven = async (): Promise<boolean> => {
    if (known.answered === null) return false;
    proven ??= provider.lookup(known.answered).then(({ kind }) => kind === 'found');
    const isProven = await proven;
    // The store may have been unreachable: the next call asks again.
    if (!isProven) proven = null;
    return isProven;
  };

  /**
   * Asks the store until it is settled: `settleSeconds` after the call's end. An answer that it does not show by then
   * was never made, if the store shows other calls of the run.
   */
  const settle = async (
    { intent }: CallState,
    ended: boolean,
  ): Promise<ResultRecord | 'not-made' | 'unknown'> => {
    if (settings.store === false || intent.stored === false) return 'unknown';
    // A server may continue a call after its client has disconnected.
    const end = ended ? clock.now() : intent.at + settings.timeoutSeconds * 1000;
    const until = end + settings.settleSeconds * 1000;
    for (let pause = 250; ; pause = Math.min(5000, pause * 2)) {
      const found = await provider.lookup(intent.key);
      if (found.kind === 'found') return createResult(intent, found.completion, 'stored', price, clock.now());
      if (found.kind === 'unsupported') return 'unknown';
      const left = until - clock.now();
      if (left <= 0) {
        if (found.kind === 'unreachable')
          throw new Unfinished('server', `the outcome of a call cannot be looked up: ${found.message}`);
        return (await isStoreProven()) ? 'not-made' : 'unknown';
      }
      if (signal.aborted) throw new Unfinished('stopped', 'the run was stopped');
      await clock.sleep(Math.min(left, pause), signal);
    }
  };

  /**
   * @param ended whether the server itself has reported the end of the call
   * @returns the answer, or null where the call was not made and may be sent again
   * @throws Unfinished where the server cannot tell, or not yet
   */
  const recover = async (call: CallState, why: string, ended: boolean): Promise<ResultRecord | null> => {
    const { key, reserve } = call.intent;
    const settled = await settle(call, ended);
    if (settled === 'not-made') {
      const message = `${why}; the server has no record of it`;
      await record({ type: 'failed', at: clock.now(), key, message });
      return null;
    }
    if (settled !== 'unknown') {
      await record(settled);
      return settled;
    }
    if (call.state === 'open')
      await record({ type: 'unknown', at: clock.now(), key, usd: reserve, message: why });
    throw new Unfinished('unknown', `${why}; the server cannot tell whether the call was paid`);
  };

  const left = new Map<string, Promise<ResultRecord | null>>();
  for (const [key, call] of known.calls) {
    if (call.state !== 'open') continue;
    const settleCost = budget.hold(call.intent.reserve);
    const work = recover(call, LEFT_OPEN, false).finally(() =>
      settleCost(call.result?.usd ?? (call.state === 'failed' ? 0 : call.intent.reserve)),
    );
    // The rejection reaches the article that needs the call.
    work.catch(() => undefined);
    left.set(key, work);
  }

  return {
    recover,
    /** The same for a call that an earlier process left open or unknown: with `retryUnknown` it may be sent again. */
    async recoverLeft(call: CallState): Promise<ResultRecord | null> {
      try {
        return await (left.get(call.intent.key) ?? recover(call, LEFT_OPEN, false));
      } catch (error) {
        if (retryUnknown && error instanceof Unfinished && error.kind === 'unknown') return null;
        throw error;
      }
    },
    /** Stops asking. */
    async close() {
      ended.abort();
      await Promise.allSettled(left.values());
    },
  };
}
