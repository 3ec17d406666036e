/** Owns `articles categories`: the category tree, for people and as JSON. */
import type { Command } from 'commander';
import type { CategoryTree } from '../site/category-tree.ts';
import { createCommand, type Start } from './command.ts';

export function categoriesCommand(start: Start): Command {
  return createCommand('categories', 'Show the category tree.')
    .option('--locale <locale>', 'edition to show; default: the first of site-config.json')
    .addHelpText(
      'after',
      '\nThe names on the left are the keys that articles use under "entities".\n\nExamples:\n  articles categories\n  articles categories --locale ru_RU --json',
    )
    .action((options: { locale?: string }, command: Command) =>
      start(command, async ({ root, reporter }) => {
        const { loadEdition } = await import('./edition.ts');
        const { serializeCategories } = await import('../site/category-tree.ts');
        const { edition } = await loadEdition(root, options.locale);
        reporter.output(renderTree(edition.tree));
        reporter.result(serializeCategories(edition.tree), '');
      }),
    );
}

/** One line a category: key, title, path below its parent. */
function renderTree(tree: CategoryTree): string {
  const rows = Object.values(tree).flatMap((group) => [
    { name: group.key, title: group.title, path: `/${group.slug}` },
    ...Object.values(group.children).map(({ key, title, slug }) => ({
      name: `  ${key}`,
      title,
      path: `/${group.slug}/${slug}`,
    })),
  ]);
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map(({ name, title, path }) => `${name.padEnd(width)}  ${title}  ${path}`).join('\n');
}
