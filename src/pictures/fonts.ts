/** Finds the shipped font file that contains a character, and reads it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { packageFile } from '../foundation/package-files.ts';

/** One file of a font family. scripts/compile-fonts.mjs writes these records. */
interface FontFile {
  file: string;
  family: string;
  /** Ranges of first and last code point. */
  ranges: [number, number][];
}

export type FontLibrary = ReturnType<typeof createFontLibrary>;

/** @param families default: all shipped families */
export function createFontLibrary(families?: readonly string[]) {
  const folder = packageFile('lib/fonts');
  let listed: Promise<FontFile[]> | undefined;
  const list = async () => {
    const { fonts }: { fonts: FontFile[] } = JSON.parse(await readFile(join(folder, 'fonts.json'), 'utf8'));
    return families ? fonts.filter(({ family }) => families.includes(family)) : fonts;
  };
  return {
    /** Returns the file name of the font for a character, or undefined. */
    async finder(): Promise<(character: string) => string | undefined> {
      listed ??= list();
      const fonts = await listed;
      return (character) => {
        const code = character.codePointAt(0) ?? 0;
        return fonts.find(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last))
          ?.file;
      };
    },
    /** Reads the font as TrueType. */
    read: async (file: string): Promise<Uint8Array> => promisify(gunzip)(await readFile(join(folder, file))),
  };
}
