/** The locales of sites, with their languages and URL segments. */

/** As folders and Open Graph spell a locale. To add one, add it here: the types name the rest. */
export const LOCALE_CODES = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'] as const;
export type LocaleCode = (typeof LOCALE_CODES)[number];

/** `name`: as its readers spell it. `readingSpeed`: words a minute of silent reading (Korean: words between spaces). */
const LOCALES = {
  en_US: { language: 'en', name: 'English', readingSpeed: 230 },
  ru_RU: { language: 'ru', name: 'Русский', readingSpeed: 190 },
  tr_TR: { language: 'tr', name: 'Türkçe', readingSpeed: 180 },
  ko_KR: { language: 'ko', name: '한국어', readingSpeed: 150 },
} as const satisfies Record<LocaleCode, object>;

/** BCP 47, for `lang`, hreflang and the first segment of a locale's URLs. */
export type Language = (typeof LOCALES)[LocaleCode]['language'];
export const LANGUAGE_CODES: readonly Language[] = LOCALE_CODES.map(languageOf);

/** Source of a regular expression for one of the languages. */
export const ANY_LANGUAGE = `(?:${LANGUAGE_CODES.join('|')})`;

export function languageOf(locale: LocaleCode): Language {
  return LOCALES[locale].language;
}

/** The name of the language, in that language. */
export function languageName(locale: LocaleCode): string {
  return LOCALES[locale].name;
}

/** Whole minutes, at least 1. */
export function readingMinutes(words: number, locale: LocaleCode): number {
  return Math.max(1, Math.round(words / LOCALES[locale].readingSpeed));
}
