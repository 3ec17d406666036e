/** Defines the rules that a text must meet. */
import type { GenerationLanguage } from '../../locales/generation.ts';
import type { Writing } from '../../locales/writing/writing.ts';
import type { LanguageJudge } from './check-language.ts';
import { findUrls, type LinkRules } from './check-markdown.ts';

export interface TextRules {
  language: GenerationLanguage;
  writing: Writing;
  /** Detects languages; null if the rule `language` is off. */
  judge: LanguageJudge | null;
  /** True if banned Turkish suffixes are findings. */
  banSuffixes: boolean;
  links: LinkRules;
  /** Runs of words in the program's own instructions (`createInstructions`). */
  instructions: ReadonlySet<string>;
  /** Text of the sources. An article may name the contacts and hosts that it contains. */
  evidence: string;
}

/**
 * Adds the sources of one article: it may name the contacts and link to the URLs that they contain.
 * @param allowed other targets that its links may have
 */
export function addEvidence(rules: TextRules, text: string, allowed = rules.links.allowed): TextRules {
  const known = new Set([...rules.links.known, ...findUrls(text)]);
  return { ...rules, links: { ...rules.links, known, allowed }, evidence: `${rules.evidence}\n${text}` };
}
