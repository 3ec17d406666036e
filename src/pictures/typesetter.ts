/** Sets lines of text in the shipped fonts: their widths, and their outlines as SVG. */
import type { Font } from 'harfbuzzjs';
import type { FontLibrary } from './fonts.ts';

export interface TypeStyle {
  /** In pixels. */
  size: number;
  /** Letter spacing in pixels. */
  spacing: number;
}

export type Typesetter = Awaited<ReturnType<ReturnType<typeof createTypesetters>>>;

interface Run {
  font: Font;
  text: string;
}

/** @returns a function that creates a typesetter for the given texts. Each font file is read once */
export function createTypesetters(library: FontLibrary) {
  const fonts = new Map<string, Promise<Font>>();
  const open = async (file: string) => {
    const [{ Blob, Face, Font }, bytes] = await Promise.all([import('harfbuzzjs'), library.read(file)]);
    return new Font(new Face(new Blob(bytes)));
  };

  /** @param language BCP 47 tag. @param texts the texts to set, which the fonts have whole */
  return async (language: string, texts: readonly string[]) => {
    const files = new Map(
      [...new Set(texts.join(''))].map((character) => [character, library.find(character)]),
    );
    const opened = new Map<string, Font>();
    for (const file of new Set(files.values())) {
      if (file === undefined) continue;
      const font = fonts.get(file) ?? open(file);
      fonts.set(file, font);
      opened.set(file, await font);
    }
    const { Buffer, shape } = await import('harfbuzzjs');

    /** Splits a text into runs of one font, since kerning and ligatures apply within a font. */
    const split = (text: string): Run[] => {
      const runs: Run[] = [];
      for (const character of text) {
        const font = opened.get(files.get(character) ?? '');
        const last = runs.at(-1);
        if (!font) continue;
        if (last?.font === font) last.text += character;
        else runs.push({ font, text: character });
      }
      return runs;
    };

    const shapeRun = ({ font, text }: Run) => {
      const buffer = new Buffer();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setLanguage(language);
      shape(font, buffer);
      const places = buffer.getGlyphPositions();
      return buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => ({ glyph, ...places[index] }));
    };

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
  };
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
