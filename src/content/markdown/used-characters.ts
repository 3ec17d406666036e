/** Lists the characters beyond ASCII that a text shows, for the fonts that a site ships. */
import { decodeHTML } from 'entities';

/** Returns each character once, in order. A character reference such as `&eacute;` counts as the character that it stands for. */
export function listCharacters(...texts: readonly string[]): string {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [characters] of decode(text).matchAll(/[^\0-\x7f]+/g))
      for (const character of characters) found.add(character);
  }
  return [...found].sort().join('');
}

function decode(text: string): string {
  return /&[#\w]/.test(text) ? decodeHTML(text) : text;
}
