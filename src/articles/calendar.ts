/** Prints which articles will be published, will expire or are due for a review. */
import type { Reporter } from '../foundation/report.ts';
import { type ArticleRow, readInventory } from './inventory.ts';
import { selectRows } from './select-rows.ts';

interface Due {
  /** YYYY-MM-DD */
  day: string;
  what: 'publish' | 'expire' | 'review';
  title: string;
  /** Relative to the root. */
  file: string;
  /** Address below the site. */
  path: string;
}

interface CalendarOptions {
  /** Number of days to show, today included. */
  days: number;
  locale: string | undefined;
}

export async function showCalendar(
  root: string,
  reporter: Reporter,
  { days, locale }: CalendarOptions,
): Promise<void> {
  const inventory = await readInventory(root, reporter);
  const { today } = inventory.clock;
  const last = addDays(today, days - 1);
  const due = listDue(selectRows(inventory, { locale })).sort(
    (a, b) => compare(a.day, b.day) || compare(a.file, b.file),
  );
  const overdue = due.filter(({ day }) => day < today);
  const coming = due.filter(({ day }) => day >= today && day <= last);
  const later = due.length - overdue.length - coming.length;
  const lines = [
    ...(overdue.length > 0 ? ['overdue', ...overdue.map((item) => `  ${item.day}  ${describe(item)}`)] : []),
    ...coming.flatMap((item, index) => [
      ...(item.day === coming[index - 1]?.day ? [] : [nameDay(item.day, today)]),
      `  ${describe(item)}`,
    ]),
  ];
  if (lines.length > 0) reporter.output(lines.join('\n'));
  const rest = later > 0 ? `; ${later} after ${last} (--days)` : '';
  reporter.result(
    { today, overdue, coming, later },
    `${overdue.length} overdue, ${coming.length} until ${last}${rest}`,
  );
}

function listDue(rows: readonly ArticleRow[]): Due[] {
  return rows.flatMap(({ meta, path, state }): Due[] => {
    const item = (what: Due['what'], day: string | null): Due[] =>
      day === null ? [] : [{ day, what, title: meta.title, file: meta.file, path }];
    return [
      ...(state === 'scheduled' ? item('publish', meta.date.day) : []),
      // An article that has no readers neither expires nor needs a review.
      ...(state === 'published'
        ? [...item('expire', meta.editorial.expires), ...item('review', meta.editorial.reviewBy)]
        : []),
    ];
  });
}

function describe({ what, title, file }: Due): string {
  return `${what.padEnd('publish'.length)}  ${title}  (${file})`;
}

function nameDay(day: string, today: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const near = day === today ? ', today' : day === addDays(today, 1) ? ', tomorrow' : '';
  return `${day} ${weekday}${near}`;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
