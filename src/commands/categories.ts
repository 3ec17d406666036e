/** Owns `articles categories`: the category tree. */
import type { Command } from 'commander';
import { createCommand, type Start } from './command.ts';

export function categoriesCommand(start: Start): Command {
  return createCommand('categories', 'Show the category tree.')
    .option('--locale <locale>', 'edition to show; default: the first of site-config.json')
    .action((_options: { locale?: string }, command: Command) =>
      start(command, async ({ reporter }) => {
        reporter.output('');
      }),
    );
}
