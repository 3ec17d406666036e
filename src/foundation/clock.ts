/** The current time and delays as a value, so that tests control them. */
import { setTimeout } from 'node:timers/promises';

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
};
