/** Plans the results page of the search in texts. */
import { hasTextSearch } from '../config/text-search.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { SearchPage } from '../site/page.ts';
import { fixedEntry, type PageEntry } from '../site/page-index.ts';
import { SEARCH_PAGE } from '../site/routes.ts';
import type { Edition, Site } from '../site/site.ts';
import { SearchView } from '../templates/views/search-view.tsx';
import { createGroup, type PageKind } from './page-kind.ts';
import { planBelowHome } from './page-parts.ts';

export const searchPage: PageKind<SearchPage> = {
  kinds: ['search'],
  view: SearchView,
  list: (site, edition) => (hasTextSearch(site.config) ? [entryOf(site, edition)] : []),
  groups: ({ view, keys, islandData }) =>
    hasTextSearch(view.site.config)
      ? [
          createGroup('search', keys.single, [entryOf(view.site, view.edition)], (entry) =>
            planSearch(view, entry, islandData),
          ),
        ]
      : [],
};

function entryOf(site: Site, edition: Edition): PageEntry {
  return fixedEntry(site, edition, 'search', (locale) => site.routes.below(locale, SEARCH_PAGE), {
    indexed: false,
  });
}

/** @param islandData URL of the islands' data */
function planSearch(view: EditionView, entry: PageEntry, islandData: string | null): SearchPage {
  const { site, edition, strings } = view;
  const title = strings.search.placeholder;
  const { engine } = site.config.search;
  const seo = { title, description: strings.texts.label };
  return {
    kind: 'search',
    ...planBelowHome(view, entry, { title, seo }),
    ...(engine && { policy: [{ 'form-action': [new URL(engine.action).origin] }] }),
    description: '',
    islandData,
    sitemap: view.href(site.routes.sitemap(edition.locale)),
    engine: engine
      ? {
          action: engine.action,
          host: new URL(engine.action).host,
          field: engine.field,
          hidden:
            engine.site === undefined ? [] : [{ name: engine.site, value: new URL(site.config.url).host }],
        }
      : null,
  };
}
