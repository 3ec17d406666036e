/** Removes emojis from titles. */
import { collapseSpaces } from '../content/markdown/typography.ts';
import type { Link } from './page.ts';

// Pictographs, flags, skin tones, and joiners.
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const EMOJI_RUN =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3)+/gu;

/** Removes emojis for tab titles, result pages and kickers. A text that consists of emojis only stays as it is. */
export function stripEmoji(text: string): string {
  if (!EMOJI.test(text)) return text;
  return collapseSpaces(text.replace(EMOJI_RUN, ' ')).trim() || text;
}

/** A link without emojis, which only the category's own heading shows. */
export function plainLink<Named extends Link>(link: Named): Named {
  return { ...link, title: stripEmoji(link.title) };
}
