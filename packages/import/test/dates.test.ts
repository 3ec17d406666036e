/** Posts keep their day and their dated address, whatever the clocks of the old site showed. */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockIn } from '../../../test/support/clocks.ts';
import { runArticles } from '../../../test/support/program.ts';
import { makeFolder, readTree } from '../../../test/support/site.ts';
import { importInto, makeSource } from './import-site.ts';

const HOUR = 3_600_000;

/** The instants of posts, most of them near midnight on the clocks of a zone, in winter and summer. */
const instants = (timeZone: string) =>
  fc.array(
    fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: -180, max: 180 })).map(([day, minutes]) => {
      const noon = Date.UTC(2016, 0, 1, 12) + day * 24 * HOUR;
      const shown = Date.parse(`${clockIn(timeZone, noon)}Z`);
      return noon - (shown % (24 * HOUR)) + minutes * 60_000;
    }),
    { minLength: 12, maxLength: 12 },
  );

const item = (time: number, index: number, timeZone: string) => {
  const local = clockIn(timeZone, time);
  const gmt = new Date(time).toISOString().slice(0, 19);
  const [day] = local.split('T');
  return `<item><title>Post ${index}</title>
<link>https://wp.example/${day?.replaceAll('-', '/')}/post-${index}/</link>
<dc:creator>ann</dc:creator>
<content:encoded><![CDATA[<p>The text of post ${index}.</p>]]></content:encoded>
<wp:post_id>${index + 1}</wp:post_id>
<wp:post_date>${local.replace('T', ' ')}</wp:post_date>
<wp:post_date_gmt>${gmt.replace('T', ' ')}</wp:post_date_gmt>
<wp:post_name>post-${index}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`;
};

const wxr = (times: readonly number[], timeZone: string, language: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>T</title><link>https://wp.example</link><language>${language}</language><wp:wxr_version>1.2</wp:wxr_version>
${times.map((time, index) => item(time, index, timeZone)).join('\n')}</channel></rss>`;

/** Imports and builds. @returns the zone of the new site, and for each page its address and the day that it shows */
async function publish(source: string, ...args: string[]) {
  const root = join(makeFolder(), 'site');
  const { code, stderr } = await importInto(root, source, ...args);
  expect(stderr).not.toMatch(/^error/m);
  expect(code).toBe(0);
  const built = await runArticles(['build', '--root', root, '--no-strict', '--jobs', '1']);
  expect(built.code).toBe(0);
  const tree = readTree(join(root, 'dist'));
  const { timeZone } = JSON.parse(String(readTree(root).get('site-config.json')));
  const days = new Map<string, string>();
  for (const [path, bytes] of tree) {
    const shown = /article:published_time" content="(\d{4}-\d\d-\d\d)/.exec(String(bytes))?.[1];
    if (path.endsWith('.html') && shown) days.set(path.slice(0, -'.html'.length), shown);
  }
  return { timeZone, days };
}

describe.each([
  ['Asia/Seoul', 'ko-KR', 'Asia/Seoul'],
  ['Europe/Paris', 'fr-FR', 'Europe/Paris'],
  ['America/New_York', 'en-US', 'America/New_York'],
  ['Asia/Kolkata', 'en-US', 'Asia/Kolkata'],
  // No zone of the list has these clocks.
  ['Pacific/Chatham', 'en-US', 'UTC'],
  ['Pacific/Kiritimati', 'en-US', 'UTC'],
])('an export of WordPress from %s', (timeZone, language, found) => {
  test('keeps addresses and days', async () => {
    await fc.assert(
      fc.asyncProperty(instants(timeZone), async (times) => {
        const source = makeSource({ 'export.xml': wxr(times, timeZone, language) });
        const site = await publish(join(source, 'export.xml'));
        expect(site.timeZone).toBe(found);
        for (const [index, time] of times.entries()) {
          const day = clockIn(timeZone, time).slice(0, 10);
          const path = `${day.replaceAll('-', '/')}/post-${index}`;
          expect([...site.days.keys()]).toContain(path);
          // A site in another zone shows the day of its own clocks.
          expect(site.days.get(path)).toBe(clockIn(found, time).slice(0, 10));
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});

test('a folder of posts keeps its dated addresses, in a site of another zone', async () => {
  const days = [
    '2024-03-01T00:20:00+09:00',
    '2024-03-01T23:50:00-08:00',
    '2024-03-02',
    '2024-03-03T12:00:00Z',
  ];
  const source = makeSource({
    'hugo.toml':
      'baseURL = "https://h.example/"\ntitle = "H"\n[permalinks]\nposts = "/:year/:month/:day/:slug/"\n',
    ...Object.fromEntries(
      days.map((date, index) => [
        `content/posts/p${index}.md`,
        `---\ntitle: P${index}\ndate: ${date}\n---\nThe text of ${index}.\n`,
      ]),
    ),
  });
  const { days: pages } = await publish(source);
  expect([...pages.keys()].sort()).toEqual([
    '2024/03/01/p0',
    '2024/03/01/p1',
    '2024/03/02/p2',
    '2024/03/03/p3',
  ]);
});
