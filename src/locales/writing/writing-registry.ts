/** Finds what generation knows of a language, and the prompt rules that apply. */
import { type Language, type LocaleCode, languageOf } from '../codes.ts';
import {
  GENERATION_LOCALES,
  type GenerationLocale,
  isGenerationLocale,
  RULE_NAMES,
  type RuleName,
} from '../generation.ts';
import type { PromptRules, Writing } from './writing.ts';
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

/** English name of a locale's language for a prompt; the code where no model writes in it. */
export function promptName(locale: LocaleCode): string {
  return isGenerationLocale(locale) ? WRITING[locale].lang : locale;
}

/** The writing of a language. @throws Error for a language that no model writes in */
export function writingOf(language: Language): Writing {
  const locale = GENERATION_LOCALES.find((code) => languageOf(code) === language);
  if (!locale) throw new Error(`no writing of ${language}`);
  return WRITING[locale];
}

/**
 * The rules that apply to a locale, in the order of the prompt.
 * @param where `everywhere`, or in the text of sections only
 * @param switches `generate.rules`: false leaves a rule out
 */
export function activeRules(
  locale: GenerationLocale,
  where: 'everywhere' | 'sections',
  switches: Readonly<Partial<Record<RuleName, boolean>>>,
): { name: RuleName; text: string }[] {
  const { responseLang, additional } = WRITING[locale];
  const all: PromptRules =
    where === 'sections'
      ? additional.articleSection
      : { language: responseLang, ...additional.languageFeatures };
  return RULE_NAMES.flatMap((name) => {
    const text = all[name];
    return text !== undefined && switches[name] !== false ? [{ name, text }] : [];
  });
}
