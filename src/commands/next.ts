/** `articles next`: the calendar of the editors, and what a schedule asks. */
import { UserError } from '../foundation/errors.ts';
import { SCHEDULE_HOSTS } from '../scaffold/schedule-hosts.ts';
import { choice, defineCommand, flag, parsed, text, wholeNumber } from './command.ts';
import { environment, TARGET } from './deploy.ts';

export const nextCommand = defineCommand({
  name: 'next',
  summary: 'Show what will be published, expires or is due for a review, and whether a build is due.',
  options: {
    days: parsed('--days <n>', 'days to show, from today (default: 90)', wholeNumber(1, 36_500)),
    locale: text('--locale <locale>', 'show only this edition'),
    due: flag('--due', 'list what has changed since the newest release; ends with 10 where nothing has'),
    env: environment('with --due: environment whose release is asked', 'production'),
    target: TARGET,
    schedule: choice('--schedule <host>', 'write or print what makes a host publish in time', SCHEDULE_HOSTS),
    daily: flag('--daily', 'with --schedule: once a day; hourly by default'),
  },
  note: [
    'A build publishes an article from its date on, and no longer from its day in "expires" on. "reviewBy" is a day for the',
    'editors. Nothing happens without a build: `--schedule` makes a host start one when `--due` says that it is needed.',
  ].join('\n'),
  examples: [
    'articles next',
    'articles next --days 7 --json',
    'articles next --due --target file:///srv/www',
    'articles next --schedule github',
  ],
  async run({ root, reporter, fail }, { days = 90, locale, due, env, target, schedule, daily }) {
    if (due && schedule !== undefined) throw CONFLICT;
    const { loadConfig } = await import('../config/load-config.ts');
    const config = await loadConfig(root);
    if (schedule !== undefined) {
      const { setUpSchedule } = await import('../scaffold/schedules.ts');
      const { readDates } = await import('../build/read-dates.ts');
      const { articles } = await readDates(config);
      return setUpSchedule(config, reporter, { host: schedule, isDaily: daily, articles });
    }
    const now = Date.now();
    const live = await import('../deploy/live-release.ts');
    const { showCalendar, showDue } = await import('../articles/calendar.ts');
    if (due) {
      const release = await live.readLive(config, { env, target, preview: undefined }, now);
      if (!(await showDue(root, reporter, release))) fail(10);
      return;
    }
    const { overdue, alarm } = await live.askLive(config, target, now);
    await showCalendar(root, reporter, { days, locale, live: overdue });
    if (alarm) reporter.warn(alarm);
  },
});

const CONFLICT = new UserError({
  code: 'conflicting-options',
  message: '--due asks a target, and --schedule sets up a host: one run does one of both',
  hint: 'run the command twice',
});
