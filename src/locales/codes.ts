/** Reads locales, and says which language, script and reading speed they have. A site may use any BCP 47 tag. */

/** A locale in the form of folders and Open Graph: `en_US`, `zh_Hant`. `parseLocale` makes it of any spelling. */
export type LocaleCode = string;

/** The locales with templates and rules of generated texts. locale-registry.ts has the locales with an interface. */
export const LOCALE_CODES = ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'] as const;
export type BuiltInLocale = (typeof LOCALE_CODES)[number];

export type LanguageOf<Code extends LocaleCode> = Code extends `${infer Language}_${string}`
  ? Language
  : string;

const LANGUAGES = new Map<LocaleCode, string>();

/**
 * Words per minute, or letters where words have no spaces between them. The English speed is from Trauzettel-Klosinski and Dietz,
 * "Standardized Assessment of Reading Performance" (2012). Readers of all languages take about as long for the same message
 * (Brysbaert, "How many words do we read per minute?", 2019), so scripts without spaces have as many letters as say in the
 * translations of the Universal Declaration of Human Rights what English says in these words.
 */
const READING_SPEEDS: Readonly<Record<string, number>> = {
  en: 230,
  ru: 190,
  tr: 180,
  ko: 150,
  zh: 330,
  ja: 500,
  th: 930,
  lo: 980,
  km: 810,
  my: 810,
};
const READING_SPEED = 200;

const RIGHT_TO_LEFT = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);
/** Scripts whose words have no spaces between them. Japanese counts as one script. */
const UNSPACED = new Set(['Hans', 'Hant', 'Hani', 'Jpan', 'Thai', 'Khmr', 'Laoo', 'Mymr']);

/**
 * Returns the locale that a BCP 47 tag names: `pt-br`, `pt_BR` and `pt-BR` are `pt_BR`.
 * @returns null if the text is not a tag, or has extensions, which change no page. A private part is a version: `en_US_x_v1`
 */
export function parseLocale(name: string): LocaleCode | null {
  const tag = name.replaceAll('_', '-');
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*(-x(-[a-z0-9]{1,8})+)?$/i.test(tag)) return null;
  try {
    return Intl.getCanonicalLocales(tag)[0]?.replaceAll('-', '_') ?? null;
  } catch {
    return null;
  }
}

/** The name of an older version of an edition: `v1` for `en_US_x_v1`, `1.2` for `en_US_x_1_2`; null for the newest. */
export function versionOf(locale: LocaleCode): string | null {
  return /_x_(.+)$/.exec(locale)?.[1]?.replaceAll('_', '.') ?? null;
}

/** The newest version of an edition: `en_US` for `en_US_x_v1`. */
export function newestOf(locale: LocaleCode): LocaleCode {
  return locale.replace(/_x_.+$/, '');
}

/** The BCP 47 tag of a locale, for formats: `pt-BR`. */
export function tagOf(locale: LocaleCode): string {
  return locale.replaceAll('_', '-');
}

/**
 * The BCP 47 language of a locale, for `lang`, hreflang and the first segment of URLs. Leaves out the country where most
 * readers of the language live: `en_US` is en, `en_GB` is en-GB, `pt_BR` is pt, `zh_Hant` is zh-Hant.
 */
export function languageOf<Code extends LocaleCode>(locale: Code): LanguageOf<Code> {
  let language = LANGUAGES.get(locale);
  if (language === undefined) {
    const tag = tagOf(locale);
    const { language: bare, region } = new Intl.Locale(tag);
    const usual = wholeLocale(bare).region;
    language = region === usual ? tag.replace(`-${region}`, '') : tag;
    LANGUAGES.set(locale, language);
  }
  // The type of a built-in locale is the part before its country, which is the usual one.
  return language as LanguageOf<Code>;
}

/** The locale in Open Graph's form, `de_DE`; null for a language that no country has. */
export function openGraphLocale(locale: LocaleCode): string | null {
  const { language, region } = wholeLocale(locale);
  return region === undefined || /^\d/.test(region) ? null : `${language}_${region}`;
}

/** The part of URLs that names an edition: `pt-pt`, or `pt-pt-v1` for an older version. */
export function segmentOf(locale: LocaleCode): string {
  return languageOf(locale).toLowerCase().replace('-x-', '-');
}

/** The direction in which the script of a language is written. @param language a locale or a BCP 47 tag */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(scriptOf(language)) ? 'rtl' : 'ltr';
}

/** True if the language writes its words without spaces: Chinese, Japanese, Thai and others. */
export function isUnspaced(language: string): boolean {
  return UNSPACED.has(scriptOf(language));
}

/** Minimum characters of a query. Words of Chinese, Japanese and Korean often have one or two. */
export function minimumQuery(language: string): number {
  return isUnspaced(language) || scriptOf(language) === 'Kore' ? 1 : 3;
}

function scriptOf(language: string): string {
  return wholeLocale(language).script ?? 'Latn';
}

const WHOLE = new Map<string, Intl.Locale>();

/** With the likely script and country. Each is made once, since pages ask for them and Intl is slow. */
function wholeLocale(language: string): Intl.Locale {
  let whole = WHOLE.get(language);
  if (whole === undefined) {
    whole = new Intl.Locale(tagOf(language)).maximize();
    WHOLE.set(language, whole);
  }
  return whole;
}

const NAMES = new Map<string, string>();

/** The language's own name for itself. */
export function languageName(locale: LocaleCode): string {
  const language = languageOf(newestOf(locale));
  let name = NAMES.get(language);
  if (name === undefined) {
    name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    name = name.replace(/^./u, (letter) => letter.toLocaleUpperCase(language));
    NAMES.set(language, name);
  }
  return name;
}

/** The English name of a language, for messages. @param language a BCP 47 tag */
export function englishName(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}

/** Reading time in whole minutes, at least 1. @param words as `measureWords` counts them */
export function readingMinutes(words: number, locale: LocaleCode): number {
  const [language = ''] = locale.split('_');
  return Math.max(1, Math.round(words / (READING_SPEEDS[language] ?? READING_SPEED)));
}
