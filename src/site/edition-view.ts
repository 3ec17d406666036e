/** Creates what the pages of one edition share: formats, links, pictures and paid links, each computed once. */
import { type CategoryGroup, hasParts, OTHER, type Subcategory } from '../content/article/category-tree.ts';
import { type ArticleDate, formatRfc3339 } from '../content/article/dates.ts';
import type { Author } from '../content/data/edition-data.ts';
import { readingMinutes } from '../locales/codes.ts';
import { createFormats } from '../locales/locale-format.ts';
import { plainLink } from './emoji.ts';
import type {
  Ads,
  ArticleSummary,
  DateView,
  Link,
  OutputPath,
  Picture,
  PreviewImage,
  UrlPath,
} from './page.ts';
import { type AdBlocks, adHeading, isBlankHtml } from './paid-links.ts';
import { type Candidates, countInbound } from './select-articles.ts';
import { createSidebar, groupSeries, type Sidebar, seriesKey } from './sidebar.ts';
import type { Article, Edition, Listing, Placement, Site } from './site.ts';

/** The pictures of articles and of link previews. */
export interface Pictures {
  /** The cover of an article in a list: its own image or a drawing. Null without an image if lists show no drawings. */
  cover(article: Article): Picture | null;
  /** The cover of the first, large article of a page, with the drawing inline. */
  leadCover(article: Article): Picture | null;
  /** The picture above an article's text, with the drawing inline. */
  figure(article: Article): Picture | null;
  /** The photo of an author in small sizes. null if the author has no photo. */
  photo(author: Pick<Author, 'photo'>, locale: Edition['locale']): Picture | null;
  /** The output path and the input of an article's drawn cover; null if there is none to draw. */
  drawnCover(article: Article): DrawnCover | null;
  /** An article's own image for link previews; null without one, and for SVG, which previews do not show. */
  preview(article: Article): PreviewImage | null;
  /** The 1200×630 image of a page and the title drawn on it; null if social images are switched off. */
  social(subject: SocialSubject): { path: OutputPath; title: string } | null;
}

export interface DrawnCover {
  path: OutputPath;
  title: string;
  /** Category key. */
  category: string;
  subcategory: string;
}

/** The texts of a social image: the title of an article or a category, or only the title of the site. */
export interface SocialSubject {
  locale: Edition['locale'];
  title: string;
  /** Title of the category, or ''. */
  kicker: string;
  level: 'article' | 'category' | 'site';
}

export type EditionView = ReturnType<typeof createEditionView>;
type Formats = ReturnType<typeof createFormats>;

export function createEditionView(site: Site, edition: Edition, pictures: Pictures, adBlocks: AdBlocks) {
  const { routes } = site;
  const { strings } = edition;
  const formats = createFormats(edition.locale, strings);
  const texts = createTexts(edition, formats);
  const links = createLinks(site, edition);
  const cards = createCards(site, pictures, formats, texts, links);
  const tree = listShown(site, edition);
  const menu = tree.map(({ category, parts }): Link & { children: Link[] } => ({
    ...plainLink(links.categoryLink({ category })),
    children: parts.map((subcategory) => plainLink(links.subcategoryLink({ category, subcategory }))),
  }));
  const adLabel = adHeading(site.config.title, strings.ads);

  let counts: Candidates['inbound'] | null = null;
  let sidebar: Sidebar | null = null;
  let series: ReturnType<typeof groupSeries> | null = null;

  return {
    site,
    edition,
    strings,
    formats,
    pictures,
    ...texts,
    ...links,
    ...cards,
    /** The categories that lists of sections show, with their subcategories. */
    tree,
    /** Links to them, without emojis. */
    menu,
    /** Link to a page by its path. */
    href: routes.href,
    absolute: routes.absolute,
    /** The tree of pages beside texts. */
    sidebar(): Sidebar {
      sidebar ??= createSidebar(site, edition);
      return sidebar;
    },
    /** The articles of the same series, in order. Empty for an article without a series. */
    seriesOf({ meta }: Article): readonly Article[] {
      series ??= groupSeries(edition.articles);
      return (meta.editorial.series !== null && series.get(seriesKey(meta.editorial.series))) || [];
    },
    /** The number of articles that link to this one. */
    inbound: (article: Article) => {
      counts ??= countInbound(site, edition);
      return counts(article);
    },
    ads(path: UrlPath): Ads | null {
      const all = adBlocks(path, edition.locale);
      if (all.length === 0) return null;
      const [codes, blocks] = [all.filter(isBlankHtml), all.filter((html) => !isBlankHtml(html))];
      return { heading: adLabel, blocks, ...(codes.length > 0 && { codes }) };
    },
  };
}

function createTexts(edition: Edition, formats: Formats) {
  const dayText = memoize(formats.date);
  const formatTime = memoize(formats.readingTime);
  return {
    date: (shown: ArticleDate): DateView => ({
      iso: shown.isDay ? shown.day : formatRfc3339(shown),
      text: dayText(shown.day),
    }),
    readingTime: ({ meta }: Article) => formatTime(readingMinutes(meta.words, edition.locale)),
    /** "12 articles". */
    count: (listing: Listing | undefined) => formats.articles(listing?.articles.length ?? 0),
  };
}

function createLinks({ routes }: Site, { locale }: Edition) {
  return {
    categoryLink: ({ category }: Pick<Placement, 'category'>): Link => ({
      title: category.title,
      url: routes.href(routes.category(locale, category.slug)),
    }),
    subcategoryLink: ({ category, subcategory }: Placement): Link => ({
      title: subcategory.title,
      url: routes.href(routes.subcategory(locale, category.slug, subcategory.slug)),
    }),
  };
}

function createCards(
  site: Site,
  pictures: Pictures,
  formats: Formats,
  { date, readingTime }: ReturnType<typeof createTexts>,
  { categoryLink, subcategoryLink }: ReturnType<typeof createLinks>,
) {
  const card = memoize((article: Article): ArticleSummary => {
    const { meta, path, authors, placements } = article;
    const fields = site.ownFields.areShown ? site.ownFields.read(meta.own).values : {};
    return {
      title: meta.title,
      url: site.routes.href(path),
      description: meta.description,
      date: date(meta.date),
      author: formats.list(authors.map(({ name }) => name)),
      readingTime: readingTime(article),
      category: placements[0] ? plainLink(categoryLink(placements[0])) : { title: '', url: '' },
      cover: pictures.cover(article),
      ...(!site.config.look.byline && { withoutByline: true as const }),
      ...(Object.keys(fields).length > 0 && { fields }),
    };
  });
  return {
    card,
    /** The card of the first, large article of a page. */
    leadCard: (shown: ArticleSummary, article: Article): ArticleSummary => ({
      ...shown,
      cover: pictures.leadCover(article),
    }),
    /** A card with the date of the last change, for lists in that order. */
    changedCard: (shown: ArticleSummary, { meta }: Article): ArticleSummary =>
      meta.updated === null ? shown : { ...shown, date: date(meta.updated), changed: true },
    /** A card that names the subcategory, for lists within one category. */
    cardWithin(article: Article, group: CategoryGroup): ArticleSummary {
      const placement = article.placements.find(({ category }) => category === group);
      return placement && hasParts(group)
        ? { ...card(article), category: plainLink(subcategoryLink(placement)) }
        : card(article);
    },
  };
}

/**
 * Leaves out what has no articles, except in an edition that has none yet. A category whose articles are in no part has no
 * parts: its own list is that of `other`.
 */
function listShown(
  { config }: Site,
  { tree, filled }: Edition,
): { category: CategoryGroup; children: Subcategory[]; parts: Subcategory[] }[] {
  const isWhole = config.navigation.emptySections || filled.size === 0;
  const isShown = (name: string) => isWhole || filled.has(name);
  return Object.values(tree)
    .filter(({ key }) => isShown(key))
    .map((category) => {
      const children = Object.values(category.children).filter(({ key }) =>
        isShown(`${category.key}/${key}`),
      );
      return { category, children, parts: children.some(({ key }) => key !== OTHER) ? children : [] };
    });
}

/** Pages share the results. */
function memoize<Argument, Result>(make: (argument: Argument) => Result): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    const found = known.get(argument);
    if (found !== undefined) return found;
    const made = make(argument);
    known.set(argument, made);
    return made;
  };
}
