/** Finds the writing settings of a language. */
import { type LocaleCode, languageOf } from '../codes.ts';
import {
  GENERATION_LOCALES,
  type GenerationLanguage,
  type GenerationLocale,
  isGenerationLocale,
} from '../generation.ts';
import type { Writing } from './writing.ts';
import { writingEn } from './writing-en.ts';
import { writingKo } from './writing-ko.ts';
import { writingRu } from './writing-ru.ts';
import { writingTr } from './writing-tr.ts';

export const WRITING: Readonly<Record<GenerationLocale, Writing>> = {
  en_US: writingEn,
  ru_RU: writingRu,
  tr_TR: writingTr,
  ko_KR: writingKo,
};

/** The English name of a locale's language, for prompts. Returns the code if generation does not support the locale. */
export function promptName(locale: LocaleCode): string {
  return isGenerationLocale(locale) ? WRITING[locale].lang : locale;
}

/** Returns the settings of a language. @throws Error if generation does not support it */
export function writingOf(language: GenerationLanguage): Writing {
  const locale = GENERATION_LOCALES.find((code) => languageOf(code) === language);
  if (!locale) throw new Error(`no writing of ${language}`);
  return WRITING[locale];
}
