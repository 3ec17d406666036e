/** Owns `articles check`. */
import type { Command } from 'commander';
import { createCommand, type Start } from './command.ts';

export function checkCommand(start: Start): Command {
  return createCommand(
    'check',
    'Find broken content, links, titles, ads and translations, and write nothing.',
  )
    .option('--drafts', 'check drafts too')
    .option('--future', 'check articles whose date lies ahead too')
    .addHelpText(
      'after',
      '\nErrors end with exit code 1, warnings alone with 0.\n\nExamples:\n  articles check\n  articles check --drafts --json',
    )
    .action((options: { drafts?: boolean; future?: boolean }, command: Command) =>
      start(command, async ({ root, reporter, fail }) => {
        const { check } = await import('../check/run-check.ts');
        const { drafts = false, future = false } = options;
        const result = await check({ root, drafts, future, reporter });
        const { errors, warnings, articles, pages } = result;
        for (const problem of warnings) reporter.warn(problem);
        for (const problem of errors) reporter.error(problem);
        const scope = `${articles} articles, ${pages} pages`;
        reporter.result(
          result,
          errors.length + warnings.length === 0
            ? `no problem in ${scope}`
            : `${count(errors.length, 'error')}, ${count(warnings.length, 'warning')} in ${scope}${pages === 0 ? '; links are checked when the errors are mended' : ''}`,
        );
        if (errors.length > 0) fail();
      }),
    );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
