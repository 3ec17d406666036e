/** Owns `articles new`: a valid draft with its front matter, never over another file. */
import type { Command } from 'commander';
import { createCommand, type Start } from './command.ts';

interface NewCommandOptions {
  category?: string;
  subcategory?: string;
  locale?: string;
  author?: string;
}

export function newCommand(start: Start): Command {
  return createCommand('new', 'Write a draft article.')
    .argument('<title>', 'title of the article')
    .option('--category <key>', 'category, by its key or slug (see articles categories)')
    .option('--subcategory <key>', 'subcategory, by its key or slug')
    .option('--locale <locale>', 'edition; default: the first of site-config.json')
    .option('--author <author>', 'author, by name or slug; default: the first of authors.json')
    .addHelpText(
      'after',
      '\nA draft is left out of the site until its line "draft: true" goes; see it with articles serve --watch --drafts.\n\nExample:\n  articles new "What a Price Says" --category bettingStrategies --subcategory oddsCalculation',
    )
    .action((title: string, options: NewCommandOptions, command: Command) =>
      start(command, async ({ root, reporter }) => {
        const { loadEdition } = await import('./edition.ts');
        const { writeDraft } = await import('./new/new-article.ts');
        const { config, edition } = await loadEdition(root, options.locale);
        const { category = null, subcategory = null, author = null } = options;
        const draft = await writeDraft(config, edition, { title, category, subcategory, author });
        reporter.output(draft.file);
        reporter.result(draft, '');
      }),
    );
}
