/** The settings of content generation for each locale (docs/product.md), as data. */
import type { LocaleCode } from './codes.ts';

/** Locales that a model writes in; sites also have ko_KR. */
export const GENERATION_LOCALES = ['en_US', 'ru_RU', 'tr_TR'] as const satisfies readonly LocaleCode[];
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
] as const;
export type RuleName = (typeof RULE_NAMES)[number];

type Rules = Readonly<Partial<Record<RuleName, string>>>;

export interface GenerationSettings {
  lang: 'English' | 'Russian' | 'Turkish';
  /** Language of the answers, for the prompt; the rule `language`. */
  responseLang: string;
  additional: {
    /** Rules of style for the text of sections. */
    articleSection: Rules;
    /** Rules of the language itself. */
    languageFeatures?: Rules;
  };
}

const TYPOS =
  'Rarely, leave a minor typo, as a person does who types quickly. Never in a name, a number or a link.';
const SENTENCE_LENGTH = 'Vary the length of sentences between short and medium.';

export const GENERATION: Readonly<Record<GenerationLocale, GenerationSettings>> = {
  en_US: {
    lang: 'English',
    responseLang: 'Keep every response strictly in English.',
    additional: {
      articleSection: {
        typos: TYPOS,
        sentenceLength: SENTENCE_LENGTH,
        quirks:
          'Now and then, allow a small quirk of grammar such as people make when they write as they speak.',
        nonNative: 'Sometimes choose a phrasing that a fluent, but not native, writer would choose.',
      },
    },
  },
  ru_RU: {
    lang: 'Russian',
    responseLang: 'Keep every response strictly in Russian.',
    additional: { articleSection: { typos: TYPOS, sentenceLength: SENTENCE_LENGTH } },
  },
  tr_TR: {
    lang: 'Turkish',
    responseLang: 'Keep every response strictly in Turkish.',
    additional: {
      articleSection: { typos: TYPOS, sentenceLength: SENTENCE_LENGTH },
      languageFeatures: {
        suffixes: 'Never use a word that ends in -tedir or -tadır, such as "gelmektedir" or "yapılmaktadır".',
        tone: 'Write in a conversational tone: simple and friendly to the reader.',
        makeup: 'Use the terminology of makeup: say "yüz" (face) where you would say "cilt" (skin).',
      },
    },
  },
};

export function isGenerationLocale(locale: string): locale is GenerationLocale {
  return GENERATION_LOCALES.some((known) => known === locale);
}

/**
 * The rules that apply to a locale, in the order of the prompt.
 * @param switches `generate.rules`: false leaves a rule out
 */
export function activeRules(
  locale: GenerationLocale,
  switches: Readonly<Partial<Record<RuleName, boolean>>>,
): { name: RuleName; text: string }[] {
  const { responseLang, additional } = GENERATION[locale];
  const all: Rules = { language: responseLang, ...additional.articleSection, ...additional.languageFeatures };
  return RULE_NAMES.flatMap((name) => {
    const text = all[name];
    return text !== undefined && switches[name] !== false ? [{ name, text }] : [];
  });
}
