/** Makes a strings file to fill: existing texts, texts of a built-in language for the rest, and every plural form. */
import { type LocaleCode, languageOf } from './codes.ts';
import { strings as en_US } from './en_US.ts';
import { isNode, type Node } from './merge-strings.ts';
import type { Strings } from './strings.ts';

export interface StringsDraft {
  texts: Node;
  /** Paths of the texts that are still in English, such as `layout.skip`. */
  english: string[];
  /** Paths of the texts that the file lacks. */
  missing: string[];
}

/**
 * @param given the content of the file, which keeps every text that it has; {} for a new file
 * @param base gives the texts that the file lacks
 */
export function draftStrings(locale: LocaleCode, given: object, base: Strings = en_US): StringsDraft {
  const { pluralCategories } = new Intl.PluralRules(languageOf(locale)).resolvedOptions();
  const english: string[] = [];
  const missing: string[] = [];
  const fill = (original: unknown, parent: unknown, own: unknown, path: string): unknown => {
    if (!isNode(original)) {
      if (own === undefined) missing.push(path);
      const text = own ?? parent;
      if (JSON.stringify(text) === JSON.stringify(original)) english.push(path);
      return text;
    }
    const isPlural = typeof original.other === 'string';
    const names = isPlural ? pluralCategories : Object.keys(original);
    const [known, older] = [own, parent].map((node) => (isNode(node) ? node : {}));
    const filled = names.map((name) => {
      const [text, before] = [original, older].map((node) => node?.[name] ?? node?.other);
      return [name, fill(text, before, known?.[name], path === '' ? name : `${path}.${name}`)];
    });
    return { ...known, ...Object.fromEntries(filled) };
  };
  const texts = fill(en_US, base, given, '');
  return { texts: isNode(texts) ? texts : {}, english, missing };
}
