/** Finds categories and pages whose address begins like a route of the site. */

import type { CategoryTree } from '../content/article/category-tree.ts';
import type { OwnPageMeta } from '../content/data/own-pages.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import type { LocaleCode } from '../locales/codes.ts';
import { isReservedPath } from './article-path.ts';
import { RESERVED_SEGMENTS, type Routes } from './routes.ts';

interface Addressed {
  locale: LocaleCode;
  tree: CategoryTree;
  /** The file with the tree, for messages. */
  treeFile: string;
  pages: readonly Pick<OwnPageMeta, 'address' | 'file'>[];
  themePages: readonly Pick<OwnPageMeta, 'address' | 'file'>[];
}

export function findReservedSlugs(
  { locale, tree, treeFile: file, pages, themePages }: Addressed,
  routes: Pick<Routes, 'home' | 'category'>,
): Finding[] {
  const problems: Finding[] = [];
  for (const { slug, key } of Object.values(tree)) {
    if (!isReservedPath(routes.category(locale, slug), routes.home(locale).replace(/\/$/, ''))) continue;
    const message = `slug "${slug}" of category "${key}" is reserved for a route of the site`;
    problems.push(
      finding('reserved-address', message, 'choose another slug', { file, field: [key, 'slug'] }),
    );
  }
  for (const { address, file } of [...pages, ...themePages]) {
    const [first = '', ...rest] = address.split('/');
    // A site may add pages below /info, beside the built-in ones.
    if (!RESERVED_SEGMENTS.has(first) || (first === 'info' && rest.length > 0)) continue;
    const message = `the address /${address} begins as a route of the site`;
    const hint = 'rename the file or its folder';
    problems.push(finding('reserved-address', message, hint, { file, field: ['title'] }));
  }
  return problems;
}
