/** Owns finding out what became of a call that was sent and brought no answer: the server's store is asked for it. */
import { setMaxListeners } from 'node:events';
import type { Clock } from '../../foundation/clock.ts';
import type { ResultRecord } from '../run/journal-records.ts';
import type { RecordCall } from '../run/open-run.ts';
import { type Stop, Unfinished } from '../run/stop.ts';
import type { Budget } from './budget.ts';
import type { CallState, RunState } from './call-states.ts';
import { costOf, NO_USAGE, type Price } from './money.ts';
import type { Provider } from './provider.ts';

export interface Recovery {
  /**
   * @param isOver whether the server has said that it is done with the call
   * @returns the answer, or null when the call may be made (again)
   * @throws Unfinished where the server cannot say, or not yet
   */
  recover(call: CallState, why: string, isOver: boolean): Promise<ResultRecord | null>;
  /** The same for a call that an earlier run has left behind. */
  recoverLeft(call: CallState): Promise<ResultRecord | null>;
  /** Asks no more. */
  close(): Promise<void>;
}

export interface RecoveryOptions {
  provider: Pick<Provider, 'lookup'>;
  budget: Budget;
  record: RecordCall;
  /** What the journal knows of the run's calls. */
  state: Pick<RunState, 'calls' | 'answered'>;
  price: Price | null;
  clock: Clock;
  stop: Stop;
  /** As in the configuration. */
  settings: { store: boolean; timeoutSeconds: number; settleSeconds: number };
  retryUnknown: boolean;
}

const LEFT_BEHIND = 'an earlier run ended while the call was under way';

/** Calls that an earlier run has left open are asked for from now on; the budget holds what they may have cost. */
export function createRecovery(options: RecoveryOptions): Recovery {
  const { provider, budget, record, state: known, price, clock, stop, settings, retryUnknown } = options;
  const ended = new AbortController();
  const signal = AbortSignal.any([stop.signal, ended.signal]);
  setMaxListeners(0, signal);
  let proven: Promise<boolean> | null = null;

  /** Whether the store can be believed when it says that a call is not there: it shows one that is. */
  const isStoreProven = async (): Promise<boolean> => {
    if (known.answered === null) return false;
    proven ??= provider.lookup(known.answered).then(({ kind }) => kind === 'found');
    const isProven = await proven;
    // It may have been out of reach just then.
    if (!isProven) proven = null;
    return isProven;
  };

  const settle = async (
    { intent }: CallState,
    isOver: boolean,
  ): Promise<ResultRecord | 'not-made' | 'unknown'> => {
    const silence = isOver ? 'not-made' : 'unknown';
    if (!settings.store) return silence;
    // A server goes on with a call that nobody waits for any longer.
    const worked = isOver ? clock.now() : intent.at + settings.timeoutSeconds * 1000;
    const until = worked + settings.settleSeconds * 1000;
    for (let pause = 250; ; pause = Math.min(5000, pause * 2)) {
      const found = await provider.lookup(intent.key);
      if (found.kind === 'found') {
        const { id, text, finish, refusal, usage } = found.completion;
        return {
          type: 'result',
          at: clock.now(),
          key: intent.key,
          id,
          text,
          finish,
          refusal,
          usage: usage ?? NO_USAGE,
          usd: usage ? costOf(usage, price, false) : intent.reserve,
          source: 'stored',
          estimated: usage === null,
        };
      }
      if (found.kind === 'unsupported') return silence;
      if (found.kind === 'absent' && isOver) return 'not-made';
      const left = until - clock.now();
      if (left <= 0) {
        if (found.kind === 'unreachable')
          throw new Unfinished('server', `the outcome of a call cannot be asked for: ${found.message}`);
        return (await isStoreProven()) ? 'not-made' : 'unknown';
      }
      if (signal.aborted) throw new Unfinished('stopped', 'the run was stopped');
      await clock.sleep(Math.min(left, pause), signal);
    }
  };

  const recover: Recovery['recover'] = async (call, why, isOver) => {
    const { key, reserve } = call.intent;
    if (call.state === 'open') {
      const settled = await settle(call, isOver);
      if (settled === 'not-made') {
        const message = isOver ? why : `${why}; the server knows nothing of it`;
        await record({ type: 'failed', at: clock.now(), key, message });
        return null;
      }
      if (settled !== 'unknown') {
        await record(settled);
        return settled;
      }
      await record({ type: 'unknown', at: clock.now(), key, usd: reserve, message: why });
    }
    if (retryUnknown) return null;
    throw new Unfinished('unknown', `${why}; the server cannot say whether the call was paid`);
  };

  const left = new Map<string, Promise<ResultRecord | null>>();
  for (const [key, call] of known.calls) {
    if (call.state !== 'open') continue;
    const settleCost = budget.hold(call.intent.reserve);
    const work = recover(call, LEFT_BEHIND, false).finally(() =>
      settleCost(call.result?.usd ?? (call.state === 'failed' ? 0 : call.intent.reserve)),
    );
    // Who asks for the call is told.
    work.catch(() => undefined);
    left.set(key, work);
  }

  return {
    recover,
    recoverLeft: (call) => left.get(call.intent.key) ?? recover(call, LEFT_BEHIND, false),
    async close() {
      ended.abort();
      await Promise.allSettled(left.values());
    },
  };
}
