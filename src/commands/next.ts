/** `articles next`: the calendar of the editors. */
import { defineCommand, parsed, text, wholeNumber } from './command.ts';

export const nextCommand = defineCommand({
  name: 'next',
  summary: 'Show day by day what will be published, expires or is due for a review.',
  options: {
    days: parsed('--days <n>', 'days to show, from today (default: 90)', wholeNumber(1, 36_500)),
    locale: text('--locale <locale>', 'show only this edition'),
  },
  note: [
    'An article is published by the first build on or after its date. "expires" and "reviewBy" in the front matter are',
    'days for the editors: the article stays published until they change it.',
  ].join('\n'),
  examples: ['articles next', 'articles next --days 7 --json'],
  async run({ root, reporter }, { days = 90, locale }) {
    const { showCalendar } = await import('../articles/calendar.ts');
    await showCalendar(root, reporter, { days, locale });
  },
});
