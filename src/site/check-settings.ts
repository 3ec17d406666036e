/** Reports settings that name what the content lacks: categories, and texts of a locale. */
import type { Label } from '../config/editorial-schema.ts';
import { CONFIG_FILE } from '../config/load-config.ts';
import type { FieldProblem } from '../content/article/article-fields.ts';
import type { Edition, Site } from './site.ts';

/** What a setting refers to. */
interface Reference {
  category?: string | undefined;
  title?: Label | undefined;
}

export function checkSettings({ config, editions }: Site): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const report = (field: PropertyKey[], message: string, hint: string) =>
    problems.push({ file: CONFIG_FILE, message, hint, at: { field }, warning: false });
  const visit = ({ category, title }: Reference, field: PropertyKey[]) => {
    for (const edition of editions) {
      if (category !== undefined && !edition.missing.has('tree') && !hasCategory(edition, category)) {
        const file = `content/${edition.locale}/categories.json`;
        const keys = Object.keys(edition.tree).join(', ');
        report([...field, 'category'], `${file} has no category "${category}"`, `its categories: ${keys}`);
      }
      if (typeof title === 'object' && title[edition.locale] === undefined) {
        const hint = `add "${edition.locale}", or write one text for all languages`;
        report([...field, 'title'], `the text has no ${edition.locale}`, hint);
      }
    }
  };
  for (const name of ['home', 'category'] as const)
    for (const [index, section] of config[name].sections.entries()) visit(section, [name, 'sections', index]);
  return problems;
}

function hasCategory({ categories, subcategories }: Edition, key: string): boolean {
  return categories.has(key) || subcategories.has(key);
}
