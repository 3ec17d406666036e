/** Types for pages of theme/pages: the lists that their `load` may use, and the page that their view gets. */
import type { SiteData } from '../content/data/data-files.ts';
import type { LocaleCode } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import type { ArticleSummary, Link, Page } from './page.ts';

/** A page of theme/pages. `data` is the JSON that its `load` returned. */
export interface ThemePage<Data = unknown> extends Page {
  kind: 'own';
  title: string;
  description: string;
  data: Data;
}

/** The articles that a page of the theme can list when the site is built. All lists are newest first. */
export interface SiteIndex {
  locale: LocaleCode;
  siteTitle: string;
  strings: Strings;
  /** The files of content/data, by name: what their schemas in content/schema.ts make of them. */
  data: SiteData;
  articles(count?: number): ArticleSummary[];
  /** @param key a category key, or "categoryKey/subcategoryKey". Returns null for an unknown key */
  category(key: string, count?: number): (Link & { description: string; articles: ArticleSummary[] }) | null;
  /** Returns null for an unknown author. @param slug the author's */
  author(slug: string, count?: number): (Link & { description: string; articles: ArticleSummary[] }) | null;
  /** The URL for an href. @param path a path of this edition, such as "contact" */
  href(path: string): string;
}

/** A page of theme/pages. */
export interface ThemePageMeta {
  /** Name of the module: the same page in all locales. */
  key: string;
  /** Path below the edition's home, without a leading slash. */
  address: string;
  /** Relative to the root. */
  file: string;
  title: string;
  description: string;
  navigation?: 'menu' | 'footer';
  /** Loads the data that the page shows; null if its module exports no `load`. @throws UserError */
  load: ((index: SiteIndex) => unknown) | null;
}
