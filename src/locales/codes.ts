/** The built-in locales, with their languages and URL segments. A site may add further ones. */

/** A locale in the form of folders and Open Graph: `en_US`. */
export type LocaleCode = string;

export const LOCALE_PATTERN = /^[a-z]{2,3}_[A-Z]{2}$/;

/** The locales with built-in strings. If you add one here, the compiler names the other places to change. */
export const LOCALE_CODES = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'] as const;
export type BuiltInLocale = (typeof LOCALE_CODES)[number];

type LanguageOf<Code extends LocaleCode> = Code extends `${infer Language}_${string}` ? Language : string;

/** BCP 47 languages of the built-in locales, for `lang`, hreflang and the first segment of URLs. */
export type Language = LanguageOf<BuiltInLocale>;
export const LANGUAGE_CODES: readonly Language[] = LOCALE_CODES.map((locale) => languageOf(locale));

/** Words per minute in silent reading. Korean words are those between spaces. */
const READING_SPEEDS: Readonly<Record<string, number>> = {
  en: 230,
  ru: 190,
  tr: 180,
  ko: 150,
} satisfies Record<Language, number>;
const READING_SPEED = 200;

export function languageOf<Code extends LocaleCode>(locale: Code): LanguageOf<Code> {
  // The type of locales has the same pattern as this expression.
  return locale.replace(/_.*$/, '') as LanguageOf<Code>;
}

/** The language's own name for itself. */
export function languageName(locale: LocaleCode): string {
  const language = languageOf(locale);
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.replace(/^./u, (letter) => letter.toLocaleUpperCase(language));
}

export function isBuiltIn(locale: LocaleCode): locale is BuiltInLocale {
  return LOCALE_CODES.some((known) => known === locale);
}

/** Reading time in whole minutes, at least 1. */
export function readingMinutes(words: number, locale: LocaleCode): number {
  return Math.max(1, Math.round(words / (READING_SPEEDS[languageOf(locale)] ?? READING_SPEED)));
}
