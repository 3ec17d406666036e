/** Owns the list of all page paths of a site. */
import { INFO_KINDS } from '../../content/data/info-pages.ts';
import type { Listing, Site } from '../../site/site.ts';

export function listRoutes(site: Site): Set<string> {
  const { routes, config } = site;
  const paths = new Set<string>();
  for (const { locale, articles, categories, subcategories, byAuthor } of site.editions) {
    paths.add(routes.home(locale)).add(routes.authors(locale)).add(routes.sitemap(locale));
    for (const kind of INFO_KINDS) paths.add(routes.info(locale, kind));
    for (const { path, meta } of articles) {
      paths.add(path);
      for (const alias of meta.aliases) paths.add(alias);
    }
    const addListing = ({ path, articles: listed }: Listing) => {
      const pages = Math.max(1, Math.ceil(listed.length / config.sections.page));
      for (let number = 1; number <= pages; number++) paths.add(routes.listingPage(path, number));
    };
    for (const listings of [categories, subcategories, byAuthor]) listings.forEach(addListing);
  }
  return paths;
}
