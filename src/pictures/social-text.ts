/** Says what a social image shows of a text, and which of its characters no font has. */
import { createFontLibrary } from './fonts.ts';

/** A text in composed characters on one line, without emoji. Signs such as ©, ® and ™ are text and stay. */
export function drawnText(text: string): string {
  return text
    .normalize('NFC')
    .replace(
      /(?:(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier})[\u200d\ufe0f]*/gu,
      '',
    )
    .replace(/[\u20e3\ufe0e\ufe0f\u{e0020}-\u{e007f}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const library = createFontLibrary();

/** Joiners and marks of direction, which only shape what stands beside them. */
export const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Each character once; none for a text that an image shows whole, in capitals too.
 * @param language BCP 47
 * @param own what the site's own fonts have, as ranges of code points
 */
export function findUndrawable(
  text: string,
  language: string,
  own: readonly { ranges: readonly (readonly [number, number])[] }[] = [],
): string[] {
  const shown = drawnText(text);
  const characters = new Set(shown + shown.toLocaleUpperCase(language));
  return [...characters].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    const isOwn = own.some(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
    return !isOwn && !IGNORABLE.test(character) && library.find(character) === undefined;
  });
}
