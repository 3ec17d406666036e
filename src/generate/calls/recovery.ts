/** Finds out whether a call without a recorded answer was paid, by asking the server's store for it. */
import { setMaxListeners } from 'node:events';
import type { SiteConfig } from '../../config/config-schema.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ResultRecord, WriteRecord } from '../journal/journal-records.ts';
import type { Prices } from '../journal/money.ts';
import type { CallState, RunState } from '../journal/run-state.ts';
import type { Budget } from './budget.ts';
import { createResultRecord } from './call-records.ts';
import type { LossCause } from './outcome.ts';
import type { Provider } from './provider.ts';
import { type Stop, Unfinished } from './stop.ts';

/** Options that calls share with their recovery. */
export interface CallOptions {
  budget: Budget;
  record: WriteRecord;
  /** The state of the run, as the journal records it. */
  state: Pick<RunState, 'calls' | 'answered' | 'resent'>;
  prices: Prices;
  clock: Clock;
  stop: Stop;
}

export interface RecoveryOptions extends CallOptions {
  provider: Pick<Provider, 'lookup'>;
  settings: Pick<SiteConfig['generate'], 'store' | 'timeoutSeconds' | 'settleSeconds' | 'retryUnknown'>;
  /** True if the command sends calls of unknown outcome again. */
  retryUnknown: boolean;
}

const INTERRUPTED_CALL = 'an earlier run ended during the call';

export type Recovery = ReturnType<typeof createRecovery>;

/** Starts to look up the calls that an earlier process left open. The budget reserves their maximum cost. */
export function createRecovery(options: RecoveryOptions) {
  const { budget, record, state: known, clock, stop, retryUnknown } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([stop.signal, ended.signal]);
  setMaxListeners(0, signal);

  const settle = createLookup(options, signal);
  const mayResend = createResendPolicy(options);

  /**
   * @param cause absent if a process ended during the call
   * @returns the answer, or null if the call may be sent again
   * @throws Unfinished if the server cannot tell, or cannot tell yet
   */
  const recover = async (call: CallState, why: string, cause?: LossCause): Promise<ResultRecord | null> => {
    const { key, reserve } = call.intent;
    const settled = await settle(call, cause === 'failed');
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
      await record({ type: 'unknown', at: clock.now(), key, usd: reserve, message: why, cause });
    if (mayResend(call, cause)) return null;
    throw new Unfinished('unknown', `${why}; the server cannot tell whether the call was paid`, cause);
  };

  const left = new Map<string, Promise<ResultRecord | null>>();
  for (const [key, call] of known.calls) {
    if (call.state !== 'open') continue;
    const settleCost = budget.reserveAtOnce(call.intent.reserve);
    const work = recover(call, INTERRUPTED_CALL).finally(() =>
      settleCost(call.result?.usd ?? (call.state === 'failed' ? 0 : call.intent.reserve)),
    );
    // `recoverLeft` throws the rejection to the article that needs the call.
    work.catch(() => undefined);
    left.set(key, work);
  }

  return {
    recover,
    /** Recovers a call that an earlier process left open or unknown. Also returns null if `retryUnknown` allows a resend. */
    async recoverLeft(call: CallState): Promise<ResultRecord | null> {
      try {
        return await (left.get(call.intent.key) ?? recover(call, INTERRUPTED_CALL, call.cause));
      } catch (error) {
        if (retryUnknown && error instanceof Unfinished && error.kind === 'unknown') return null;
        throw error;
      }
    },
    /** Looks up all calls that earlier processes left open or unknown, and waits for that. */
    async settleAll(): Promise<void> {
      const unknown = [...known.calls.values()].filter(({ state }) => state === 'unknown');
      await Promise.allSettled([...left.values(), ...unknown.map((call) => recover(call, INTERRUPTED_CALL))]);
    },
    /** Ends all lookups. */
    async close() {
      ended.abort();
      await Promise.allSettled(left.values());
    },
  };
}

/** @param signal ends the lookups */
function createLookup(
  { provider, state: known, prices, clock, settings }: RecoveryOptions,
  signal: AbortSignal,
) {
  /** True if the answer "not found" can be trusted: the store must show a call that was certainly answered. */
  const isStoreProven = async (): Promise<boolean> =>
    known.answered !== null && (await provider.lookup(known.answered)).kind === 'found';

  /**
   * Asks the store until `settleSeconds` after the end of the call. If the store shows other calls of the run but not this
   * one by then, the call was not made.
   */
  return async ({ intent }: CallState, ended: boolean): Promise<ResultRecord | 'not-made' | 'unknown'> => {
    if (settings.store === false || intent.stored === false) return 'unknown';
    // A server may continue to work after its client has disconnected.
    const end = ended ? clock.now() : intent.at + settings.timeoutSeconds * 1000;
    const until = end + settings.settleSeconds * 1000;
    for (let pause = 250; ; pause = Math.min(5000, pause * 2)) {
      const found = await provider.lookup(intent.key);
      if (found.kind === 'found')
        return createResultRecord(intent, found.completion, 'stored', prices, clock.now());
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
}

/** Applies the policy of `generate.retryUnknown`. */
function createResendPolicy({ state: known, settings }: RecoveryOptions) {
  let resent = known.resent;
  return ({ losses, intent }: CallState, cause: LossCause | undefined): boolean => {
    if (!cause || losses > settings.retryUnknown[cause]) return false;
    if (resent + intent.reserve > settings.retryUnknown.usd) return false;
    resent += intent.reserve;
    return true;
  };
}
