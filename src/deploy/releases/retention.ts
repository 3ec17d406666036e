/** Owns how long what a release left behind stays: so many releases and so many days, both. */

export interface Retention {
  keepReleases: number;
  keepDays: number;
  /** Number of the release that is being made, or the newest if none is. */
  sequence: number;
  /** Milliseconds. */
  now: number;
}

const DAY = 86_400_000;

/**
 * Whether something may go.
 * @param sequence the first release that did without it
 * @param since when that release was made, in milliseconds
 */
export function isExpired(sequence: number, since: number, retention: Retention): boolean {
  return (
    retention.sequence - sequence >= retention.keepReleases &&
    retention.now - since >= retention.keepDays * DAY
  );
}

/** The mark of a hashed asset that the newest release does without: `{sequence}@{ISO time}`. */
export function formatRetired(sequence: number, now: number): string {
  return `${sequence}@${new Date(now).toISOString()}`;
}

/** null when the mark is not one of ours. */
export function parseRetired(mark: string): { sequence: number; since: number } | null {
  const [, sequence, time] = /^(\d+)@(.+)$/.exec(mark) ?? [];
  const since = time === undefined ? Number.NaN : Date.parse(time);
  return Number.isNaN(since) ? null : { sequence: Number(sequence), since };
}
