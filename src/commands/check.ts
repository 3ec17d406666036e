/** `articles check`. */
import { formatCount } from '../foundation/report.ts';
import { defineCommand, flag } from './command.ts';

export const checkCommand = defineCommand({
  name: 'check',
  summary: 'Report problems of content, links, titles, ads and translations, and write nothing.',
  options: {
    drafts: flag('--drafts', 'check drafts too'),
    future: flag('--future', 'check articles with a date in the future too'),
  },
  note: 'The exit code is 1 for errors and 0 for warnings.',
  examples: ['articles check', 'articles check --drafts --json'],
  async run({ root, reporter, fail }, options) {
    const { check } = await import('../check/run-check.ts');
    const result = await check({ root, ...options, reporter });
    const { errors, warnings, articles, pages } = result;
    reporter.warnings(warnings);
    reporter.errors(errors);
    const scope = `in ${formatCount(articles, 'article')}, ${formatCount(pages, 'page')}`;
    const found = `${formatCount(errors.length, 'error')}, ${formatCount(warnings.length, 'warning')} ${scope}`;
    const unchecked = pages === 0 ? '; links are checked when the errors are fixed' : '';
    const isClean = errors.length + warnings.length === 0;
    reporter.result(result, isClean ? `no problem ${scope}` : found + unchecked, isClean);
    if (errors.length > 0) fail();
  },
});
