/**
 * Types of pages: plain JSON, ready for display.
 * One value is the message to a worker, the memo key of the render, the source of page data and the fixture of tests.
 * Templates treat strings as opaque (templates/compile-view.ts): already formatted, never inspected, cut or compared.
 * Only the fields in `SHAPE_FIELDS`, numbers, booleans, null and the lengths of arrays steer what a template renders.
 */
import type { LocaleCode } from '../locales/codes.ts';

declare const urlPath: unique symbol;
declare const outputPath: unique symbol;

/** Path of a page within the site: starts with "/", no base path, no trailing slash, no extension, not encoded. */
export type UrlPath = string & { readonly [urlPath]: true };
/** Path of a file below the output folder, with "/" and without a leading one. */
export type OutputPath = string & { readonly [outputPath]: true };

/** String fields whose value a template may compare. */
export const SHAPE_FIELDS: ReadonlySet<string> = new Set(['kind', 'locale', 'level', 'view']);

/** `url` is ready for an href: base path included, percent-encoded. */
export interface Link {
  title: string;
  url: string;
}

/** `iso` for datetime (a calendar date or RFC 3339), `text` as the locale writes it. */
export interface DateView {
  iso: string;
  text: string;
}

/** One image with its alternatives. `sources` are for <source>, best first. */
export interface Picture {
  url: string;
  alt: string;
  /** In pixels; text, since templates only show it. */
  width: string;
  height: string;
  sources: { type: string; srcset: string }[];
  /** The drawing itself, for the place that opens a page: one request less before the largest paint. */
  svg?: string;
}

/** What lists show of an article. `cover` is a drawn or real picture, decorative in a list. */
export interface ArticleSummary {
  title: string;
  url: string;
  description: string;
  date: DateView;
  author: string;
  readingTime: string;
  category: Link;
  cover: Picture | null;
  /** Whether `date` is that of the last change. */
  changed?: true;
}

/** A section of selected articles. `url` leads to all of them. */
export interface ArticleSection {
  kind: 'best' | 'hot' | 'latest' | 'more' | 'featured' | 'category';
  /** Of its heading, unique on the page. */
  id: string;
  title: string;
  url: string | null;
  articles: ArticleSummary[];
}

/** What previews of a link show. */
export interface PreviewImage {
  /** Absolute. */
  url: string;
  /** In pixels; null where it is not known. */
  size: { width: string; height: string } | null;
}

/** All of <head> that differs between pages. Absolute URLs throughout. */
export interface Head {
  /** Text of <title>, site title included where it belongs. */
  title: string;
  description: string;
  /** null on pages that are not indexed. */
  canonical: string | null;
  robots: string;
  /** hreflang alternates, self and x-default included; empty where no translation exists. */
  alternates: { language: string; url: string }[];
  openGraph: {
    type: string;
    title: string;
    url: string | null;
    locale: string;
    image: (PreviewImage & { alt: string }) | null;
  };
  /** RFC 3339 with zone; articles only. */
  article: { published: string; modified: string; author: string; section: string } | null;
  /** JSON-LD, escaped for a script element; null for none. */
  jsonLd: string | null;
  /** Absolute URLs of the neighbours of a paginated listing. */
  previous: string | null;
  next: string | null;
}

/** Paid links of one page: trusted HTML whose links have rel="sponsored". `heading` is a visible label. */
export interface Ads {
  heading: string;
  /** One HTML string for each block. */
  blocks: string[];
}

/**
 * What a page loads from elsewhere, by directive of the security policy: `{'frame-src': ['https://video.example']}`.
 * The page's policy allows it on that page alone.
 */
export type PolicySources = Readonly<Record<string, readonly string[]>>;

/** What all pages have. Each page kind adds its own fields. */
export interface Page {
  kind: string;
  /** The site's layout or page that shows it, such as "layouts/wide", instead of the view of its kind. */
  view?: string;
  locale: LocaleCode;
  path: UrlPath;
  head: Head;
  /** From home to this page; empty on home and on pages outside the tree. The last is the page itself. */
  breadcrumbs: Link[];
  /** The page in other languages. `title` is the language's own name. */
  translations: (Link & { language: string })[];
  ads: Ads | null;
  /** What the page needs beyond its text. */
  policy?: PolicySources[];
}

export interface Pagination {
  /** "Page 2 of 9"; null where there is only one. */
  position: string | null;
  previous: string | null;
  next: string | null;
  /** Pages to link: first, last and those around the current one; null is a gap. `label` is "Page 2". */
  pages: ({ number: string; label: string; url: string; current: boolean } | null)[];
}

/** A category or subcategory as listings show it. `count` is "12 articles" in the locale. */
export interface CategoryCard extends Link {
  description: string;
  count: string;
}

/** `title` is the main heading; `description` is the text under it. */
interface TitledPage extends Page {
  title: string;
  description: string;
}

/** All categories. */
export interface CategoriesSection {
  kind: 'categories';
  id: string;
  title: string;
  categories: (CategoryCard & { children: Link[] })[];
}

export interface HomePage extends TitledPage {
  kind: 'home';
  sections: (ArticleSection | CategoriesSection)[];
}

interface ListingPage extends TitledPage {
  /** null where there are no articles. */
  count: string | null;
  articles: ArticleSummary[];
  pagination: Pagination;
}

export interface CategoryPage extends ListingPage {
  kind: 'category' | 'subcategory';
  /** Subcategories of a category, or the siblings of a subcategory. */
  children: CategoryCard[];
  /** Before and after the list of all articles. */
  above: ArticleSection[];
  below: ArticleSection[];
}

export interface AuthorPage extends ListingPage {
  kind: 'author';
}

export interface AuthorsPage extends TitledPage {
  kind: 'authors';
  /** By first letter; a short list is one group without a letter. `count` is null where there are no articles. */
  groups: {
    letter: string | null;
    id: string;
    authors: (Link & { description: string; count: string | null; initials: string })[];
  }[];
}

/** About us, privacy policy, terms. The text comes with the body. */
export interface InfoPage extends TitledPage {
  kind: 'info';
}

export interface SitemapPage extends TitledPage {
  kind: 'sitemap';
  info: Link[];
  /** `more` links to the listing where not all articles are named here. */
  categories: (Link & { children: (Link & { articles: Link[]; more: Link | null })[] })[];
}

/** Comments of a service. `load` is what the browser loads when a reader asks for them, as JSON. */
export interface Comments {
  host: string;
  load: string;
}

/** @typeParam Fields of content/schema.ts */
export interface ArticlePage<Fields extends object = Readonly<Record<string, unknown>>> extends TitledPage {
  kind: 'article';
  /** Fields that the site defines; absent where it defines none or has no view to show them. */
  fields?: Fields;
  author: Link & { description: string; initials: string };
  published: DateView;
  updated: DateView | null;
  readingTime: string;
  category: Link;
  subcategory: Link | null;
  cover: Picture | null;
  related: ArticleSummary[];
  previous: Link | null;
  next: Link | null;
  /** Absolute URL for the copy-link button. */
  shareUrl: string;
  comments?: Comments;
}

/** 404, 500 and the offline page. `message` and `title` are from the locale and seo.json. */
export interface ErrorPage extends Page {
  kind: 'not-found' | 'server-error' | 'offline';
  title: string;
  message: string;
  categories: Link[];
  /** Target of the search form, and the data of the islands where scripts run; null where search is off. */
  search: { action: string; islandData: string | null } | null;
}

/** The rendered Markdown of an article or an info page, both HTML. `contents` are items of a list, or empty. */
export interface Body {
  html: string;
  contents: string;
  /** What the text needs, such as the frame of a video. */
  policy?: PolicySources;
}
