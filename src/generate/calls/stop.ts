/** Ends a run early: `createStop` for all articles, `Unfinished` for one article that cannot continue now. */
import { setMaxListeners } from 'node:events';
import type { Problem } from '../../foundation/errors.ts';
import type { LossCause } from './outcome.ts';

/** Why no more calls are made. */
export type StopReason =
  /** The next call can cost up to this many USD. */
  | { kind: 'budget'; usd: number }
  | { kind: 'time' }
  | { kind: 'interrupt' }
  | { kind: 'problem'; problem: Problem };

export type Stop = ReturnType<typeof createStop>;

export function createStop() {
  const controller = new AbortController();
  // Each waiting call adds a listener.
  setMaxListeners(0, controller.signal);
  let first: StopReason | null = null;
  return {
    signal: controller.signal,
    /** Why the run was stopped first; null while it continues. */
    reason: () => first,
    stop(reason: StopReason): void {
      first ??= reason;
      controller.abort();
    },
  };
}

/**
 * An article cannot continue in this command, but can in a later one: the journal keeps what was paid.
 * stopped: the run ends. server: the server does not answer. unknown: a call may have been paid.
 * pending: a call waits in a batch. given-up: a call failed in too many batches.
 */
export class Unfinished extends Error {
  readonly kind: 'stopped' | 'server' | 'unknown' | 'pending' | 'given-up';

  /** Why the outcome of a call is unknown. */
  readonly loss: LossCause | undefined;

  constructor(kind: Unfinished['kind'], message: string, loss?: LossCause) {
    super(message);
    this.name = 'Unfinished';
    this.kind = kind;
    this.loss = loss;
  }
}
