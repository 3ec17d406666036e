/**
 * Types of pages: plain JSON, ready for display. The same value is the message to a worker, the memo key of rendering, the
 * source of page data and the fixture of tests.
 * Templates treat strings as opaque (templates/compile-view.ts): already formatted, never inspected, cut or compared.
 * Branches may depend only on the fields in `SHAPE_FIELDS`, numbers, booleans, null and the lengths of arrays.
 */
import type { PolicySources } from '../config/policy-schema.ts';
import type { LocaleCode } from '../locales/codes.ts';

declare const urlPath: unique symbol;
declare const outputPath: unique symbol;

/** Path of a page: starts with "/"; has no base path, trailing slash, extension or percent-encoding. */
export type UrlPath = string & { readonly [urlPath]: true };
/** Path of a file relative to the output folder, with "/". */
export type OutputPath = string & { readonly [outputPath]: true };

/** The string fields that a template may compare. */
export const SHAPE_FIELDS: ReadonlySet<string> = new Set(['kind', 'locale', 'level', 'view']);

/** `url` is ready for an href: base path included, percent-encoded. */
export interface Link {
  title: string;
  url: string;
}

/** `iso` is for the datetime attribute (a calendar date or RFC 3339); `text` is formatted for the locale. */
export interface DateView {
  iso: string;
  text: string;
}

/** One image with its alternatives. `sources` are for <source>, best first. */
export interface Picture {
  url: string;
  alt: string;
  /** In pixels; a string, since templates only print it. */
  width: string;
  height: string;
  sources: { type: string; srcset: string }[];
  /** The drawing itself, for the first picture of a page: saves a request before the largest paint. */
  svg?: string;
}

/**
 * An article in a list. `cover` is a drawing or a picture, and decorative.
 * @typeParam Fields of content/schema.ts
 */
export interface ArticleSummary<Fields extends object = Readonly<Record<string, unknown>>> {
  title: string;
  url: string;
  description: string;
  date: DateView;
  author: string;
  readingTime: string;
  category: Link;
  cover: Picture | null;
  /** Present if `date` is the date of the last change. */
  changed?: true;
  /** Present if the site shows no authors and days of publication (`look.byline`). */
  withoutByline?: true;
  /** Fields that the site defines. Absent if the article has none, or if the site has no view that could show them. */
  fields?: Fields;
}

/** A section of selected articles. `url` leads to the full list. */
export interface ArticleSection {
  kind: 'best' | 'hot' | 'latest' | 'more' | 'featured' | 'category';
  /** Id of the heading, unique on the page. */
  id: string;
  title: string;
  url: string | null;
  articles: ArticleSummary[];
}

/** An author, in the byline, under an article and in the list of all authors. */
export interface AuthorCard extends Link {
  description: string;
  initials: string;
  role?: string;
  photo?: Picture;
}

/** A group of the tree beside a text. `open` if it holds the page itself. A null title stands for the top of the tree. */
export interface SidebarGroup {
  title: string | null;
  open: boolean;
  links: (Link & { current: boolean })[];
  groups: SidebarGroup[];
}

/** The image of link previews. */
export interface PreviewImage {
  /** Absolute URL. */
  url: string;
  /** In pixels; null if it is not known. */
  size: { width: string; height: string } | null;
}

/** The parts of <head> that differ between pages. All URLs are absolute. */
export interface Head {
  /** Text of <title>, including the site's title if it fits. */
  title: string;
  description: string;
  /** null on pages that are not indexed. */
  canonical: string | null;
  robots: string;
  /** hreflang alternates, including the page itself and x-default; empty without translations. */
  alternates: { language: string; url: string }[];
  openGraph: {
    type: string;
    title: string;
    url: string | null;
    /** Language and country; null for a language that no country has. */
    locale: string | null;
    image: (PreviewImage & { alt: string }) | null;
  };
  /** RFC 3339 with zone; articles only. */
  article: { published: string; modified: string; authors: string[]; section: string } | null;
  /** JSON-LD, escaped for a script element. */
  jsonLd: string | null;
  /** Absolute URLs of the neighbours of a paginated listing. */
  previous: string | null;
  next: string | null;
  /** Absolute URL of the Atom feed of the listing. */
  feed?: string;
  /** URL of the Markdown twin. Absent where the site has no twins. */
  markdown?: string;
}

/** Paid links of one page: trusted HTML whose links have rel="sponsored". `heading` is a visible label. */
export interface Ads {
  heading: string;
  /** One HTML string for each block. */
  blocks: string[];
  /** Comments by which a link exchange knows its pages. They show nothing, and so have no label. */
  codes?: string[];
}

/** The fields of every page. Each page kind adds fields. */
export interface Page {
  kind: string;
  /** A layout or page of the site, such as "layouts/wide", that renders it in place of the view of its kind. */
  view?: string;
  locale: LocaleCode;
  path: UrlPath;
  head: Head;
  /** From home to this page; empty on home and on pages outside the tree. The last is the page itself. */
  breadcrumbs: Link[];
  /** The page in other languages. `title` is the language's own name. */
  translations: (Link & { language: string })[];
  ads: Ads | null;
  /** Present on the page of a draft, which only a preview shows. */
  draft?: true;
  /** Policy sources for everything but the text, such as integrations. */
  policy?: PolicySources[];
}

export interface Pagination {
  /** "Page 2 of 9"; null for a single page. */
  position: string | null;
  previous: string | null;
  next: string | null;
  /** Links to the first, last and neighbouring pages; null is a gap. `label` is "Page 2". */
  pages: ({ number: string; label: string; url: string; current: boolean } | null)[];
}

/** A category or subcategory in a listing. `count` is "12 articles" in the language of the page. */
export interface CategoryCard extends Link {
  description: string;
  count: string;
}

/** `title` is the main heading; `description` is the text under it, '' where nobody has written one. */
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

/** Has a `Body` where pages/index.md has a text for the page; title and description come from that file. */
export interface HomePage extends TitledPage, Pick<TextPage, 'isExcerpt'> {
  kind: 'home';
  sections: (ArticleSection | CategoriesSection)[];
}

interface ListingPage extends TitledPage {
  /** Null without articles. */
  count: string | null;
  articles: ArticleSummary[];
  pagination: Pagination;
}

export interface CategoryPage extends ListingPage {
  kind: 'category' | 'subcategory';
  /** Subcategories of a category, or the siblings of a subcategory. */
  children: CategoryCard[];
  /** Sections before and after the list of all articles. */
  above: ArticleSection[];
  below: ArticleSection[];
}

export interface AuthorPage extends ListingPage {
  kind: 'author';
  role?: string;
  photo?: Picture;
  /** Profiles elsewhere. */
  links?: Link[];
}

/** The articles with one term of a taxonomy, such as a tag. */
export interface TermPage extends ListingPage {
  kind: 'term';
  /** The Atom feed of the term; null if feeds are off. */
  feed: Link | null;
}

/** The years of the archive, the months of a year, or the articles of a period. */
export interface ArchivePage extends ListingPage {
  kind: 'archive';
  /** Empty where the page lists articles. */
  periods: (Link & { count: string })[];
}

/** All terms of a taxonomy, such as all tags. */
export interface TaxonomyPage extends TitledPage {
  kind: 'taxonomy';
  /** Terms by first letter; a short list is one group without a letter. */
  groups: { letter: string | null; id: string; terms: (Link & { count: string })[] }[];
}

export interface AuthorsPage extends TitledPage {
  kind: 'authors';
  /** Authors by first letter; a short list is one group without a letter. `count` is null without articles. */
  groups: {
    letter: string | null;
    id: string;
    authors: (AuthorCard & { count: string | null })[];
  }[];
}

/** The parts around a text. */
interface TextPage {
  /** Present if the description is the beginning of the text, which the page does not show twice. */
  isExcerpt?: true;
  sidebar?: SidebarGroup[];
  /** Address where readers suggest a change. */
  edit?: string;
}

/** About us, privacy policy or terms. The text is in `Body`. */
export interface InfoPage extends TitledPage, TextPage {
  kind: 'info';
  /** Neighbours in the sidebar. Absent where there is no neighbour. */
  neighbours?: { previous: Link | null; next: Link | null };
}

export interface SitemapPage extends TitledPage {
  kind: 'sitemap';
  info: Link[];
  /**
   * `isDivided` is false for a category whose only part is `other`: its articles are those of the category. `more` links to
   * the listing if this page does not name all of its articles.
   */
  categories: (Link & {
    isDivided: boolean;
    children: (Link & { articles: Link[]; more: Link | null })[];
  })[];
}

/** Comments of a third-party service. `load` is JSON: what the browser loads when a reader opens them. */
export interface Comments {
  host: string;
  load: string;
}

/** @typeParam Fields of content/schema.ts */
export interface ArticlePage<Fields extends object = Readonly<Record<string, unknown>>>
  extends TitledPage,
    TextPage {
  kind: 'article';
  /** Fields that the site defines. Absent if it defines none or has no view that could show them. */
  fields?: Fields;
  /** The first author. */
  author: AuthorCard;
  /** The further ones. Absent where there is one author. `joint` stands before the name, such as ", " or " and ". */
  coAuthors?: (AuthorCard & { joint: string })[];
  published: DateView;
  updated: DateView | null;
  readingTime: string;
  category: Link;
  subcategory: Link;
  /** Tags and other terms, by taxonomy. Absent without any. */
  terms?: (Link & { links: Link[] })[];
  cover: Picture | null;
  /** All parts of its series. */
  series?: { title: string; parts: (Link & { current: boolean })[] };
  related: ArticleSummary[];
  previous: Link | null;
  next: Link | null;
  /** Absolute URL for the copy-link button. */
  shareUrl: string;
  /** Present if the site shows no authors and days of publication (`look.byline`). */
  withoutByline?: true;
  comments?: Comments;
  /** Present if the page says that a model wrote the article. */
  disclosed?: true;
  /** Says who paid for the article. */
  sponsored?: string;
}

/** The results page of the search in texts. */
export interface SearchPage extends TitledPage {
  kind: 'search';
  /** Data URL of its island. */
  islandData: string | null;
  sitemap: string;
  /** The search engine for readers without JavaScript. */
  engine: { action: string; host: string; field: string; hidden: { name: string; value: string }[] } | null;
}

/** The 404, 500 and offline pages. `title` and `message` come from seo.json and the locale. */
export interface ErrorPage extends Page {
  kind: 'not-found' | 'server-error' | 'offline';
  title: string;
  message: string;
  categories: Link[];
  /** Action of the search form, and the data URL for its island; null if search is off. */
  search: { action: string; islandData: string | null } | null;
}

/** The rendered Markdown of an article or an info page. `contents` is HTML too: list items, or empty. */
export interface Body {
  html: string;
  contents: string;
  /** Policy sources for the text, such as the frame of a video. */
  policy?: PolicySources;
}
