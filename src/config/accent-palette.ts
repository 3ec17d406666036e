/** Derives the accent colours for light and dark mode from one colour, and measures their contrast. */
import { contrast, formatColor, mixColors, parseColor, type Rgb } from '../foundation/color.ts';

/** Minimum contrast for text (WCAG 2.2 AA). */
export const TEXT_CONTRAST = 4.5;
/** Above the minimum: text on a dark background tires the eyes at the minimum. */
const DARK_CONTRAST = 7;

const WHITE = parseColor('#ffffff');
const BLACK = parseColor('#000000');

/** Backgrounds of text in templates/styles/tokens.css, and the text colour on a filled accent. */
export const GROUNDS = {
  light: { paper: '#fcfbf6', tint: '#f3f1e8' },
  dark: { paper: '#101713', tint: '#18211c', onAccent: '#0c1a13' },
} as const;

export interface Palette {
  accent: string;
  accentTint: string;
  onAccent: string;
}

/** Lowest contrast of the colour with the light backgrounds. */
export function accentContrast(color: string): number {
  const accent = parseColor(color);
  return Math.min(...Object.values(GROUNDS.light).map((ground) => contrast(accent, parseColor(ground))));
}

/** The nearest darker shade with enough contrast. */
export function readableShade(color: string): string {
  return formatColor(
    firstMix(parseColor(color), BLACK, (mixed) => accentContrast(formatColor(mixed)) >= TEXT_CONTRAST),
  );
}

/** @param color has enough contrast on the light backgrounds */
export function createPalettes(color: string): { light: Palette; dark: Palette } {
  const accent = parseColor(color);
  const paper = parseColor(GROUNDS.dark.paper);
  const tint = parseColor(GROUNDS.dark.tint);
  const isReadable = (mixed: Rgb) => Math.min(contrast(mixed, paper), contrast(mixed, tint)) >= DARK_CONTRAST;
  const onDark = firstMix(accent, WHITE, isReadable);
  return {
    light: paletteOf(accent, parseColor(GROUNDS.light.paper), parseColor(GROUNDS.light.paper), 0.88),
    dark: paletteOf(onDark, paper, parseColor(GROUNDS.dark.onAccent), 0.82),
  };
}

/** @param share least share of the background in the tint */
function paletteOf(accent: Rgb, ground: Rgb, onAccent: Rgb, share: number): Palette {
  const start = mixColors(accent, ground, share);
  const accentTint = firstMix(start, ground, (mixed) => contrast(mixed, accent) >= TEXT_CONTRAST);
  return {
    accent: formatColor(accent),
    accentTint: formatColor(accentTint),
    onAccent: formatColor(onAccent),
  };
}

/** The first mix that fits, in steps of 1 %. */
function firstMix(from: Rgb, to: Rgb, fits: (mixed: Rgb) => boolean): Rgb {
  for (let step = 0; step < 100; step++) {
    const mixed = mixColors(from, to, step / 100);
    if (fits(mixed)) return mixed;
  }
  return to;
}
