/** Says what a social image shows of a text, and which of its characters no shipped font has. */
import { createFontLibrary } from './fonts.ts';

/** A text in composed characters on one line, without emoji. Signs such as ©, ® and ™ are text and stay. */
export function drawnText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, '')
    .replace(/[\u200d\u20e3\ufe0e\ufe0f\u{e0020}-\u{e007f}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const library = createFontLibrary();

/** Each character once; none for a text that an image shows whole, in capitals too. @param language BCP 47 */
export function findUndrawable(text: string, language: string): string[] {
  const shown = drawnText(text);
  const characters = new Set(shown + shown.toLocaleUpperCase(language));
  return [...characters].filter((character) => library.find(character) === undefined);
}
