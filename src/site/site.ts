/** The model of the publication: editions, articles and listings. create-site.ts makes it. */

import type { SiteConfig } from '../config/config-schema.ts';
import type { Label } from '../config/editorial-schema.ts';
import type { Editorial } from '../content/article/article-fields.ts';
import type { CategoryGroup, CategoryTree, Subcategory } from '../content/article/category-tree.ts';
import type { OwnFields } from '../content/article/own-fields.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import type { Presence } from '../content/article/presence.ts';
import type { InfoKind } from '../content/data/content-files.ts';
import type { SiteData } from '../content/data/data-files.ts';
import type { Author, PaidLinksData } from '../content/data/edition-data.ts';
import type { InfoMeta } from '../content/data/info-pages.ts';
import type { Ledger, OfferStates } from '../content/data/offers.ts';
import type { OwnPageMeta } from '../content/data/own-pages.ts';
import type { Host } from '../hosts/host.ts';
import type { LocaleCode } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import type { Seo } from './fixed-texts.ts';
import type { UrlPath } from './page.ts';
import type { Routes } from './routes.ts';
import type { ThemePageMeta } from './theme-page-data.ts';

/** A place of an article in the category tree. */
export interface Placement {
  category: CategoryGroup;
  subcategory: Subcategory;
}

export interface Article {
  meta: ArticleMeta;
  edition: Edition;
  /** The first of its authors. */
  author: Author;
  /** Never empty. */
  authors: readonly Author[];
  /** Who paid for it, and the address of the ledger; null for most. */
  sponsor: { name: string; site: string | null } | null;
  path: UrlPath;
  /** Never empty; the first is the primary one. */
  placements: readonly Placement[];
  terms: readonly ArticleTerm[];
  /** Publication time in milliseconds; articles are sorted by it, newest first. */
  instant: number;
  /** Time of the last change in milliseconds: `updated`, else `date`. */
  changed: number;
}

/** The articles of a listing page, newest first. In categories, pinned and ordered articles come first, and the setting `sort` applies. */
export interface Listing {
  path: UrlPath;
  articles: Article[];
  /** The article with the last change. */
  latest: Article | null;
}

export interface Taxonomy {
  /** Name of the front matter field. */
  name: string;
  slug: string;
  title: Label | undefined;
  /** Terms that the configuration names in several locales. */
  terms: readonly DeclaredTerm[];
}

/** Names of one term by locale, with an address where it has one of its own. */
type DeclaredTerm = SiteConfig['taxonomies'][string]['terms'][number];

/** The articles with one term, newest first. */
export interface Term extends Listing {
  slug: string;
  /** The name in the configuration, else the spelling that most articles use; in a tie, the spelling of the newest article. */
  title: string;
  /** Its names in the configuration; null without any. */
  declared: DeclaredTerm | null;
  /** The newest article with the term, and its field. */
  source: { file: string; field: PropertyKey[] };
}

/** A term as an article writes it. */
export interface ArticleTerm {
  taxonomy: Taxonomy;
  title: string;
  term: Term;
}

/** The path of an article and the fields that it comes from. */
export interface ArticleAddress {
  path: UrlPath;
  meta: Pick<ArticleMeta, 'file' | 'slug' | 'aliases'> & { editorial: Pick<Editorial, 'permalink'> };
}

export type TextPage = InfoMeta & { path: UrlPath };
export type OwnPage = OwnPageMeta & { path: UrlPath };

export interface Edition {
  locale: LocaleCode;
  /** BCP 47. */
  language: string;
  strings: Strings;
  tree: CategoryTree;
  /** The file with the tree, relative to the root. */
  treeFile: string;
  authors: Author[];
  seo: Seo;
  info: Readonly<Record<InfoKind, TextPage>>;
  /** The site's own pages, besides `start`. */
  pages: readonly OwnPage[];
  /** The text of the home page, pages/index.md; null where it shows articles only. */
  start: OwnPage | null;
  themePages: readonly (ThemePageMeta & { path: UrlPath })[];
  /** Parts that could not be read and are empty here. An edition with missing parts is never built. */
  missing: ReadonlySet<'tree' | 'authors' | 'seo' | 'info'>;
  /** Newest first. */
  articles: Article[];
  /** The article with the last change. */
  latest: Article | null;
  /** Addresses of articles that cannot be built. No other page may take them. */
  claims: ArticleAddress[];
  /** By category key. */
  categories: Map<string, Listing>;
  /** By category key and subcategory key, joined by "/". */
  subcategories: Map<string, Listing>;
  /** The categories and subcategories that have articles, such as "betting" and "betting/odds". Menus show them on every page. */
  filled: ReadonlySet<string>;
  /** By author slug. */
  byAuthor: Map<string, Listing>;
  /** By taxonomy and slug. A taxonomy without terms is absent. */
  terms: Map<string, ReadonlyMap<string, Term>>;
  /** What it shows of each offer of the ledger. */
  offers: OfferStates;
}

/** A font of the site that link previews are set in. */
export interface CardFont {
  /** Absolute path. */
  file: string;
  /** Hash of its bytes. */
  key: string;
  /** Ranges of code points that it has. */
  ranges: readonly (readonly [number, number])[];
}

export interface Site {
  config: SiteConfig;
  routes: Routes;
  taxonomies: readonly Taxonomy[];
  editions: Edition[];
  ads: PaidLinksData;
  ledger: Ledger;
  /** The files of content/data, by name. */
  data: SiteData;
  /** Articles by key, for keys with articles in several locales. The first is the original of the others. */
  translations: Map<string, Article[]>;
  year: number;
  ownFields: OwnFields;
  /** The site's own fonts, the best first; the program has others. */
  cardFonts: readonly CardFont[];
  /** The host of the setting `hosting`; null if there is none. */
  host: Host | null;
  /** The same site with articles that their dates keep from readers too; the site itself where there are none. */
  including(...others: Presence[]): Site;
}
