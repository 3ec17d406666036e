import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  calendarDay,
  dateIn,
  formatRfc822,
  formatRfc3339,
  isFuture,
  later,
  parseArticleDate,
} from '../../src/content/article/dates.ts';
import { clockIn } from '../support/clocks.ts';

const zone = process.env.TZ;
afterAll(() => {
  process.env.TZ = zone;
});

const parse = (text: string) => {
  const date = parseArticleDate(text);
  if (typeof date === 'string') throw new Error(date);
  return date;
};

describe.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata'])(
  'on a machine in %s',
  (machine) => {
    test.each([
      ['2026-03-01', 'UTC', '2026-03-01T00:00:00Z'],
      ['2026-03-01', 'Asia/Seoul', '2026-03-01T00:00:00+09:00'],
      ['2026-03-01', 'America/New_York', '2026-03-01T00:00:00-05:00'],
      ['2026-07-01', 'America/New_York', '2026-07-01T00:00:00-04:00'],
      ['2026-03-01', 'Etc/GMT+12', '2026-03-01T00:00:00-12:00'],
      ['2026-03-01', 'Pacific/Kiritimati', '2026-03-01T00:00:00+14:00'],
      // In Cairo clocks go from midnight to one in this night; in Beirut the day before.
      ['2026-04-24', 'Africa/Cairo', '2026-04-24T01:00:00+03:00'],
      ['2026-03-29', 'Asia/Beirut', '2026-03-29T01:00:00+03:00'],
      // Here midnight is there twice.
      ['2026-11-01', 'America/Havana', '2026-11-01T00:00:00-04:00'],
      ['2024-02-29', 'Asia/Kathmandu', '2024-02-29T00:00:00+05:45'],
    ])('%s in %s begins at %s', (day, timeZone, begin) => {
      process.env.TZ = machine;
      const date = dateIn(parse(day), timeZone);
      expect(date).toMatchObject({ day, isDay: true });
      expect(formatRfc3339(date)).toBe(begin);
    });

    test.each([
      ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00Z'],
      ['2026-03-01T09:30:00+05:30', '2026-03-01T04:00:00Z'],
      ['2026-03-01 00:10 +0530', '2026-02-28T18:40:00Z'],
      ['2026-02-28T23:59:59.999-11:00', '2026-03-01T10:59:59Z'],
      ['2026-03-01t09:30z', '2026-03-01T09:30:00Z'],
      ['2026-03-01 09:30 UTC', '2026-03-01T09:30:00Z'],
      ['2026-03-01T00:00:00+14:00', '2026-02-28T10:00:00Z'],
    ])('%s is the instant %s', (text, instant) => {
      process.env.TZ = machine;
      expect(formatRfc3339(dateIn(parse(text), 'UTC'))).toBe(instant);
      expect(dateIn(parse(text), 'UTC').day).toBe(instant.slice(0, 10));
    });
  },
);

/** From −12 to +14, with and without summer time, and where it begins or ends at midnight. */
const ZONES = [
  ...['UTC', 'Etc/GMT+12', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York'],
  ...['Africa/Cairo', 'Asia/Beirut', 'America/Havana', 'America/St_Johns', 'Australia/Lord_Howe'],
  ...['America/Sao_Paulo', 'Africa/Casablanca', 'Pacific/Apia', 'Europe/London'],
];
const times = fc
  .integer({ min: Date.UTC(1950, 0), max: Date.UTC(2050, 0) })
  .map((time) => time - (time % 1000));

test('a time has the instant that it says, and the day that the clocks of the site show then', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      times,
      fc.integer({ min: -56, max: 56 }),
      (timeZone, time, quarters) => {
        const own = new Date(time + quarters * 900_000).toISOString().slice(0, 19);
        const [hours, minutes] = [Math.trunc(Math.abs(quarters) / 4), (Math.abs(quarters) % 4) * 15];
        const text = `${own}${quarters < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
        const date = dateIn(parse(text), timeZone);
        expect(date.time).toBe(time);
        expect(date.day).toBe(clockIn(timeZone, time).slice(0, 10));
        // What machines get has the instant, and the day and the time of these clocks.
        expect(Date.parse(formatRfc3339(date))).toBe(time);
        expect(formatRfc3339(date).slice(0, 19)).toBe(clockIn(timeZone, time));
        expect(Date.parse(formatRfc822(date))).toBe(time);
      },
    ),
  );
});

test('a day begins with the first second that the clocks of the site show of it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), times, (timeZone, time) => {
      const day = clockIn(timeZone, time).slice(0, 10);
      const date = dateIn(parse(day), timeZone);
      expect(date).toMatchObject({ day, isDay: true });
      expect(clockIn(timeZone, date.time).slice(0, 10)).toBe(day);
      expect(clockIn(timeZone, date.time - 1000) < day).toBe(true);
      expect(date.time).toBeLessThanOrEqual(time);
      expect(formatRfc3339(date).slice(0, 10)).toBe(day);
      expect(calendarDay(time, timeZone)).toBe(day);
    }),
  );
});

test('a day that clocks skipped begins with the next one', () => {
  expect(formatRfc3339(dateIn(parse('2011-12-30'), 'Pacific/Apia'))).toBe('2011-12-31T00:00:00+14:00');
  expect(dateIn(parse('2011-12-30'), 'Pacific/Apia').day).toBe('2011-12-30');
});

test.each([
  ['2026-02-30', 'the day 2026-02-30 does not exist'],
  ['2025-02-29', 'the day 2025-02-29 does not exist'],
  ['2026-13-01', 'the day 2026-13-01 does not exist'],
  ['2026-00-10', 'the day 2026-00-10 does not exist'],
  ['2026-02-30T10:00:00Z', 'the day 2026-02-30 does not exist'],
  ['2026-03-01T25:00:00Z', 'does not exist'],
  ['2026-03-01T10:60:00Z', 'does not exist'],
  ['2026-03-01T10:00:00+15:00', 'does not exist'],
  ['2026-03-01T10:00:00+05:75', 'does not exist'],
  ['2026-03-01T10:00:00', 'a time without a zone'],
  ['2026-03-01 10:00 IST', 'a time without a zone'],
  ['01.03.2026', 'is not a date'],
  ['March 1, 2026', 'is not a date'],
  ['20260301', 'is not a date'],
  ['2026-3-1', 'is not a date'],
  ['', 'is not a date'],
])('"%s" is refused: %s', (text, reason) => {
  expect(parseArticleDate(text)).toContain(reason);
});

describe('what lies ahead', () => {
  const now = Date.UTC(2026, 5, 15, 20);

  test.each([
    ['2026-06-15', 'UTC', false],
    ['2026-06-16', 'UTC', true],
    // In Kolkata the next day has begun.
    ['2026-06-16', 'Asia/Kolkata', false],
    ['2026-06-15', 'America/Los_Angeles', false],
    ['2026-06-15T19:59:00Z', 'UTC', false],
    ['2026-06-15T20:01:00Z', 'Asia/Kolkata', true],
    ['2026-06-16T01:29:00+05:30', 'UTC', false],
    ['2026-06-16T01:31:00+05:30', 'UTC', true],
  ])('%s in %s: %s', (text, timeZone, ahead) => {
    expect(isFuture(dateIn(parse(text), timeZone), now)).toBe(ahead);
  });
});

test('calendar dates and times have one order', () => {
  const order = ['2026-03-01T02:00:00+05:30', '2026-03-01', '2026-03-01T00:00:01Z', '2026-03-02'];
  const dates = order.map((text) => dateIn(parse(text), 'UTC'));
  expect(dates.toSorted((a, b) => a.time - b.time)).toEqual(dates);
  expect(dates.reduce(later)).toBe(dates.at(-1));
});
