/** Draws the images that social networks show for a page: 1200×630 PNG, once for each content. */
import { hash } from 'node:crypto';
import { createPictureCache } from './cache.ts';
import { type CoverInput, drawCover } from './draw-cover.ts';
import { createFontLibrary, type FontLibrary, type FontPackage } from './fonts.ts';

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
const VERSION = 1;

/** Part of every name in the cache: raise it when the bytes change and the look does not. */
const ENCODING = 2;

/** File name of the image, without drawing it. */
export function socialImageName(input: SocialImageInput): string {
  const { title, kicker, siteTitle, language, cover } = input;
  const side = cover ? [cover.title, cover.category, cover.subcategory] : null;
  const identity = JSON.stringify([VERSION, title, kicker, siteTitle, language, side]);
  return `${hash('sha256', identity, 'hex').slice(0, 16)}.png`;
}

/** @param options.fonts in order of preference; default: a serif for Latin and Cyrillic, and one for Korean */
export function createSocialImages(options: { cacheFolder: string; fonts?: readonly FontPackage[] }) {
  const cache = createPictureCache(options.cacheFolder);
  const library = createFontLibrary(options.fonts);
  return {
    /** PNG bytes, from the cache if this content was drawn before. */
    render: (input: SocialImageInput) =>
      cache.once(`${ENCODING}-${socialImageName(input)}`, () => draw(input, library)),
  };
}

async function draw(input: SocialImageInput, library: FontLibrary): Promise<Uint8Array> {
  const [{ default: satori }, { renderAsync }, { default: sharp }, card] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
    import('sharp'),
    import('./social-card.tsx'),
  ]);
  const { language } = input;
  const lines = [input.title, input.kicker.toLocaleUpperCase(language), input.siteTitle].map(plainText);
  // Clamped lines end in an ellipsis.
  const { texts, fonts } = await library.load([...lines, '…']);
  const [title = '', kicker = '', siteTitle = ''] = texts.map((line) => line.trim());
  const text = await satori(
    card.SocialCard({
      title: title || siteTitle,
      kicker,
      siteTitle,
      language,
      fontFamily: fonts.map((font) => `"${font.name}"`).join(', '),
    }),
    { width: card.CARD_WIDTH, height: card.CARD_HEIGHT, fonts },
  );
  const left = card.CARD_WIDTH - card.STRIP_WIDTH;
  const place = `x="${left}" width="${card.STRIP_WIDTH}" height="${card.CARD_HEIGHT}" preserveAspectRatio="xMidYMid slice"`;
  const cover = drawCover(
    input.cover ?? { title: input.title, category: input.kicker, subcategory: null },
  ).replace('<svg', `<svg ${place}`);
  const image = await renderAsync(text.replace(/<\/svg>$/, `${cover}</svg>`), {
    font: { loadSystemFonts: false },
  });
  return (
    sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
      .removeAlpha()
      // Sixteen colours fill half a byte; flat areas and the edges of text need no more.
      .png({ palette: true, colours: 16, dither: 0, effort: 1 })
      .toBuffer()
  );
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
