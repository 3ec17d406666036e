/** Computes the addresses of an old site from the paths, titles and dates of its posts, as the tools do. */
import { listAt, textAt } from '../read/values.ts';
import type { Entry } from './folder-tool.ts';

/**
 * Addresses of tools with simple permalinks: the first of `fields` that is set, else the path of the file; then aliases.
 * @param toPath turns the path of the file into a path of the site
 */
export function addressesOf(fields: readonly string[], toPath: (path: string) => string) {
  return (entry: Entry): string[] => {
    const own = textAt(entry.fields, ...fields);
    const path = toPath(entry.path);
    const at = own?.startsWith('/') ? own : joinPath(entry.content.mount, own ?? path);
    const aliases = [
      // Obsidian's aliases are names.
      ...listAt(entry.fields, ['aliases']).filter((alias) => alias.startsWith('/')),
      ...listAt(entry.fields, ['redirect_from', 'redirects']).filter((alias) =>
        /^(?![a-z]+:)\S+$/.test(alias),
      ),
    ];
    return [joinPath(at), ...aliases.map((alias) => joinPath(alias))];
  };
}

/** The permalink of an article, as most tools write it into their feeds: a folder, with a slash at its end. */
export function permalinkOf(_post: unknown, address: string, url: string): string {
  return `${url}${address}${/\.\w+$|\/$/.test(address) ? '' : '/'}`;
}

/** `2024-01-02-title` → `title`. */
export function withoutDay(name: string): string {
  return name.replace(/^\d{4}-\d{1,2}-\d{1,2}-(?=.)/, '');
}

/** Changes the last part of a path. */
export function mapName(path: string, change: (name: string) => string): string {
  const at = path.lastIndexOf('/') + 1;
  return path.slice(0, at) + change(path.slice(at));
}

/** `a/b/index` → `a/b`. */
export function withoutIndex(path: string): string {
  return path.replace(/(?:^|\/)(?:_?index|readme)$/i, '');
}

/** Joins parts with single slashes. The result begins with a slash and does not end with one. */
export function joinPath(...parts: readonly string[]): string {
  return `/${parts.join('/')}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

/** Slug of a title as most tools make it: lower-case letters of any script, digits and hyphens. */
export function urlize(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’"]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}_.~-]+/gu, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
}

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }),
);
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Values for the date placeholders of permalink patterns, such as `:year` and `:short_month`. */
export function datePartsOf(day: string | null): Record<string, string> {
  const [year = '', month = '', date = ''] = (day ?? '').split('-');
  const time = new Date(`${day}T00:00:00Z`);
  const dayOfYear = Math.floor((time.getTime() - Date.UTC(Number(year), 0, 0)) / 86_400_000);
  const monthName = MONTHS[Number(month) - 1] ?? '';
  const weekday = DAYS[time.getUTCDay()] ?? '';
  return {
    year,
    short_year: year.slice(2),
    month,
    i_month: String(Number(month)),
    short_month: monthName.slice(0, 3),
    long_month: monthName,
    monthname: monthName.toLowerCase(),
    day: date,
    i_day: String(Number(date)),
    y_day: String(dayOfYear).padStart(3, '0'),
    yearday: String(dayOfYear),
    weekday: String(time.getUTCDay()),
    weekdayname: weekday.toLowerCase(),
    short_day: weekday.slice(0, 3),
    long_day: weekday,
    hour: '00',
    minute: '00',
    second: '00',
  };
}

/** Fills in a pattern such as `/:year/:title/`. @returns null if it contains an unknown placeholder */
export function fillPattern(pattern: string, parts: Readonly<Record<string, string>>): string | null {
  let isKnown = true;
  const filled = pattern.replace(/:([a-z_]+)/g, (_all, name: string) => {
    if (!Object.hasOwn(parts, name)) isKnown = false;
    return parts[name] ?? '';
  });
  return isKnown ? filled.replace(/\/{2,}/g, '/') : null;
}
