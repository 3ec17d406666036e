/** Draws the image that social networks show for a page: text set in the shipped fonts, beside a cover. */
import { drawCover } from './draw-cover.ts';
import { createFontLibrary } from './fonts.ts';
import type { SocialImageInput } from './social.ts';
import { drawCard } from './social-card.ts';
import { createTypesetters } from './typesetter.ts';

/** Characters of a title: more than the image has room for. */
const LONGEST = 500;

/** @param families of the shipped fonts; default: all */
export function createSocialDrawing(families?: readonly string[]) {
  const createTypesetter = createTypesetters(createFontLibrary(families));

  /** PNG bytes, 1200×630. */
  return async (input: SocialImageInput): Promise<Uint8Array> => {
    const { language } = input;
    const lines = [
      input.title.slice(0, LONGEST),
      input.kicker.toLocaleUpperCase(language),
      input.siteTitle,
    ].map(plainText);
    // Clipped lines end in an ellipsis.
    const typesetter = await createTypesetter(language, [...lines, '…']);
    const [title = '', kicker = '', siteTitle = ''] = lines.map((line) => typesetter.drawable(line).trim());
    const cover = drawCover(input.cover ?? { title: input.title, category: input.kicker, subcategory: null });
    const card = drawCard({ title: title || siteTitle, kicker, siteTitle, cover }, typesetter);
    const { default: sharp } = await import('sharp');
    return (
      sharp(Buffer.from(card))
        .removeAlpha()
        // Sixteen colours fill half a byte; flat areas and the edges of text need no more.
        .png({ palette: true, colours: 16, dither: 0, effort: 1 })
        .toBuffer()
    );
  };
}

/** Composed, on one line and without emojis: signs such as ©, ® and ™ are text and stay. */
function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, '')
    .replace(/[\u200d\u20e3\ufe0e\ufe0f\u{e0020}-\u{e007f}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
