/** Says how languages set quotes, and where a line must not break. */
import { isUnspaced } from './codes.ts';

export interface TypeRules {
  /** Opening and closing quotes, and those within them. */
  quotes: readonly [open: string, close: string, innerOpen: string, innerClose: string];
  /** False for a language that writes its words without spaces. */
  hasSpaces: boolean;
  /** The replacement of `--`. */
  dash: string;
  /** False where a straight quote inside a word is part of it. */
  hasApostrophe: boolean;
  /** True for the language whose words may begin with an apostrophe in place of letters: 'tis. */
  hasClippedWords: boolean;
  /** True where endings follow a quoted word without a space or another mark: "kitap"lar. */
  hasEndings: boolean;
  /** Matches a space that must not break the line. */
  kept: RegExp | null;
  /** Matches the place of a space before a punctuation mark, which the language has and Markdown often lacks. */
  beforeMarks: RegExp | null;
  /** Matches a quote around words that lacks the space which the language has inside it. */
  insideQuotes: RegExp | null;
}

const QUOTES: Readonly<Record<string, string>> = {
  en: '“”‘’',
  de: '„“‚‘',
  'de-CH': '«»‹›',
  ...Object.fromEntries(
    ['cs', 'sk', 'sl', 'is', 'lt', 'et', 'bg', 'ka'].map((language) => [language, '„“‚‘']),
  ),
  ...Object.fromEntries(['ru', 'uk', 'be', 'kk'].map((language) => [language, '«»„“'])),
  ...Object.fromEntries(
    ['es', 'it', 'el', 'ca', 'ar', 'fa', 'ur', 'pt-PT'].map((language) => [language, '«»“”']),
  ),
  ...Object.fromEntries(['da', 'nb', 'nn'].map((language) => [language, '«»‹›'])),
  ...Object.fromEntries(['fi', 'sv', 'he'].map((language) => [language, '””’’'])),
  ...Object.fromEntries(['pl', 'ro', 'hu', 'hr'].map((language) => [language, '„”«»'])),
  ...Object.fromEntries(['ja', 'zh-Hant', 'zh-TW', 'zh-HK'].map((language) => [language, '「」『』'])),
  fr: '«»“”',
};

const UNIT =
  '(?<=\\d) (?=(?:%|‰|°|€|\\$|£|₽|₺|km|m|cm|mm|kg|g|mg|l|ml|h|min|s|MB|GB|kB|Hz|W|kW)(?![\\p{L}\\p{N}]))';
/** Short words that do not end a line. */
const SHORT: Readonly<Record<string, string>> = {
  ru: 'в|к|с|у|о|и|а|я|не|на|по|за|из|от|до|об|со|ко|во|но',
  uk: 'в|у|з|і|й|а|о|на|по|за|із|від|до|не|та',
  cs: 'k|s|v|z|o|u|a|i',
  sk: 'k|s|v|z|o|u|a|i',
  pl: 'a|i|o|u|w|z',
};

const RULES = new Map<string, TypeRules>();

/** @param language BCP 47 */
export function typeRulesOf(language: string): TypeRules {
  const known = RULES.get(language);
  if (known) return known;
  const [bare = ''] = language.split('-');
  const [open = '“', close = '”', innerOpen = '‘', innerClose = '’'] = QUOTES[language] ?? QUOTES[bare] ?? '';
  const inner = bare === 'fr' ? '\u00a0' : '';
  const short = SHORT[bare];
  const kept = [
    UNIT,
    ...(short ? [`(?<=(?<![\\p{L}\\p{M}\\p{N}’-])(?:${short})) (?=[\\p{L}\\p{N}«„“])`] : []),
  ];
  if (bare === 'ru' || bare === 'uk' || bare === 'be') kept.push(' (?=—)');
  if (bare === 'fr') kept.push('(?<=«) | (?=»)');
  if (bare === 'de') kept.push('(?<=(?<![\\p{L}\\p{M}])[zZduoisS]\\.) (?=[BhaAuÄä]\\.)');
  const rules: TypeRules = {
    quotes: [open + inner, inner + close, innerOpen, innerClose],
    hasSpaces: !isUnspaced(language),
    dash: ['ru', 'uk', 'be', 'es', 'it'].includes(bare) ? '—' : '–',
    hasApostrophe: bare !== 'he',
    hasClippedWords: bare === 'en',
    hasEndings: bare === 'tr',
    kept: isUnspaced(language) ? null : new RegExp(kept.join('|'), 'giu'),
    beforeMarks:
      bare === 'fr'
        ? /(?<=[\p{L}\p{M}\p{N}»”)])(?<!&#?\w{1,31})[ \u00a0]?(?=[;!?](?![\p{L}\p{N}=])|:(?![\p{L}\p{N}/:]))/gu
        : null,
    insideQuotes:
      language === 'fr-CH' || bare !== 'fr'
        ? null
        : /(?<=(?:^|[ \n])\(*)«(?=\S)|(?<=\S)»(?=(?:[\u00a0\u202f]?[.,;:!?)…])*(?:[ \n]|$))/gu,
  };
  RULES.set(language, rules);
  return rules;
}

/** Every character that is set by these rules in place of one that a keyboard has. */
export function marksOf({ quotes }: TypeRules): string {
  return `${quotes.join('')}’–—…\u00a0\u202f`;
}
