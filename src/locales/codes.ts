/** The locales of sites, with their languages and URL segments. */

export const LOCALE_CODES = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'] as const;
/** As folders and Open Graph spell a locale. */
export type LocaleCode = (typeof LOCALE_CODES)[number];

/** BCP 47 language, used for `lang`, hreflang and the first segment of a locale's URLs. */
export type Language = 'en' | 'ru' | 'tr' | 'ko';

const LANGUAGES: Readonly<Record<LocaleCode, Language>> = {
  en_US: 'en',
  ru_RU: 'ru',
  tr_TR: 'tr',
  ko_KR: 'ko',
};

export function languageOf(locale: LocaleCode): Language {
  return LANGUAGES[locale];
}

export const LANGUAGE_CODES: readonly Language[] = LOCALE_CODES.map(languageOf);

/** Source of a regular expression for one of them. */
export const ANY_LANGUAGE = `(?:${LANGUAGE_CODES.join('|')})`;

/** Words a minute, silent reading of articles; Korean counts its space-separated words. */
const READING_SPEED: Readonly<Record<Language, number>> = { en: 230, ru: 190, tr: 180, ko: 150 };

/** Whole minutes, at least 1. */
export function readingMinutes(words: number, locale: LocaleCode): number {
  return Math.max(1, Math.round(words / READING_SPEED[languageOf(locale)]));
}
