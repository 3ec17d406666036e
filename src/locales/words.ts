/** Finds the words of a text in a language that may write them without spaces. Runs in browsers too. */
import { isUnspaced } from './codes.ts';

const SEGMENTERS = new Map<string, Intl.Segmenter>();

/** Finds the words of a text. Making the first one takes 3 to 7 ms. */
export function segmenterOf(language: string): Intl.Segmenter {
  let segmenter = SEGMENTERS.get(language);
  if (!segmenter) {
    segmenter = new Intl.Segmenter(language, { granularity: 'word' });
    SEGMENTERS.set(language, segmenter);
  }
  return segmenter;
}

const UNSPACED = '\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}';
const LETTERS = new RegExp(`(?=\\p{L})[${UNSPACED}]`, 'gu');
const SPACED = new RegExp(
  `(?![${UNSPACED}])[\\p{L}\\p{N}](?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}'’._-])*`,
  'gu',
);

/** Words of a text; letters where the language has no spaces between words. @param language BCP 47 */
export function measureWords(text: string, language: string, countWords: (text: string) => number): number {
  if (!isUnspaced(language)) return countWords(text);
  return (text.match(LETTERS)?.length ?? 0) + (text.match(SPACED)?.length ?? 0);
}

/** Words of Chinese, Japanese, Thai and other languages without spaces; null for the others. @param language BCP 47 */
export function segmentWords(text: string, language: string): string[] | null {
  if (!isUnspaced(language)) return null;
  return [...segmenterOf(language).segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
}
