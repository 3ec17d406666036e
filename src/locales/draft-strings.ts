/** Makes a strings file to fill: the texts that exist, the English ones for the others, and every plural form. */
import { type LocaleCode, languageOf } from './codes.ts';
import { strings as en_US } from './en_US.ts';
import { isNode, type Node } from './merge-strings.ts';

export interface StringsDraft {
  texts: Node;
  /** Paths of the texts that are still in English, such as `layout.skip`. */
  english: string[];
}

/** @param given the content of the file, which keeps every text that it has; {} for a new file */
export function draftStrings(locale: LocaleCode, given: object): StringsDraft {
  const { pluralCategories } = new Intl.PluralRules(languageOf(locale)).resolvedOptions();
  const english: string[] = [];
  const fill = (original: unknown, own: unknown, path: string): unknown => {
    if (!isNode(original)) {
      if (own === undefined || JSON.stringify(own) === JSON.stringify(original)) english.push(path);
      return own ?? original;
    }
    const isPlural = typeof original.other === 'string';
    const names = isPlural ? pluralCategories : Object.keys(original);
    const known = isNode(own) ? own : {};
    const filled = names.map((name) => {
      const text = original[name] ?? original.other;
      return [name, fill(text, known[name], path === '' ? name : `${path}.${name}`)];
    });
    return { ...known, ...Object.fromEntries(filled) };
  };
  const texts = fill(en_US, given, '');
  return { texts: isNode(texts) ? texts : {}, english };
}
