// Lists the fonts of social images and reads each as an uncompressed font file, packed with gzip.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create } from 'fontkitten';
import fontverter from 'fontverter';

const require = createRequire(import.meta.url);

/** In order of preference: a serif for Latin and Cyrillic, and one for Korean. */
const FAMILIES = [
  { family: 'source-serif-4', weight: 600 },
  { family: 'gowun-batang', weight: 700 },
];

/**
 * The content of fonts.json.
 * @returns `{source, fonts}`: the versions of the packages, and for each file `{file, family, ranges}`, where `ranges`
 *   are the first and last code point of each range of characters that the file has
 */
export function listFonts() {
  const source = FAMILIES.map(({ family, weight }) => {
    const { version } = require(`@fontsource/${family}/package.json`);
    return `${family} ${weight} ${version}`;
  }).join(', ');
  return { source, fonts: FAMILIES.flatMap(listFamily) };
}

/** The packages say in unicode.json for which characters a style sheet asks for each file. The file itself says which it has. */
function listFamily({ family, weight }) {
  const subsets = Object.keys(require(`@fontsource/${family}/unicode.json`)).map((key) => {
    const name = key.replace(/[[\]]/g, '');
    const file = `${family}-${name}-${weight}.ttf.gz`;
    const font = create(readFileSync(fileOf({ file, family })));
    return {
      name,
      file,
      family,
      ranges: findRanges(font.characterSet.filter((code) => code !== END_OF_MAP)),
    };
  });
  // Subsets share some characters: the plainest one draws them.
  const rank = ({ name }) => ['latin', 'latin-ext'].indexOf(name) >>> 0;
  return subsets
    .sort((a, b) => Math.min(rank(a), 2) - Math.min(rank(b), 2))
    .map(({ name: _, ...font }) => font);
}

/** The last entry of a character map, which stands for no character. */
const END_OF_MAP = 0xffff;

function findRanges(codes) {
  const ranges = [];
  for (const code of [...codes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && code <= last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}

function fileOf({ file, family }) {
  const folder = join(dirname(require.resolve(`@fontsource/${family}/package.json`)), 'files');
  return join(folder, file.replace('.ttf.gz', '-normal.woff'));
}

/** @param font one of `listFonts` */
export async function readFont(font) {
  return gzipSync(await fontverter.convert(readFileSync(fileOf(font)), 'sfnt'), { level: 9 });
}

/** The licences of the families, which allow that they are shipped. */
export function readFontLicences() {
  return FAMILIES.map(({ family }) =>
    readFileSync(require.resolve(`@fontsource/${family}/LICENSE`), 'utf8'),
  ).join('\n\n');
}
