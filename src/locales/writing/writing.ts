/** The shape of what a language needs for generation and its checks: prompt rules, phrases to refuse, words of sums. */
import type { RuleName } from '../generation.ts';
import type { NumberWords } from './figure-words.ts';

export type PromptRules = Readonly<Partial<Record<RuleName, string>>>;

/** What a phrase is refused for. */
export type PhraseCode = 'promise' | 'urgency' | 'bonus' | 'messenger' | 'study' | 'leak' | 'self' | 'advice';

/**
 * Phrases are words in order, in any case. `win*` is every word that begins so, `*coin` every word that ends so,
 * `a|b*` one of several, `word?` may be missing, `<3>` is at most three words of any kind, `{number}` is digits and
 * `{code}` a word such as LUCKY50, `^` the start of the sentence. `a b & c` has both parts in one sentence, in any order.
 * In denials `§` is the refused phrase.
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
  /** Phrases that no article may contain. */
  refused: Readonly<Record<PhraseCode, readonly Phrase[]>>;
  /** Words that turn a refused phrase into a denial or a warning. */
  denials: {
    /** In the same clause. */
    clause: readonly Phrase[];
    /** Anywhere in the sentence. */
    sentence: readonly Phrase[];
    /** In a sentence that quotes the phrase: who quotes an advertisement does not promise. */
    quoted: readonly Phrase[];
    /** They look like a denial and are none. */
    except: readonly Phrase[];
  };
  /** What counts as a note on safer gambling, or on risk. */
  notes: Readonly<Record<NoteKind, readonly Phrase[]>>;
  /** Words of titles that say nothing about the subject. */
  fillers: string;
  numbers: NumberWords;
}

export type NoteKind = 'gambling' | 'risk';
