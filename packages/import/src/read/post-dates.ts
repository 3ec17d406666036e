/** Converts dates of other tools to the form of this site. A time without a zone gets the zone of the source. */
import { parseArticleDate } from '../core.ts';

/** @returns YYYY-MM-DD, or a time with its zone; null if the text is not a date */
export function readPostDate(text: string, timeZone: string | null): string | null {
  const value = text
    .trim()
    .replace(/\.0+(?=Z|[+-]|$)/, '')
    .replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, '$1-$2-$3');
  const padded = value.replace(
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/,
    (_all, year: string, month: string, day: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
  if (typeof parseArticleDate(padded) !== 'string') return padded;
  // YAML 1.1 allows an hour of one digit, and a space before the zone.
  const zoned =
    /^(\d{4}-\d{2}-\d{2})[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?[ \t]*(Z|[+-]\d{1,2}(?::?\d{2})?)$/.exec(
      padded,
    );
  if (zoned) {
    const [, day = '', hour = '', minute = '', second = '00', zone = ''] = zoned;
    const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
    const time = `${day}T${hour.padStart(2, '0')}:${minute}:${second}${sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : 'Z'}`;
    return typeof parseArticleDate(time) === 'string' ? null : time;
  }
  const local = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/.exec(padded);
  if (local) {
    const [, day = '', hour = '', minute = '', second = '00'] = local;
    const time = `${day}T${hour.padStart(2, '0')}:${minute}:${second}`;
    return typeof parseArticleDate(`${time}Z`) === 'string'
      ? null
      : `${time}${offsetOf(`${time}Z`, timeZone)}`;
  }
  // English dates in words, such as "Jul 08 2022" or "8 July 2022 10:00".
  if (!/[a-z]/i.test(value) || !/\d{4}/.test(value)) return null;
  const hasTime = /\d:\d\d/.test(value);
  const hasZone = /(?:\bGMT|\bUTC|Z|[+-]\d{2}:?\d{2})\s*(?:\([^)]*\))?$/.test(value);
  const time = Date.parse(hasZone ? value : `${value} UTC`);
  if (Number.isNaN(time)) return null;
  const iso = `${new Date(time).toISOString().slice(0, 19)}Z`;
  return hasTime ? iso : iso.slice(0, 10);
}

/** Offset of a time zone, such as `+02:00`. @param time local time, with a "Z" as if it were UTC */
function offsetOf(time: string, timeZone: string | null): string {
  if (timeZone === null || timeZone === 'UTC') return 'Z';
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
      new Date(time),
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    return /[+-]\d{2}:\d{2}/.exec(name)?.[0] ?? 'Z';
  } catch {
    return 'Z';
  }
}
