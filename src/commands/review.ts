/** Owns the options of `articles review`. */
import { type Command, Option } from 'commander';
import { createCommand, type Start } from './command.ts';
import { REVIEW_ACTIONS, REVIEW_STATUS, type ReviewCommandOptions } from './review/review-options.ts';

export function reviewCommand(start: Start): Command {
  return createCommand('review', 'List, show, approve and reject generated articles.')
    .argument('[action]', REVIEW_ACTIONS.join(', '), 'list')
    .argument('[articles...]', 'paths or slugs')
    .addOption(new Option('--status <status>', 'list only these').choices(REVIEW_STATUS))
    .option('--locale <locale>', 'list only this locale')
    .option('--reviewer <name>', 'who decides; default: the name of your account')
    .option('--force', 'approve in spite of findings')
    .action((action: string, names: string[], options: ReviewCommandOptions, command: Command) =>
      start(command, async (call) => {
        const { runReview } = await import('./review/review-action.ts');
        await runReview(call, action, names, options);
      }),
    );
}
