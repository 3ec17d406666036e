/** Folds text, so that search and comparisons ignore case and accents. Runs in browsers too. */

/**
 * Removes case and the accents of Latin letters, and replaces ı by i and ё by е. Other letters, such as й and Hangul, stay.
 * Steps: NFKC, lower case, ı→i and ё→е, NFD, marks after Latin letters removed, NFC.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return removeLatinMarks(text.normalize('NFKC').toLowerCase().replaceAll('ı', 'i').replaceAll('ё', 'е'));
}

/** Removes the marks of Latin letters only: `Áé ñ й` → `Ae n й`. */
export function removeLatinMarks(text: string): string {
  return text.normalize('NFD').replace(LATIN_WITH_MARKS, '$1').normalize('NFC');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
const ASCII = /^[\x00-\x7f]*$/;
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu;
