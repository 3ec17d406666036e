/** Creates what the pages of one edition share: formats, links, pictures and paid links, each made once. */
import type { ArticleDate } from '../content/article/dates.ts';
import { readingMinutes } from '../locales/codes.ts';
import { createFormats, type Formats, fillText } from '../locales/locale-format.ts';
import { stringsOf } from '../locales/locale-registry.ts';
import type { Strings } from '../locales/strings.ts';
import type { CategoryGroup, Subcategory } from './category-tree.ts';
import type { MenuItem } from './chrome-data.ts';
import type { Ads, ArticleCard, DateView, Link, OutputPath, Picture, PreviewImage, UrlPath } from './page.ts';
import type { Article, Edition, Listing, Placement, Site } from './site.ts';

/** The pictures that show an article, or preview a link. */
export interface Pictures {
  /** The cover of an article, drawn or its own image; null where covers are off and there is no image. */
  cover(article: Article): Picture | null;
  /** The same with the drawing inline, for the place that opens a page. */
  openingCover(article: Article): Picture | null;
  /** The file and the input of a cover that is drawn; null where there is none to draw. */
  drawnCover(article: Article): DrawnCover | null;
  /** An article's own picture for previews of links; null where it has none, or an SVG, which previews do not show. */
  preview(article: Article): PreviewImage | null;
  /** The 1200×630 image of a page with the title that it shows; null where they are off. */
  social(subject: SocialSubject): { path: OutputPath; title: string } | null;
}

export interface DrawnCover {
  path: OutputPath;
  title: string;
  /** Keys. */
  category: string;
  subcategory: string;
}

/** The texts of a social image: an article's or a category's title, or only the site's. */
export interface SocialSubject {
  locale: Edition['locale'];
  title: string;
  /** Title of the category, or ''. */
  kicker: string;
  level: 'article' | 'category' | 'site';
}

/** Paid links of a page path: processed HTML blocks. */
export type AdBlocks = (path: UrlPath) => string[];

export interface EditionView {
  site: Site;
  edition: Edition;
  strings: Strings;
  formats: Formats;
  pictures: Pictures;
  /** Categories with their subcategories. */
  menu: MenuItem[];
  /** Link to a page by its path. */
  href(path: UrlPath): string;
  absolute(path: UrlPath): string;
  date(date: ArticleDate): DateView;
  readingTime(article: Article): string;
  /** "12 articles". */
  count(listing: Listing | undefined): string;
  card(article: Article): ArticleCard;
  /** The card of the story that opens a page. */
  leadCard(card: ArticleCard, article: Article): ArticleCard;
  /** A card that names the subcategory, for lists within one category. */
  cardWithin(article: Article, category: CategoryGroup): ArticleCard;
  categoryLink(placement: Pick<Placement, 'category'>): Link;
  subcategoryLink(placement: Placement): Link;
  ads(path: UrlPath): Ads | null;
  fill: typeof fillText;
}

export function createEditionView(
  site: Site,
  edition: Edition,
  pictures: Pictures,
  adBlocks: AdBlocks,
  heading: number,
): EditionView {
  const { routes } = site;
  const strings = stringsOf(edition.locale);
  const formats = createFormats(edition.locale, site.config.timeZone);
  const date = once((iso: string): DateView => ({ iso, text: formats.date(iso) }));
  const readingTime = once(formats.readingTime);
  const card = once((article: Article): ArticleCard => {
    const [primary] = article.placements;
    return {
      title: article.meta.title,
      url: routes.href(article.path),
      description: article.meta.description,
      date: view.date(article.meta.date),
      author: article.author.name,
      readingTime: view.readingTime(article),
      category: primary ? view.categoryLink(primary) : { title: '', url: '' },
      cover: pictures.cover(article),
    };
  });
  const categoryLink = ({ title, slug }: CategoryGroup): Link => ({
    title,
    url: routes.href(routes.category(edition.locale, slug)),
  });
  const subcategoryLink = (group: CategoryGroup, { title, slug }: Subcategory): Link => ({
    title,
    url: routes.href(routes.subcategory(edition.locale, group.slug, slug)),
  });

  const view: EditionView = {
    site,
    edition,
    strings,
    formats,
    pictures,
    menu: Object.values(edition.tree).map((group) => ({
      ...categoryLink(group),
      children: Object.values(group.children).map((child) => subcategoryLink(group, child)),
    })),
    href: routes.href,
    absolute: routes.absolute,
    fill: fillText,
    date: ({ day, time }) => date(time === null ? day : `${new Date(time).toISOString().slice(0, 19)}Z`),
    readingTime: ({ meta }) => readingTime(readingMinutes(meta.words, edition.locale)),
    count: (listing) => formats.articles(listing?.articles.length ?? 0),
    card,
    leadCard: (shown, article) => ({ ...shown, cover: pictures.openingCover(article) }),
    cardWithin(article, group) {
      const placement = article.placements.find(({ category }) => category === group);
      return placement ? { ...card(article), category: view.subcategoryLink(placement) } : card(article);
    },
    categoryLink: ({ category }) => categoryLink(category),
    subcategoryLink: ({ category, subcategory }) => subcategoryLink(category, subcategory),
    ads(path) {
      const blocks = adBlocks(path);
      const label = strings.ads.headings[heading % 4] ?? strings.ads.label;
      return blocks.length === 0 ? null : { heading: label, blocks };
    },
  };
  return view;
}

/** Remembers the result for each argument: pages share the values. */
function once<Argument, Result>(make: (argument: Argument) => Result): (argument: Argument) => Result {
  const known = new Map<Argument, Result>();
  return (argument) => {
    const found = known.get(argument);
    if (found !== undefined) return found;
    const made = make(argument);
    known.set(argument, made);
    return made;
  };
}
