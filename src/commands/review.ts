/** `articles review`. */
import { UserError } from '../foundation/errors.ts';
import type { OriginStatus } from '../generate/files/origin.ts';
import { choice, defineCommand, flag, text, type Values } from './command.ts';

const ACTIONS = ['list', 'show', 'approve', 'reject'];
const STATUS: readonly OriginStatus[] = ['draft', 'needs-review', 'approved', 'rejected', 'published'];

const OPTIONS = {
  status: choice('--status <status>', 'list only articles with this status', STATUS),
  locale: text('--locale <locale>', 'list only this locale'),
  reviewer: text('--reviewer <name>', 'name of the reviewer (default: your user name)'),
  force: flag('--force', 'approve in spite of findings'),
};
export type ReviewCommandOptions = Values<typeof OPTIONS>;

export const reviewCommand = defineCommand({
  name: 'review',
  summary: 'List, show, approve and reject generated articles.',
  arguments: {
    '[action]': `${ACTIONS.join(', ')} (default: list)`,
    '[articles...]': 'paths or slugs',
  },
  options: OPTIONS,
  examples: ['articles review', 'articles review show price-basics', 'articles review approve price-basics'],
  async run(call, options, [action = 'list', ...names]) {
    if (!ACTIONS.includes(action)) {
      const hint = `use one of ${ACTIONS.join(', ')}`;
      throw new UserError({ code: 'unknown-choice', message: `there is no action "${action}"`, hint });
    }
    const { runReview } = await import('./review/review-action.ts');
    await runReview(call, action, names, options);
  },
});
