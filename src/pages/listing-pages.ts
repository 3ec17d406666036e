/** Owns listings in pages: categories, subcategories and authors. */
import type { CategoryGroup, Subcategory } from '../site/category-tree.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { AuthorPage, CategoryPage, Pagination, UrlPath } from '../site/page.ts';
import { breadcrumbLinks, createHead, stripEmoji } from '../site/page-seo.ts';
import type { Article, Listing } from '../site/site.ts';
import { homeCrumb, listingTranslations, type Translation, translationLinks } from './page-translations.ts';

/** Number of pages of a listing; an empty one has one page. */
export function pageCount(view: EditionView, listing: Listing): number {
  return Math.max(1, Math.ceil(listing.articles.length / view.site.config.sections.page));
}

interface Slice {
  articles: Article[];
  pagination: Pagination;
  path: UrlPath;
  previous: UrlPath | null;
  next: UrlPath | null;
}

function sliceListing(view: EditionView, listing: Listing, number: number): Slice {
  const { config, routes } = view.site;
  const strings = view.strings.listing;
  const total = pageCount(view, listing);
  const pathOf = (page: number) => routes.listingPage(listing.path, page);
  const href = (page: number) => view.href(pathOf(page));
  const shown = [...new Set([1, number - 1, number, number + 1, total])].filter(
    (page) => page >= 1 && page <= total,
  );
  const pages = shown.flatMap((page, index): Pagination['pages'] => {
    const link = {
      number: String(page),
      label: view.fill(strings.page, { page: String(page) }),
      url: href(page),
      current: page === number,
    };
    const before = shown[index - 1];
    return before !== undefined && page - before > 1 ? [null, link] : [link];
  });
  const size = config.sections.page;
  return {
    articles: listing.articles.slice((number - 1) * size, number * size),
    path: pathOf(number),
    previous: number > 1 ? pathOf(number - 1) : null,
    next: number < total ? pathOf(number + 1) : null,
    pagination: {
      position: total > 1 ? view.fill(strings.pageOf, { page: String(number), total: String(total) }) : null,
      previous: number > 1 ? href(number - 1) : null,
      next: number < total ? href(number + 1) : null,
      pages,
    },
  };
}

function pageDescription(view: EditionView, sentence: string, number: number): string {
  // The page is named behind it.
  return number === 1 ? sentence : pageTitle(view, stripEmoji(sentence).replace(/[.!]+$/, ''), number);
}

function pageTitle(view: EditionView, title: string, number: number): string {
  return number === 1
    ? title
    : view.fill(view.strings.listing.pageTitle, { title, page: view.formats.number(number) });
}

/** @param subcategory null for the category's own listing. @param number page, from 1 */
export function planCategory(
  view: EditionView,
  group: CategoryGroup,
  subcategory: Subcategory | null,
  number: number,
): CategoryPage {
  const { site, edition } = view;
  const { routes } = site;
  const node = subcategory ?? group;
  const key = subcategory ? `${group.key}/${subcategory.key}` : group.key;
  const find = (other: typeof edition) => (subcategory ? other.subcategories : other.categories).get(key);
  const listing = find(edition);
  if (!listing) throw new RangeError(`no listing ${key}`);
  const slice = sliceListing(view, listing, number);
  const translations = number === 1 ? listingTranslations(site, find) : [];
  const breadcrumbs = [
    homeCrumb(view),
    { title: group.title, path: routes.category(edition.locale, group.slug) },
    ...(subcategory ? [{ title: subcategory.title, path: listing.path }] : []),
  ];
  const children = Object.values(group.children).filter((child) => child !== subcategory);
  return {
    kind: subcategory ? 'subcategory' : 'category',
    locale: edition.locale,
    path: slice.path,
    head: createHead(view, {
      path: slice.path,
      title: pageTitle(view, node.title, number),
      description: pageDescription(view, node.description, number),
      translations,
      social: { locale: edition.locale, title: group.title, kicker: '', level: 'category' },
      // A listing without articles is no result that anybody looks for.
      indexed: listing.articles.length > 0,
      breadcrumbs,
      previous: slice.previous,
      next: slice.next,
    }),
    breadcrumbs: breadcrumbLinks(view, breadcrumbs),
    translations: translationLinks(view, translations),
    ads: view.ads(slice.path),
    title: node.title,
    description: node.description,
    count: view.formats.articles(listing.articles.length),
    children: children.map((child) => ({
      title: child.title,
      url: view.href(routes.subcategory(edition.locale, group.slug, child.slug)),
      description: child.description,
      count: view.formats.articles(
        edition.subcategories.get(`${group.key}/${child.key}`)?.articles.length ?? 0,
      ),
    })),
    articles: slice.articles.map((article, index) => {
      const card = view.cardWithin(article, group);
      return number === 1 && index === 0 ? view.leadCard(card, article) : card;
    }),
    hot: number === 1 && !subcategory ? hotOutside(view, group, listing, slice.articles) : [],
    pagination: slice.pagination,
  };
}

/** The most recently changed articles of a category that its first page does not show. */
function hotOutside(view: EditionView, group: CategoryGroup, listing: Listing, shown: readonly Article[]) {
  const { hot } = view.site.config.sections;
  return newestChanges(listing.articles, hot, new Set(shown)).map((article) =>
    view.cardWithin(article, group),
  );
}

/** The `count` articles with the latest change, newest first, without those of `except`. */
export function newestChanges(
  articles: readonly Article[],
  count: number,
  except: ReadonlySet<Article>,
): Article[] {
  const found: Article[] = [];
  for (const article of articles) {
    if (except.has(article)) continue;
    const last = found[count - 1];
    if (last && last.changed >= article.changed) continue;
    const at = found.findIndex((other) => other.changed < article.changed);
    found.splice(at < 0 ? found.length : at, 0, article);
    if (found.length > count) found.pop();
  }
  return found;
}

/** @param slug of the author */
export function planAuthor(view: EditionView, slug: string, number: number): AuthorPage {
  const { site, edition } = view;
  const author = edition.authors.find((other) => other.slug === slug);
  const listing = edition.byAuthor.get(slug);
  if (!author || !listing) throw new RangeError(`no author ${slug}`);
  const slice = sliceListing(view, listing, number);
  const translations =
    number === 1
      ? site.editions.flatMap((other): Translation[] => {
          const path = other.byAuthor.get(slug)?.path;
          return path ? [{ locale: other.locale, path }] : [];
        })
      : [];
  const breadcrumbs = [
    homeCrumb(view),
    { title: view.strings.info.authors, path: site.routes.authors(edition.locale) },
    { title: author.name, path: listing.path },
  ];
  const url = view.absolute(listing.path);
  return {
    kind: 'author',
    locale: edition.locale,
    path: slice.path,
    head: createHead(view, {
      path: slice.path,
      title: pageTitle(view, author.metaTitle, number),
      description: pageDescription(view, author.metaDescription, number),
      translations,
      social: { locale: edition.locale, title: site.config.title, kicker: '', level: 'site' },
      type: 'profile',
      breadcrumbs,
      graph: [
        {
          '@type': 'ProfilePage',
          url,
          mainEntity: { '@type': 'Person', name: author.name, description: author.description, url },
        },
      ],
      previous: slice.previous,
      next: slice.next,
    }),
    breadcrumbs: breadcrumbLinks(view, breadcrumbs),
    translations: translationLinks(view, translations),
    ads: view.ads(slice.path),
    title: author.name,
    description: author.description,
    count: view.formats.articles(listing.articles.length),
    articles: slice.articles.map((article) => view.card(article)),
    pagination: slice.pagination,
  };
}
