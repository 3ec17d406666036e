/** Creates what the pages of one edition share: formats, links, pictures and paid links, each made once. */
import type { ArticleDate } from '../content/article/dates.ts';
import { readingMinutes } from '../locales/codes.ts';
import { createFormats, type Formats, fillText } from '../locales/locale-format.ts';
import { stringsOf } from '../locales/locale-registry.ts';
import type { Strings } from '../locales/strings.ts';
import type { CategoryGroup } from './category-tree.ts';
import type { Ads, ArticleCard, DateView, Link, OutputPath, Picture, PreviewImage, UrlPath } from './page.ts';
import type { Article, Edition, Placement, Site } from './site.ts';

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
  /** Link to a page by its path. */
  href(path: UrlPath): string;
  absolute(path: UrlPath): string;
  date(date: ArticleDate): DateView;
  readingTime(article: Article): string;
  card(article: Article): ArticleCard;
  /** The card of the story that opens a page. */
  leadCard(card: ArticleCard, article: Article): ArticleCard;
  /** A card that names the subcategory, for lists within one category. */
  cardWithin(article: Article, category: CategoryGroup): ArticleCard;
  categoryLink(placement: Placement): Link;
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
  const dates = new Map<string, DateView>();
  const times = new Map<number, string>();
  const cards = new Map<Article, ArticleCard>();

  const view: EditionView = {
    site,
    edition,
    strings,
    formats,
    pictures,
    href: routes.href,
    absolute: routes.absolute,
    fill: fillText,
    date(date) {
      const iso = date.time === null ? date.day : `${new Date(date.time).toISOString().slice(0, 19)}Z`;
      let known = dates.get(iso);
      if (!known) {
        known = { iso, text: formats.date(iso) };
        dates.set(iso, known);
      }
      return known;
    },
    readingTime({ meta }) {
      const minutes = readingMinutes(meta.words, edition.locale);
      const known = times.get(minutes) ?? formats.readingTime(minutes);
      times.set(minutes, known);
      return known;
    },
    card(article) {
      const known = cards.get(article);
      if (known) return known;
      const [primary] = article.placements;
      const card: ArticleCard = {
        title: article.meta.title,
        url: routes.href(article.path),
        description: article.meta.description,
        date: view.date(article.meta.date),
        author: article.author.name,
        readingTime: view.readingTime(article),
        category: primary ? view.categoryLink(primary) : { title: '', url: '' },
        cover: pictures.cover(article),
      };
      cards.set(article, card);
      return card;
    },
    leadCard: (card, article) => ({ ...card, cover: pictures.openingCover(article) }),
    cardWithin(article, group) {
      const placement = article.placements.find(({ category }) => category === group);
      return placement
        ? { ...view.card(article), category: view.subcategoryLink(placement) }
        : view.card(article);
    },
    categoryLink: ({ category }) => ({
      title: category.title,
      url: routes.href(routes.category(edition.locale, category.slug)),
    }),
    subcategoryLink: ({ category, subcategory }) => ({
      title: subcategory.title,
      url: routes.href(routes.subcategory(edition.locale, category.slug, subcategory.slug)),
    }),
    ads(path) {
      const blocks = adBlocks(path);
      return blocks.length === 0
        ? null
        : { heading: strings.ads.headings[heading % 4] ?? strings.ads.label, blocks };
    },
  };
  return view;
}
