/** Finds the shipped font file that contains a character, and reads it. */
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
