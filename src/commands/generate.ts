/** `articles generate`. */
import { UserError } from '../foundation/errors.ts';
import { defineCommand } from './command.ts';
import { GENERATE_OPTIONS } from './generate-options.ts';

export const generateCommand = defineCommand({
  name: 'generate',
  summary: 'Write articles with a language model, as drafts for `articles review`.',
  arguments: { '[action]': 'eval: compare models and prompts on the topics' },
  options: GENERATE_OPTIONS,
  examples: [
    'articles generate --locale en_US --count 3 --dry-run',
    'articles generate --topics topics.csv --budget 5',
    'articles generate --translate-from en_US --locale tr_TR --batch',
    'articles generate eval --topics topics.csv --compare gpt-5-mini --budget 2',
    'articles generate --article price-basics --section 2 --note "Add an example with a tote."',
  ],
  async run({ root, reporter }, options, [action]) {
    if (action !== undefined && action !== 'eval') {
      const hint = 'use eval, or leave it out';
      throw new UserError({ code: 'unknown-choice', message: `there is no action "${action}"`, hint });
    }
    const { runGenerate } = await import('../generate/generate-action.ts');
    await runGenerate(root, reporter, options, action);
  },
});
