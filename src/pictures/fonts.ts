/** Finds the shipped font file that contains a character, and reads it; reads a site's own fonts. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { packageFile } from '../foundation/package-files.ts';

/** One file of a font family. scripts/compile-fonts.mjs writes these records. */
interface FontFile {
  file: string;
  family: string;
  /** Ranges of first and last code point that the file has. */
  ranges: [number, number][];
}

/** A font of the site. */
export interface OwnFont {
  /** Absolute path. */
  file: string;
  /** Hash of its bytes. */
  key: string;
}

/** The weight of titles, if a font has it. */
const WEIGHT = 600;

/** A web font as TrueType, with one weight, and the code points that it has. @throws where the file is no font */
export async function readOwnFont({ file }: OwnFont): Promise<{ bytes: Uint8Array; codes: Set<number> }> {
  const [{ create }, { default: subset }] = await Promise.all([import('fontkitten'), import('subset-font')]);
  const bytes = await readFile(file);
  const font = create(bytes);
  if (font.isCollection) throw new TypeError(`${file} is a collection of fonts`);
  const { wght } = font.variationAxes;
  const codes = new Set(font.characterSet.filter((code) => code !== END_OF_MAP));
  const text = Array.from(codes, (code) => String.fromCodePoint(code)).join('');
  const axes = wght && { variationAxes: { wght: Math.min(Math.max(WEIGHT, wght.min), wght.max) } };
  return { bytes: await subset(bytes, text, { targetFormat: 'sfnt', ...axes }), codes };
}

/** The last entry of a character map, which stands for no character. */
const END_OF_MAP = 0xffff;

export type FontLibrary = ReturnType<typeof createFontLibrary>;

const FOLDER = packageFile('lib/fonts');

let shipped: FontFile[] | undefined;
function listShipped(): FontFile[] {
  if (shipped) return shipped;
  const { fonts }: { fonts: FontFile[] } = JSON.parse(readFileSync(join(FOLDER, 'fonts.json'), 'utf8'));
  shipped = fonts;
  return fonts;
}

/** @param families default: all shipped families */
export function createFontLibrary(families?: readonly string[]) {
  const known = new Map<string, string | undefined>();
  const search = (character: string) => {
    const code = character.codePointAt(0) ?? 0;
    return listShipped().find(
      ({ family, ranges }) =>
        (families?.includes(family) ?? true) && ranges.some(([first, last]) => code >= first && code <= last),
    )?.file;
  };
  return {
    /** Returns the file name of the font for a character, or undefined. */
    find(character: string): string | undefined {
      if (!known.has(character)) known.set(character, search(character));
      return known.get(character);
    },
    /** Reads the font as TrueType. */
    read: async (file: string): Promise<Uint8Array> => promisify(gunzip)(await readFile(join(FOLDER, file))),
  };
}
