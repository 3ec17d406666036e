/** `articles review`. */
import { UserError } from '../foundation/errors.ts';
import { defineCommand } from './command.ts';
import { REVIEW_OPTIONS } from './review-options.ts';

const ACTIONS = ['list', 'show', 'approve', 'reject', 'adopt', 'submit'];

export const reviewCommand = defineCommand({
  name: 'review',
  summary: 'List, show, approve and reject generated articles.',
  note: 'The action adopt records articles that an earlier version approved or published, as they are now. The action submit takes texts of other systems into the review.',
  arguments: {
    '[action]': `${ACTIONS.join(', ')} (default: list)`,
    '[articles...]': 'slugs, paths or file names',
  },
  options: REVIEW_OPTIONS,
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
