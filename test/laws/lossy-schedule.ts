/**
 * The law of schedules: after any run at a time the site is the one of that time, however late, seldom or often runs come.
 * A scheduler loses and delays ticks around the changes of the clocks. The oracle knows no code of the program:
 * it asks the clocks of Intl which articles readers have, and looks which pages there are.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readDates } from '../../src/build/read-dates.ts';
import { build } from '../../src/build/run-build.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { listTimeChanges } from '../../src/content/article/presence.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { clockIn } from '../support/clocks.ts';
import { createRandom } from '../support/random.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Dated {
  name: string;
  date: string;
  expires: string | null;
}

/** True if the moment that a front matter names has come: by the clock on the wall for a day, else by its offset. */
function hasCome(written: string, time: number, timeZone: string): boolean {
  return written.length === 10
    ? clockIn(timeZone, time).slice(0, 10) >= written
    : time >= Date.parse(written);
}

const shownAt = (articles: readonly Dated[], time: number, timeZone: string) =>
  articles
    .filter(
      ({ date, expires }) =>
        hasCome(date, time, timeZone) && !(expires !== null && hasCome(expires, time, timeZone)),
    )
    .map(({ name }) => name)
    .sort();

/**
 * Drives a site through its days, and holds each run to what the clocks say.
 * @param first day, as YYYY-MM-DD
 */
export async function runLossySchedule(timeZone: string, first: string, days: number): Promise<void> {
  const start = Date.parse(`${first}T00:00:00Z`);
  const random = createRandom(`${timeZone} ${first}`);
  const below = (limit: number) => Math.floor(random() * limit);
  const dayAt = (day: number) => new Date(start + day * DAY).toISOString().slice(0, 10);
  const offsets = ['+00:00', '-12:00', '+14:00', '+05:30'];
  const moment = (day: number) =>
    below(2) === 0
      ? dayAt(day)
      : // Clocks skip half past two, or show it twice.
        `${dayAt(day)}T${below(3) === 0 ? '02:30' : `${String(below(24)).padStart(2, '0')}:17`}:00${offsets[below(4)]}`;
  const articles: Dated[] = Array.from({ length: 7 }, (_, index) => {
    const from = below(days) - Math.floor(days / 12);
    return {
      name: `dated-${index}`,
      date: moment(from),
      expires: below(3) === 0 ? null : moment(from + 1 + below(Math.ceil(days / 3))),
    };
  });
  // The days on which clocks change in 2027.
  for (const [index, day] of ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07'].entries())
    articles.push({ name: `clocks-${index}`, date: day, expires: `${day}T02:30:00+01:00` });
  const root = makeSite({
    ...smallSite({ timeZone, locales: ['en_US'] }),
    ...Object.fromEntries(
      articles.map(({ name, date, expires }) => [
        `content/en_US/articles/${name}.md`,
        article({ title: name, date, ...(expires !== null && { more: `expires: "${expires}"` }) }),
      ]),
    ),
  });
  const config = await loadConfig(root);
  const make = (now: number, out = 'dist') =>
    build({
      root,
      out: join(root, out),
      reporter: createSilentReporter(),
      now,
      ...(out !== 'dist' && { clean: true }),
    });
  const include = { drafts: false, future: false };
  const dated = (await readDates(config)).articles;
  const dueAt = (built: number, now: number) =>
    listTimeChanges(dated, { include, timeZone, since: built }).filter(({ time }) => time <= now);
  const read = (out: string, file: string) => readFileSync(join(root, out, file), 'utf8');

  /** Each hour at :17; a fifth is dropped, a twentieth comes twice, each comes up to twelve hours late. */
  const ticks = Array.from({ length: days * 24 }, (_, hour) => start + hour * HOUR + 17 * 60_000)
    .filter(() => random() >= 0.2)
    .flatMap((planned) => {
      const late = { planned, time: planned + below(12 * HOUR) };
      return random() < 0.05 ? [late, { ...late, time: late.time + below(HOUR) }] : [late];
    })
    .sort((a, b) => a.time - b.time);
  let built = start;
  await make(built);
  let runs = 0;
  const yearAt = (time: number) => clockIn(timeZone, time).slice(0, 4);
  for (const { time } of ticks) {
    const before = shownAt(articles, built, timeZone);
    const now = shownAt(articles, time, timeZone);
    const due = dueAt(built, time);
    if (due.length === 0) {
      expect(now, new Date(time).toISOString()).toEqual(before);
      expect(yearAt(time)).toBe(yearAt(built));
      continue;
    }
    runs++;
    await make(time);
    built = time;
    const pages = readdirSync(join(root, 'dist/articles')).filter((name) =>
      /^(?:dated|clocks)-\d+\.html$/.test(name),
    );
    expect(pages.map((name) => name.replace('.html', '')).sort()).toEqual(now);
    for (const { name } of articles)
      for (const file of ['sitemap.xml', 'feed.xml'])
        expect(
          read('dist', file).match(new RegExp(`/articles/${name}["<]`)) !== null,
          `${name} in ${file}`,
        ).toBe(now.includes(name));
    expect(read('dist', 'index.html')).toContain(yearAt(time));
    expect(dueAt(built, time)).toEqual([]);
  }
  expect(runs).toBeGreaterThan(days / 24);

  // No change is later than the first tick after it that was not dropped, with that tick's delay.
  const last = ticks.at(-1)?.time ?? 0;
  for (const { time } of dueAt(start, last)) {
    const next = ticks.filter(({ planned }) => planned >= time).map((tick) => tick.time);
    const done = ticks.find((tick) => tick.time >= time)?.time;
    expect(done).toBeLessThanOrEqual(Math.min(...next));
  }

  // The last incremental build is the build of its time.
  await make(built, 'clean');
  const list = (out: string) => readdirSync(join(root, out), { recursive: true, encoding: 'utf8' }).sort();
  expect(list('dist')).toEqual(list('clean'));
  for (const file of list('dist').filter(
    (name) => /\.(?:html|xml|txt)$/.test(name) && !name.includes('page-data'),
  ))
    if (!file.endsWith('.html') || !/^(?:404|500)/.test(file))
      expect(read('dist', file), file).toBe(read('clean', file));
}
