/** Reads the dates of articles, and places them on the calendar of the site: one instant and one day for each. */

/** As it is written: `day` is its YYYY-MM-DD; `time` is milliseconds since the epoch, or null for a calendar date. */
export interface WrittenDate {
  day: string;
  time: number | null;
}

/** A date in the time zone of the site. Everything that readers and machines get of it comes from here. */
export interface ArticleDate {
  /** YYYY-MM-DD. */
  day: string;
  /** Milliseconds since the epoch. A calendar date begins with its day. */
  time: number;
  /** Minutes that the clocks of the site are ahead of UTC then. */
  offset: number;
  /** True for a calendar date. */
  isDay: boolean;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?[ ]?(?:[Zz]|UTC|([+-])(\d{2}):?(\d{2}))$/;

/** The pattern that editors check. It does not tell if the day exists. */
export const DATE_PATTERN = `${DATE.source}|${TIME.source}`;

/** @returns the problem as a string where the text is not a date */
export function parseArticleDate(text: string): WrittenDate | string {
  const value = text.trim();
  if (DATE.test(value))
    return isCalendarDate(value) ? { day: value, time: null } : `the day ${value} does not exist`;
  const match = TIME.exec(value);
  if (!match) {
    return /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}/.test(value)
      ? `"${value}" is a time without a zone`
      : `"${value}" is not a date`;
  }
  const [, day = '', hour = '', minute = '', second = '00', sign, zoneHour = '00', zoneMinute = '00'] = match;
  if (!isCalendarDate(day)) return `the day ${day} does not exist`;
  const clock = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(clock) || Number(zoneHour) > 14 || Number(zoneMinute) > 59)
    return `the time "${value}" does not exist`;
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * MINUTE * (sign === '-' ? -1 : 1);
  return { day, time: clock - offset };
}

/** @param timeZone IANA name */
export function dateIn({ day, time }: WrittenDate, timeZone: string): ArticleDate {
  if (time === null) return dayIn(day, timeZone);
  return placeAt(time, timeZone);
}

const days = new Map<string, ArticleDate>();

/** Many articles share their days. */
function dayIn(day: string, timeZone: string): ArticleDate {
  const name = `${day} ${timeZone}`;
  let date = days.get(name);
  if (!date) {
    date = { ...placeAt(startOfDay(day, timeZone), timeZone), day, isDay: true };
    days.set(name, date);
  }
  return date;
}

function placeAt(time: number, timeZone: string): ArticleDate {
  // The clocks of other centuries were ahead by seconds too, which RFC 3339 cannot say.
  const offset = Math.ceil(offsetAt(time, timeZone) / MINUTE);
  return { day: dayOf(time + offset * MINUTE), time, offset, isDay: false };
}

/** The later of two dates, and the first of two equal ones. */
export function later(a: ArticleDate, b: ArticleDate): ArticleDate {
  return b.time > a.time ? b : a;
}

interface Dated {
  date: ArticleDate;
  updated: ArticleDate | null;
}

/** True if the original of a translation has changed after it. */
export function isOlder(translation: Dated, original: Dated): boolean {
  return (original.updated ?? original.date).time > (translation.updated ?? translation.date).time;
}

/** RFC 3339 with the offset of the site, so that it has the same day as the page. */
export function formatRfc3339({ time, offset }: Pick<ArticleDate, 'time' | 'offset'>): string {
  const clock = new Date(time + offset * MINUTE).toISOString().slice(0, 19);
  return clock + (offset === 0 ? 'Z' : formatOffset(offset, ':'));
}

/** The clock of the site for people, such as "2026-12-01 09:00". @param time milliseconds since the epoch */
export function formatLocal(time: number, timeZone: string): string {
  const { offset } = placeAt(time, timeZone);
  return new Date(time + offset * MINUTE).toISOString().slice(0, 16).replace('T', ' ');
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** RFC 822 as RSS has it, with the offset of the site. */
export function formatRfc822({ time, offset }: Pick<ArticleDate, 'time' | 'offset'>): string {
  const at = new Date(time + offset * MINUTE);
  const [year = '', , day = ''] = at.toISOString().slice(0, 10).split('-');
  const date = `${WEEKDAYS[at.getUTCDay()]}, ${day} ${MONTHS[at.getUTCMonth()]} ${year}`;
  return `${date} ${at.toISOString().slice(11, 19)} ${offset === 0 ? 'GMT' : formatOffset(offset, '')}`;
}

function formatOffset(offset: number, separator: string): string {
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(hours)}${separator}${two(minutes)}`;
}

/** True if the date is after `now`. */
export function isFuture({ time }: Pick<ArticleDate, 'time'>, now: number): boolean {
  return time > now;
}

/** The first time after `now`, in milliseconds; infinite if no date is later. */
export function nextDue(dates: Iterable<Pick<ArticleDate, 'time'>>, now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { time } of dates) if (time > now && time < next) next = time;
  return next;
}

/** The calendar day in a time zone, YYYY-MM-DD. */
export function calendarDay(now: number, timeZone: string): string {
  return dayOf(now + offsetAt(now, timeZone));
}

const MINUTE = 60_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Milliseconds since the epoch. Where clocks skip midnight, or the whole day, the day begins when they go on. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (timeZone === 'UTC') return midnight;
  const isBefore = (time: number) => calendarDay(time, timeZone) < day;
  const guess = midnight - offsetAt(midnight, timeZone);
  if (isBefore(guess - 1) && !isBefore(guess)) return guess;
  // Clocks were never further from UTC.
  let [before, at] = [midnight - FARTHEST, midnight + FARTHEST];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (isBefore(middle)) before = middle;
    else at = middle;
  }
  return at;
}

const FARTHEST = 16 * 60 * MINUTE;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds that the clocks of a time zone are ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
  // Loading the time zones takes longer than a small build without changes.
  if (timeZone === 'UTC') return 0;
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const [, sign, hours, minutes, seconds] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(format.format(time)) ?? [];
  const offset = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return offset * 1000 * (sign === '-' ? -1 : 1);
}

function isCalendarDate(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The instant after the last day or instant. */
export function endOf({ day, time }: WrittenDate, timeZone: string): number {
  return time ?? startOfDay(new Date(Date.parse(day) + 1440 * MINUTE).toISOString().slice(0, 10), timeZone);
}

/** The first instant of the year that follows `since`. */
export function nextYear(since: number, timeZone: string): number {
  const year = Number(calendarDay(since, timeZone).slice(0, 4)) + 1;
  return startOfDay(`${String(year).padStart(4, '0')}-01-01`, timeZone);
}

/** Says when the site changes next, and why. @param time in UTC, as results have it */
export function describeNextChange(time: string, timeZone: string): string {
  const instant = Date.parse(time);
  const why =
    nextYear(instant - 1, timeZone) === instant
      ? 'all pages show the new year'
      : '`articles next` shows the date';
  return `${formatLocal(instant, timeZone)} (${timeZone}): ${why}`;
}
