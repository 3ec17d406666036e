/** Estimates the width of a title on result pages, which use 20 px Arial, from the widths of its letters. */

/** Widths in Arial, in thousandths of an em, with the letters that have them. */
const CLASSES: readonly (readonly [string, number])[] = [
  ["'|ijl", 215],
  [' !,./:;I[\\]ft', 278],
  ['()-`r{}"°·', 340],
  ['*^', 420],
  ['Jcksvxyz', 500],
  ['abdeghnopqu0123456789L?_#$«»<>=+~–', 556],
  ['FTZ', 611],
  ['ABEKPSVXY&', 667],
  ['CDHNRUw', 722],
  ['GOQ', 778],
  ['mM', 833],
  ['%', 889],
  ['W@—…', 1000],
];
const WIDTHS = new Map(CLASSES.flatMap(([letters, width]) => [...letters].map((letter) => [letter, width])));

/** Pixels available for a title on a result page. */
export const TITLE_WIDTH = 600;
/** Characters of a description that result pages show. */
export const DESCRIPTION_LENGTH = 155;

const FONT_SIZE = 20;

/** In pixels, accurate to a few percent. */
export function measureTitle(text: string): number {
  let units = 0;
  for (const character of text.normalize('NFC')) units += widthOf(character);
  return Math.round((units * FONT_SIZE) / 1000);
}

function widthOf(character: string): number {
  const known = WIDTHS.get(character) ?? WIDTHS.get(character.normalize('NFD').charAt(0));
  if (known !== undefined) return known;
  // Hangul, ideographs, full-width forms and pictographs are one em wide.
  if (
    /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]|\p{Extended_Pictographic}/u.test(
      character,
    )
  ) {
    return 920;
  }
  if (/\p{M}/u.test(character)) return 0;
  return /\p{Lu}/u.test(character) ? 700 : 560;
}
