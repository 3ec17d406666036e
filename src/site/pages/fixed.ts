/** Owns the pages that every edition has once: info pages, sitemap, errors. */
import type { EditionView } from '../edition-view.ts';
import type { ErrorPage, InfoPage, Link, SitemapPage } from '../page.ts';
import type { InfoKind } from '../routes.ts';
import { breadcrumbLinks, createHead } from '../seo.ts';
import { fixedTranslations, homeCrumb, translationLinks } from './translations.ts';

/** Articles that the sitemap page names of each subcategory; the listing has the rest. */
const SITEMAP_ARTICLES = 50;

function infoLabel(view: EditionView, kind: InfoKind): string {
  const { info } = view.strings;
  return kind === 'about-us' ? info.aboutUs : kind === 'terms' ? info.terms : info.privacyPolicy;
}

export function planInfo(view: EditionView, kind: InfoKind): InfoPage {
  const { site, edition } = view;
  const path = site.routes.info(edition.locale, kind);
  const translations = fixedTranslations(site, (locale) => site.routes.info(locale, kind));
  const title = edition.info[kind].title || infoLabel(view, kind);
  const breadcrumbs = [homeCrumb(view), { title, path }];
  return {
    kind: 'info',
    locale: edition.locale,
    path,
    head: createHead(view, {
      path,
      ...edition.seo[kind],
      translations,
      social: { locale: edition.locale, title: site.config.title, kicker: '', level: 'site' },
      breadcrumbs,
    }),
    breadcrumbs: breadcrumbLinks(view, breadcrumbs),
    translations: translationLinks(view, translations),
    ads: view.ads(path),
    title,
    description: edition.info[kind].description,
  };
}

/** Privacy Policy, Terms of Use, About Us, Authors, Sitemap, Sitemap XML. */
export function infoLinks(view: EditionView, sitemapXml: string): Link[] {
  const { routes } = view.site;
  const { locale } = view.edition;
  const { info } = view.strings;
  return [
    { title: info.privacyPolicy, url: view.href(routes.info(locale, 'privacy-policy')) },
    { title: info.terms, url: view.href(routes.info(locale, 'terms')) },
    { title: info.aboutUs, url: view.href(routes.info(locale, 'about-us')) },
    { title: info.authors, url: view.href(routes.authors(locale)) },
    { title: info.sitemap, url: view.href(routes.sitemap(locale)) },
    { title: info.sitemapXml, url: sitemapXml },
  ];
}

export function planSitemap(view: EditionView, sitemapXml: string): SitemapPage {
  const { site, edition } = view;
  const { routes } = site;
  const path = routes.sitemap(edition.locale);
  const translations = fixedTranslations(site, routes.sitemap);
  const breadcrumbs = [homeCrumb(view), { title: view.strings.info.sitemap, path }];
  return {
    kind: 'sitemap',
    locale: edition.locale,
    path,
    head: createHead(view, {
      path,
      ...edition.seo.sitemap,
      translations,
      social: { locale: edition.locale, title: site.config.title, kicker: '', level: 'site' },
      breadcrumbs,
    }),
    breadcrumbs: breadcrumbLinks(view, breadcrumbs),
    translations: translationLinks(view, translations),
    ads: view.ads(path),
    title: view.strings.info.sitemap,
    description: edition.seo.sitemap.description,
    info: infoLinks(view, sitemapXml),
    categories: Object.values(edition.tree).map((group) => ({
      title: group.title,
      url: view.href(routes.category(edition.locale, group.slug)),
      children: Object.values(group.children).map((child) => {
        const listing = edition.subcategories.get(`${group.key}/${child.key}`);
        const articles = listing?.articles ?? [];
        const url = view.href(routes.subcategory(edition.locale, group.slug, child.slug));
        return {
          title: child.title,
          url,
          articles: articles
            .slice(0, SITEMAP_ARTICLES)
            .map((article) => ({ title: article.meta.title, url: view.href(article.path) })),
          more:
            articles.length > SITEMAP_ARTICLES
              ? { title: view.formats.articles(articles.length), url }
              : null,
        };
      }),
    })),
  };
}

const ERROR_ROUTES = { 'not-found': '404', 'server-error': '500', offline: 'offline' } as const;

export function planError(view: EditionView, kind: ErrorPage['kind']): ErrorPage {
  const { site, edition, strings } = view;
  const path = site.routes.error(edition.locale, ERROR_ROUTES[kind]);
  const { errors } = strings;
  const text =
    kind === 'not-found' ? errors.notFound : kind === 'server-error' ? errors.serverError : errors.offline;
  const seo =
    kind === 'not-found' ? edition.seo['not-found'] : { title: text.title, description: text.message };
  return {
    kind,
    locale: edition.locale,
    path,
    head: createHead(view, {
      path,
      ...seo,
      translations: [],
      social: { locale: edition.locale, title: site.config.title, kicker: '', level: 'site' },
      indexed: false,
      breadcrumbs: [],
    }),
    breadcrumbs: [],
    translations: [],
    ads: null,
    title: text.title,
    message: text.message,
    search: site.config.features.search ? view.href(site.routes.sitemap(edition.locale)) : null,
    categories: Object.values(edition.tree).map((group) => ({
      title: group.title,
      url: view.href(site.routes.category(edition.locale, group.slug)),
    })),
  };
}
