/** `articles review`. */
import { UserError } from '../foundation/errors.ts';
import type { OriginStatus } from '../generate/files/origin.ts';
import { choice, defineCommand, flag, text, type Values } from './command.ts';

const ACTIONS = ['list', 'show', 'approve', 'reject', 'adopt'];
const STATUS: readonly OriginStatus[] = ['draft', 'needs-review', 'approved', 'rejected', 'published'];

const OPTIONS = {
  status: choice('--status <status>', 'list only articles with this status', STATUS),
  locale: text('--locale <locale>', 'list only this locale'),
  reviewer: text('--reviewer <name>', 'name of the reviewer (default: user.name and user.email of git)'),
  force: flag('--force', 'approve in spite of findings; needs --reason'),
  reason: text('--reason <text>', 'why the findings do not matter'),
};
export type ReviewCommandOptions = Values<typeof OPTIONS>;

export const reviewCommand = defineCommand({
  name: 'review',
  summary: 'List, show, approve and reject generated articles.',
  note: 'The action adopt records articles that an earlier version approved or published, as they are now.',
  arguments: {
    '[action]': `${ACTIONS.join(', ')} (default: list)`,
    '[articles...]': 'slugs, paths or file names',
  },
  options: OPTIONS,
  examples: ['articles review', 'articles review show price-basics', 'articles review approve price-basics'],
  async run({ root, reporter }, options, [action = 'list', ...names]) {
    if (!ACTIONS.includes(action)) {
      const hint = `use one of ${ACTIONS.join(', ')}`;
      throw new UserError({ code: 'unknown-choice', message: `there is no action "${action}"`, hint });
    }
    const { runReview } = await import('../generate/review/review-action.ts');
    await runReview(root, reporter, action, names, options);
  },
});
