/** The locales of sites, with their languages and URL segments. A site may add some to those of the program. */

/** As folders and Open Graph spell a locale: `en_US`. */
export type LocaleCode = string;

export const LOCALE_PATTERN = /^[a-z]{2,3}_[A-Z]{2}$/;

/** The locales whose strings come with the program. To add one, add it here: the types name the rest. */
export const LOCALE_CODES = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'] as const;
export type BuiltInLocale = (typeof LOCALE_CODES)[number];

type LanguageOf<Code extends LocaleCode> = Code extends `${infer Language}_${string}` ? Language : string;

/** Those of the program: BCP 47, for `lang`, hreflang and the first segment of a locale's URLs. */
export type Language = LanguageOf<BuiltInLocale>;
export const LANGUAGE_CODES: readonly Language[] = LOCALE_CODES.map((locale) => languageOf(locale));

/** Words a minute of silent reading (Korean: words between spaces). */
const READING_SPEEDS: Readonly<Record<string, number>> = {
  en: 230,
  ru: 190,
  tr: 180,
  ko: 150,
} satisfies Record<Language, number>;
const READING_SPEED = 200;

export function languageOf<Code extends LocaleCode>(locale: Code): LanguageOf<Code> {
  // The pattern of a locale says the same as the type.
  return locale.replace(/_.*$/, '') as LanguageOf<Code>;
}

/** The name of the language, in that language. */
export function languageName(locale: LocaleCode): string {
  const language = languageOf(locale);
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.replace(/^./u, (letter) => letter.toLocaleUpperCase(language));
}

export function isBuiltIn(locale: LocaleCode): locale is BuiltInLocale {
  return LOCALE_CODES.some((known) => known === locale);
}

/** Whole minutes, at least 1. */
export function readingMinutes(words: number, locale: LocaleCode): number {
  return Math.max(1, Math.round(words / (READING_SPEEDS[languageOf(locale)] ?? READING_SPEED)));
}
