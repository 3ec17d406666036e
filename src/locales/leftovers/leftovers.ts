/** Finds the words that show a machine's hand in a text of a language: src/content/markdown/leftovers.ts looks for them. */
import type { LeftoverWords } from './leftover-words.ts';
import { leftoversEn } from './leftovers-en.ts';
import { leftoversKo } from './leftovers-ko.ts';
import { leftoversRu } from './leftovers-ru.ts';
import { leftoversTr } from './leftovers-tr.ts';

const WORDS: Readonly<Record<string, LeftoverWords>> = {
  en: leftoversEn,
  ru: leftoversRu,
  tr: leftoversTr,
  ko: leftoversKo,
};

/** Models refuse and answer in English too, whatever language they are asked in. @param language such as `ko` */
export function leftoverWords(language: string): LeftoverWords[] {
  const own = WORDS[language];
  return own && own !== leftoversEn ? [own, leftoversEn] : [leftoversEn];
}
