/** Creates the props of the islands. The server renders with them, and the browser hydrates with the same JSON. */
import { languageOf } from '../../locales/codes.ts';
import type { Strings } from '../../locales/strings.ts';
import type { ChromeData, MenuItem } from '../../site/chrome-data.ts';

export interface MenuProps {
  labels: Strings['menu'];
  items: readonly MenuItem[];
}

export interface SearchProps extends NonNullable<ChromeData['search']> {
  labels: Strings['search'];
  /** Present if texts are searched. */
  texts?: Strings['texts'];
  /** URL of the sitemap page. Present if texts are searched. */
  sitemap?: string;
  /** BCP 47, for folding and plurals. */
  language: string;
  /** The page that the form opens: the results page, or the sitemap without one. */
  action: string;
}

/** The `data` of the static query at ChromeData.islandData. */
export interface IslandProps {
  menu: MenuProps;
  /** null if the search feature is off. */
  search: SearchProps | null;
}

export function createIslandProps(data: ChromeData): IslandProps {
  const { menu, search, texts } = data.strings;
  return {
    menu: { labels: menu, items: data.menu },
    search: data.search && {
      labels: search,
      language: languageOf(data.locale),
      action: data.search.page ?? data.sitemap,
      ...(data.search.page !== undefined && { texts, sitemap: data.sitemap }),
      ...data.search,
    },
  };
}
