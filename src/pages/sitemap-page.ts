/** Plans the sitemap for readers: every subcategory with its newest articles. */
import { createKeyFold } from '../foundation/hash.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { SitemapPage } from '../site/page.ts';
import { fixedEntry, lastChange, type PageEntry, seoSource } from '../site/page-index.ts';
import type { Edition, Site } from '../site/site.ts';
import { SitemapView } from '../templates/views/sitemap-view.tsx';
import { infoLinks } from './info-page.ts';
import { createGroup, type PageKind } from './page-kind.ts';
import { planBelowHome } from './page-parts.ts';

/** Number of articles shown for each subcategory. The listing of the subcategory has the others. */
const MAX_ARTICLES = 50;

export const sitemapPage: PageKind<SitemapPage> = {
  kinds: ['sitemap'],
  view: SitemapView,
  list: (site, edition) => [entryOf(site, edition)],
  groups({ view, keys, sitemapXml }) {
    const fold = createKeyFold().add(keys.single);
    for (const { articles } of view.edition.subcategories.values()) {
      fold.add(articles.length);
      for (const { meta } of articles.slice(0, MAX_ARTICLES)) fold.add(meta.cardHash);
    }
    const entries = [entryOf(view.site, view.edition)];
    return [createGroup('sitemap', fold.key(), entries, (entry) => planSitemap(view, entry, sitemapXml))];
  },
};

function entryOf(site: Site, edition: Edition): PageEntry {
  return fixedEntry(site, edition, 'sitemap', site.routes.sitemap, {
    changed: lastChange(edition),
    source: seoSource(edition, 'sitemap'),
  });
}

function planSitemap(view: EditionView, entry: PageEntry, sitemapXml: string): SitemapPage {
  const { edition, strings } = view;
  const seo = edition.seo.sitemap;
  return {
    kind: 'sitemap',
    ...planBelowHome(view, entry, { title: strings.info.sitemap, seo }),
    description: seo.isList ? '' : seo.description,
    info: [
      ...infoLinks(view, sitemapXml),
      ...[...edition.pages, ...edition.themePages].map(({ title, path }) => ({
        title,
        url: view.href(path),
      })),
    ],
    categories: view.tree.map(({ category, children, parts }) => ({
      ...view.categoryLink({ category }),
      isDivided: parts.length > 0,
      children: children.map((subcategory) => {
        const listing = edition.subcategories.get(`${category.key}/${subcategory.key}`);
        const articles = listing?.articles ?? [];
        const link =
          parts.length > 0
            ? view.subcategoryLink({ category, subcategory })
            : view.categoryLink({ category });
        return {
          ...link,
          articles: articles
            .slice(0, MAX_ARTICLES)
            .map(({ meta, path }) => ({ title: meta.title, url: view.href(path) })),
          more: articles.length > MAX_ARTICLES ? { ...link, title: view.count(listing) } : null,
        };
      }),
    })),
  };
}
