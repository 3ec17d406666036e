/** Reserves slugs and titles for articles that are written at the same time. The first reservation wins. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { openAppendLog, readLines } from '../../foundation/append-log.ts';
import { parseJson } from '../../foundation/json.ts';
import { createTitleIndex } from '../checks/similarity.ts';

const reservationSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  run: z.string(),
  article: z.string(),
  locale: z.string(),
  slug: z.string(),
  title: z.string(),
});
type Reservation = z.output<typeof reservationSchema>;

export type SlugReservations = Awaited<ReturnType<typeof openSlugReservations>>;

/** Reservations older than this many milliseconds are ignored: their articles are written, so the corpus has them. */
const RECENT = 120_000;

export async function openSlugReservations(path: string) {
  mkdirSync(dirname(path), { recursive: true });
  const log = await openAppendLog(path, () => undefined, { shared: true, durable: false });
  const opened = Date.now();
  const createTaken = () => ({ titles: createTitleIndex(), slugs: new Set<string>() });
  const taken = new Map<string, ReturnType<typeof createTaken>>();
  const takenIn = (locale: string) => {
    const known = taken.get(locale) ?? createTaken();
    taken.set(locale, known);
    return known;
  };
  const take = (reservations: readonly Reservation[], run: string) => {
    for (const { run: other, at, locale, title, slug } of reservations) {
      // Articles of this run from before a crash are in the corpus, or reserve again.
      if (other === run && at < opened) continue;
      takenIn(locale).titles.add(title);
      takenIn(locale).slugs.add(slug);
    }
  };
  let offset = 0;
  const readNew = async (): Promise<Reservation[]> => {
    const found: Reservation[] = [];
    const each = (line: string) => {
      const reservation = reservationSchema.safeParse(parseJson(line)).data;
      if (reservation && reservation.at > opened - RECENT) found.push(reservation);
    };
    offset = (await readLines(path, each, offset)).end;
    return found;
  };

  // Reservations run one after the other, because each must read all lines before its own.
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Appends a reservation, then reads the reservations before it. The order of the lines decides who is first. */
    reserve(reservation: Reservation) {
      const { run, article, locale, title, slug } = reservation;
      const result = last.then(async () => {
        await log.append(JSON.stringify(reservation));
        const found = await readNew();
        const own = found.findLastIndex((other) => other.run === run && other.article === article);
        take(found.slice(0, own), run);
        const { titles, slugs } = takenIn(locale);
        const verdict = { titleTaken: titles.find(title) >= 0, slugTaken: slugs.has(slug) };
        take(found.slice(own), run);
        return verdict;
      });
      last = result.catch(() => undefined);
      return result;
    },
  };
}
