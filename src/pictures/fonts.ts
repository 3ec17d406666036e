/** Owns the fonts of drawn text: which packages there are, and which of their files a text needs. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A package of @fontsource in one weight. Its files each hold a subset of the characters. */
export interface FontPackage {
  /** Absolute path of the package's unicode.json, which says what is in each file. */
  table: string;
  weight: 400 | 600 | 700;
}

interface LoadedFont {
  /** Name of the subset: a family of its own, so that a renderer falls back from one to the next. */
  name: string;
  data: Buffer;
  weight: FontPackage['weight'];
  style: 'normal';
}

/** In order of preference: a serif for Latin and Cyrillic, and one for Korean. */
export function defaultFonts(): FontPackage[] {
  const require = createRequire(import.meta.url);
  return [
    { table: require.resolve('@fontsource/source-serif-4/unicode.json'), weight: 600 },
    { table: require.resolve('@fontsource/gowun-batang/unicode.json'), weight: 700 },
  ];
}

interface Subset {
  name: string;
  file: string;
  weight: FontPackage['weight'];
  /** Pairs of first and last code point. */
  ranges: readonly (readonly [number, number])[];
}

export interface FontLibrary {
  /** `texts` are what the fonts can draw of the given ones; the rest is left out. */
  load(texts: readonly string[]): Promise<{ texts: string[]; fonts: LoadedFont[] }>;
}

/**
 * Reads the tables of the packages at the first call, and each font file when a text first needs it.
 * @param packages the first one that has a character draws it
 */
export function createFontLibrary(packages: readonly FontPackage[] = defaultFonts()): FontLibrary {
  let subsets: Promise<Subset[]> | undefined;
  const files = new Map<string, Promise<Buffer>>();

  function loadFile(file: string): Promise<Buffer> {
    const known = files.get(file) ?? readFile(file);
    files.set(file, known);
    return known;
  }

  return {
    async load(texts) {
      subsets ??= Promise.all(packages.map(readSubsets)).then((lists) => lists.flat());
      const all = await subsets;
      const needed = new Set<Subset>();
      const drawable = texts.map((text) =>
        Array.from(text, (character) => {
          const subset = all.find((candidate) => holds(candidate, character.codePointAt(0) ?? 0));
          if (subset) needed.add(subset);
          return subset ? character : '';
        }).join(''),
      );
      const fonts = all
        .filter((subset) => needed.has(subset))
        .map(async ({ name, file, weight }): Promise<LoadedFont> => {
          return { name, weight, style: 'normal', data: await loadFile(file) };
        });
      return { texts: drawable, fonts: await Promise.all(fonts) };
    },
  };
}

function holds({ ranges }: Subset, code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}

/** The package's unicode.json: `{"latin": "U+0000-00FF,U+0131", "[12]": …}`, a subset for each file. */
async function readSubsets({ table, weight }: FontPackage): Promise<Subset[]> {
  const entries: Record<string, string> = JSON.parse(await readFile(table, 'utf8'));
  const family = basename(dirname(table));
  return Object.entries(entries)
    .map(([key, list]): Subset => {
      const subset = key.replace(/[[\]]/g, '');
      const file = `${family}-${subset}-${weight}-normal.woff`;
      return {
        name: `${family} ${subset}`,
        file: join(dirname(table), 'files', file),
        weight,
        ranges: list.split(',').map(parseRange),
      };
    })
    .sort((a, b) => rank(a) - rank(b));
}

function parseRange(range: string): readonly [number, number] {
  const [first = '', last = first] = range.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** Subsets share some characters: the plainest one is asked first. */
function rank({ name }: Subset): number {
  return name.endsWith(' latin') ? 0 : name.endsWith(' latin-ext') ? 1 : 2;
}
