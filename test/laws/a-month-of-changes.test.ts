/** The law of schedules through the month in which the clocks of Berlin change; `changes-in-time` has 120 days of four zones. */
import { test } from 'vitest';
import { runLossySchedule } from './lossy-schedule.ts';

test('a lossy scheduler leaves the site of its time', () =>
  runLossySchedule('Europe/Berlin', '2027-03-10', 30));
