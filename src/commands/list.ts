/** `articles list`: the inventory. */
import { UserError } from '../foundation/errors.ts';
import { FILTERS } from './article-filters.ts';
import { defineCommand, flag, text } from './command.ts';

export const listCommand = defineCommand({
  name: 'list',
  summary: 'List articles: all of them, or those that the options choose.',
  options: {
    ...FILTERS,
    sort: text('--sort <column>', 'order by a column, such as date; -date is descending (default: -changed)'),
    csv: flag('--csv', 'print CSV for a spreadsheet'),
  },
  note: 'An article must match all filters. --drafts, --scheduled, --published and --withheld together match any of these states.',
  examples: [
    'articles list --drafts',
    'articles list --missing description,image --sort category',
    'articles list --older 18m --unlinked --csv > review.csv',
    'articles list --where tags=odds --where author!="Ann Reed"',
  ],
  async run({ root, reporter }, { sort, csv, ...filters }) {
    if (csv && reporter.json)
      throw new UserError({
        code: 'conflicting-options',
        message: '--csv and --json exclude each other',
        hint: 'give one of them',
      });
    const { listArticles } = await import('../articles/list-articles.ts');
    await listArticles(root, reporter, { filters, sort, csv });
  },
});
