/** Says when readers have an article, and lists the instants at which a site changes although nobody changes it. */
import { type ArticleDate, isFuture, nextYear } from './dates.ts';

/** What decides when readers have an article. */
export interface Dated {
  status: 'published' | 'draft' | 'withheld';
  date: Pick<ArticleDate, 'time'>;
  editorial: { expires: Pick<ArticleDate, 'time'> | null };
  /** True for what a build with `future` shows on its dates only. */
  keepsDates?: true;
}

/** Which articles a build has besides those that readers have now. `future` leaves all dates out of account. */
export interface Included {
  drafts: boolean;
  future: boolean;
  /** Milliseconds since the epoch. Present if the site is built for another time than now. */
  date?: number;
}

/** Where an article is between its two dates. `expires` is the first day, or instant, without it. */
export type Presence = 'scheduled' | 'published' | 'expired';

export function presenceOf({ date, editorial: { expires } }: Omit<Dated, 'status'>, now: number): Presence {
  if (expires && !isFuture(expires, now)) return 'expired';
  return isFuture(date, now) ? 'scheduled' : 'published';
}

/** True for an article that only its dates can keep from readers. */
export function isReady({ status }: Pick<Dated, 'status'>, { drafts }: Pick<Included, 'drafts'>): boolean {
  return status === 'published' || (status === 'draft' && drafts);
}

/** One reason why the site at `time` differs from the site a millisecond before. */
export type TimeChange<Item> =
  | { time: number; what: 'publish' | 'expire'; item: Item }
  /** Every page shows the year. */
  | { time: number; what: 'year'; item: null };

/**
 * Lists what changes the site after an instant, in the order of time. Of the years it lists the first one. Whatever else
 * begins or ends at a time belongs here: builds, deploys, schedules and alarms take this list.
 * @param since milliseconds since the epoch
 */
export function listTimeChanges<Item extends Dated>(
  items: Iterable<Item>,
  { include, timeZone, since }: { include: Included; timeZone: string; since: number },
): TimeChange<Item>[] {
  const changes: TimeChange<Item>[] = [{ time: nextYear(since, timeZone), what: 'year', item: null }];
  for (const item of items) {
    if (!isReady(item, include) || (include.future && !item.keepsDates)) continue;
    const { time: from } = item.date;
    const until = item.editorial.expires?.time ?? Number.POSITIVE_INFINITY;
    if (until <= from) continue;
    if (from > since) changes.push({ time: from, what: 'publish', item });
    if (until > since && Number.isFinite(until)) changes.push({ time: until, what: 'expire', item });
  }
  return changes.sort((a, b) => a.time - b.time);
}
