/** Writes beside a release when its site changes by itself, and says which of these changes nobody has published. */
import type { Manifest } from '../../build/write/manifest.ts';
import type { Problem } from '../../foundation/errors.ts';
import { countEach } from '../../foundation/group-by.ts';
import { formatCount } from '../../foundation/report.ts';

/** Milliseconds since the epoch. */
export interface ReleaseTimes {
  /** When the site was built: the release has every change up to then. */
  built: number;
  /** The changes after it, in their order. Equal ones are several changes of one instant. */
  changes: readonly number[];
}

export const timesOf = ({ time, times }: Pick<Manifest, 'time' | 'times'>): ReleaseTimes => ({
  built: time,
  changes: times.changes.map((change) => change.time),
});

/** Stores limit the metadata of an object to 2 kB. */
const MAX_INSTANTS = 24;

/** Metadata of a release, for programs that only list the objects of a store. Stores write the names in lower case. */
export function formatTimes({ built, changes }: ReleaseTimes): Record<string, string> {
  const counts = countEach(changes);
  const listed = [...counts].slice(0, MAX_INSTANTS).map(([time, count]) => `${formatInstant(time)}*${count}`);
  const [next] = changes;
  return {
    built: formatInstant(built),
    ...(next !== undefined && { nextchange: formatInstant(next), changes: listed.join(' ') }),
  };
}

/** @returns null for a release of a version that wrote none */
export function parseTimes({ built, changes = '' }: Readonly<Record<string, string>>): ReleaseTimes | null {
  const time = Date.parse(built ?? '');
  if (Number.isNaN(time)) return null;
  const listed = changes.split(' ').flatMap((entry) => {
    const [instant = '', count = ''] = entry.split('*');
    const at = Date.parse(instant);
    return Number.isNaN(at) || !/^\d{1,6}$/.test(count) ? [] : Array<number>(Number(count)).fill(at);
  });
  return { built: time, changes: listed };
}

/** True where both say the same of the time to come. The times of two builds may differ although nothing lies between them. */
export function isSameFuture(a: ReleaseTimes | null, b: ReleaseTimes): boolean {
  return a !== null && formatTimes(a).changes === formatTimes(b).changes;
}

const formatInstant = (time: number) => new Date(time).toISOString();

/** Changes that have come since a release was built, and that it lacks. */
export interface Overdue {
  count: number;
  /** Milliseconds since the first of them. */
  for: number;
}

export function findOverdue(times: ReleaseTimes | null, now: number): Overdue | null {
  const passed = times?.changes.filter((time) => time <= now) ?? [];
  const [first] = passed;
  return first === undefined ? null : { count: passed.length, for: now - first };
}

/** Hosts have been measured to begin a scheduled run twelve hours late. */
const PATIENCE = 12 * 3_600_000;

/** Says that no run of a schedule comes; null where a run may be late. */
export function describeAlarm(overdue: Overdue | null): Problem | null {
  if (overdue === null || overdue.for <= PATIENCE) return null;
  const { count, for: late } = overdue;
  return {
    code: 'overdue-change',
    message: `${formatCount(count, 'change')} ${count === 1 ? 'is' : 'are'} overdue by ${formatAge(late)}: the schedule does not run`,
    hint: 'look at the last runs of the schedule; `articles next --schedule HOST` sets one up (docs/operate.md)',
  };
}

const HOUR = 3_600_000;

function formatAge(ms: number): string {
  const hours = Math.floor(ms / HOUR);
  return hours < 72 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
