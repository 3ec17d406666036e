/** The results that `next` prints with `--json`. */
import * as z from 'zod';
import { count, form, list, words } from './result-parts.ts';

const instant = (text: string) => z.string().nullable().describe(`${text}, in UTC`);
const nextChange = instant('instant at which dates change the site next');

const nextDate = z.object({
  day: words('YYYY-MM-DD, in the time zone of the site'),
  at: instant('instant of the change; null for a review'),
  what: z.enum(['publish', 'expire', 'review']).describe('what happens'),
  title: words('title of the article, or name of the offer'),
  file: words('path, relative to the root'),
  path: words('address below the site; empty for an offer'),
});

export type NextDate = z.output<typeof nextDate>;

const overdue = z
  .object({ count: count('changes'), for: count('milliseconds since the first of them') })
  .nullable()
  .describe('changes that production lacks; null where there are none, or nobody could say');

const calendar = z.object({
  today: words('YYYY-MM-DD, in the time zone of the site'),
  nextChange,
  overdue: list(nextDate, 'reviews whose day has passed'),
  coming: list(nextDate, 'what happens in the days that were asked for'),
  later: count('what happens after them'),
  live: overdue,
});

export type NextResult = z.output<typeof calendar>;

const due = z.object({
  ...form('next-due'),
  due: list(
    z.object({
      at: instant('instant of the change'),
      what: z
        .enum(['publish', 'expire', 'year'])
        .describe('what changes: an article or an offer, or the year on all pages'),
      file: z.string().nullable().describe('path of the article or of the ledger, relative to the root'),
      title: z.string().nullable().describe('title of the article, or name of the offer'),
    }),
    'changes since the newest release',
  ),
  isDue: z
    .boolean()
    .describe('true where a build has something to publish; the command ends with 0, else with 10'),
  nextChange,
  read: count('texts that were read, since the last build does not know them'),
  target: words('address of the target'),
  release: z.string().nullable().describe('newest release; null before the first one'),
  built: instant('when it was built'),
});

const schedule = z.object({
  ...form('next-schedule'),
  host: words('host of the schedule'),
  files: list(z.string(), 'files that were written, relative to the root'),
  text: words('what to set up by hand'),
  nextChange,
});

export type NextSchedule = z.output<typeof schedule>;

/** The result of `next`, of `next --due`, or of `next --schedule`. */
export const nextResult = z.union([calendar, due, schedule]);
