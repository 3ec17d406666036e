/** Parses, mixes and prints sRGB colours, and computes WCAG contrast. */

export interface Rgb {
  r: number;
  g: number;
  b: number;
}

/** @param color such as "#14532d" */
export function parseColor(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 };
}

/** Prints a colour such as "#14532d". */
export function formatColor({ r, g, b }: Rgb): string {
  return `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** @param share how much of `b`, from 0 to 1 */
export function mixColors(a: Rgb, b: Rgb, share: number): Rgb {
  const mix = (x: number, y: number) => Math.round(x + (y - x) * share);
  return { r: mix(a.r, b.r), g: mix(a.g, b.g), b: mix(a.b, b.b) };
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance({ r, g, b }: Rgb): number {
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
