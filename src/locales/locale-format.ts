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
    /** The separators between the names of `list`: ", " and ", and ". */
    joints: (names: readonly string[]) =>
      lists.formatToParts(names).flatMap(({ type, value }) => (type === 'literal' ? [value] : [])),
    /** "12 articles". */
    articles: (count: number) => plural(listing.articles, count),
    /** "4-minute read". @param minutes whole, at least 1 */
    readingTime: (minutes: number) => plural(article.readingTime, minutes),
    /** "1 March 2026" as the language writes it. @param day YYYY-MM-DD */
    date: (day: string) => {
      const text = calendar.format(new Date(day));
      // French has an ordinal for the first day alone, which Intl lacks.
      return /^fr\b/.test(tag) ? text.replace(/^1(?=\s)/, '1er') : text;
    },
    /** "2026" or "March 2026". @param iso a year or a month */
    period: (iso: string) => (iso.length === 4 ? year : month).format(new Date(iso)),
  };
}

/** Fills placeholders such as `{name}`. A placeholder without a value stays. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

/** A label before what it labels: "By ", "著者：". Punctuation as wide as an ideograph brings its own space. */
export function withSpace(label: string): string {
  return /[\u3001-\u303f\uff01-\uff60]$/.test(label) ? label : `${label} `;
}

/** A remark after a text: " (ad)", "（広告）". Brackets around ideographs are as wide as they. */
export function inBrackets(remark: string): string {
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(remark) ? `（${remark}）` : ` (${remark})`;
}

/** Scripts whose letters join. Two initials of them would be a word: those of ليلى منصور would be "not". */
const JOINING =
  /^[\p{Script=Arab}\p{Script=Syrc}\p{Script=Mong}\p{Script=Nkoo}\p{Script=Adlm}\p{Script=Mand}\p{Script=Rohg}]/u;

/** Initials of the first and the last word of a name: "Wei Ling Tan" → "WT". One letter where letters join. */
export function initials(name: string, locale: LocaleCode): string {
  const letters = name.split(/[\s-]+/).flatMap((word) => word.match(/\p{L}/u)?.[0] ?? []);
  const first = letters.slice(0, 1);
  const last = letters.length > 1 && !JOINING.test(first.join('')) ? letters.slice(-1) : [];
  return [...first, ...last].map((letter) => letter.toLocaleUpperCase(languageOf(locale))).join('');
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
