import { afterAll, describe, expect, test } from 'vitest';
import {
  calendarDay,
  formatRfc3339,
  instantOf,
  isFuture,
  parseArticleDate,
} from '../../src/content/article/dates.ts';
import { formatsOf } from '../support/strings.ts';

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
    test.each(['2026-03-01', '2026-01-01', '2026-12-31', '2024-02-29', '2026-03-29'])(
      '%s stays that day',
      (day) => {
        process.env.TZ = machine;
        expect(parse(day)).toEqual({ day, time: null });
        expect(formatRfc3339(parse(day))).toBe(`${day}T00:00:00Z`);
        for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
          const shown = formatsOf('en_US', timeZone).date(day);
          expect(shown).toContain(day.slice(0, 4));
          expect(shown).toMatch(new RegExp(`\\b${Number(day.slice(8))}\\b`));
        }
      },
    );

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
      expect(formatRfc3339(parse(text))).toBe(instant);
      expect(parse(text).day).toBe(text.slice(0, 10));
    });
  },
);

test('a time is shown on the day that it has in the time zone of the site', () => {
  const late = '2026-02-28T20:00:00Z';
  expect(formatsOf('en_US', 'Asia/Kolkata').date(late)).toMatch(/\b1\b.*2026|2026.*\b1\b/);
  expect(formatsOf('en_US', 'America/Los_Angeles').date(late)).toMatch(/\b28\b/);
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
    expect(isFuture(parse(text), now, calendarDay(now, timeZone))).toBe(ahead);
  });
});

test('calendar dates and times have one order', () => {
  const order = ['2026-03-01T02:00:00+05:30', '2026-03-01', '2026-03-01T00:00:01Z', '2026-03-02'];
  const instants = order.map((text) => instantOf(parse(text)));
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
});
