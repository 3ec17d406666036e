/** The locales that a model writes in, and the names of the prompt rules. Their texts are in writing/. */
import type { LocaleCode } from './codes.ts';

export const GENERATION_LOCALES = [
  'en_US',
  'ru_RU',
  'tr_TR',
  'ko_KR',
] as const satisfies readonly LocaleCode[];
export type GenerationLocale = (typeof GENERATION_LOCALES)[number];

/** Names of all prompt rules: the keys of `generate.rules` in site-config.json. */
export const RULE_NAMES = [
  'language',
  'typos',
  'sentenceLength',
  'quirks',
  'nonNative',
  'suffixes',
  'tone',
  'makeup',
  'politeness',
  'particles',
  'quotes',
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

export function isGenerationLocale(locale: string): locale is GenerationLocale {
  return GENERATION_LOCALES.some((known) => known === locale);
}
