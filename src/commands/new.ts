/** `articles new`: a valid draft with its front matter. */
import { defineCommand, text } from './command.ts';

export const newCommand = defineCommand({
  name: 'new',
  summary: 'Write a draft article.',
  arguments: { '<title>': 'title of the article' },
  options: {
    category: text('--category <key>', 'category, by its key or slug (see articles categories)'),
    subcategory: text('--subcategory <key>', 'subcategory, by its key or slug'),
    locale: text('--locale <locale>', 'edition (default: the first in site-config.json)'),
    author: text('--author <author>', 'author, by name or slug (default: the first in authors.json)'),
  },
  note: 'To publish the draft, remove its line "draft: true". To preview it, run articles serve --watch --drafts.',
  examples: ['articles new "What a Price Says" --category bettingStrategies --subcategory oddsCalculation'],
  async run({ root, reporter }, { locale, ...choices }, [title = '']) {
    const { loadEdition } = await import('../articles/edition.ts');
    const { writeDraft } = await import('../articles/new-article.ts');
    const { config, edition } = await loadEdition(root, locale);
    const draft = await writeDraft(config, edition, { title, ...choices });
    reporter.output(draft.file);
    reporter.result(draft, '');
  },
});
