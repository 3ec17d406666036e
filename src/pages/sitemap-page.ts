/** Plans the sitemap for readers: every subcategory with its newest articles. */
import { createKeyFold } from '../foundation/hash.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { SitemapPage } from '../site/page.ts';
import { fixedEntry, lastChange, type PageEntry, seoSource } from '../site/page-index.ts';
import type { Edition, Site } from '../site/site.ts';
import { SitemapView } from '../templates/views/sitemap-view.tsx';
import { infoLinks } from './info-page.ts';
import { type PageKind, pageOnly, singlePage } from './page-kind.ts';
import { planBelowHome } from './page-parts.ts';

/** Articles named of each subcategory; the listing has the rest. */
const MAX_ARTICLES = 50;

export const sitemapPage: PageKind<SitemapPage> = {
  kinds: ['sitemap'],
  view: SitemapView,
  list: (site, edition) => [entryOf(site, edition)],
  groups({ view, baseKey, sitemapXml }) {
    const fold = createKeyFold().add(baseKey);
    for (const { articles } of view.edition.subcategories.values()) {
      fold.add(articles.length);
      for (const { meta } of articles.slice(0, MAX_ARTICLES)) fold.add(meta.card);
    }
    return [singlePage('sitemap', fold.key(), () => pageOnly(planSitemap(view, sitemapXml)))];
  },
};

function entryOf(site: Site, edition: Edition): PageEntry {
  return fixedEntry(site, edition, 'sitemap', site.routes.sitemap, {
    changed: lastChange(edition.articles),
    source: seoSource(edition, 'sitemap'),
  });
}

function planSitemap(view: EditionView, sitemapXml: string): SitemapPage {
  const { site, edition, strings } = view;
  const { routes } = site;
  const seo = edition.seo.sitemap;
  return {
    kind: 'sitemap',
    ...planBelowHome(view, entryOf(site, edition), { title: strings.info.sitemap, seo }),
    description: seo.description,
    info: infoLinks(view, sitemapXml),
    categories: Object.values(edition.tree).map((group) => ({
      title: group.title,
      url: view.href(routes.category(edition.locale, group.slug)),
      children: Object.values(group.children).map((child) => {
        const articles = edition.subcategories.get(`${group.key}/${child.key}`)?.articles ?? [];
        const url = view.href(routes.subcategory(edition.locale, group.slug, child.slug));
        const isCut = articles.length > MAX_ARTICLES;
        return {
          title: child.title,
          url,
          articles: articles
            .slice(0, MAX_ARTICLES)
            .map(({ meta, path }) => ({ title: meta.title, url: view.href(path) })),
          more: isCut ? { title: view.formats.articles(articles.length), url } : null,
        };
      }),
    })),
  };
}
