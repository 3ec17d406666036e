/** `articles move`. */
import { defineCommand } from './command.ts';

export const moveCommand = defineCommand({
  name: 'move',
  summary: 'Move an article, and keep its old address.',
  arguments: {
    '<old>': 'address or file of the article',
    '<new>': 'new address, slug or file',
  },
  options: {},
  note: 'The old address becomes an alias in the front matter: readers and search engines are sent to the new one.',
  examples: [
    'articles move /articles/old-slug /articles/new-slug',
    'articles move content/en_US/articles/odds.md content/en_US/articles/basics/odds.md',
  ],
  async run({ root, reporter }, _options, [from = '', to = '']) {
    const { moveArticle } = await import('../articles/move-article.ts');
    const moved = await moveArticle(root, from, to, reporter);
    const address = moved.from === moved.to ? `${moved.to} stays` : `${moved.from} → ${moved.to}`;
    reporter.result(moved, `${address}\n  ${moved.file}`);
  },
});
