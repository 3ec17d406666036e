/** Draws the image that social networks show for a page: text set in the shipped fonts, beside a cover. */
import { drawCover } from './draw-cover.ts';
import { createFontLibrary } from './fonts.ts';
import type { SocialImageInput } from './social.ts';
import { drawCard } from './social-card.ts';
import { createTypesetters } from './typesetter.ts';

/** Maximum number of characters of a title. The image has room for fewer. */
const LONGEST = 500;

/** @param families font families to use; default: all shipped ones */
export function createSocialDrawing(families?: readonly string[]) {
  const createTypesetter = createTypesetters(createFontLibrary(families));

  /** Images of the site and its categories, by their card: those of several editions may be the same. */
  const drawn = new Map<string, Promise<Uint8Array>>();

  /** Returns PNG bytes, 1200×630. */
  return async (input: SocialImageInput): Promise<Uint8Array> => {
    const { language } = input;
    const lines = [
      input.title.slice(0, LONGEST),
      input.kicker.toLocaleUpperCase(language),
      input.siteTitle,
    ].map(plainText);
    // The ellipsis of truncated lines must have a font too.
    const typesetter = await createTypesetter(language, [...lines, '…']);
    const [title = '', kicker = '', siteTitle = ''] = lines.map((line) => typesetter.drawable(line).trim());
    const cover = drawCover(input.cover ?? { title: input.title, category: input.kicker, subcategory: null });
    const card = drawCard({ title: title || siteTitle, kicker, siteTitle, cover }, typesetter);
    if (input.kicker !== '') return encode(card);
    const known = drawn.get(card) ?? encode(card);
    drawn.set(card, known);
    return known;
  };
}

async function encode(card: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  // Sixteen colours take half a byte a pixel, and are enough for flat areas and the edges of text.
  return sharp(Buffer.from(card)).png({ palette: true, colours: 16, dither: 0, effort: 1 }).toBuffer();
}

/** Normalizes a text to composed characters on one line without emoji. Signs such as ©, ® and ™ are text and stay. */
function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, '')
    .replace(/[\u200d\u20e3\ufe0e\ufe0f\u{e0020}-\u{e007f}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
