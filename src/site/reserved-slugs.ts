/** Finds categories and pages whose address begins as a route of the site. */
import type { FieldProblem } from '../content/article/article-fields.ts';
import type { OwnPageMeta } from '../content/data/own-pages.ts';
import type { LocaleCode } from '../locales/codes.ts';
import type { CategoryTree } from './category-tree.ts';
import { RESERVED_SEGMENTS } from './routes.ts';

interface Addressed {
  locale: LocaleCode;
  tree: CategoryTree;
  pages: readonly Pick<OwnPageMeta, 'address' | 'file'>[];
  themePages: readonly Pick<OwnPageMeta, 'address' | 'file'>[];
}

export function findReservedSlugs({ locale, tree, pages, themePages }: Addressed): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const file = `content/${locale}/categories.json`;
  for (const { slug, key } of Object.values(tree)) {
    if (!RESERVED_SEGMENTS.has(slug)) continue;
    problems.push({
      file,
      code: 'reserved-address',
      message: `slug "${slug}" of category "${key}" is reserved for a route of the site`,
      hint: 'choose another slug',
      at: { field: [key, 'slug'] },
      warning: false,
    });
  }
  for (const { address, file } of [...pages, ...themePages]) {
    const [first = '', ...rest] = address.split('/');
    // Other info pages are next to the one of the program.
    if (!RESERVED_SEGMENTS.has(first) || (first === 'info' && rest.length > 0)) continue;
    problems.push({
      file,
      code: 'reserved-address',
      message: `the address /${address} begins as a route of the site`,
      hint: 'rename the file or its folder',
      at: { field: ['title'] },
      warning: false,
    });
  }
  return problems;
}
