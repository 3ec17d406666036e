/** Owns which pages of other editions show the same thing: the source of hreflang and of the links between languages. */

import type { LocaleCode } from '../locales/codes.ts';
import { languageOf } from '../locales/codes.ts';
import { stringsOf } from '../locales/locale-registry.ts';
import type { EditionView } from '../site/edition-view.ts';
import type { Page, UrlPath } from '../site/page.ts';
import type { Article, Edition, Listing, Site } from '../site/site.ts';

export interface Translation {
  locale: LocaleCode;
  path: UrlPath;
}

const LANGUAGE_NAMES = { en: 'English', ru: 'Русский', tr: 'Türkçe', ko: '한국어' } as const;

export function languageName(locale: LocaleCode): string {
  return LANGUAGE_NAMES[languageOf(locale)];
}

export function articleTranslations(site: Site, article: Article): Translation[] {
  const articles = site.translations.get(article.meta.key) ?? [];
  return articles.map(({ edition, path }) => ({ locale: edition.locale, path }));
}

/** A page that every edition has. */
export function fixedTranslations(site: Site, pathOf: (locale: LocaleCode) => UrlPath): Translation[] {
  return site.editions.map(({ locale }) => ({ locale, path: pathOf(locale) }));
}

/** A listing that some editions have; empty ones are no translation. */
export function listingTranslations(
  site: Site,
  listingOf: (edition: Edition) => Listing | undefined,
): Translation[] {
  return site.editions.flatMap((edition) => {
    const listing = listingOf(edition);
    return listing && listing.articles.length > 0 ? [{ locale: edition.locale, path: listing.path }] : [];
  });
}

/** Links to the other editions' pages, for the reader. */
export function translationLinks(
  view: EditionView,
  translations: readonly Translation[],
): Page['translations'] {
  return translations
    .filter(({ locale }) => locale !== view.edition.locale)
    .map(({ locale, path }) => ({
      title: languageName(locale),
      url: view.href(path),
      language: languageOf(locale),
    }));
}

/** Label of the home page in breadcrumbs. */
export function homeCrumb(view: EditionView): { title: string; path: UrlPath } {
  return {
    title: stringsOf(view.edition.locale).layout.home,
    path: view.site.routes.home(view.edition.locale),
  };
}
