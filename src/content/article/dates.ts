/** Parses and formats dates of articles: a calendar date stays a calendar date, a time keeps its zone. */

/** `day` is the YYYY-MM-DD of the front matter; `time` is milliseconds since the epoch, or null for a calendar date. */
export interface ArticleDate {
  day: string;
  time: number | null;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?[ ]?(?:[Zz]|UTC|([+-])(\d{2}):?(\d{2}))$/;

/** The pattern that editors check. It does not tell if the day exists. */
export const DATE_PATTERN = `${DATE.source}|${TIME.source}`;

/** @returns the problem as a string where the text is not a date */
export function parseArticleDate(text: string): ArticleDate | string {
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
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60_000 * (sign === '-' ? -1 : 1);
  return { day, time: clock - offset };
}

/** Milliseconds since the epoch, for order and feeds. A calendar date begins at midnight in UTC. */
export function instantOf(date: ArticleDate): number {
  return date.time ?? Date.parse(`${date.day}T00:00:00Z`);
}

interface Dated {
  date: ArticleDate;
  updated: ArticleDate | null;
}

/** True if the original of a translation has changed after it. */
export function isOlder(translation: Dated, original: Dated): boolean {
  return instantOf(original.updated ?? original.date) > instantOf(translation.updated ?? translation.date);
}

/** RFC 3339 with zone. */
export function formatRfc3339(date: ArticleDate): string {
  return date.time === null ? `${date.day}T00:00:00Z` : `${new Date(date.time).toISOString().slice(0, 19)}Z`;
}

/** True if the date is after `now`; a calendar date begins at midnight in the site's time zone. */
export function isFuture(date: ArticleDate, now: number, today: string): boolean {
  return date.time === null ? date.day > today : date.time > now;
}

/** The first time after `now`, in milliseconds; null if no date is later. */
export function nextDue(dates: Iterable<ArticleDate>, now: number): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const { time } of dates) if (time !== null && time > now && time < next) next = time;
  return Number.isFinite(next) ? next : null;
}

/** The calendar day in a time zone, YYYY-MM-DD. */
export function calendarDay(now: number, timeZone: string): string {
  // Loading the time zones takes longer than a small build without changes.
  if (timeZone === 'UTC') return new Date(now).toISOString().slice(0, 10);
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
}

function isCalendarDate(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
