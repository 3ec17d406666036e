/** Finds the time zone of a site whose export has none: the one whose clocks were where the dates of its posts say. */

/** The zones that most people live in; of two that fit, the first is taken. */
const ZONES = [
  'UTC',
  ...['Europe/London', 'Europe/Berlin', 'Europe/Athens', 'Europe/Istanbul', 'Europe/Moscow'],
  ...['Africa/Lagos', 'Africa/Johannesburg', 'Africa/Cairo', 'Africa/Nairobi'],
  ...['Asia/Jerusalem', 'Asia/Riyadh', 'Asia/Tehran', 'Asia/Dubai', 'Asia/Karachi', 'Asia/Kolkata'],
  ...['Asia/Kathmandu', 'Asia/Dhaka', 'Asia/Yangon', 'Asia/Bangkok', 'Asia/Shanghai', 'Asia/Tokyo'],
  ...['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Australia/Sydney', 'Pacific/Auckland'],
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'America/Halifax', 'America/St_Johns', 'America/Mexico_City'],
  ...['America/Bogota', 'America/Caracas', 'America/Santiago', 'America/Argentina/Buenos_Aires'],
  'America/Sao_Paulo',
];
/** Where the clocks are by the language, since some zones differ only in the name of their city. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  ...{ ko: 'Asia/Seoul', fr: 'Europe/Paris', it: 'Europe/Rome', es: 'Europe/Madrid', nl: 'Europe/Amsterdam' },
  ...{ pl: 'Europe/Warsaw', sv: 'Europe/Stockholm', uk: 'Europe/Kyiv', fi: 'Europe/Helsinki' },
  ...{ vi: 'Asia/Ho_Chi_Minh', id: 'Asia/Jakarta' },
};

/**
 * @param dates times with their offsets, such as `2026-03-01T00:30:00+09:00`
 * @param language BCP 47
 * @returns an IANA name; null where no zone fits all dates, or there are none
 */
export function findZone(dates: readonly string[], language: string | null): string | null {
  if (dates.length === 0) return null;
  const known = BY_LANGUAGE[(language ?? '').slice(0, 2).toLowerCase()];
  return [...(known ? [known] : []), ...ZONES].find((zone) => fits(zone, dates)) ?? null;
}

function fits(timeZone: string, dates: readonly string[]): boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return dates.every((date) => {
    const offset = /GMT([+-]\d\d:\d\d)?$/.exec(format.format(new Date(date)))?.[1] ?? 'Z';
    return date.endsWith(offset.replace('+00:00', 'Z'));
  });
}
