/** Removes emojis from titles. */
import type { Link } from './page.ts';

// Pictographs, flags, skin tones, and what joins them.
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
const EMOJI_RUN =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3)+/gu;

/** Removes emojis, which do not belong in the titles of tabs, result lists and kickers. A text of nothing else stays as it is. */
export function stripEmoji(text: string): string {
  if (!EMOJI.test(text)) return text;
  return text.replace(EMOJI_RUN, ' ').replace(/\s+/g, ' ').trim() || text;
}

/** A category that is named beside something else: emojis are for its own heading. */
export function plainLink<Named extends Link>(link: Named): Named {
  return { ...link, title: stripEmoji(link.title) };
}
