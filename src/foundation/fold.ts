/** Folds text, so that search and comparisons ignore case and accents. Runs in browsers too. */

/**
 * Ignores case, the accents of Latin letters, the Turkish dotless ı and the Russian ё. Other letters stay whole (й, Hangul).
 * NFKC, lower case, ı→i and ё→е, NFD with marks removed after Latin letters, NFC.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return removeLatinMarks(text.normalize('NFKC').toLowerCase().replaceAll('ı', 'i').replaceAll('ё', 'е'));
}

/** `Áé ñ й` → `Ae n й`: only Latin letters lose their marks. */
export function removeLatinMarks(text: string): string {
  return text.normalize('NFD').replace(LATIN_WITH_MARKS, '$1').normalize('NFC');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
const ASCII = /^[\x00-\x7f]*$/;
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu;
