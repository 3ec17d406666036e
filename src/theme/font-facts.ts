/** Reads the facts of a font that style sheets and fallbacks need: weight, style, characters, metrics. */
import * as z from 'zod';
import { messageOf } from '../foundation/errors.ts';

/** Metrics are in units of the em square. */
const factsSchema = z.object({
  /** Range of weights. Both ends are equal for a font with one weight. */
  weight: z.tuple([z.number(), z.number()]),
  italic: z.boolean(),
  /** Ranges of code points that have a glyph, in order. */
  ranges: z.array(z.tuple([z.number(), z.number()])),
  ascent: z.number(),
  descent: z.number(),
  lineGap: z.number(),
  /** Mean width of English text in em, by weight; null if the font lacks Latin letters. */
  widths: z.object({ 400: z.number(), 700: z.number() }).nullable(),
});
export type FontFacts = z.output<typeof factsSchema>;

/** What the cache keeps of a font. A refusal says that it is not a font, or that its licence flags forbid publishing it. */
export const readFactsSchema = z.union([z.object({ refusal: z.string() }), factsSchema]);

/** Frequency of English letters, in percent of the letters. Every fifth character is a space. */
const FREQUENCIES: Readonly<Record<string, number>> = {
  ...{ a: 8.2, b: 1.5, c: 2.8, d: 4.3, e: 12.7, f: 2.2, g: 2, h: 6.1, i: 7, j: 0.15, k: 0.77, l: 4, m: 2.4 },
  ...{
    n: 6.7,
    o: 7.5,
    p: 1.9,
    q: 0.1,
    r: 6,
    s: 6.3,
    t: 9.1,
    u: 2.8,
    v: 0.98,
    w: 2.4,
    x: 0.15,
    y: 2,
    z: 0.07,
  },
  ' ': 19,
};
const LETTERS = Object.keys(FREQUENCIES).join('');
const WEIGHTS = [400, 700] as const;

export async function readFontFacts(bytes: Buffer): Promise<z.output<typeof readFactsSchema>> {
  const { create } = await import('fontkitten');
  try {
    const font = create(bytes);
    if (font.isCollection) return { refusal: 'this is a collection of fonts' };
    const { fsType, fsSelection, usWeightClass } = font['OS/2'];
    if (fsType.noEmbedding) return { refusal: 'the font says that it must not be embedded' };
    if (fsType.noSubsetting) return { refusal: 'the font says that it must not be subset' };
    const { wght } = font.variationAxes;
    const em = font.unitsPerEm;
    return {
      weight: wght ? [wght.min, wght.max] : [usWeightClass, usWeightClass],
      italic: fsSelection.italic || font.italicAngle !== 0,
      ranges: findRanges(font.characterSet),
      ascent: font.ascent / em,
      descent: -font.descent / em,
      lineGap: font.lineGap / em,
      widths: [...LETTERS].every((letter) => font.hasGlyphForCodePoint(codeOf(letter)))
        ? await measureWidths(bytes, wght)
        : null,
    };
  } catch (error) {
    return { refusal: `this is not a font that can be read: ${messageOf(error)}` };
  }
}

async function measureWidths(
  bytes: Buffer,
  axis: { min: number; max: number } | undefined,
): Promise<FontFacts['widths']> {
  const { default: subset } = await import('subset-font');
  const { create } = await import('fontkitten');
  const measure = async (weight: number) => {
    const axes = axis && { variationAxes: { wght: Math.min(Math.max(weight, axis.min), axis.max) } };
    const font = create(await subset(bytes, LETTERS, { targetFormat: 'sfnt', ...axes }));
    if (font.isCollection) throw new Error('a subset is one font');
    let width = 0;
    let count = 0;
    for (const [letter, share] of Object.entries(FREQUENCIES)) {
      width += share * font.glyphForCodePoint(codeOf(letter)).advanceWidth;
      count += share;
    }
    return width / count / font.unitsPerEm;
  };
  const [regular, bold] = [await measure(WEIGHTS[0]), await measure(WEIGHTS[1])];
  return { 400: regular, 700: bold };
}

/** Joins code points to ranges, in order. */
export function findRanges(codes: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && code <= last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

export function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
