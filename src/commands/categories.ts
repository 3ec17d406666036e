/** `articles categories`: the category tree, for people and as JSON. */
import type { CategoryTree } from '../site/category-tree.ts';
import { defineCommand, text } from './command.ts';

export const categoriesCommand = defineCommand({
  name: 'categories',
  summary: 'Show the category tree.',
  options: { locale: text('--locale <locale>', 'edition to show (default: the first in site-config.json)') },
  note: 'The first column shows the keys that articles use in "entities".',
  examples: ['articles categories', 'articles categories --locale ru_RU --json'],
  async run({ root, reporter }, { locale }) {
    const { loadEdition } = await import('./edition.ts');
    const { serializeCategories } = await import('../site/category-tree.ts');
    const { edition } = await loadEdition(root, locale);
    reporter.output(renderTree(edition.tree));
    reporter.result(serializeCategories(edition.tree), '');
  },
});

/** One line for each category: key, title, path. */
function renderTree(tree: CategoryTree): string {
  const rows = Object.values(tree).flatMap((group) => [
    [group.key, `${group.title}  /${group.slug}`] as const,
    ...Object.values(group.children).map(
      ({ key, title, slug }) => [`  ${key}`, `${title}  /${group.slug}/${slug}`] as const,
    ),
  ]);
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, rest]) => `${name.padEnd(width)}  ${rest}`).join('\n');
}
