/** The shape of what a language needs for generation and its checks: prompt rules, notes, words of sums. */
import type { RuleName } from '../generation.ts';
import type { NumberWords } from './figure-words.ts';

export type PromptRules = Readonly<Partial<Record<RuleName, string>>>;

/**
 * Words in order, in any case. `win*` is every word that begins so, `*coin` every word that ends so, `a|b*` one of several,
 * `word?` may be missing, `<3>` is at most three words of any kind.
 */
export type Phrase = string;

export interface Writing {
  /** English name of the language, for prompts. */
  lang: 'English' | 'Russian' | 'Turkish' | 'Korean';
  /** Language of the answers, for the prompt; the rule `language`. */
  responseLang: string;
  additional: {
    /** Rules of style for the text of sections, and for nothing else. */
    articleSection: PromptRules;
    /** Rules of the language itself: they apply to every answer. */
    languageFeatures?: PromptRules;
  };
  /** Letters of the language. */
  script: RegExp;
  /** Letters of its script that no word of the language contains. */
  foreignLetters?: RegExp;
  /** Mistakes that a pattern shows. */
  grammar?: readonly { pattern: RegExp; message: string; hint: string }[];
  /** Average, for splitting long articles. */
  tokensPerWord: number;
  /** Length of texts: in words, or in characters without spaces where words are no measure; `perWord` converts. */
  length: { unit: 'words' } | { unit: 'characters'; perWord: number };
  /** Characters of title and description for search engines. */
  seo: { title: readonly [number, number]; description: readonly [number, number] };
  /** What counts as a note on safer gambling, or on risk. */
  notes: Readonly<Record<NoteKind, readonly Phrase[]>>;
  /** Words of titles that say nothing about the subject. */
  fillers: string;
  numbers: NumberWords;
}

export type NoteKind = 'gambling' | 'risk';
