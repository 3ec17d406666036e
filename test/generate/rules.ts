/** Rules for a text with no hosts, links or sources. */
import type { TextRules } from '../../src/generate/checks/text-rules.ts';
import type { GenerationLanguage } from '../../src/locales/generation.ts';
import { writingOf } from '../../src/locales/writing/writing-registry.ts';

export const rulesFor = (language: GenerationLanguage, rules: Partial<TextRules> = {}): TextRules => ({
  language,
  writing: writingOf(language),
  judge: null,
  banSuffixes: false,
  links: { hosts: [], allowed: new Set(), known: new Set(), isEdited: false },
  instructions: new Set(),
  evidence: '',
  ...rules,
});
