/**
 * One instant and one day for each article: every output has the instant that the front matter says, and the day that the
 * clocks of the site show then. Random dates, many of them beside midnight, in zones from −12 to +14.
 */
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { clockIn } from '../support/clocks.ts';
import { runArticles, runJson } from '../support/program.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';

const ZONES = [
  'Etc/GMT+12',
  'Pacific/Kiritimati',
  'UTC',
  'Asia/Kolkata',
  'America/New_York',
  // Clocks go forward at midnight.
  'Africa/Cairo',
  'America/St_Johns',
];
const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** As an author writes it, and the instant that it means. */
interface Written {
  text: string;
  time: number;
}

/** The first second that clocks show of a day, looked for second by second of an hour that has it. */
function beginOf(day: string, timeZone: string): number {
  let time = Date.parse(`${day}T00:00:00Z`) - 15 * HOUR;
  while (clockIn(timeZone, time + HOUR / 4).slice(0, 10) < day) time += HOUR / 4;
  for (const step of [60 * SECOND, SECOND])
    while (clockIn(timeZone, time + step).slice(0, 10) < day) time += step;
  return time + SECOND;
}

/** A day, or a time with an offset of its own, near midnight on the clocks of the site. */
const dateIn = (timeZone: string, now: number): fc.Arbitrary<Written> => {
  const days = fc.integer({ min: -900, max: 3 });
  const minutes = fc.oneof(fc.integer({ min: -120, max: 120 }), fc.integer({ min: 0, max: 24 * 60 }));
  return fc
    .record({ days, minutes, isDay: fc.boolean(), quarters: fc.integer({ min: -48, max: 56 }) })
    .map(({ days, minutes, isDay, quarters }) => {
      const day = clockIn(timeZone, now + days * 24 * HOUR).slice(0, 10);
      const begin = beginOf(day, timeZone);
      if (isDay) return { text: day, time: begin };
      const time = begin + minutes * 60 * SECOND;
      const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
      const offset = `${quarters < 0 ? '-' : '+'}${two(quarters / 4)}:${two((quarters % 4) * 15)}`;
      return { text: new Date(time + quarters * 900 * SECOND).toISOString().slice(0, 19) + offset, time };
    })
    .filter(({ time }) => Math.abs(time - now) > HOUR / 4);
};

/** The dates in the head of a page: properties of Open Graph, and fields of JSON-LD. */
function datesOf(html: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node) {
      const attribute = (wanted: string) => node.attrs.find(({ name }) => name === wanted)?.value ?? '';
      if (node.tagName === 'meta') found.set(attribute('property'), attribute('content'));
      if (attribute('type') === 'application/ld+json' && node.childNodes[0] && 'value' in node.childNodes[0])
        for (const [, name = '', value = ''] of node.childNodes[0].value.matchAll(/"(date\w+)":"([^"]+)"/g))
          found.set(name, value);
      if (
        node.tagName === 'time' &&
        !found.has('shown') &&
        node.childNodes[0] &&
        'value' in node.childNodes[0]
      ) {
        found.set('shown', node.childNodes[0].value);
        found.set('datetime', attribute('datetime'));
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(html));
  return found;
}

const shownDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  );

describe.each(ZONES)('in %s', (timeZone) => {
  test('every output has the same instant and the same day', async () => {
    const now = Date.now();
    const dates = fc.array(fc.tuple(dateIn(timeZone, now), fc.option(dateIn(timeZone, now))), {
      minLength: 24,
      maxLength: 24,
    });
    await fc.assert(
      fc.asyncProperty(dates, (written) => checkSite(timeZone, now, written)),
      {
        numRuns: 1,
        endOnFailure: true,
      },
    );
  });
});

async function checkSite(
  timeZone: string,
  now: number,
  written: readonly (readonly [Written, Written | null])[],
) {
  const files = smallSite({
    timeZone,
    locales: ['en_US'],
    permalinks: { article: '/{year}/{month}/{day}/{slug}' },
    archives: 'month',
    feedItems: 100,
    agents: { markdown: true },
  });
  for (const path of Object.keys(files)) if (/\/articles\/|ru_RU/.test(path)) delete files[path];
  const facts = written.map(([date, updated], index) => {
    const slug = `post-${index}`;
    files[`content/en_US/articles/${slug}.md`] = article({
      title: `Post ${index}`,
      slug,
      date: date.text,
      category: 'betting',
      ...(updated && { more: `updated: ${updated.text}` }),
    });
    const day = clockIn(timeZone, date.time).slice(0, 10);
    const changed = Math.max(date.time, updated?.time ?? 0);
    return { slug, day, time: date.time, changed, changedDay: clockIn(timeZone, changed).slice(0, 10) };
  });
  const root = makeSite(files);
  const { code, stderr } = await runArticles([
    'build',
    '--root',
    root,
    '--out',
    `${root}/dist`,
    '--jobs',
    '1',
    '--no-strict',
  ]);
  expect(stderr).not.toMatch(/^error/m);
  expect(code).toBe(0);
  const tree = readTree(`${root}/dist`);
  const text = (path: string) => String(tree.get(path) ?? '');
  const out = facts.filter(({ time }) => time <= now);
  const isDate = (value: string | undefined, time: number, day: string) => {
    expect(value?.slice(0, 10)).toBe(day);
    expect(Date.parse(value ?? '')).toBe(time);
  };

  const [atom, rss] = [text('feed.xml'), text('rss.xml')];
  const feed = JSON.parse(text('feed.json'));
  const newest = out
    .toSorted((a, b) => b.time - a.time || (a.slug < b.slug ? -1 : 1))
    .map(({ slug }) => slug);
  expect(feed.items.map(({ url }: { url: string }) => url.replace(/^.*\//, ''))).toEqual(newest);
  for (const { slug, time, day, changed, changedDay } of out) {
    const path = `/${day.replaceAll('-', '/')}/${slug}`;
    const page = datesOf(text(`${path.slice(1)}.html`));
    expect(page.get('shown')).toBe(shownDay(day));
    expect(page.get('datetime')?.slice(0, 10)).toBe(day);
    isDate(page.get('article:published_time'), time, day);
    isDate(page.get('article:modified_time'), changed, changedDay);
    isDate(page.get('datePublished'), time, day);
    isDate(page.get('dateModified'), changed, changedDay);

    const entry = atom.split('<entry>').find((one) => one.includes(`${path}"`)) ?? '';
    isDate(/<published>([^<]+)/.exec(entry)?.[1], time, day);
    isDate(/<updated>([^<]+)/.exec(entry)?.[1], changed, changedDay);
    const item = rss.split('<item>').find((one) => one.includes(`${path}<`)) ?? '';
    expect(Date.parse(/<pubDate>([^<]+)/.exec(item)?.[1] ?? '')).toBe(time);
    const json = feed.items.find(({ url }: { url: string }) => url.endsWith(path));
    isDate(json.date_published, time, day);
    isDate(json.date_modified, changed, changedDay);
    const url =
      text('sitemap.xml')
        .split('<url>')
        .find((one) => one.includes(`${path}<`)) ?? '';
    isDate(/<lastmod>([^<]+)/.exec(url)?.[1], changed, changedDay);
    const twin = text(`${path.slice(1)}.md`);
    isDate(/^published: "?([^"\n]+)/m.exec(twin)?.[1], time, day);
    const month = [...tree].filter(([name]) =>
      name.startsWith(`archive/${day.slice(0, 7).replace('-', '/')}`),
    );
    expect(month.some(([, html]) => String(html).includes(`${path}"`))).toBe(true);
  }
  expect(Date.parse(/<updated>([^<]+)/.exec(atom)?.[1] ?? '')).toBe(
    Math.max(...out.map(({ changed }) => changed)),
  );

  const { articles } = await runJson(['list', '--root', root]);
  const listed = new Map(articles.map((row: { slug: string }) => [row.slug, row]));
  for (const { slug, day, changedDay, time } of facts)
    expect(listed.get(slug)).toMatchObject({
      date: day,
      changed: changedDay,
      state: time <= now ? 'published' : 'scheduled',
    });
  const { coming } = await runJson(['next', '--root', root, '--days', '9']);
  const ahead = facts.filter(({ time }) => time > now).map(({ slug, day }) => `${day} ${slug}`);
  expect(
    coming
      .map(({ day, file }: { day: string; file: string }) => `${day} ${/([^/]+)\.md$/.exec(file)?.[1]}`)
      .sort(),
  ).toEqual(ahead.sort());
}
