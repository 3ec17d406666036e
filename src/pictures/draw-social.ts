/** Draws the image that social networks show for a page: text set in the site's fonts or shipped ones, beside a cover. */
import { drawCover } from './draw-cover.ts';
import { createFontLibrary, type OwnFont } from './fonts.ts';
import type { SocialImageInput } from './social.ts';
import { drawnText } from './social-text.ts';
import { createTypesetters, type TypeStyle, type Typesetter } from './typesetter.ts';

/** Maximum number of characters of a title. The image has room for fewer. */
const LONGEST = 500;

/** @param families font families to use; default: all shipped ones */
export function createSocialDrawing(families?: readonly string[]) {
  const library = createFontLibrary(families);
  /** By the keys of a site's own fonts. A program that runs for days may see several. */
  const typesetters = new Map<string, ReturnType<typeof createTypesetters>>();
  const typesettersOf = (fonts: readonly OwnFont[]) => {
    const key = fonts.map((font) => font.key).join();
    const made = typesetters.get(key) ?? createTypesetters(library, fonts);
    typesetters.set(key, made);
    return made;
  };

  /** Images of the site and its categories, by their card: several editions may have the same card. */
  const drawn = new Map<string, Promise<Uint8Array>>();

  /** Returns PNG bytes, 1200×630. */
  return async (input: SocialImageInput): Promise<Uint8Array> => {
    const { language, direction, fonts = [] } = input;
    const [title = '', kicker = '', siteTitle = ''] = [
      input.title.slice(0, LONGEST),
      input.kicker.toLocaleUpperCase(language),
      input.siteTitle,
    ].map(drawnText);
    // The ellipsis of truncated lines must have a font too.
    const typesetter = await typesettersOf(fonts)(language, [title, kicker, siteTitle, '…'], direction);
    const cover = drawCover(input.cover ?? { title: input.title, category: input.kicker, subcategory: null });
    const card = drawCard(
      { title: title || siteTitle, kicker, siteTitle, cover, isMirrored: direction === 'rtl' },
      typesetter,
    );
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

const CARD_WIDTH = 1200;
const CARD_HEIGHT = 630;
/** Width of the strip for the cover at the right edge. */
const STRIP_WIDTH = 400;

const PAPER = '#f7f2e6';
const INK = '#1c262e';
const BRICK = '#a03c26';
const GREEN = '#1f5241';

const LEFT = 64;
const TEXT_WIDTH = CARD_WIDTH - STRIP_WIDTH - 2 * LEFT;
const KICKER = { size: 25, spacing: 2 };
const KICKER_LINE = 84;
const TITLE_TOP = 110;
const TITLE_HEIGHT = 376;
const LEADING = 1.16;
const SIZES = [104, 92, 82, 74, 66, 58, 52, 46];
const MIN_SIZE = 40;
const SITE = { size: 28, spacing: 0 };
const SITE_LINE = 566;
const DASH = { width: 44, height: 5, gap: 20 };

/** Distance from the middle of a line to its baseline, relative to the font size: half the cap height. */
const TO_BASE = 0.335;

interface Card {
  title: string;
  /** '' if there is none. */
  kicker: string;
  siteTitle: string;
  /** SVG of the strip, which is clipped to fit. */
  cover: string;
  /** True for lines from right to left. */
  isMirrored: boolean;
}

/** Returns an SVG without text elements: letters are outlines. */
function drawCard({ title, kicker, siteTitle, cover, isMirrored }: Card, typesetter: Typesetter): string {
  const { clip, set, widthOf } = typesetter;
  /** The left edge of what is so wide and so far from the edge where lines begin. */
  const place = (from: number, width: number) => (isMirrored ? CARD_WIDTH - from - width : from);
  const put = (text: string, style: TypeStyle, from: number, y: number, fill: string) =>
    `<g fill="${fill}" transform="translate(${place(from, isMirrored ? widthOf(text, style) : 0)} ${y})">${set(text, style)}</g>`;
  const dash = { left: LEFT, width: DASH.width + DASH.gap };
  const { lines, style } = fitTitle(title, typesetter);
  const leading = style.size * LEADING;
  const strip = `x="${place(CARD_WIDTH - STRIP_WIDTH, STRIP_WIDTH)}" width="${STRIP_WIDTH}" height="${CARD_HEIGHT}" preserveAspectRatio="xMidYMid slice"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}">`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    put(clip(kicker, KICKER, TEXT_WIDTH), KICKER, LEFT, KICKER_LINE, BRICK),
    ...lines.map((line, index) => {
      const middle = TITLE_TOP + (index + 0.5) * leading;
      return put(line, style, LEFT, middle + style.size * TO_BASE, INK);
    }),
    `<rect x="${place(dash.left, DASH.width)}" y="${SITE_LINE - SITE.size * TO_BASE - DASH.height / 2}" width="${DASH.width}" height="${DASH.height}" fill="${GREEN}"/>`,
    put(clip(siteTitle, SITE, TEXT_WIDTH - dash.width), SITE, LEFT + dash.width, SITE_LINE, INK),
    cover.replace('<svg', `<svg ${strip}`),
    '</svg>',
  ].join('');
}

/** Finds the largest size at which the title fits. At the smallest size it is truncated. */
function fitTitle(title: string, { clip, wrap }: Typesetter): { lines: string[]; style: TypeStyle } {
  const styleOf = (size: number) => ({ size, spacing: size > 60 ? -1 : 0 });
  const room = (size: number) => Math.floor(TITLE_HEIGHT / (size * LEADING));
  for (const size of SIZES) {
    const style = styleOf(size);
    const lines = wrap(title, style, TEXT_WIDTH);
    const words = new Set(title.split(' '));
    const keepsWords = lines.every((line) => line.split(' ').every((word) => words.has(word)));
    if (lines.length <= room(size) && keepsWords) return { lines, style };
  }
  const style = styleOf(MIN_SIZE);
  const lines = wrap(title, style, TEXT_WIDTH);
  const shown = lines.slice(0, room(MIN_SIZE));
  const last = shown.at(-1);
  if (last !== undefined && shown.length < lines.length)
    shown[shown.length - 1] = clip(`${last} ${lines[shown.length]}`, style, TEXT_WIDTH);
  return { lines: shown, style };
}
