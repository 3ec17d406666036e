/** Draws the images that social networks show for a page: 1200×630 PNG, once for each content. */
import { hash } from 'node:crypto';
import { createFileCache } from '../foundation/file-cache.ts';
import { type CoverInput, drawCover } from './draw-cover.ts';
import { createFontLibrary } from './fonts.ts';
import { drawCard } from './social-card.ts';
import { createTypesetters } from './typesetter.ts';

export interface SocialImageInput {
  title: string;
  /** The category's title; '' for none. */
  kicker: string;
  siteTitle: string;
  /** BCP 47, such as "tr": decides casing and line breaks. */
  language: string;
  /** The cover in the strip; default: one made from title and kicker. */
  cover?: CoverInput;
}

/** Part of every name: raise it when the look changes. */
const VERSION = 2;

/** Characters of a title: more than the image has room for. */
const LONGEST = 500;

/** Part of every name in the cache: raise it when the bytes change and the look does not. */
const ENCODING = 1;

/** File name of the image, without drawing it. */
export function socialImageName(input: SocialImageInput): string {
  const { title, kicker, siteTitle, language, cover } = input;
  const side = cover ? [cover.title, cover.category, cover.subcategory] : null;
  const identity = JSON.stringify([VERSION, title, kicker, siteTitle, language, side]);
  return `${hash('sha256', identity, 'hex').slice(0, 16)}.png`;
}

/** @param options.families of the shipped fonts; default: all */
export function createSocialImages(options: { cacheFolder: string; families?: readonly string[] }) {
  const cache = createFileCache(options.cacheFolder);
  const createTypesetter = createTypesetters(createFontLibrary(options.families));

  const draw = async (input: SocialImageInput): Promise<Uint8Array> => {
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

  return {
    /** PNG bytes, from the cache if this content was drawn before. */
    render: (input: SocialImageInput) =>
      cache.once(`${ENCODING}-${socialImageName(input)}`, () => draw(input)),
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
