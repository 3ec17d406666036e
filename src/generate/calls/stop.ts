/** Ends a run early: for all articles at once, or for one that cannot continue now. */
import { setMaxListeners } from 'node:events';
import type { Problem } from '../../foundation/errors.ts';

/** Why no more calls are made. */
export type StopReason = { kind: 'budget' } | { kind: 'interrupt' } | { kind: 'problem'; problem: Problem };

export type Stop = ReturnType<typeof createStop>;

export function createStop() {
  const controller = new AbortController();
  // Every waiting call listens.
  setMaxListeners(0, controller.signal);
  let first: StopReason | null = null;
  return {
    signal: controller.signal,
    /** The first reason; null while the run continues. */
    reason: () => first,
    stop(reason: StopReason): void {
      first ??= reason;
      controller.abort();
    },
  };
}

/**
 * Thrown where an article cannot continue now but can later; the journal keeps what was paid.
 * stopped: the run ends. server: the server does not answer. unknown: a call may have been paid.
 * pending: a call is in a batch. given-up: a call failed in too many batches.
 */
export class Unfinished extends Error {
  readonly kind: 'stopped' | 'server' | 'unknown' | 'pending' | 'given-up';

  constructor(kind: Unfinished['kind'], message: string) {
    super(message);
    this.name = 'Unfinished';
    this.kind = kind;
  }
}
