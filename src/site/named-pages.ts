/** Finds the pages that the menu and the footer name: once for all languages, by a name or by the address below the home of an edition. */
import type { Label } from '../config/editorial-schema.ts';
import { hasTextSearch } from '../config/text-search.ts';
import { displayName } from '../content/article/category-tree.ts';
import { typeSetter } from '../content/markdown/typography.ts';
import { newestOf } from '../locales/codes.ts';
import type { UrlPath } from './page.ts';
import { SEARCH_PAGE } from './routes.ts';
import type { Edition, Site, Taxonomy } from './site.ts';
import { TAGS } from './taxonomies.ts';

interface NamedPage {
  title: string;
  path: UrlPath;
}

/** The text in the edition's language, as it is written; null if there is none. */
export function labelIn({ locale }: Pick<Edition, 'locale'>, text: Label | undefined): string | null {
  if (text === undefined || typeof text === 'string') return text ?? null;
  return text[locale] ?? text[newestOf(locale)] ?? null;
}

/** The list of all terms of a taxonomy. */
export function taxonomyPage(
  { routes, config }: Pick<Site, 'routes' | 'config'>,
  edition: Edition,
  { name, slug, title }: Taxonomy,
): NamedPage {
  const builtIn = name === TAGS ? edition.strings.listing.tags : displayName(name);
  const own = labelIn(edition, title) ?? builtIn;
  return { title: typeSetter(config, edition.language)(own), path: routes.below(edition.locale, slug) };
}

/** @param name such as `authors`, `tags`, `tags/birds`, `archive`, `contact` or `authors/ann-reed`. @returns null where the edition has no such page */
export function findNamedPage(site: Site, edition: Edition, name: string): NamedPage | null {
  const { config, routes, taxonomies } = site;
  const { locale, strings } = edition;
  const { info, layout, listing } = strings;
  const path = routes.below(locale, name);
  switch (name) {
    case 'home':
      return { title: layout.home, path: routes.home(locale) };
    case 'authors':
      return { title: info.authors, path: routes.authors(locale) };
    case 'about-us':
    case 'privacy-policy':
    case 'terms':
      return edition.info[name];
    case 'sitemap':
      return { title: info.sitemap, path: routes.sitemap(locale) };
    case 'archive':
      return config.archives === undefined ? null : { title: listing.archive, path };
    case SEARCH_PAGE:
      return hasTextSearch(config) ? { title: strings.search.submit, path } : null;
  }
  const own = [...edition.pages, ...edition.themePages].find(({ address }) => address === name);
  if (own) return own;
  for (const taxonomy of taxonomies) {
    const terms = edition.terms.get(taxonomy.name);
    if (!terms) continue;
    if ([taxonomy.name, taxonomy.slug].includes(name)) return taxonomyPage(site, edition, taxonomy);
    for (const term of terms.values()) if (term.path === path) return term;
  }
  const author = edition.authors.find(({ slug }) => routes.author(locale, slug) === path);
  if (author) return { title: author.name, path };
  const article = edition.articles.find((known) => known.path === path);
  return article ? { title: article.meta.title, path } : null;
}

/** Names of the pages of an edition that people choose from, for hints. */
export function listPageNames({ config, taxonomies }: Site, edition: Edition): string[] {
  return [
    ...['home', 'authors', 'about-us', 'privacy-policy', 'terms', 'sitemap'],
    ...(config.archives === undefined ? [] : ['archive']),
    ...(hasTextSearch(config) ? [SEARCH_PAGE] : []),
    ...taxonomies.filter(({ name }) => edition.terms.has(name)).map(({ slug }) => slug),
    ...[...edition.pages, ...edition.themePages].map(({ address }) => address),
  ];
}
