/** Measures a title as result pages show it: in 20 px Arial, by classes of letters. */

/** Widths of 1000 units to the em, as in Arial; each class is written out. */
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

/** Pixels that a result page gives to a title. */
export const TITLE_WIDTH = 600;

const FONT_SIZE = 20;

/** In pixels, to within some percent: search engines use their own fonts. */
export function measureTitle(text: string): number {
  let units = 0;
  for (const character of text.normalize('NFC')) units += widthOf(character);
  return Math.round((units * FONT_SIZE) / 1000);
}

function widthOf(character: string): number {
  const known = WIDTHS.get(character) ?? WIDTHS.get(character.normalize('NFD').charAt(0));
  if (known !== undefined) return known;
  // Hangul, ideographs, full-width forms and pictographs fill the em.
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
