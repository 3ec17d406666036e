/** Owns how a run ends early: for all articles at once, or for one that cannot go on now. */
import { setMaxListeners } from 'node:events';
import type { Problem } from '../../foundation/errors.ts';

/** Why no more calls are made. */
export type StopReason = { kind: 'budget' } | { kind: 'interrupt' } | { kind: 'problem'; problem: Problem };

export interface Stop {
  readonly signal: AbortSignal;
  /** null while the run goes on; the first reason stands. */
  reason(): StopReason | null;
  stop(reason: StopReason): void;
}

export function createStop(): Stop {
  const controller = new AbortController();
  // Every call that waits listens.
  setMaxListeners(0, controller.signal);
  let first: StopReason | null = null;
  return {
    signal: controller.signal,
    reason: () => first,
    stop(reason) {
      first ??= reason;
      controller.abort();
    },
  };
}

/**
 * Thrown where an article cannot go on now and can later; its journal keeps all that was paid.
 * stopped: the run ends. server: the server does not answer. unknown: a call may have been paid. pending: a batch has it.
 * given-up: the server has failed with it too often.
 */
export class Unfinished extends Error {
  readonly kind: 'stopped' | 'server' | 'unknown' | 'pending' | 'given-up';

  constructor(kind: Unfinished['kind'], message: string) {
    super(message);
    this.name = 'Unfinished';
    this.kind = kind;
  }
}
