/** Decides how long old releases and their assets stay: until enough newer releases and enough days have passed. */
import { DAY_MS } from '../../foundation/clock.ts';

export interface Retention {
  keepReleases: number;
  keepDays: number;
  /** Number of the release that is made, or of the newest one. */
  sequence: number;
  /** Milliseconds. */
  now: number;
}

/**
 * @param sequence the first release without the object
 * @param since the time of that release, in milliseconds
 */
export function isExpired(sequence: number, since: number, retention: Retention): boolean {
  return (
    retention.sequence - sequence >= retention.keepReleases &&
    retention.now - since >= retention.keepDays * DAY_MS
  );
}

/** Metadata of a hashed asset that the newest release does not use: `{sequence}@{ISO time}`. */
export function formatRetired(sequence: number, now: number): string {
  return `${sequence}@${new Date(now).toISOString()}`;
}

/** null for an asset in use. */
export function parseRetired(value: string | undefined): { sequence: number; since: number } | null {
  const [, sequence, time] = /^(\d+)@(.+)$/.exec(value ?? '') ?? [];
  const since = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(since) ? null : { sequence: Number(sequence), since };
}
