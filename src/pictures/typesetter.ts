/// <reference path="./bidi-js.d.ts" />
/** Sets lines of text in fonts of the site and shipped ones: their widths, and their outlines as SVG, in each direction. */
import type { Font } from 'harfbuzzjs';
import { once } from '../foundation/attempt.ts';
import { type FontLibrary, type OwnFont, readOwnFont } from './fonts.ts';
import { IGNORABLE } from './social-text.ts';

export interface TypeStyle {
  /** In pixels. */
  size: number;
  /** Letter spacing in pixels. */
  spacing: number;
}

export type Typesetter = ReturnType<typeof createTypesetter>;

interface Run {
  font: Font;
  text: string;
  /** Odd for text from right to left (Unicode Standard Annex 9). */
  level: number;
}

/**
 * @param own the site's own fonts, which come before the shipped ones
 * @returns a function that creates a typesetter for the given texts. Each font file is read once
 */
export function createTypesetters(library: FontLibrary, own: readonly OwnFont[] = []) {
  const open = async (bytes: Uint8Array) => {
    const { Blob, Face, Font } = await import('harfbuzzjs');
    return new Font(new Face(new Blob(bytes)));
  };
  const openShipped = once(async (file) => open(await library.read(file)));
  let opened: Promise<{ font: Font; codes: ReadonlySet<number> }[]> | undefined;
  const openOwn = async (font: OwnFont) => {
    const { bytes, codes } = await readOwnFont(font);
    return { font: await open(bytes), codes };
  };
  const findFont = async (character: string): Promise<Font | undefined> => {
    opened ??= Promise.all(own.map(openOwn));
    const code = character.codePointAt(0) ?? 0;
    const file = library.find(character);
    return (
      (await opened).find(({ codes }) => codes.has(code))?.font ??
      (file === undefined ? undefined : openShipped(file))
    );
  };

  /** @param language BCP 47 tag. @param texts the texts to set, which the fonts have whole. @param direction of the lines */
  return async (language: string, texts: readonly string[], direction: Direction = 'ltr') => {
    const bidi = await openBidi();
    const fonts = new Map<string, Font>();
    for (const character of new Set([...texts.join('')].flatMap((shown) => [shown, bidi.mirror(shown)]))) {
      const font = await findFont(character);
      if (font) fonts.set(character, font);
    }
    return createTypesetter(await createShaper(language), (text) => splitRuns(text, direction, fonts, bidi));
  };
}

type Direction = 'ltr' | 'rtl';
type Bidi = Awaited<ReturnType<typeof openBidi>>;

async function openBidi() {
  const { default: createBidi } = await import('bidi-js');
  const bidi = createBidi();
  return {
    mirror: (character: string) => bidi.getMirroredCharacter(character) ?? character,
    levelsOf: (text: string, direction: Direction) => bidi.getEmbeddingLevels(text, direction).levels,
  };
}

/** Runs of one font and direction as they are seen from left to right: kerning and ligatures apply within a font. */
function splitRuns(
  text: string,
  direction: Direction,
  fonts: ReadonlyMap<string, Font>,
  { mirror, levelsOf }: Bidi,
): Run[] {
  const levels = levelsOf(text, direction);
  const runs: Run[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels[at] ?? 0;
    at += character.length;
    const last = runs.at(-1);
    // HarfBuzz mirrors brackets. A joiner that no font has shapes the letters of the run that it stands in.
    const shown = level % 2 === 1 ? mirror(character) : character;
    const font = fonts.get(shown) ?? (IGNORABLE.test(character) ? last?.font : undefined);
    if (!font) continue;
    if (last?.font === font && last.level === level) last.text += character;
    else runs.push({ font, text: character, level });
  }
  return reorder(runs);
}

/** @returns a function that gives the glyphs of a run with their places */
async function createShaper(language: string) {
  const { Buffer, Direction, shape } = await import('harfbuzzjs');
  return ({ font, text, level }: Run) => {
    const buffer = new Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
    buffer.setLanguage(language);
    shape(font, buffer);
    const places = buffer.getGlyphPositions();
    return buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => ({ glyph, ...places[index] }));
  };
}

function createTypesetter(
  shapeRun: Awaited<ReturnType<typeof createShaper>>,
  split: (text: string) => Run[],
) {
  const widthOf = (text: string, { size, spacing }: TypeStyle) =>
    split(text)
      .map((run) => {
        const glyphs = shapeRun(run);
        const advance = glyphs.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
        return (advance * size) / run.font.face.upem + spacing * glyphs.length;
      })
      .reduce((sum, width) => sum + width, -spacing);

  /** Draws the outlines of one line: an SVG group whose origin is the start of the baseline. */
  const set = (text: string, { size, spacing }: TypeStyle): string => {
    let left = 0;
    const groups = split(text).map((run) => {
      const scale = size / run.font.face.upem;
      let advance = 0;
      const paths = shapeRun(run).map(({ glyph, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
        const place = `${advance + xOffset} ${yOffset}`;
        advance += xAdvance + spacing / scale;
        return `<path transform="translate(${place})" d="${run.font.glyphToPath(glyph)}"/>`;
      });
      const start = left;
      left += advance * scale;
      return `<g transform="translate(${start} 0) scale(${scale} ${-scale})">${paths.join('')}</g>`;
    });
    return groups.join('');
  };

  return {
    set,
    widthOf,
    wrap: (text: string, style: TypeStyle, limit: number): string[] =>
      breakLines(text, (line) => widthOf(line, style) <= limit),
    /** Returns the text, or its longest prefix that fits with an ellipsis. */
    clip(text: string, style: TypeStyle, limit: number): string {
      if (widthOf(text, style) <= limit) return text;
      const letters = splitLetters(text);
      while (letters.length > 0 && widthOf(`${letters.join('').trimEnd()}…`, style) > limit) letters.pop();
      return `${letters.join('').trimEnd()}…`;
    },
  };
}

/** From each level down to the lowest odd one, what is at least that deep is turned round (rule L2 of the annex). */
function reorder(runs: readonly Run[]): Run[] {
  let ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const turned: Run[] = [];
    let deep: Run[] = [];
    for (const run of ordered) {
      if (run.level >= level) deep.unshift(run);
      else {
        turned.push(...deep, run);
        deep = [];
      }
    }
    ordered = [...turned, ...deep];
  }
  return ordered;
}

/** Breaks a text into lines at spaces, and inside words that do not fit on a line. */
function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of splitLetters(word)) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** Splits a text into graphemes. */
function splitLetters(text: string): string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}
