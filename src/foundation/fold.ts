/** Folds text, so that comparisons with what a person types ignore case, accents and forms of punctuation. Runs in browsers too. */

/**
 * Returns one form of all texts that a person may type for another: without case and the accents of Latin letters, with one
 * apostrophe, quotation mark, hyphen and space. Other letters, such as й and Hangul, stay.
 * If a text contains a word, the folded text contains the folded word.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/-{2,}/g, '-');
  if (FOLDED.test(text)) return text;
  const lower = foldPunctuation(foldPunctuation(text).normalize('NFKC'))
    .toLowerCase()
    .replace(/[ıёς]/g, (letter) => LETTERS[letter] ?? letter);
  return removeLatinMarks(lower)
    .replace(/[ßæœøłđðþħŧ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/-{2,}/g, '-');
}

/** Removes the marks of Latin letters only: `Áé ñ й` → `Ae n й`. */
export function removeLatinMarks(text: string): string {
  return text.normalize('NFD').replace(LATIN_WITH_MARKS, '$1').normalize('NFC');
}

/** Phones and editors exchange these signs on their own. NFKC takes some of them apart, and makes others. */
function foldPunctuation(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060]/g, '')
    .replace(/[‘’‚‛‹›`´ʹʻʼʽ′‵＇｀]/g, "'")
    .replace(/[“”„‟«»″‶〝〞〟＂]/g, '"')
    .replace(/[‐‑‒–—―⁃−﹘﹣－]/g, '-')
    .replaceAll('〜', '~');
}

/** Letters that have no form with separate marks, and forms of a letter that are typed for each other. */
const LETTERS: Readonly<Record<string, string>> = {
  ı: 'i',
  ё: 'е',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range but the grave accent is meant
const ASCII = /^[\x00-\x5f\x61-\x7f]*$/;
/** Most words of Russian, Chinese, Japanese and Korean texts: small letters, kana, ideographs and syllables. */
const FOLDED = /^[\u0430-\u044f\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/;
const LATIN_WITH_MARKS = /(\p{Script=Latin})\p{M}+/gu;
