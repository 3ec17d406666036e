/** `articles next`: days and what is due on them. */
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

const EN = 'content/en_US/articles';
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date());
const inDays = (days: number) =>
  new Date(Date.parse(`${TODAY}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test('articles are due on the day that their front matter names', async () => {
  const soon = inDays(5);
  const root = makeSite({
    ...smallSite(),
    [`${EN}/soon.md`]: article({ title: 'Soon', date: soon }),
    // 20:00 in London is the next day in the zone of the site.
    [`${EN}/zone.md`]: article({ title: 'Zone', date: `${soon}T20:00:00+00:00` }),
    [`${EN}/far.md`]: article({ title: 'Far', date: inDays(400) }),
    [`${EN}/due.md`]: article({ title: 'Due', more: `expires: ${soon}\nreviewBy: 2026-01-31` }),
    [`${EN}/gone.md`]: article({ title: 'Gone', more: `expires: 2026-01-31\nreviewBy: ${soon}` }),
    [`${EN}/draft.md`]: article({ title: 'Draft', more: `draft: true\nexpires: ${soon}` }),
  });
  const { code, stdout, stderr } = await runArticles(['next', '--root', root]);
  expect(code).toBe(0);
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toBe('overdue');
  expect(lines[1]).toBe(`  2026-01-31  review   Due  (${EN}/due.md)`);
  expect(lines[2]).toMatch(new RegExp(`^${soon} [A-Z][a-z]+day$`));
  expect(lines.slice(3, 5)).toEqual([`  expire   Due  (${EN}/due.md)`, `  publish  Soon  (${EN}/soon.md)`]);
  expect(lines[5]).toMatch(new RegExp(`^${inDays(6)} `));
  expect(lines.slice(6)).toEqual([`  publish  01:30  Zone  (${EN}/zone.md)`]);
  expect(stderr).toContain(`1 overdue, 3 until ${inDays(89)}; 1 after ${inDays(89)} (--days)`);
  const { stdout: json } = await runArticles(['next', '--root', root, '--json', '--days', '1']);
  expect(JSON.parse(json)).toMatchObject({
    today: TODAY,
    nextChange: expect.stringMatching(/Z$/),
    overdue: [{ what: 'review', at: null }],
    coming: [],
    later: 4,
  });
});

test('a field that is no date is an error of the content', async () => {
  const root = makeSite({ ...smallSite(), [`${EN}/a.md`]: article({ title: 'A', more: 'reviewBy: soon' }) });
  const { code, stderr } = await runArticles(['check', '--root', root]);
  expect(code).toBe(1);
  expect(stderr).toContain(`${EN}/a.md:5:11: reviewBy: "soon" is not a date`);
});
