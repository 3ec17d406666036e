/** The locales of sites, with their languages and URL segments. */

/** As folders and Open Graph spell a locale. To add one, add it here: the types name the rest. */
export const LOCALE_CODES = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'] as const;
export type LocaleCode = (typeof LOCALE_CODES)[number];

/** `readingSpeed`: words a minute of silent reading (Korean: words between spaces). */
const LOCALES = {
  en_US: { language: 'en', readingSpeed: 230 },
  ru_RU: { language: 'ru', readingSpeed: 190 },
  tr_TR: { language: 'tr', readingSpeed: 180 },
  ko_KR: { language: 'ko', readingSpeed: 150 },
} as const satisfies Record<LocaleCode, object>;

/** BCP 47, for `lang`, hreflang and the first segment of a locale's URLs. */
export type Language = (typeof LOCALES)[LocaleCode]['language'];
export const LANGUAGE_CODES: readonly Language[] = LOCALE_CODES.map(languageOf);

/** Source of a regular expression for one of the languages. */
export const ANY_LANGUAGE = `(?:${LANGUAGE_CODES.join('|')})`;

export function languageOf(locale: LocaleCode): Language {
  return LOCALES[locale].language;
}

/** Whole minutes, at least 1. */
export function readingMinutes(words: number, locale: LocaleCode): number {
  return Math.max(1, Math.round(words / LOCALES[locale].readingSpeed));
}
