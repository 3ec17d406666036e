/** The law of schedules through 120 days, in zones at both ends of the world and in two that change their clocks. */
import { test } from 'vitest';
import { runLossySchedule } from './lossy-schedule.ts';

/** Both changes of the clocks, or the turn of the year. */
test.each([
  ['Etc/GMT+12', '2027-10-15'],
  ['Pacific/Kiritimati', '2027-10-15'],
  ['Europe/Berlin', '2027-02-15'],
  ['Europe/Berlin', '2027-09-20'],
  ['America/New_York', '2027-02-15'],
  ['America/New_York', '2027-09-20'],
])('in %s from %s on, a lossy scheduler leaves the site of its time', (timeZone, first) =>
  runLossySchedule(timeZone, first, 120),
);
