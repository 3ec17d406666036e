/** Formats numbers, plurals, dates and names in a language. Pure: no clock, no system time zone. */
import { type LocaleCode, languageOf, tagOf } from './codes.ts';
import type { Plural, Strings } from './strings.ts';

export function createFormats(locale: LocaleCode, { article, listing }: Strings) {
  const language = languageOf(locale);
  const tag = tagOf(locale);
  const numbers = new Intl.NumberFormat(tag);
  const lists = new Intl.ListFormat(tag);
  const rules = new Intl.PluralRules(language);
  const calendar = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const year = new Intl.DateTimeFormat(tag, { year: 'numeric', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const plural = (text: Plural, count: number) =>
    fillText(text[rules.select(count)] ?? text.other, { count: numbers.format(count) });
  return {
    number: (value: number) => numbers.format(value),
    /** "Ann Reed and Bo Lind". */
    list: (names: readonly string[]) => lists.format(names),
    /** "12 articles". */
    articles: (count: number) => plural(listing.articles, count),
    /** "4-minute read". @param minutes whole, at least 1 */
    readingTime: (minutes: number) => plural(article.readingTime, minutes),
    /** "1 March 2026" as the language writes it. @param day YYYY-MM-DD */
    date: (day: string) => calendar.format(new Date(day)),
    /** "2026" or "March 2026". @param iso a year or a month */
    period: (iso: string) => (iso.length === 4 ? year : month).format(new Date(iso)),
  };
}

/** Fills placeholders such as `{name}`. A placeholder without a value stays. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** Initials of the first and the last word of a name: "Wei Ling Tan" → "WT". */
export function initials(name: string, locale: LocaleCode): string {
  const words = name.split(/[\s-]+/).filter((word) => /\p{L}/u.test(word));
  const last = words.length > 1 ? words.slice(-1) : [];
  return [...words.slice(0, 1), ...last]
    .map((word) => (word.match(/\p{L}/u)?.[0] ?? '').toLocaleUpperCase(languageOf(locale)))
    .join('');
}

/** Initial consonants of Hangul syllables in Unicode order. Double consonants count as single ones. */
const HANGUL = 'ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ';

/** The letter under which an index lists a name; "#" if the name does not begin with a letter. */
export function firstLetter(name: string, locale: LocaleCode): string {
  const first = /[\p{L}\p{N}]/u.exec(name.normalize('NFC'))?.[0] ?? '#';
  const letter = /\p{L}/u.test(first) ? first : '#';
  const syllable = letter.charCodeAt(0) - 0xac00;
  if (syllable >= 0 && syllable < 11_172) return HANGUL[Math.floor(syllable / 588)] ?? letter;
  return letter.toLocaleUpperCase(languageOf(locale));
}
