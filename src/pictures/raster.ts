/** Draws a logo as a square of pixels. */
import type { Sharp } from 'sharp';
import { contrast, parseColor, type Rgb } from '../foundation/color.ts';

/** Draws icons, in this thread or in another. */
export const iconDrawing = { renderIcon, pickBackground, resizeLogo };
export type IconDrawing = typeof iconDrawing;

/** Uncompressed pixels. Encoding a PNG between two steps would take longer than the steps. */
interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 };
}

/**
 * Returns the PNG bytes of one icon.
 * @param options.fill null keeps the whole logo with its transparency; otherwise the background is opaque, and the visible
 * part of the logo takes `scale` of the width
 */
export async function renderIcon(options: {
  logo: Uint8Array;
  svg: boolean;
  size: number;
  fill: { scale: number; ground: Rgb } | null;
}): Promise<Uint8Array> {
  const { logo, svg, size, fill } = options;
  const { default: sharp } = await import('sharp');
  if (!fill) {
    const whole = await rasterize(logo, svg, size);
    return sharp(whole.data, whole).png().toBuffer();
  }
  const { scale, ground } = fill;
  const inner = Math.round(size * scale);
  // Drawn at twice its size in the icon, so that the logo without its margin is rarely enlarged.
  const whole = await rasterize(logo, svg, inner * 2);
  // A tile in the background colour counts as margin.
  const opaque = await toPixels(sharp(whole.data, whole).flatten({ background: ground }));
  const content = await toPixels(sharp(opaque.data, opaque).trim({ background: ground }));
  const before = Math.floor((size - inner) / 2);
  const after = size - inner - before;
  return sharp(content.data, content)
    .resize(inner, inner, { fit: 'contain', background: ground })
    .extend({ top: before, left: before, bottom: after, right: after, background: ground })
    .png()
    .toBuffer();
}

/** Returns the colour of the logo's four corners, else the theme colour, or white if the logo would vanish on it. */
export async function pickBackground({
  logo,
  svg,
  themeColor,
}: {
  logo: Uint8Array;
  svg: boolean;
  themeColor: string;
}): Promise<Rgb> {
  const side = 64;
  const { data: pixels } = await rasterize(logo, svg, side);
  const pixel = (index: number) => {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(index * 4, index * 4 + 4);
    return { r, g, b, alpha };
  };
  const [first, ...others] = [0, side - 1, side * (side - 1), side * side - 1].map(pixel);
  if (first && [first, ...others].every((corner) => corner.alpha === 255 && contrast(corner, first) < 1.02)) {
    return { r: first.r, g: first.g, b: first.b };
  }
  const theme = parseColor(themeColor);
  const opaque = Array.from({ length: side * side }, (_, index) => pixel(index)).filter(
    ({ alpha }) => alpha >= 128,
  );
  const visible = opaque.filter((colour) => contrast(colour, theme) >= 1.8);
  return visible.length >= opaque.length * 0.08 ? theme : { r: 255, g: 255, b: 255 };
}

/** Makes a PNG of the logo, as large as fits into the size. */
export async function resizeLogo({
  logo,
  size,
}: {
  logo: Uint8Array;
  size: { width: number; height: number };
}): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp(logo)
    .autoOrient()
    .resize({ ...size, fit: 'contain', background })
    .png()
    .toBuffer();
}

/** Wraps a PNG in an ICO file. */
export function wrapIco(png: Uint8Array, size: number): Uint8Array {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // kind: icon
  header.writeUInt16LE(1, 4); // number of images
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** Returns the RGBA pixels of a transparent square with the largest possible logo. Vectors are drawn at the final size. */
async function rasterize(logo: Uint8Array, svg: boolean, size: number): Promise<Pixels> {
  const { default: sharp } = await import('sharp');
  let density = 72;
  if (svg) {
    const { width, height } = await sharp(logo).metadata();
    density = Math.min(2400, Math.max(1, (72 * size) / Math.max(width, height)));
  }
  return toPixels(
    sharp(logo, { density })
      .autoOrient()
      .resize(size, size, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .toColourspace('srgb')
      .ensureAlpha(),
  );
}

async function toPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}
