/** Types of the pages of theme/pages: what they may ask for, and what they show. */
import type { LocaleCode } from '../locales/codes.ts';
import type { Strings } from '../locales/strings.ts';
import type { ArticleSummary, Link, Page } from './page.ts';

/** A page of theme/pages. `data` is what its `load` has returned, as JSON. */
export interface ThemePage<Data = unknown> extends Page {
  kind: 'own';
  title: string;
  description: string;
  data: Data;
}

/** The lists that a page of the theme may ask for when the site is built. Lists are newest first. */
export interface SiteIndex {
  locale: LocaleCode;
  siteTitle: string;
  strings: Strings;
  articles(count?: number): ArticleSummary[];
  /** @param key of a category, or "categoryKey/subcategoryKey"; null where there is none */
  category(key: string, count?: number): (Link & { description: string; articles: ArticleSummary[] }) | null;
  /** @param slug null where there is no such author */
  author(slug: string, count?: number): (Link & { description: string; articles: ArticleSummary[] }) | null;
  /** For an href. @param path in this edition, such as "contact" */
  href(path: string): string;
}
