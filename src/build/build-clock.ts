/** Reads the time once for the whole build, and measures its phases. */
import { calendarDay } from '../content/article/dates.ts';

export interface BuildClock {
  /** Milliseconds since the epoch at the start. */
  now: number;
  /** YYYY-MM-DD in the site's time zone. */
  today(timeZone: string): string;
  /** Ends a phase. */
  mark(phase: string): void;
  phases(): Record<string, number>;
  total(): number;
}

export function createClock(now: number = Date.now()): BuildClock {
  const started = performance.now();
  const phases: Record<string, number> = {};
  let last = started;
  return {
    now,
    today: (timeZone) => calendarDay(now, timeZone),
    mark(phase) {
      const time = performance.now();
      phases[phase] = round(time - last);
      last = time;
    },
    phases: () => phases,
    total: () => round(performance.now() - started),
  };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
