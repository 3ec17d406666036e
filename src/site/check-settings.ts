/** Reports settings that name what the content lacks: categories, and texts of a locale. */

import type { Label } from '../config/editorial-schema.ts';
import { CONFIG_FILE } from '../config/load-config.ts';
import type { FieldProblem } from '../content/article/article-fields.ts';
import type { ErrorCode } from '../foundation/errors.ts';
import type { Edition, Site } from './site.ts';

/** What a setting refers to. */
interface Reference {
  category?: string | undefined;
  title?: Label | undefined;
  url?: Label | undefined;
  links?: readonly Reference[] | undefined;
}

export function checkSettings({ config, editions }: Site): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const report = (code: ErrorCode, field: PropertyKey[], message: string, hint: string) =>
    problems.push({
      file: CONFIG_FILE,
      code,
      message,
      hint,
      at: { field },
      warning: false,
    });
  const visit = ({ category, title, url, links = [] }: Reference, field: PropertyKey[]) => {
    for (const [index, link] of links.entries()) visit(link, [...field, 'links', index]);
    for (const edition of editions) {
      if (category !== undefined && !edition.missing.has('tree') && !hasCategory(edition, category)) {
        const file = `content/${edition.locale}/categories.json`;
        const keys = Object.keys(edition.tree).join(', ');
        report(
          'unknown-category',
          [...field, 'category'],
          `${file} has no category "${category}"`,
          `its categories: ${keys}`,
        );
      }
      for (const [name, text] of Object.entries({ title, url })) {
        if (typeof text !== 'object' || text[edition.locale] !== undefined) continue;
        const hint = `add "${edition.locale}", or write one text for all languages`;
        report('missing-translation', [...field, name], `the text has no ${edition.locale}`, hint);
      }
    }
  };
  const lists: [readonly Reference[], PropertyKey[]][] = [
    [config.home.sections, ['home', 'sections']],
    [config.category.sections, ['category', 'sections']],
    [config.navigation.menu, ['navigation', 'menu']],
    [config.footer.groups, ['footer', 'groups']],
  ];
  for (const [list, field] of lists)
    for (const [index, reference] of list.entries()) visit(reference, [...field, index]);
  return problems;
}

function hasCategory({ categories, subcategories }: Edition, key: string): boolean {
  return categories.has(key) || subcategories.has(key);
}
