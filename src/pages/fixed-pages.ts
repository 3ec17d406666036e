/** Owns the pages that every edition has once: info pages, sitemap, authors, errors. */
import type { Seo } from '../content/data/edition-data.ts';
import type { LocaleCode } from '../locales/codes.ts';
import { initials } from '../locales/locale-format.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { AuthorsPage, ErrorPage, InfoPage, Link, SitemapPage, UrlPath } from '../site/page.ts';
import { breadcrumbLinks, createHead } from '../site/page-seo.ts';
import type { InfoKind } from '../site/routes.ts';
import { fixedTranslations, homeCrumb, translationLinks } from './page-translations.ts';

/** Articles that the sitemap page names of each subcategory; the listing has the rest. */
const SITEMAP_ARTICLES = 50;

function infoLabel(view: EditionView, kind: InfoKind): string {
  const { info } = view.strings;
  return kind === 'about-us' ? info.aboutUs : kind === 'terms' ? info.terms : info.privacyPolicy;
}

/** What these pages have in common. @param route their address in an edition */
function planFixed(
  view: EditionView,
  title: string,
  seo: Seo[keyof Seo],
  route: (locale: LocaleCode) => UrlPath,
): Pick<InfoPage, 'locale' | 'path' | 'head' | 'breadcrumbs' | 'translations' | 'ads' | 'title'> {
  const { site, edition } = view;
  const { locale } = edition;
  const path = route(locale);
  const translations = fixedTranslations(site, route);
  const breadcrumbs = [homeCrumb(view), { title, path }];
  return {
    locale,
    path,
    head: createHead(view, {
      path,
      ...seo,
      translations,
      social: { locale, title: site.config.title, kicker: '', level: 'site' },
      breadcrumbs,
    }),
    breadcrumbs: breadcrumbLinks(view, breadcrumbs),
    translations: translationLinks(view, translations),
    ads: view.ads(path),
    title,
  };
}

export function planInfo(view: EditionView, kind: InfoKind): InfoPage {
  const { site, edition } = view;
  const title = edition.info[kind].title || infoLabel(view, kind);
  return {
    kind: 'info',
    ...planFixed(view, title, edition.seo[kind], (locale) => site.routes.info(locale, kind)),
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
  return {
    kind: 'sitemap',
    ...planFixed(view, view.strings.info.sitemap, edition.seo.sitemap, routes.sitemap),
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

export function planAuthors(view: EditionView): AuthorsPage {
  const { site, edition } = view;
  return {
    kind: 'authors',
    ...planFixed(view, view.strings.info.authors, edition.seo.authors, site.routes.authors),
    description: edition.seo.authors.description,
    authors: edition.authors.map((author) => ({
      title: author.name,
      url: view.href(site.routes.author(edition.locale, author.slug)),
      description: author.description,
      count: view.formats.articles(edition.byAuthor.get(author.slug)?.articles.length ?? 0),
      initials: initials(author.name, edition.locale),
    })),
  };
}

const ERROR_ROUTES = { 'not-found': '404', 'server-error': '500', offline: 'offline' } as const;

/** @param islandData URL of the islands' data */
export function planError(view: EditionView, kind: ErrorPage['kind'], islandData: string | null): ErrorPage {
  const { site, edition, strings } = view;
  const path = site.routes.error(edition.locale, ERROR_ROUTES[kind]);
  const { errors } = strings;
  const { title, message, withoutSearch } = errors.notFound;
  const notFound = { title, message: site.config.features.search ? message : withoutSearch };
  const text =
    kind === 'not-found' ? notFound : kind === 'server-error' ? errors.serverError : errors.offline;
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
    search: site.config.features.search
      ? { action: view.href(site.routes.sitemap(edition.locale)), islandData }
      : null,
    categories: Object.values(edition.tree).map((group) => ({
      title: group.title,
      url: view.href(site.routes.category(edition.locale, group.slug)),
    })),
  };
}
