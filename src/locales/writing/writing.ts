/** Defines what generation and its checks need for each language: notes and the number format. */

import type { NumberFormat } from '../../figures/numbers.ts';

/**
 * Words in order; case does not matter. `win*` matches words that begin with "win", `*coin` words that end with "coin",
 * `a|b*` one of several, `word?` an optional word, and `<3>` at most three other words.
 */
export type Phrase = string;

export interface Writing {
  /** English name of the language, for prompts. */
  lang: 'English' | 'Russian' | 'Turkish' | 'Korean';
  /** Letters of the language. */
  script: RegExp;
  /** Letters of the same script that do not occur in the language. */
  foreignLetters?: RegExp;
  /** Mistakes that a pattern can find. */
  grammar?: readonly { pattern: RegExp; message: string; hint: string }[];
  /** Average number, used to split long articles. */
  tokensPerWord: number;
  /** Measures the length of a text. Characters do not include spaces; `perWord` converts a number of words. */
  length: { unit: 'words' } | { unit: 'characters'; perWord: number };
  /** Minimum and maximum characters of title and description for search engines. */
  seo: { title: readonly [number, number]; description: readonly [number, number] };
  /** A sentence that contains one of these phrases is a note on safer gambling, or on risk. */
  notes: Readonly<Record<NoteKind, readonly Phrase[]>>;
  /** The heading of a list of sources. */
  sources: string;
  /** The notation of numbers. */
  numbers: NumberFormat;
}

export type NoteKind = 'gambling' | 'risk';
