/** The locales of generated articles, and the names of the rules that a site may switch. */
import type { LanguageOf, LocaleCode } from './codes.ts';

export const GENERATION_LOCALES = [
  'en_US',
  'ru_RU',
  'tr_TR',
  'ko_KR',
] as const satisfies readonly LocaleCode[];
export type GenerationLocale = (typeof GENERATION_LOCALES)[number];
export type GenerationLanguage = LanguageOf<GenerationLocale>;

/** The exact checks that `generate.rules` switches. */
export const RULE_NAMES = ['language', 'suffixes'] as const;

/** Names that `generate.rules` still accepts. They have no effect: their rules are text of `prompts/style.md`. */
export const FORMER_RULE_NAMES = [
  'typos',
  'sentenceLength',
  'quirks',
  'nonNative',
  'tone',
  'makeup',
  'politeness',
  'particles',
  'quotes',
] as const;

export function isGenerationLocale(locale: string): locale is GenerationLocale {
  return GENERATION_LOCALES.some((known) => known === locale);
}
