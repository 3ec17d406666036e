/** Lists the page kinds, and by them every page of a site. To add a kind: a module in this folder, and its line here. */
import { listOldAddresses } from '../site/old-addresses.ts';
import type { Page } from '../site/page.ts';
import type { PageEntry } from '../site/page-index.ts';
import type { Site } from '../site/site.ts';
import { archivePages } from './archive-pages.ts';
import { articlePages } from './article-page.ts';
import { authorPages } from './author-page.ts';
import { authorsPage } from './authors-page.ts';
import { categoryPages } from './category-page.ts';
import { errorPages } from './error-page.ts';
import { homePage } from './home-page.ts';
import { infoPages } from './info-page.ts';
import type { PageGroup, PageKind, PlanInput } from './page-kind.ts';
import { searchPage } from './search-page.ts';
import { sitemapPage } from './sitemap-page.ts';
import { taxonomyPages } from './taxonomy-pages.ts';
import { termPages } from './term-pages.ts';
import { themePages } from './theme-page.ts';

/** The page kinds, in the order of sitemap.xml. */
const PAGE_KINDS: readonly PageKind[] = [
  homePage,
  categoryPages,
  articlePages,
  authorsPage,
  authorPages,
  taxonomyPages,
  termPages,
  archivePages,
  infoPages,
  themePages,
  sitemapPage,
  searchPage,
  errorPages,
];

/** Yields an entry for every page of the site, or for every page of one kind. */
export function* listPages(site: Site, only?: string): Iterable<PageEntry> {
  const listed = PAGE_KINDS.filter(({ kinds }) => only === undefined || kinds.includes(only));
  for (const edition of site.editions)
    for (const kind of listed)
      for (const entry of kind.list(site, edition))
        if (only === undefined || entry.kind === only) yield entry;
}

/** Lists the paths that readers can request: the paths of all pages, and old paths that lead to a page. */
export function listPaths(site: Site): Set<string> {
  const paths = new Set<string>();
  for (const { path } of listPages(site)) paths.add(path);
  for (const { from, to } of listOldAddresses(site)) if (to !== null) paths.add(from);
  return paths;
}

/** Lists prefixes of paths that are reserved for later pages. */
export function listReserved(site: Site): string[] {
  return site.editions.flatMap((edition) =>
    PAGE_KINDS.flatMap((kind) => [...(kind.reserves?.(site, edition) ?? [])]),
  );
}

/** @returns groups in an order that does not depend on changes */
export function planPages(input: PlanInput): PageGroup[] {
  const { locale } = input.view.edition;
  return PAGE_KINDS.flatMap((kind) => kind.groups(input)).map((group) => ({
    ...group,
    name: `${locale}/${group.name}`,
  }));
}

/** Page kinds by the `kind` of their pages. */
const BY_KIND = new Map(PAGE_KINDS.flatMap((kind) => kind.kinds.map((name) => [name, kind] as const)));

/** Names of the views that a site can replace. */
export const VIEW_NAMES = [...BY_KIND.keys()].filter((name) => name !== 'own');

/**
 * Returns the view of the page's kind, or the view that the page names.
 * @param own views of the site. A view for the first kind of a module also applies to its other kinds
 */
export function viewOf(
  { kind, view }: Pick<Page, 'kind' | 'view'>,
  own?: ReadonlyMap<string, PageKind['view']>,
): PageKind['view'] {
  const known = BY_KIND.get(kind);
  if (!known) throw new Error(`no page kind "${kind}" in page-registry.ts`);
  const names = view === undefined ? [`views/${kind}`, `views/${known.kinds[0]}`] : [view];
  return names.map((name) => own?.get(name)).find((found) => found !== undefined) ?? known.view;
}
