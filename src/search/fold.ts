/** Owns what search holds to be equal: the fold that titles and queries pass through. */

/**
 * Case and accents of Latin letters go, and with them the Turkish dotless ı and the Russian ё; every other letter stays
 * whole (й, Hangul). NFKC, lower case, ı→i and ё→е, NFD with marks stripped after Latin letters, NFC.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ё', 'е')
    .normalize('NFD')
    .replace(LATIN_WITH_MARKS, '$1')
    .normalize('NFC');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
const ASCII = /^[\x00-\x7f]*$/;
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu;
