/** `articles edit`: changes front matter of many articles. */
import { FILTERS } from './article-filters.ts';
import { defineCommand, flag, list } from './command.ts';

export const editCommand = defineCommand({
  name: 'edit',
  summary: 'Change fields in the front matter of the articles that the options choose.',
  options: {
    set: list('--set <field=value>', 'write a field; may be repeated. A list is written [a, b]'),
    unset: list('--unset <field>', 'remove a field; may be repeated'),
    ...FILTERS,
    every: flag('--every', 'choose every article'),
    dryRun: flag('--dry-run', 'show the changes and write nothing'),
    yes: flag('--yes', 'do not ask before writing'),
  },
  note: [
    'The articles are chosen as by `articles list`. Comments, order and every other byte of the files stay.',
    'Nothing is written if one of the articles would become invalid. "category" and "subcategory" change the category, and "entities" becomes "category".',
  ].join('\n'),
  examples: [
    'articles edit --set author=editorial-team --category industryInsights --dry-run',
    'articles edit --set category=pokerGuides --set subcategory=other --category industryInsights',
    'articles edit --unset featured --category pokerGuides --yes',
  ],
  async run({ root, reporter }, { set = [], unset = [], every, dryRun, yes, ...filters }) {
    const { editArticles } = await import('../articles/edit-articles.ts');
    await editArticles(root, reporter, { set, unset, every, dryRun, yes, filters });
  },
});
