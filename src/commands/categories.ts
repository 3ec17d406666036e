/** `articles categories`: the category tree, for people and as JSON; renames and merges categories. */
import type { CategoryTree } from '../content/article/category-tree.ts';
import { UserError } from '../foundation/errors.ts';
import { defineCommand, flag, text } from './command.ts';

export const categoriesCommand = defineCommand({
  name: 'categories',
  summary: 'Show the category tree, rename a category, or merge it into another.',
  options: {
    locale: text('--locale <locale>', 'edition to show (default: the first in site-config.json)'),
    rename: text('--rename <key>', 'category to rename; KEY/SUBCATEGORY for a subcategory'),
    merge: text('--merge <key>', 'category whose articles go to the one of --to'),
    to: text('--to <key>', 'the new key, or the category that takes the articles in'),
    slug: text('--slug <slug>', 'with --rename: new part of the address; the old address becomes an alias'),
    title: text('--title <title>', 'with --rename: new title'),
    dryRun: flag('--dry-run', 'show the changes and write nothing'),
    yes: flag('--yes', 'do not ask before writing'),
  },
  note: [
    'The first column shows the keys that articles use in "category".',
    'A rename or merge changes every edition: categories.json, the articles, and site-config.json.',
  ].join('\n'),
  examples: [
    'articles categories --locale ru_RU --json',
    'articles categories --rename pokerGuides --to pokerRules --slug poker-rules --dry-run',
    'articles categories --merge onlineGamingTrends --to industryInsights --dry-run',
  ],
  async run({ root, reporter }, { locale, rename, merge, to, slug, title, dryRun, yes }) {
    const from = rename ?? merge;
    if (from !== undefined) {
      const isOne = rename === undefined || merge === undefined;
      const isFull = merge === undefined || (to !== undefined && slug === undefined && title === undefined);
      if (!isOne || !isFull || locale !== undefined)
        throw new UserError({
          code: 'conflicting-options',
          message: 'these options do not go together',
          hint: 'write --rename KEY with --to, --slug or --title, or --merge KEY --to KEY',
        });
      const { renameCategory } = await import('../articles/rename-category.ts');
      const change = { from, to, merge: merge !== undefined, slug, title, dryRun, yes };
      return renameCategory(root, reporter, change);
    }
    if ([to, slug, title].some((value) => value !== undefined) || dryRun || yes)
      throw new UserError({
        code: 'nothing-chosen',
        message: 'no category is chosen',
        hint: 'add --rename KEY or --merge KEY',
      });
    const { loadEdition } = await import('../articles/edition.ts');
    const { serializeCategories } = await import('../content/article/category-tree.ts');
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
