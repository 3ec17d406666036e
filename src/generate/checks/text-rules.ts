/** The rules that a text must meet, and what is known of the article that it belongs to. */
import type { Language } from '../../locales/codes.ts';
import type { Writing } from '../../locales/writing/writing.ts';
import type { LanguageJudge } from './check-language.ts';
import { findUrls, type LinkRules } from './check-markdown.ts';

/** The rules that a text must meet. */
export interface TextRules {
  language: Language;
  writing: Writing;
  /** Detects languages; null where the rule `language` is off. */
  judge: LanguageJudge | null;
  /** Whether the Turkish ban of suffixes is on. */
  banSuffixes: boolean;
  links: LinkRules;
  /** Text of the sources: what it names and counts may be repeated. */
  evidence: string;
}

/** The rules of one article: what its sources name, count and link to may be repeated. */
export function addEvidence(rules: TextRules, text: string): TextRules {
  const known = new Set([...rules.links.known, ...findUrls(text)]);
  return { ...rules, links: { ...rules.links, known }, evidence: `${rules.evidence}\n${text}` };
}
