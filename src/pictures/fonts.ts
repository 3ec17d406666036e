/** Loads the font files that a text needs from packages of @fontsource. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A package in one weight. Each of its files has a subset of the characters. */
export interface FontPackage {
  /** Absolute path of the package's unicode.json, which lists the characters of each file. */
  table: string;
  weight: 400 | 600 | 700;
}

export type FontLibrary = ReturnType<typeof createFontLibrary>;

/** In order of preference: a serif for Latin and Cyrillic, and one for Korean. */
export function defaultFonts(): FontPackage[] {
  const require = createRequire(import.meta.url);
  return [
    { table: require.resolve('@fontsource/source-serif-4/unicode.json'), weight: 600 },
    { table: require.resolve('@fontsource/gowun-batang/unicode.json'), weight: 700 },
  ];
}

/**
 * Reads the tables of the packages at the first call, and each font file when a text first needs it.
 * @param packages the first one that has a character draws it
 */
export function createFontLibrary(packages: readonly FontPackage[] = defaultFonts()) {
  let subsets: Promise<Subset[]> | undefined;
  const files = new Map<string, Promise<Buffer>>();
  const loadFile = (file: string) => {
    const known = files.get(file) ?? readFile(file);
    files.set(file, known);
    return known;
  };
  return {
    /** Returns the texts without the characters that no font has, and the fonts that draw them. */
    async load(texts: readonly string[]) {
      subsets ??= Promise.all(packages.map(readSubsets)).then((lists) => lists.flat());
      const all = await subsets;
      const needed = new Set<Subset>();
      const canDraw = (character: string) => {
        const subset = all.find(({ holds }) => holds(character.codePointAt(0) ?? 0));
        if (subset) needed.add(subset);
        return subset !== undefined;
      };
      const drawable = texts.map((text) => [...text].filter(canDraw).join(''));
      const fonts = all
        .filter((subset) => needed.has(subset))
        .map(async ({ name, file, weight }) => {
          return { name, weight, style: 'normal' as const, data: await loadFile(file) };
        });
      return { texts: drawable, fonts: await Promise.all(fonts) };
    },
  };
}

type Subset = Awaited<ReturnType<typeof readSubsets>>[number];

/** The package's unicode.json: `{"latin": "U+0000-00FF,U+0131", "[12]": …}`, one subset for each file. */
async function readSubsets({ table, weight }: FontPackage) {
  const entries: Record<string, string> = JSON.parse(await readFile(table, 'utf8'));
  const family = basename(dirname(table));
  const subsets = Object.entries(entries).map(([key, list]) => {
    const subset = key.replace(/[[\]]/g, '');
    const ranges = list.split(',').map((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
    });
    return {
      /** Of a separate family, so that a renderer falls back from one subset to the next. */
      name: `${family} ${subset}`,
      file: join(dirname(table), 'files', `${family}-${subset}-${weight}-normal.woff`),
      weight,
      holds: (code: number) => ranges.some(([first, last]) => code >= first && code <= last),
    };
  });
  // Subsets share some characters: the plainest one draws them.
  const rank = (name: string) => (name.endsWith(' latin') ? 0 : name.endsWith(' latin-ext') ? 1 : 2);
  return subsets.sort((a, b) => rank(a.name) - rank(b.name));
}
