/** Lists what the dates of articles do: day by day for editors, and since a release for schedules. */
import { type DatedFile, readDates } from '../build/read-dates.ts';
import { readTimes } from '../build/read-site.ts';
import { loadConfig } from '../config/load-config.ts';
import { calendarDay, dateIn, describeNextChange, endOf, formatLocal } from '../content/article/dates.ts';
import { listTimeChanges, type TimeChange } from '../content/article/presence.ts';
import type { Ledger } from '../content/data/offers.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import type { NextDate, NextResult } from '../results/next-results.ts';
import { datedOffers, reviewOf } from '../site/offers.ts';
import { type ArticleRow, readInventory } from './inventory.ts';
import { selectRows } from './select-rows.ts';

interface CalendarOptions {
  /** Number of days to show, today included. */
  days: number;
  locale: string | undefined;
  /** Changes that production lacks. */
  live: NextResult['live'];
}

export async function showCalendar(
  root: string,
  reporter: Reporter,
  { days, locale, live }: CalendarOptions,
): Promise<void> {
  const inventory = await readInventory(root, reporter);
  const { now, today } = inventory.clock;
  const { timeZone } = inventory.config;
  const last = addDays(today, days - 1);
  const rows = selectRows(inventory, { locale });
  const { ledger } = inventory.site;
  const dated = [
    ...listShown(rows),
    ...datedOffers(ledger, timeZone).map((offer) => ({ ...offer, path: '' })),
  ];
  const changes = listTimeChanges(dated, { include: FOR_READERS, timeZone, since: now });
  const entries = [
    ...changes.flatMap((change) => (change.what === 'year' ? [] : describeChange(change, timeZone))),
    ...rows.flatMap(listReviews),
    ...listOfferReviews(ledger, { now, timeZone }),
  ].sort((a, b) => compare(a.day, b.day) || compare(a.at ?? '', b.at ?? '') || compare(a.file, b.file));
  const overdue = entries.filter(({ day }) => day < today);
  const coming = entries.filter(({ day }) => day >= today && day <= last);
  const later = entries.length - overdue.length - coming.length;
  const show = (entry: NextDate) => describe(entry, timeZone);
  const lines = [
    ...(overdue.length > 0 ? ['overdue', ...overdue.map((entry) => `  ${entry.day}  ${show(entry)}`)] : []),
    ...coming.flatMap((entry, index) => [
      ...(entry.day === coming[index - 1]?.day ? [] : [nameDay(entry.day, today)]),
      `  ${show(entry)}`,
    ]),
  ];
  if (lines.length > 0) reporter.output(lines.join('\n'));
  const rest = later > 0 ? `; ${later} after ${last} (--days)` : '';
  const nextChange = formatNext(changes);
  reporter.result(
    { today, nextChange, overdue, coming, later, live } satisfies NextResult,
    `${overdue.length} overdue, ${coming.length} until ${last}${rest}\n${describeNext(nextChange, timeZone)}`,
  );
}

const FOR_READERS = { drafts: false, future: false };

/** Articles that a build has, or will have. */
function* listShown(rows: readonly ArticleRow[]) {
  for (const { meta, path, state } of rows) {
    if (state === 'draft' || state === 'withheld' || state === 'error') continue;
    const { file, title, date, editorial } = meta;
    yield { file, title, path, status: 'published' as const, date, editorial };
  }
}

function describeChange(
  { time, what, item }: Exclude<TimeChange<{ file: string; title: string; path: string }>, { item: null }>,
  timeZone: string,
): NextDate {
  const { title, file, path } = item;
  const at = new Date(time).toISOString();
  return { day: calendarDay(time, timeZone), at, what, title, file, path };
}

/** An article without readers needs no review. */
function listReviews({ meta, path, state }: ArticleRow): NextDate[] {
  const { title, file, editorial } = meta;
  if (state !== 'published' || editorial.reviewBy === null) return [];
  return [{ day: editorial.reviewBy, at: null, what: 'review', title, file, path }];
}

/** Days on which somebody must look at an offer that has not ended, or read a rule again. */
function listOfferReviews({ offers, notices }: Ledger, { now, timeZone }: OfferTimes): NextDate[] {
  const reviewed = Array.from(offers, ([title, { until, reviewBy, file }]) => {
    const isOver = until && endOf(until, timeZone) <= now;
    const written = reviewBy && dateIn(reviewBy, timeZone).time;
    return { title, file, time: isOver ? undefined : (written ?? (until && reviewOf(until, timeZone))) };
  });
  const read = notices.map(({ class: kind, market, reviewBy, file }) => {
    return {
      title: `notice of ${kind} in ${market.join(', ')}`,
      file,
      time: dateIn(reviewBy, timeZone).time,
    };
  });
  return [...reviewed, ...read].flatMap(({ title, file, time }): NextDate[] =>
    time === undefined
      ? []
      : [{ day: calendarDay(time, timeZone), at: null, what: 'review', title, file, path: '' }],
  );
}

interface OfferTimes {
  now: number;
  timeZone: string;
}

/** Adds the time to what does not happen as the day begins. */
function describe({ day, at, what, title, file }: NextDate, timeZone: string): string {
  const [, clock = ''] = at === null ? [] : formatLocal(Date.parse(at), timeZone).split(' ');
  const isTimed = clock !== '' && at !== null && calendarDay(Date.parse(at) - 1, timeZone) === day;
  return `${what.padEnd('publish'.length)}  ${isTimed ? `${clock}  ` : ''}${title}  (${file})`;
}

const formatNext = ([next]: readonly Pick<TimeChange<never>, 'time'>[]) =>
  next === undefined ? null : new Date(next.time).toISOString();

function describeNext(next: string | null, timeZone: string): string {
  return `next change of the site: ${next === null ? 'none' : describeNextChange(next, timeZone)}`;
}

/** The newest release of a target. */
interface Released {
  target: string;
  /** null before the first one. */
  release: string | null;
  /** When it was built, in milliseconds since the epoch; null before the first release. */
  built: number | null;
}

/**
 * Lists the changes of the site since a release, without a build. Writes nothing, and reads no text that the record of the
 * last build knows.
 * @returns false where nothing is due
 */
export async function showDue(
  root: string,
  reporter: Reporter,
  { target, release, built }: Released,
): Promise<boolean> {
  const config = await loadConfig(root);
  const { timeZone } = config;
  const { now } = readTimes(config);
  const { articles, read } = await readDates(config);
  const list = (from: number) =>
    listTimeChanges<DatedFile>(articles, { include: FOR_READERS, timeZone, since: from });
  const changes = built === null ? [] : list(built).filter(({ time }) => time <= now);
  const nextChange = formatNext(list(now));
  const due = changes.map(({ time, what, item }) => ({
    at: new Date(time).toISOString(),
    what,
    ...(item === null ? { file: null, title: null } : { file: item.file, title: item.title }),
  }));
  const isDue = release === null || due.length > 0;
  if (due.length > 0)
    reporter.output(
      due
        .map(({ at, what, file, title }) =>
          [formatLocal(Date.parse(at), timeZone), what.padEnd('publish'.length), title, file && `(${file})`]
            .filter(Boolean)
            .join('  '),
        )
        .join('\n'),
    );
  const of = release === null ? 'the target has no release yet' : `since release ${release}`;
  const said =
    due.length === 0 ? (isDue ? of : `nothing is due ${of}`) : `${formatCount(due.length, 'change')} ${of}`;
  reporter.result(
    {
      kind: 'next-due',
      due,
      isDue,
      nextChange,
      read,
      target,
      release,
      built: built === null ? null : new Date(built).toISOString(),
    },
    `${said}\n${describeNext(nextChange, timeZone)}`,
  );
  return isDue;
}

function nameDay(day: string, today: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const near = day === today ? ', today' : day === addDays(today, 1) ? ', tomorrow' : '';
  return `${day} ${weekday}${near}`;
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
